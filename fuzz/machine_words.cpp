// Words that an owner types of a machine, one a line in the order of the flags.
#include <array>

#include "hakaru/core/text.h"
#include "hakaru/importing/machines/stated_words.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  MachineWords words;
  for (std::string MachineWords::*word :
       std::array{&MachineWords::accelerators, &MachineWords::network, &MachineWords::memory, &MachineWords::vcpu,
                  &MachineWords::price, &MachineWords::purchase, &MachineWords::years, &MachineWords::power,
                  &MachineWords::accelerator_memory, &MachineWords::memory_bandwidth, &MachineWords::tflops,
                  &MachineWords::link_bandwidth, &MachineWords::accelerator_power, &MachineWords::as_of})
    words.*word = take_line(rest);
  const Result<StatedMachine> stated = read_stated(std::string(rest), words, "2026-11-26");
  if (!told(stated)) return 0;
  if (stated->usd_per_h && !(*stated->usd_per_h > 0)) __builtin_trap();
  return 0;
}
