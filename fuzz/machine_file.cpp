// Output of a tool about a machine, from anyone: what is read has devices, links or a host, and comes to an accelerator
// and links of the catalogue, or to a reason.
#include "hakaru/importing/machines/chosen_accelerator.h"
#include "hakaru/importing/machines/machine_links.h"
#include "hakaru/importing/machines/readers.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles files;
  static const Catalog catalog = Catalog::read(files).value();
  static const ProductNames names = ProductNames::read(files).value();
  const Result<FoundMachine> found = read_machine_file({reinterpret_cast<const char*>(data), size}, "machine");
  if (!told(found)) return 0;
  for (const FoundDevices& devices : found->devices) {
    if (devices.count < 1 || devices.ranks_per_device < 1) __builtin_trap();
  }
  const Result<CombinedMachine> machine = combined_machine({*found}, "2026-11-26");
  if (!told(machine)) return 0;
  told(link_between(*machine, {}));
  const Result<ChosenAccelerator> chosen = choose_accelerator(*machine, {}, catalog, names);
  if (!told(chosen)) return 0;
  told(link_within(*machine, {}, chosen->devices, chosen->accelerator, chosen->ranks, catalog, files));
  return 0;
}
