// The two formulas of the Trainium course that this project started from, worked line by line with a model's own
// numbers.
//
//   serving  = parameters × 2 + (vocabulary + 2·head_dim·kv_heads·layers) × batch × sequence × 2
//   training = 3 × parameters × 2 + 2 × (10 × layers × hidden) × batch × sequence × 2
// Worked example, Qwen2.5-7B-Instruct, batch 1, 8k: 14 GB + 3 GB = 17 GB to serve; 42 GB + 32 GB = 74 GB to train (with
// 7·10⁹ parameters, as the course rounds, and 8k read as 8,000 or 8,192). Limits: no optimizer moments in fp32, no
// master weights, logits for every token of a prompt, no framework reserve.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/core/term.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct RuleOfThumb {
  Terms lines;  ///< each with its formula in numbers
  double total_bytes = 0;
};

RuleOfThumb rule_of_thumb_to_serve(const Model& model, std::int64_t batch, std::int64_t sequence_length);
RuleOfThumb rule_of_thumb_to_train(const Model& model, std::int64_t batch, std::int64_t sequence_length);

}  // namespace hakaru
