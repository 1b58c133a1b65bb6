// Parts of a rank's last step and their times: by the clock of this machine, and on the simulated core.
#pragma once

#include <string>
#include <vector>

#include "hakaru/tracing/device.h"

namespace hakaru {

/// Work of a rank for a while, by the clock of this machine, in s.
struct HostSlice {
  std::string name;  ///< "forward", "backward 3", "weights 3", "all-gather"
  bool message = false;
  double start_s = 0, end_s = 0;
};

/// An instruction of the compiled step, on the engine of the simulated core that it uses most (tracing/core_time.h).
struct CoreSlice {
  std::string engine;  ///< "tensor", "vector", "DMA", "collective"
  std::string name;    ///< "matrix product"
  std::string part;    ///< "forward", "backward 3", "weights 3", "optimizer"
  std::string shape;   ///< of its result, "64×16"
  std::string fused;   ///< the elementwise operations in it, "multiply, add"; empty: it is none
  std::string reads;   ///< slices before it whose results it takes, "3 7"
  std::string line;    ///< of the network's code
  double start_s = 0, end_s = 0;
};

/// Name of a communication in traffic: "all-gather". An all-reduce is one, whichever way its gradient goes.
std::string operation_of(tracing::Opcode opcode);

/// Instructions of one pass that follow each other are one slice, messages are slices of their own. Empty where the
/// device has no clock.
std::vector<HostSlice> host_slices(const tracing::Device& device);

/// One for each instruction of the last cut.
std::vector<CoreSlice> core_slices(const tracing::Device& device);

}  // namespace hakaru
