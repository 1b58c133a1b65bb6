// The constants that turn peaks into what is achieved: one file per accelerator and software stack in
// data/calibrations/. Read here; fitted elsewhere. An accelerator without a file of its own takes its nearest
// relative's, and every prediction that rests on it says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/accelerator.h"

namespace hakaru {

struct Calibration {
  std::string name;                 ///< "a100-sxm-80gb megatron"
  std::string relative_of;          ///< the accelerator it was made for, when that is another one; empty: its own
  double gemm_efficiency = 0;       ///< share of the dense peak that large products reach under load
  double attention_efficiency = 0;  ///< the same for fused attention
  double convolution_efficiency = 0;
  double memory_efficiency = 0;      ///< share of memory bandwidth that streaming reaches
  double small_gemm_tokens = 0;      ///< rows of a tile: fewer rows cost as much as this many
  double launch_s = 0;               ///< least time of one kernel
  double layer_overhead_s = 0;       ///< framework time per layer and pass when not hidden
  double collective_efficiency = 0;  ///< share of link bandwidth that large messages reach, within an instance
  double network_efficiency = 0;     ///< the same between instances
  double compute_overlap = 0;        ///< share of data-parallel communication that hides behind compute (0 … 1)
  double tensor_overlap = 0;         ///< the same for tensor-parallel communication
  std::string source;
};

/// The calibration for an accelerator in a use ("training", "serving", "inference"), its own or its nearest relative's.
Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use);

}  // namespace hakaru
