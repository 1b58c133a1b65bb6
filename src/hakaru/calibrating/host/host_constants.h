// Constants of the traced step on this machine from single kernels, and predictions of a network by the operator model
// that plans are made with (timing/operator_timer.h, serving/iteration/).
//
//   products     Σ FLOPs / Σ seconds of products of many rows
//   attention    the same of attention over prompts
//   memory       Σ bytes / Σ seconds of products of one row, which read each weight once
//   a constant   the median of its passes; an efficiency is it over the machine's peak, of all its cores
// Worked example: two products of 1 and 3 GFLOP in 10 and 30 ms: 100 GFLOP/s; on a machine of 400: 0.25.
//
// The band, stated before the network runs: predicted · e^±(q + s)
//   q   of networks of other sizes, which no constant has seen, the k-th smallest |ln(measured / predicted)|,
//       k = ⌈(n + 1) · 0.9⌉ (evidence/conformal.h)
//   s   the median |ln| by which a prediction with one pass's constants is off that with their medians
// Limits: products of 2 to 16 rows lie between the two kinds and are not measured; elementwise operations are taken to
// move their bytes as products of one row do (they are 2 to 5 % of a prefill).
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/calibrating/host/host_machine.h"
#include "hakaru/calibrating/host/traced_kernels.h"
#include "hakaru/core/choice.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/rehearsal/small_networks.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct TracedConstants {
  double product_flops_per_s = 0;
  double attention_flops_per_s = 0;
  double memory_bytes_per_s = 0;
  double launch_s = 0;
  double iteration_s = 0;
};

TracedConstants constants_of(const KernelPass& pass);
/// Each the median of its own; at least one pass.
TracedConstants medians_of(const std::vector<TracedConstants>& passes);

/// This machine as the device that a framework sees.
Accelerator host_accelerator(const HostMachine& machine);
/// The calibration of the traced step on `machine`.
Calibration traced_calibration(const TracedConstants& constants, const HostMachine& machine);

enum class ServedStep { prefill, decode };
template <>
inline constexpr auto choice_names<ServedStep> = std::to_array<std::string_view>({"prefill", "decode"});

/// A prompt of `sizes.sequence_length` tokens, or the token behind it.
Result<double> predicted_s(ServedStep step, const SmallSizes& sizes, const HostMachine& machine,
                           const TracedConstants& constants);

/// The radius q + s of the header; infinite: too few `scores`, those of the networks held back.
double band_radius(const std::vector<double>& scores, const std::vector<double>& by_pass_s, double predicted_s);

}  // namespace hakaru
