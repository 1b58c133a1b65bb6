// A precision recipe says which copies of the weights exist while training, and in what type; an optimizer says what it
// keeps for each parameter. Both are in data/recipes.toml with their sources.
//
// Worked example: "bf16" (mixed precision as Megatron-LM and NeMo run it) with AdamW keeps 2 bytes of weights, 4 of
// fp32 gradients, 4 of fp32 master weights and 2 × 4 of moments: 18 bytes per parameter. "bf16-sr" (stochastic
// rounding, no master) keeps 2 + 2 + 2 × 2 = 8 with moments in bf16.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

struct PrecisionRecipe {
  std::string name;                       ///< "fp32", "fp16", "bf16", "bf16-pure", "bf16-sr", "fp8", "mxfp8", "nvfp4"
  DataType compute = DataType::bf16;      ///< what matrix products multiply
  DataType weights = DataType::bf16;      ///< the copy that forward and backward read
  DataType gradients = DataType::fp32;    ///< kept and accumulated until the optimizer runs
  DataType reduced = DataType::bf16;      ///< what gradients travel as between data-parallel ranks
  std::optional<DataType> master;         ///< a copy that only the optimizer sees
  DataType states = DataType::fp32;       ///< the optimizer's moments
  DataType activations = DataType::bf16;  ///< what is kept for the backward pass
  bool stochastic_rounding = false;
  std::string source;
};

/// The recipe where none is asked for.
inline constexpr std::string_view usual_recipe = "bf16";

struct Optimizer {
  std::string name;                      ///< "adamw", "adamw-8bit", "adafactor", "sgd-momentum", "lamb"
  double states_per_parameter = 2;       ///< values; adafactor keeps row and column sums only (0 here, see `factored`)
  bool factored = false;                 ///< keeps (rows + columns) values for a matrix
  std::optional<DataType> states;        ///< overrides the recipe's (8-bit Adam)
  double extra_bytes_per_parameter = 0;  ///< block scales of 8-bit states
  std::string source;
};

/// Optimizer states that an instance keeps in its own memory.
struct HostUpdate {
  double parameters_per_s = 0;  ///< that the CPUs of one instance update
  double memory_share = 0;      ///< of its memory, that the states may take
  std::string source;
};

Result<HostUpdate> find_host_update(const DataFiles& data);
Result<PrecisionRecipe> find_recipe(const DataFiles& data, std::string_view name);
Result<Optimizer> find_optimizer(const DataFiles& data, std::string_view name);
std::vector<std::string> known_recipes(const DataFiles& data);
std::vector<std::string> known_optimizers(const DataFiles& data);

}  // namespace hakaru
