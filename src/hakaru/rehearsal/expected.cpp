#include "hakaru/rehearsal/expected.h"

#include <array>
#include <cmath>

#include "hakaru/memory/training_stage.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/timing/exchanges.h"

namespace hakaru {
namespace {

constexpr std::int64_t value_bytes = 4;

class Expectation {
 public:
  Expectation(const Miniature& miniature, const RankPlace& place)
      : sizes_(miniature.sizes),
        layout_(miniature.layout),
        job_(miniature.job),
        place_(place),
        micro_batches_(layout_.micro_batches(job_.global_batch)),
        tokens_(layout_.micro_batch * sizes_.sequence_length) {}

  Expected make() {
    held();
    tensor();
    pipeline();
    data();
    order();
    return std::move(expected_);
  }

 private:
  bool first() const { return place_.stage == 0; }
  bool last() const { return place_.stage == layout_.pp - 1; }

  void add(RankGroup group, const char* operation, std::int64_t messages, std::int64_t bytes) {
    if (messages == 0) return;
    ExpectedTraffic& traffic = expected_.traffic[{group, operation}];
    traffic.messages += messages;
    traffic.bytes += messages * bytes;
  }

  void held() {
    const TrainingShares shares = shares_of(job_, layout_);
    const StateBytes states = state_bytes_of(job_, layout_);
    const std::vector<Stage> stages = stages_of(job_.model, layout_);
    const auto at = static_cast<std::size_t>(place_.stage);
    const StageMemory memory =
        memory_of_stage(job_, layout_, shares, states, stages[at], place_.stage, MemoryReserve{});
    const auto whole = [](double bytes) { return static_cast<std::int64_t>(std::llround(bytes)); };
    expected_.weights_bytes = whole(memory.memory.weights_bytes);
    expected_.gradients_bytes = whole(memory.memory.gradients_bytes);
    expected_.activations_bytes = whole(memory.memory.activations_bytes);
    expected_.buffers_bytes = whole(memory.memory.buffers_bytes);
    parameters_ = expected_.weights_bytes / value_bytes;
    padded_ = layout_.zero == 1 ? (parameters_ + layout_.dp - 1) / layout_.dp * layout_.dp : parameters_;
    const double states_of_value = memory.memory.optimizer_bytes / static_cast<double>(parameters_);
    const std::int64_t shards = layout_.zero == 1 ? layout_.dp : 1;
    expected_.optimizer_bytes = whole(states_of_value * static_cast<double>(shards)) * (padded_ / shards);
  }

  /// `again`: the forward pass runs twice.
  void add_exchanges(const Block& block, std::int64_t times, bool again = false) {
    for (const Exchange& exchange : exchanges_of(block, layout_)) {
      const std::int64_t bytes = static_cast<std::int64_t>(exchange.width) * tokens_ * value_bytes;
      const bool twice = again && exchange.kind == Exchange::Kind::forward_sum;
      const std::int64_t messages = times * micro_batches_ * (twice ? 2 : 1);
      if (layout_.sequence_parallel) {
        add(RankGroup::tensor, "reduce-scatter", messages, bytes);
        add(RankGroup::tensor, "all-gather", messages, bytes);
        // The gathered input of a column-divided product is not kept.
        if (exchange.kind == Exchange::Kind::backward_sum)
          add(RankGroup::tensor, "all-gather", times * micro_batches_, bytes);
      } else {
        add(RankGroup::tensor, "all-reduce", messages, bytes);
      }
    }
  }

  void tensor() {
    if (layout_.tp == 1) return;
    const std::vector<Stage> stages = stages_of(job_.model, layout_);
    const Stage& stage = stages[static_cast<std::size_t>(place_.stage)];
    for (std::size_t kind = 0; kind < stage.layers_of_kind.size(); ++kind) {
      add_exchanges(job_.model.layer_kinds[kind], stage.layers_of_kind[kind], layout_.recompute == Recompute::full);
    }
    if (first()) {
      for (const Block& block : job_.model.before) add_exchanges(block, 1);
    }
    if (last()) {
      for (const Block& block : job_.model.after) add_exchanges(block, 1);
      const std::int64_t logits = sizes_.vocabulary * tokens_ * value_bytes;
      add(RankGroup::tensor, "all-gather", micro_batches_, logits);
      add(RankGroup::tensor, "reduce-scatter", micro_batches_, logits);
    }
    if (layout_.sequence_parallel) add(RankGroup::tensor, "all-reduce", 1, partial_values(stage) * value_bytes);
  }

  /// Whole parameters that a rank sees some tokens of only.
  std::int64_t partial_values(const Stage& stage) const {
    const std::int64_t in_layer = sizes_.llama ? 2 : 6, in_end = sizes_.llama ? 1 : 2;
    const std::int64_t positions = first() && !sizes_.llama ? sizes_.sequence_length : 0;
    return sizes_.hidden * (in_layer * stage.layers + (last() ? in_end : 0) + positions);
  }

  void pipeline() {
    const std::int64_t share = layout_.sequence_parallel ? layout_.tp : 1;
    const std::int64_t bytes = tokens_ / share * sizes_.hidden * value_bytes;
    const std::int64_t ends = (first() ? 1 : 0), tails = (last() ? 1 : 0);
    const std::int64_t followed = (layout_.vpp - tails) * micro_batches_,
                       preceded = (layout_.vpp - ends) * micro_batches_;
    if (layout_.pp == 1) return;
    add(RankGroup::forward, "send", followed, bytes);
    add(RankGroup::forward, "receive", preceded, bytes);
    add(RankGroup::backward, "send", preceded, bytes);
    add(RankGroup::backward, "receive", followed, bytes);
  }

  void order() {
    const PipelineShape shape{static_cast<int>(layout_.pp), static_cast<int>(layout_.vpp),
                              static_cast<int>(micro_batches_)};
    if (layout_.pp == 1) return;
    for (const PipelinePass& pass : pipeline_schedule(layout_.schedule).order(shape, static_cast<int>(place_.stage))) {
      const bool begins = first() && pass.chunk == 0, ends = last() && pass.chunk == shape.chunks - 1;
      const bool forward = pass.kind == PassKind::forward;
      if (forward ? !begins : !ends) expected_.messages += forward ? 'f' : 'b';
      if (forward ? !ends : !begins) expected_.messages += forward ? 'F' : 'B';
    }
  }

  void data() {
    if (layout_.dp == 1) return;
    if (layout_.zero == 0) {
      add(RankGroup::data, "all-reduce", 1, padded_ * value_bytes);
      return;
    }
    add(RankGroup::data, "reduce-scatter", 1, padded_ * value_bytes);
    add(RankGroup::data, "all-gather", 1, padded_ * value_bytes);
  }

  const SmallSizes& sizes_;
  const Layout& layout_;
  const TrainingJob& job_;
  RankPlace place_;
  std::int64_t micro_batches_, tokens_;
  std::int64_t parameters_ = 0, padded_ = 0;
  Expected expected_;
};

}  // namespace

std::string_view name_of(RankGroup group) {
  constexpr std::array<std::string_view, 4> names{"tensor", "data", "pipeline forward", "pipeline backward"};
  return names.at(static_cast<std::size_t>(group));
}

Expected expected_of(const Miniature& miniature, const RankPlace& place) {
  return Expectation(miniature, place).make();
}

}  // namespace hakaru
