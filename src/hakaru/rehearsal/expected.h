// Bytes and messages that memory/ and timing/ predict for a rank in a step, in the units in which the rank counts.
//
//   held        weights, gradients and optimizer states of the rank's stage, from memory/ (training_stage.h); what is
//               sharded, padded to whole shards of each unit (zero.h)
//   activations memory/'s closed form; where that is an upper bound (ZB-H1, uneven chunks), what traced layers keep,
//               put together as the peak is
//   peak        weights, optimizer states and gradients, and the larger of what the passes take at once under the
//               plan's schedule and of what the update takes beside the losses (memory/pass_stack.h, traced_work.h)
//   estimate    what memory/ says of training software, whose kernels are fused (ZeRO 2: with a bucket
//               for the gradients of the largest unit and a flat one to send them in; ZeRO 3: with one layer gathered,
//               as rehearsals gather none ahead), and no less than the flat bucket in which ZeRO 0 and 1 send gradients
//               (1: in which updated weights come back, beside the shard that this rank updated)
//   tensor      what exchanges_of (timing/exchanges.h) has each block say: an all-reduce each, or with sequence
//               parallelism a reduce-scatter and an all-gather. timing/ leaves out three numbers a token of the logits
//               (Megatron-LM's vocabulary-parallel cross-entropy), and the gradients of norms, positions and
//               row-divided biases summed under sequence parallelism, as far as the rank updates them; it has one too
//               many, the gradient of an MLP's inputs, which are data
//   context     all-to-all of queries, keys, values and results, or keys and values round the ring
//               (timing/exchanges.h): an all-gather there, cp − 1 messages here
//   experts     two all-to-alls in each pass of a layer with experts (timing/exchanges.h), a rank's tokens times the
//               experts of each. timing/ leaves out the weights that go with them, k numbers a token: forward, again
//               for the backward pass, and their gradients back (experts.h); and the router's gradient summed over the
//               tensor group
//   pipeline    what each part of the model hands on, forward and backward
//   data        gradients in one message: an all-reduce, or under ZeRO 1 a reduce-scatter and an all-gather; under ZeRO
//               2 and 3 the gathers and reductions of each unit that training/ simulates (step_tasks.h). Those of
//               experts apart, where ranks divide them
// All in the format of the miniature's recipe. Messages are counted as timing/collective_timer.h counts them: an
// all-gather has what all have in the end.
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include "hakaru/rehearsal/rank_network.h"
#include "hakaru/rehearsal/traced_work.h"

namespace hakaru {

/// "tensor", "data", "pipeline forward", "pipeline backward", "context", "expert", "expert data"

struct ExpectedTraffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

struct Expected {
  std::int64_t weights_bytes = 0, gradients_bytes = 0, optimizer_bytes = 0;
  std::int64_t activations_bytes = 0;        ///< of all micro-batches in flight
  std::int64_t activations_bound_bytes = 0;  ///< memory/'s closed form of them: the same, or more
  bool only_bounded = false;                 ///< it may be more: ZB-H1, uneven chunks
  std::int64_t passes_bytes = 0;             ///< activations and work of the passes at the fullest moment
  std::int64_t update_bytes = 0;             ///< what follows the last pass takes
  std::int64_t buffers_bytes = 0;            ///< what memory/ sets aside for work while passes run
  std::int64_t buckets_bytes = 0;            ///< in which gradients of the whole rank are sent after the last pass
  std::int64_t held_bytes() const { return weights_bytes + gradients_bytes + optimizer_bytes; }
  std::int64_t peak_bytes() const { return held_bytes() + std::max(passes_bytes, update_bytes); }
  std::int64_t estimate_bytes() const {
    return held_bytes() + std::max(activations_bound_bytes + buffers_bytes, buckets_bytes);
  }
  std::map<std::pair<RankGroup, std::string>, ExpectedTraffic> traffic;  ///< by group and operation
  /// Messages of the schedule's passes to other stages, in order: f and F, a forward pass receives and sends; b and
  /// B, a backward pass does; w2, the parameters' gradients of the second backward pass, where they are put off.
  std::string messages;
};

/// Without what passes and the update take, for which networks are recorded.
Expected expected_of(const Miniature& miniature, const RankPlace& place);
/// Whole, of every rank.
Result<std::vector<Expected>> expected_of_ranks(const Miniature& miniature);

}  // namespace hakaru
