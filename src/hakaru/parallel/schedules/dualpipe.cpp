// DualPipe (DeepSeek-AI 2024, "DeepSeek-V3 technical report", arXiv 2412.19437, §3.2.1, and the order that its authors
// published): micro-batches come in by both ends of the pipeline, half by each, so that the model lies on the stages
// twice. With p stages and d stages between a stage and its nearer end, whose way is the near one,
//   p − 2 − 2d    forward near
//   d + 1         forward near, forward far
//   p/2 − 1 − d   backward far, its weights, forward far
//   m/2 − p + d + 1   forward near beside backward far, forward far beside backward near
//   p/2 − 1 − d   backward far, forward far beside backward near
//   d + 1         backward far, backward near; the weights of the second half of these passes are put off
//   p/2 − 1 − d   weights, backward near, its own weights put off
//   d + 1         weights
// The two stages in the middle do not run the first two passes of the fourth line beside each other: one waits for the
// other. Where F, B and W take as long, the bubble is (p/2 − 1) · (F&B + B − 3W), F&B being the two beside each other
// and B all of a backward pass. Each stage keeps p + 1 micro-batches of a chunk.
//
//   stage 0 of 2, 4 micro-batches (c.i):
//   F0.0 F1.1 F0.2 B1.1 F1.3&B0.0 B1.3 B0.2 W0.2
//
// Passes beside each other hide the exchange of tokens with experts (training/step_work.h).
// Limits: other communication within passes beside each other is not hidden.
#include <algorithm>
#include <deque>
#include <utility>

#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

/// The order of one stage, pass by pass.
class DualPipeOrder {
 public:
  DualPipeOrder(const PipelineShape& shape, int stage) : near_(2 * stage < shape.stages ? 0 : 1) {
    passes_.reserve(3 * static_cast<std::size_t>(shape.micro_batches));
  }

  int near() const { return near_; }
  int far() const { return 1 - near_; }

  void forward(int way, bool with_next = false) {
    passes_.push_back({PassKind::forward, next_of(way, forwards_), way, with_next});
  }
  void backward(int way) { passes_.push_back({PassKind::backward, next_of(way, backwards_), way}); }
  void backward_of_inputs(int way) {
    backward(way);
    put_off_.push_back(passes_.back());
  }
  void weights() {
    passes_.push_back({PassKind::weight, put_off_.front().micro_batch, put_off_.front().chunk});
    put_off_.pop_front();
  }
  void beside(int forward_way, int backward_way) {
    forward(forward_way, true);
    backward(backward_way);
  }

  std::vector<PipelinePass> passes() && { return std::move(passes_); }

 private:
  /// Micro-batches come in by turns: even ones by the first stage.
  static int next_of(int way, int (&begun)[2]) { return 2 * begun[way]++ + way; }

  int near_;
  int forwards_[2] = {0, 0}, backwards_[2] = {0, 0};
  std::deque<PipelinePass> put_off_;
  std::vector<PipelinePass> passes_;
};

std::vector<PipelinePass> dualpipe_order(const PipelineShape& shape, int stage) {
  DualPipeOrder order(shape, stage);
  const int near = order.near(), far = order.far();
  const int from_end = std::min(stage, shape.stages - 1 - stage);
  const int from_middle = shape.stages / 2 - 1 - from_end;
  for (int i = 0; i < 2 * from_middle; ++i) order.forward(near);
  for (int i = 0; i <= from_end; ++i) {
    order.forward(near);
    order.forward(far);
  }
  for (int i = 0; i < from_middle; ++i) {
    order.backward_of_inputs(far);
    order.weights();
    order.forward(far);
  }
  for (int i = 0; i < shape.micro_batches / 2 - shape.stages + from_end + 1; ++i) {
    order.forward(near, i > 0 || from_middle > 0);
    order.backward(far);
    order.beside(far, near);
  }
  for (int i = 0; i < from_middle; ++i) {
    order.backward(far);
    order.beside(far, near);
  }
  for (int i = 0; i < 2 * (from_end + 1); ++i) {
    const int way = i % 2 == 0 ? far : near;
    i <= from_end ? order.backward(way) : order.backward_of_inputs(way);
  }
  for (int i = 0; i < from_middle; ++i) {
    order.weights();
    order.backward_of_inputs(near);
  }
  for (int i = 0; i <= from_end; ++i) order.weights();
  return std::move(order).passes();
}

/// Micro-batches in flight of both chunks together.
double dualpipe_in_flight(const PipelineShape& shape, int /*stage*/) { return (shape.stages + 1) / 2.0; }

}  // namespace

PipelineSchedule dualpipe_schedule() {
  return {.schedule = Schedule::dualpipe,
          .source = "DeepSeek-AI 2024, arXiv 2412.19437, §3.2.1",
          .order = dualpipe_order,
          .in_flight = dualpipe_in_flight,
          .splits_backward = true,
          .both_ways = true,
          .form = StepForm::simulated,
          .tried = Tried::when_asked,
          .stages_in = 2,
          .micro_batches_in = 2,
          .least_rounds = 2};
}

}  // namespace hakaru
