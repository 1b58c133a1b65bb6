// Objectives of training, pretraining and those after it, and the work of a step beside the passes that train a model.
//
//   next token   pretraining, and fine-tuning to examples: an item is one sequence
//   DPO          an item is a pair, a prompt x with an answer y₁ that was chosen and one y₂ that was rejected: two
//                sequences. Its loss is −ln σ(β · (r(y₁) − r(y₂))), r(y) = ln π(y|x) − ln π₀(y|x): both pass forward
//                and backward through the trained model π, and forward alone through the reference π₀, the model as it
//                was before, frozen (Rafailov et al. 2023, arXiv 2305.18290, eq. 7)
//   GRPO         an item is a prompt, to which a group of G answers (completions) is sampled from the model as it is;
//                the advantage of each is its reward less its group's mean, over its spread. A step is an iteration:
//                  rollout    P prompts, G completions each, by a serving engine on the same accelerators
//                             (planning/rollout.h)
//                  forward    the log-probabilities of all P · G under the model that sampled them, and under the
//                             reference, for the KL term
//                  training   a forward and a backward pass of each, and one update
//                (Shao et al. 2024, DeepSeekMath, arXiv 2402.03300, §4.1, eq. 3 and 4; one update, §4.2). There is no
//                critic, and nothing else is held
//
// The reference holds its weights beside the trained ones, in their type and split as they are. Under LoRA it is the
// frozen base, with the adapters off, and holds nothing. Without one (`reference` none: its log-probabilities stand in
// the data set, as TRL's precompute_ref_log_probs writes them; or a loss without a reference, as ORPO's and SimPO's, or
// GRPO's without its KL term) it takes neither memory nor time.
//
// Example: 64 pairs of 2,048 tokens a step are 128 sequences, 262,144 tokens: 6 · P · 262,144 FLOPs to train P
// parameters and 2 · P · 262,144 for the reference, a third more.
// Limits: all sequences are as long as the longest, GRPO's as the mean; prompts of a pair are computed twice (as TRL's
// DPOTrainer does without padding_free); passes forward alone run in micro-batches of the same size, ahead of the
// step's other passes, under LoRA with the adapters' own products; rewards are rules, which take no accelerator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/choice.h"

namespace hakaru {

enum class TrainingAlgorithm { next_token, dpo, grpo };
template <>
inline constexpr auto choice_names<TrainingAlgorithm> = std::to_array<std::string_view>({"next-token", "dpo", "grpo"});

/// Samples of GRPO in each iteration.
struct Rollout {
  std::int64_t prompts = 0;
  std::int64_t group_size = 0;  ///< completions of each prompt
  std::int64_t input_length = 0, output_length = 0;
  double output_spread = 0;        ///< σ of the logarithm of a completion's length; 0: all alike
  std::int64_t context = 0;        ///< longest prompt and completion
  std::string engine;              ///< of data/engines; empty: that of the device
  std::optional<std::int64_t> tp;  ///< ranks of a replica of it; empty: the soonest
  double between_phases = 0;       ///< what frameworks do there, over what the phases take

  std::int64_t completions() const { return prompts * group_size; }
};

struct PostTraining {
  TrainingAlgorithm algorithm = TrainingAlgorithm::next_token;
  bool has_reference = false;
  std::optional<Rollout> rollout;  ///< of GRPO, whose steps have as many sequences as it has completions

  std::int64_t sequences_per_item() const { return algorithm == TrainingAlgorithm::dpo ? 2 : 1; }
  /// Passes of each sequence forward alone in every step: one after a rollout, one through a reference; 0: neither.
  std::int64_t forward_only_passes() const { return (rollout ? 1 : 0) + (has_reference ? 1 : 0); }
};

}  // namespace hakaru
