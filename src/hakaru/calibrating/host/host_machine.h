// Properties of this machine, and its highest rates measured on all cores: products of fp32 by oneDNN, memory read
// and copied. Each core does its own part, all at once, and is timed by its processor time (host_clock.h); their rates
// are added. What cores wait for each other within one product is not in it.
#pragma once

#include <istream>
#include <string>

namespace hakaru {

struct HostMachine {
  std::string processor;           ///< as it calls itself: "AMD EPYC"
  int cores = 1;                   ///< that this process may use
  double memory_bytes = 0;         ///< of the machine, or as much as this process may have
  double product_flops_per_s = 0;  ///< the most that any product reached
  double product_efficiency = 1;   ///< what products of layers reach of that, their median
  double head_efficiency = 1;      ///< the same of products within attention, 128 × 128 × 64
  double read_bytes_per_s = 0;
  double copied_bytes_per_s = 0;  ///< bytes read and written

  double memory_bytes_per_s() const {
    return read_bytes_per_s > copied_bytes_per_s ? read_bytes_per_s : copied_bytes_per_s;
  }
};

/// The number of `cores` that can work all the time within a container's limit, the text of its cpu.max: "150000
/// 100000" is one and a half, so 1.
int cores_allowed(std::istream& cpu_max, int cores);
/// Memory of the machine, or as much as this process may have, in bytes.
double memory_of_machine();
HostMachine measured_machine();

}  // namespace hakaru
