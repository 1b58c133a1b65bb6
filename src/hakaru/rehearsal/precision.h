// Trains a small model in other number formats, to see if it still learns: the plan's miniature on one rank, same seed
// and text, every tensor stored in one format (numerics/), products summed in fp32, optimizer states in fp32.
//
//   fp32             the reference
//   bf16, fp16       weights and activations rounded to nearest; no fp32 copy of the weights
//   bf16-sr, fp16-sr the same, rounded stochastically (Gupta et al. 2015, arXiv 1502.02551), as Trainium does
//   fp8-e4m3, fp8-e5m2 (-sr)   OCP's formats, no scales
//   cfp8 (-sr)       four exponent bits, their bias chosen for each tensor when it is stored (numerics/cfp8.h)
// Limits: one format for all of a device, norms and sums of gradients among them (recipes for fp8 keep those wider); no
// loss scaling.
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

struct PrecisionRun {
  std::string name;
  std::string recipe;  ///< of data/recipes.toml, for its memory at full scale, with tensors in `type`
  DataType type = DataType::fp32;
  std::vector<double> loss;  ///< of each step
  double last_loss = 0;      ///< mean of the last tenth of the steps
};

/// With every tensor but the optimizer's states in one format, as rehearsals have them.
PrecisionRecipe in_format(PrecisionRecipe recipe, DataType type);

/// "fp32, bf16, bf16-sr, fp16, …"
std::string precision_names();

/// The miniature and the device of each of its ranks in one of these formats.
Result<void> take_precision(const std::string& name, std::uint64_t seed, Miniature& miniature,
                            tracing::DeviceOptions& device);

/// `device`: the core, without rounding.
Result<std::vector<PrecisionRun>> compare_precisions(const Miniature& miniature, const std::vector<std::string>& names,
                                                     const RankTask& task);

}  // namespace hakaru
