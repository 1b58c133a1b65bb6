// Reader of the words that an owner types about a machine: "8x400Gb/s", "bf16=989,fp8=1979".
#pragma once

#include "hakaru/importing/machines/described_machine.h"

namespace hakaru {

/// Words as typed, by flag; empty where not.
struct MachineWords {
  std::string accelerator, accelerators, links, network, fabric, memory, vcpu;
  std::string price, purchase, years, power;
  std::string accelerator_memory, memory_bandwidth, tflops, link_bandwidth, accelerator_power;
  std::string as_of;
};

/// `today`: of what has no date.
Result<StatedMachine> read_stated(const std::string& name, const MachineWords& words, const std::string& today);

}  // namespace hakaru
