// The machine of a plan file, from anyone: what is read is written and read again as it was.
#include "hakaru/formats/hardware_json.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<Json> json = parse_json({reinterpret_cast<const char*>(data), size}, "hardware.json");
  if (!told(json)) return 0;
  const Result<Instance> instance = instance_from_json(*json, "hardware.json");
  if (!told(instance)) return 0;
  const OrderedJson written = hardware_json(*instance);
  const Result<Instance> again = instance_from_json(Json::parse(written.dump()), "again.json");
  if (!again || hardware_json(*again) != written) __builtin_trap();
  return 0;
}
