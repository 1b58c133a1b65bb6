// One optimizer step of a rank: its passes in the order of its pipeline schedule (parallel/schedule.h, the very objects
// that training/ simulates), and the update of what it holds (rank_update.h).
//
//   gradients   of the sum over micro-batches, divided by their number of all ranks; summed and held as zero.h says
//   backward    in two where the schedule splits it: what the stage before waits for, and the gradients of parameters
// A pass receives what it needs before it runs and sends on what it made; both are recorded in the order of the
// schedule.
// Limits: those of miniature.h.
#pragma once

#include <functional>
#include <vector>

#include "hakaru/parallel/schedule.h"
#include "hakaru/rehearsal/rank_network.h"
#include "hakaru/rehearsal/rank_update.h"

namespace hakaru {

/// Bytes of the text and what is to be told of each: the one after it (tracing::no_label: nothing), for `sequences`
/// sequences of sequence_length tokens.
struct TextBatch {
  std::vector<std::int32_t> tokens, labels;
};
using BatchSource = std::function<TextBatch(std::int64_t sequence, std::int64_t sequences)>;

struct RankStep {
  double loss = 0;  ///< mean over this rank's micro-batches; 0 but on the last stage
  /// Sum of squares of this rank's summed gradients, each value counted once over all ranks.
  double gradient_squares = 0;
  std::vector<float> gradient;  ///< of the values that this rank updates (zero.h, runs)
  tracing::StepReport report;
};

class RankTrainer {
 public:
  /// `device` and `model` must outlive this.
  RankTrainer(tracing::Device& device, RankNetwork& model, const Miniature& miniature, const RankPlace& place,
              BatchSource batches, const tracing::AdamWOptions& optimizer);

  Result<RankStep> step(double learning_rate);
  const ZeroShards& shards() const { return shards_; }

 private:
  struct InFlight {
    tracing::Tensor input, output, loss;
    std::function<void()> put_off;  ///< the gradients of parameters, where they come later
  };
  TextBatch batch_of(const PipelinePass& pass) const;
  void run(const PipelinePass& pass);
  void forward(const PipelinePass& pass);
  void backward(const PipelinePass& pass);
  void go_back(InFlight& flight, const tracing::Tensor& from, const tracing::Tensor& gradient);
  Result<void> take(const std::vector<tracing::Tensor>& gradients, RankStep& done) const;
  bool first_part(const PipelinePass& pass) const;
  bool last_part(const PipelinePass& pass) const;
  InFlight& flight(const PipelinePass& pass);
  TextBatch own_tokens_of(const TextBatch& batch) const;
  std::int64_t own_sequence(std::int64_t micro_batch) const;

  tracing::Device& device_;
  RankNetwork& model_;
  const Miniature& miniature_;
  RankPlace place_;
  BatchSource batches_;
  ZeroShards shards_;
  RankUpdate update_;
  PipelineShape shape_;
  std::vector<PipelinePass> order_;
  std::vector<float> share_;  ///< of each value that this rank updates: 1 over the ranks that have it too
  std::vector<InFlight> in_flight_;
  std::int64_t steps_ = 0;
};

}  // namespace hakaru
