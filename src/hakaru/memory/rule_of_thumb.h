// The two formulas of the Trainium course that this project started from, worked line by line with a model's own
// numbers.
//
//   serving  = parameters × 2 + (vocabulary + 2·head_dim·kv_heads·layers) × batch × sequence × 2
//   training = 3 × parameters × 2 + 2 × (10 × layers × hidden) × batch × sequence × 2
// Worked example, Qwen2.5-7B-Instruct, batch 1, 8k: 14 GB + 3 GB = 17 GB to serve; 42 GB + 32 GB = 74 GB to train (with
// 7·10⁹ parameters, as the course rounds, and 8k read as 8,000 or 8,192).
// Limits: no optimizer moments in fp32, no master weights, logits for every token of a prompt, no framework reserve.
//
// The course takes the parameters as the model's name states them. So does this, where the name states any, unless the
// caller says another count; the lines show the exact count beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/core/term.h"
#include "hakaru/memory/memory.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct RuleOfThumb {
  Terms lines;  ///< each with its formula in numbers; those in bytes add up to the total
  double total_bytes = 0;
  double parameters = 0;         ///< that it counts with
  double exact_parameters = 0;   ///< of the model
  double copies = 1;             ///< of 2 bytes for each parameter
  double logits_bytes = 0;       ///< of every token; serving
  double last_logits_bytes = 0;  ///< of each sequence's last token, which is all that engines keep

  bool is_training() const { return copies > 1; }
};

template <>
inline constexpr auto record<RuleOfThumb> = described("rule_of_thumb", "the rule of thumb",
                                                      field("lines", &RuleOfThumb::lines, "its arithmetic"),
                                                      field("total_bytes", &RuleOfThumb::total_bytes, "all of it"));

/// The size in a model's name: "qwen2.5-7b-instruct" 7·10⁹, "smollm2-135m" 135·10⁶; empty where there is none, or one
/// of several ("mixtral-8x7b").
std::optional<double> parameters_in_name(const std::string& name);

RuleOfThumb rule_of_thumb_to_serve(const Model& model, std::int64_t batch, std::int64_t sequence_length,
                                   std::optional<double> parameters_as_stated = std::nullopt);
RuleOfThumb rule_of_thumb_to_train(const Model& model, std::int64_t batch, std::int64_t sequence_length,
                                   std::optional<double> parameters_as_stated = std::nullopt);

/// A machine that may be asked whether it is large enough.
struct Machine {
  std::string name;
  std::int64_t accelerators = 1;
  double accelerator_bytes = 0;  ///< of one accelerator
};

/// Accelerators of a machine that a need takes, under both readings of its memory: "16 GB" as 16·10⁹ bytes, and as
/// 16 GiB = 17.18·10⁹. They can differ: 17·10⁹ bytes are too much for one accelerator in the first and not in the
/// second.
struct RuleVerdict {
  std::int64_t accelerators_decimal = 0;
  std::int64_t accelerators_binary = 0;
  bool fits_decimal = false;
  bool fits_binary = false;
  std::vector<Message> sentences;  ///< the verdicts and why
};

/// `detailed` is the detailed estimate for one accelerator: the sentences lead from the rule to it.
RuleVerdict judge(const RuleOfThumb& rule, const Machine& machine, const MemoryBreakdown& detailed);

}  // namespace hakaru
