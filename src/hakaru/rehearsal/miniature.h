// A plan in miniature: the same layout of a model that is narrow and shallow enough for this machine.
//
// Kept: the kind of decoder (GPT: LayerNorm, biases, learned positions, GELU; Llama: RMSNorm, rotary positions, gated),
// every degree of the layout that fits the ranks there are, the schedule, ZeRO, recompute, and what they divide:
//   layers        pp · vpp · 1 or 2, and as many over as the plan's model has beyond an even share
//   kv heads      tp, or 2 tp where the plan's ranks hold several; heads: as many for each kv head, 4 at most
//   context       by exchanged heads: more heads where the ranks' number needs them
//   head          8 values; hidden = heads · 8; feed-forward: 2 or 4 times that, as in the model, a multiple of tp
//   vocabulary    256 (bytes), sequence 32, micro-batches as many as the plan has, 2 · pp at most
// Degrees beyond the ranks are halved, data parallel first, then tensor, then pipeline, none below 2 that was above 1
// until all are 2. Example: Llama-3.1-8B, tp 8, pp 4, dp 16 on 8 ranks: tp 2, pp 2, dp 2, 2 or 4 layers of 64 values.
// Attention runs fused (flash) and without dropout, whatever the plan's does.
// Limits: dense decoders, trained whole with AdamW; what is neither GPT nor Llama (biases of q, k and v alone, other
// gates, tied tables) runs as the nearer of the two; no expert parallelism (refused).
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/parallel/schedule.h"

namespace hakaru {

/// One thing that was made smaller.
struct MadeSmaller {
  std::string what;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

enum class SmallNetwork { gpt, llama, mlp, cnn };

/// The sizes that a rehearsal's network is built from (rank_network.h).
struct SmallSizes {
  SmallNetwork network = SmallNetwork::llama;
  std::int64_t layers = 1, hidden = 16, heads = 2, kv_heads = 2, feed_forward = 32, vocabulary = 256;
  std::int64_t sequence_length = 32;
  std::int64_t head_width() const { return hidden / heads; }
  bool llama() const { return network == SmallNetwork::llama; }
};

struct Miniature {
  SmallSizes sizes;
  TrainingJob job;  ///< of the small model, in fp32
  Layout layout;
  std::vector<MadeSmaller> made_smaller;
};

/// `ranks`: most processes to run.
Result<Miniature> miniature_of(const TrainingJob& job, const Layout& layout, std::int64_t ranks);

PipelineShape pipeline_shape_of(const Miniature& miniature);

/// What a stage runs. A fully sharded step goes micro-batch by micro-batch (training/step_tasks.h), whatever the plan's
/// schedule is.
std::vector<PipelinePass> passes_of(const Miniature& miniature, std::int64_t stage);
bool splits_backward(const Layout& layout);

/// The small model as any other, for what memory/ and training/ say of it.
Result<Model> model_of(const SmallSizes& sizes);

}  // namespace hakaru
