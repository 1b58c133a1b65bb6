// Values for what a question does not state (data/defaults.toml, with their sources). Every answer lists those that
// were taken.
//
//   sequence length    the model's longest, at most 4,096 tokens (training), 512 (batches of items)
//   global batch       tokens of a step = 0.2920 · C^0.3271, C = 6 · parameters · tokens of the run (DeepSeek LLM,
//                      arXiv 2401.02954, equation 1), as a power of two of sequences; images: 256; DPO: 64 pairs;
//                      GRPO: 16 prompts of 64 completions
//   a live service     conversation at 1 request/s, TTFT 2 s and TPOT 50 ms at p95; people think for 60 s between
//                      requests
//   sessions           5 turns
// Example: Llama 3.1 8B on 15 T tokens: C = 7.2e23, 18.6 M tokens, 4,096 sequences of 4,096 tokens.
// Limits: the law was fitted to losses of small LLaMA-style models; it says what trains well, not what runs fast.
#pragma once

#include <map>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct JobDefaults {
  std::string traffic;
  double rate_per_s = 0, share = 0, ttft_s = 0, tpot_s = 0;
  double think_time_s = 0;        ///< of people, between an answer and their next request
  double expert_skew = 0;         ///< exponent of the power law by which tokens choose experts
  double closed_loop_spread = 0;  ///< of lengths, so that requests in flight do not keep step
  std::int64_t training_sequence = 0, inference_sequence = 0;
  double batch_factor = 0, batch_exponent = 0;
  std::int64_t image_batch = 0;
  std::int64_t preference_batch = 0;                    ///< pairs of a step of DPO
  std::int64_t rollout_prompts = 0, rollout_group = 0;  ///< of an iteration of GRPO, and completions of each
  double between_phases = 0;                            ///< of it: what frameworks do there, over what its phases take
  std::int64_t turns = 0;                               ///< of a session
  std::map<std::string, std::string> regions = {};      ///< that a cloud's machines are priced in, by cloud

  static Result<JobDefaults> read(const DataFiles& data);

  /// Sequences (items) of a step of a run on `tokens`.
  std::int64_t global_batch(const Model& model, double tokens, std::int64_t sequence_length) const;
};

/// The model's longest sequence, at most `most`.
std::int64_t usual_sequence(const Model& model, std::int64_t most);

}  // namespace hakaru
