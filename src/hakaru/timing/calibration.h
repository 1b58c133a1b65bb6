// The constants that turn peaks into what is achieved: one file per accelerator and software stack in
// data/calibrations/. Read here; fitted elsewhere. An accelerator without a file of its own takes its nearest
// relative's, and every prediction that rests on it says so.
//
//   accelerator = "h100-sxm"
//   [all]        # constants of every use
//   memory_efficiency = { value = 0.87, source = "…" }
//   [training]   # constants of one use, instead of those in [all]
//   stack = "Megatron-Core"
//
// data/calibrations/relatives.toml names the relative of an accelerator, and of a kind of accelerator that it does not
// know.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/accelerator.h"

namespace hakaru {

struct Calibration {
  std::string name;                   ///< "a100-sxm-80gb training (Megatron-LM, PyTorch FSDP)"
  std::string relative_of;            ///< the accelerator it was made for, when that is another one; empty: its own
  double gemm_efficiency = 0;         ///< share of the dense peak that large products reach under load
  double narrow_gemm_efficiency = 0;  ///< the same for products of types of 8 bits and fewer
  double attention_efficiency = 0;    ///< the same for fused attention, of the peak of its own type
  double convolution_efficiency = 0;
  double memory_efficiency = 0;      ///< share of memory bandwidth that streaming reaches
  double small_gemm_tokens = 0;      ///< rows of a tile: fewer rows cost as much as this many
  double launch_s = 0;               ///< least time of one kernel
  double layer_overhead_s = 0;       ///< framework time per layer and pass; training hides it behind a busier device
  double iteration_overhead_s = 0;   ///< framework time per optimizer step, decode iteration or inference call
  double collective_efficiency = 0;  ///< share of link bandwidth that large messages reach, within an instance
  double network_efficiency = 0;     ///< the same between instances
  double compute_overlap = 0;        ///< share of data-parallel communication that hides behind compute (0 … 1)
  double tensor_overlap = 0;         ///< the same for tensor-parallel communication
  std::map<std::string, std::string, std::less<>> sources;  ///< of each constant, by its name above

  /// Where the constant called `name` comes from; empty when unknown.
  std::string source_of(std::string_view constant) const;
};

/// The constants above by name, with what they may be: how a calibration file is read and listed.
struct CalibrationConstant {
  std::string_view name;
  double Calibration::*member;
  double max;  ///< the least is 0
};
const std::vector<CalibrationConstant>& calibration_constants();

/// The calibration for an accelerator in a use ("training", "serving", "inference"), its own or its nearest relative's.
Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use);

}  // namespace hakaru
