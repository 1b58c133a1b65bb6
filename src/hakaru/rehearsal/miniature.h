// A plan in miniature: the same layout of a network that is narrow and shallow enough for this machine.
//
// Kept: the kind of network (small_networks.h: the one nearest to the plan's model, or the one asked for), every degree
// of the layout that fits the ranks there are, with its schedule, ZeRO and sequence parallelism as far as those degrees
// have them, recompute, and what they divide, unless --scale says otherwise (small_sizes.h):
//   layers        pp · vpp · 1 or 2, and as many over as the plan's model has beyond an even share
//   kv heads      tp, or 2 tp where the plan's ranks hold several; heads: as many for each kv head, 4 at most
//   context       by exchanged heads: more heads where the ranks' number needs them
//   head          8 values; hidden = heads · 8; feed-forward: 2 or 4 times that, as in the model, a multiple of tp
//   experts       4, or as many more as ep needs; 2 of a token, to which it is sent evenly (experts.h)
//   vocabulary    256 (bytes), sequence 32, of a BERT a multiple of 8 · cp
//   batch         micro-batches as many as the plan has, 2 · pp at most
//   MLP           64 inputs, 64 wide, 128 within a pair, 256 classes; convolution net: 16 × 16, 8 channels, 256 classes
// Degrees beyond the ranks are halved, data parallel first (ep with it), then context, tensor, pipeline, none below 2
// that was above 1 until all are 2.
// Example: Llama-3.1-8B, tp 8, pp 4, dp 16 on 8 ranks: tp 2, pp 2, dp 2, 2 or 4 layers of 64 values.
// Attention runs fused (flash) and without dropout, whatever the plan's does. The items of an MLP and a convolution
// net are no sequences: without context and sequence parallelism.
// Limits: networks trained whole with AdamW; what is neither GPT nor Llama (biases of q, k and v alone, other gates,
// tied tables) runs as the nearer of the two, decoders with experts as a Mixtral (layers alike, no shared experts),
// encoders with LayerNorm (RoBERTa, DistilBERT) as a BERT that tells masked bytes, and convolution nets without norms
// and shortcuts. Refused: ep beside sequence parallelism, or of all ranks that share ZeRO 3, tensor parallelism of
// convolutions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/rehearsal/small_sizes.h"

namespace hakaru {

/// One thing that was made smaller.
struct MadeSmaller {
  std::string what;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

template <>
inline constexpr auto record<MadeSmaller> = described("scaled_size", "what was made smaller",
                                                      field("what", &MadeSmaller::what, "which size"),
                                                      field("from", &MadeSmaller::from, "of the plan"),
                                                      field("to", &MadeSmaller::to, "of the miniature"));

struct Miniature {
  std::string stands_for;               ///< the plan's model
  std::optional<SmallNetwork> nearest;  ///< to it
  SmallSizes sizes;
  TrainingJob job;  ///< of the small model, in fp32 unless another format was taken (precision.h)
  Layout layout;
  std::vector<MadeSmaller> made_smaller;
};

/// A user's choices for the miniature.
struct MiniatureWish {
  std::optional<SmallNetwork> network;  ///< instead of the one nearest to the plan's model
  MiniatureScale scale;
};

/// As a user or `hakaru rehearse` says it; empty: nothing.
Result<MiniatureWish> miniature_wish(const std::string& network, const std::string& scale);

/// `ranks`: most processes to run.
Result<Miniature> miniature_of(const TrainingJob& job, const Layout& layout, std::int64_t ranks,
                               const MiniatureWish& wish = {});

PipelineShape pipeline_shape_of(const Miniature& miniature);

/// The passes that a stage runs. A fully sharded step goes micro-batch by micro-batch (training/step_tasks.h), whatever
/// schedule the plan has.
std::vector<PipelinePass> passes_of(const Miniature& miniature, std::int64_t stage);
bool splits_backward(const Layout& layout);

}  // namespace hakaru
