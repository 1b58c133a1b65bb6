// What a model is trained for once it is pretrained, and what a step then takes beside the passes that train it.
//
//   next token   pretraining, and fine-tuning to examples: an item is one sequence
//   DPO          an item is a pair, a prompt x with an answer y₁ that was chosen and one y₂ that was rejected: two
//                sequences. Its loss is −ln σ(β · (r(y₁) − r(y₂))), r(y) = ln π(y|x) − ln π₀(y|x): both pass forward
//                and backward through the trained model π, and forward alone through the reference π₀, the model as it
//                was before, frozen (Rafailov et al. 2023, arXiv 2305.18290, eq. 7)
//
// The reference holds its weights beside the trained ones, in their type and split as they are. Under LoRA it is the
// frozen base, with the adapters off, and holds nothing. Without one (`reference` none: its log-probabilities stand in
// the data set, as TRL's precompute_ref_log_probs writes them; or a loss without a reference, as ORPO's and SimPO's) it
// takes neither memory nor time.
//
// Example: 64 pairs of 2,048 tokens a step are 128 sequences, 262,144 tokens: 6 · P · 262,144 FLOPs to train P
// parameters and 2 · P · 262,144 for the reference, a third more.
// Limits: all sequences are as long as the longest, prompts of a pair are computed twice (both as TRL's DPOTrainer
// does without padding_free); the reference passes in micro-batches of the same size, before the step's other passes;
// under LoRA with the adapters' own products.
#pragma once

#include <cstdint>
#include <string_view>

namespace hakaru {

enum class TrainingAlgorithm { next_token, dpo };
std::string_view name_of(TrainingAlgorithm algorithm);  ///< "next-token", "dpo"

struct PostTraining {
  TrainingAlgorithm algorithm = TrainingAlgorithm::next_token;
  bool has_reference = false;

  std::int64_t sequences_per_item() const { return algorithm == TrainingAlgorithm::dpo ? 2 : 1; }
  /// Of each sequence, forward alone, in every step.
  std::int64_t forward_only_passes() const { return has_reference ? 1 : 0; }
};

}  // namespace hakaru
