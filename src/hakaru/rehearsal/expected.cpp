#include "hakaru/rehearsal/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/memory/training_stage.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/timing/exchanges.h"
#include "hakaru/training/step_tasks.h"

namespace hakaru {
namespace {

class Expectation {
 public:
  Expectation(const Miniature& miniature, const RankPlace& place)
      : miniature_(miniature),
        sizes_(miniature.sizes),
        layout_(miniature.layout),
        job_(miniature.job),
        place_(place),
        micro_batches_(layout_.micro_batches(job_.global_batch)),
        tokens_(std::llround(stream_positions(miniature.job, miniature.layout))),
        value_bytes_(static_cast<std::int64_t>(bytes_per_value(job_.recipe.weights))) {}

  Expected make() {
    held();
    tensor();
    experts();
    context();
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
    const TrainingShares shares = shares_of(job_, layout_, job_.flash_attention);
    const StateBytes states = state_bytes_of(job_, layout_);
    const std::vector<Stage> stages = stages_of(job_.model, layout_);
    const Stage& stage = stages[static_cast<std::size_t>(place_.stage)];
    const Held held = memory_of_stage(job_, layout_, shares, states, stage, place_.stage, {}).held;
    find_units(shares, held);
    MemoryReserve reserve;
    reserve.gathered_layers = 1;
    const auto largest = std::max_element(units_.begin(), units_.end(),
                                          [](const Unit& one, const Unit& other) { return one.values < other.values; });
    reserve.bucket_values = 2 * static_cast<double>(largest->values);
    const StageMemory memory = memory_of_stage(job_, layout_, shares, states, stage, place_.stage, reserve);
    // Padding of a sharded copy is added here: memory/ knows no values that are not there.
    double values = 0, shards = 0;
    for (const Unit& unit : units_) {
      values += static_cast<double>(unit.values) / static_cast<double>(unit.ranks);
      shards += static_cast<double>(own_of(unit));
    }
    const auto bytes = [&](double of_memory, bool sharded) {
      return static_cast<std::int64_t>(std::llround(sharded ? of_memory * shards / values : of_memory));
    };
    expected_.weights_bytes = bytes(memory.memory.weights_bytes, states.shards_weights);
    expected_.gradients_bytes = bytes(memory.memory.gradients_bytes, states.shards_gradients);
    expected_.optimizer_bytes = bytes(memory.memory.optimizer_bytes, states.shards_optimizer);
    expected_.activations_bytes = bytes(memory.memory.activations_bytes, false);
    expected_.activations_bound_bytes = expected_.activations_bytes;
    expected_.only_bounded = splits_backward(layout_) || (last() && has_uneven_chunks());
    expected_.buffers_bytes = bytes(memory.memory.buffers_bytes, false);
    if (layout_.zero < 2 && copies_of(layout_) > 1) {
      for (const Unit& unit : units_)
        expected_.buckets_bytes += (padded(unit) + (layout_.zero == 1 ? own_of(unit) : 0)) * value_bytes_;
    }
  }

  /// memory/ adds the head to the fullest moment, which of uneven chunks may be another than the head's.
  bool has_uneven_chunks() const {
    const auto layers = static_cast<std::int64_t>(job_.model.layers.size());
    const std::vector<std::int64_t> parts = layers_of_parts(layers, layout_.pp * layout_.vpp, has_ends(job_.model));
    const auto own = static_cast<std::size_t>(place_.stage), stages = static_cast<std::size_t>(layout_.pp);
    for (std::size_t part = own; part < parts.size(); part += stages) {
      if (parts[part] != parts[own]) return true;
    }
    return false;
  }

  /// Parameters of what is summed together (zero.h).
  void find_units(const TrainingShares& shares, const Held& of_stage) {
    const auto whole = [](double values) { return static_cast<std::int64_t>(std::llround(values)); };
    const std::int64_t copies = copies_of(layout_);
    const auto add_unit = [&](const Held& of) {
      const bool divided = layout_.ep > 1;
      units_.push_back({whole(divided ? of.dense() : of.all()), copies, place_.copy(layout_), RankGroup::data});
      if (divided)
        units_.push_back({whole(of.expert), copies / layout_.ep, place_.expert_copy(layout_), RankGroup::expert_data});
    };
    if (layout_.zero < 2) return add_unit(of_stage);
    for (const int kind : job_.model.layers) add_unit(shares.kinds[static_cast<std::size_t>(kind)].held);
    for (const BlockShare& block : shares.before) units_.front().values += whole(block.held.all());
    for (const BlockShare& block : shares.after)
      units_[units_.size() - units_apart()].values += whole(block.held.all());
  }
  /// Units of a layer: 2 where its experts have one apart.
  std::size_t units_apart() const { return layout_.ep > 1 ? 2 : 1; }

  /// Parameters that are summed together: as many values on each of the unit's ranks.
  struct Unit {
    std::int64_t values = 0, ranks = 1, place = 0;
    RankGroup group = RankGroup::data;
  };
  std::int64_t own_of(const Unit& unit) const {
    return layout_.zero == 0 ? unit.values : (unit.values + unit.ranks - 1) / unit.ranks;
  }
  std::int64_t padded(const Unit& unit) const { return layout_.zero == 0 ? unit.values : own_of(unit) * unit.ranks; }

  /// `again`: the forward pass runs twice. `of_data`: nobody needs the gradient of its input.
  void add_exchanges(const Block& block, std::int64_t times, bool again = false, bool of_data = false) {
    for (const Exchange& exchange : exchanges_of(block, layout_)) {
      if (exchange.kind == Exchange::Kind::experts) continue;
      if (of_data && exchange.kind == Exchange::Kind::backward_sum) continue;
      const std::int64_t bytes = static_cast<std::int64_t>(exchange.width) * tokens_ * value_bytes_;
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
      const bool of_data = kind == 0 && sizes_.network == SmallNetwork::mlp;  // the first pair of layers
      add_exchanges(job_.model.layer_kinds[kind], stage.layers_of_kind[kind], layout_.recompute == Recompute::full,
                    of_data);
    }
    if (first()) {
      for (const Block& block : job_.model.before) add_exchanges(block, 1);
    }
    if (last()) {
      for (const Block& block : job_.model.after) add_exchanges(block, 1);
      if (!sizes_.reads_tokens()) return;
      const auto wide_bytes = static_cast<std::int64_t>(bytes_per_value(DataType::fp32));
      add(RankGroup::tensor, "all-reduce", micro_batches_, tokens_ * value_bytes_);  // the largest logit
      add(RankGroup::tensor, "all-reduce", 2 * micro_batches_,
          tokens_ * wide_bytes);  // sum of exponentials; the label's
    }
    add_partial(stage);
  }

  /// To the experts and back, with the weights of a token's experts.
  void experts() {
    const std::vector<Stage> stages = stages_of(job_.model, layout_);
    const Stage& stage = stages[static_cast<std::size_t>(place_.stage)];
    const std::int64_t forward = layout_.recompute == Recompute::full ? 2 : 1;
    for (std::size_t kind = 0; kind < stage.layers_of_kind.size(); ++kind) {
      const std::int64_t times = stage.layers_of_kind[kind] * micro_batches_;
      for (const Exchange& exchange : exchanges_of(job_.model.layer_kinds[kind], layout_)) {
        if (exchange.kind != Exchange::Kind::experts) continue;
        add(RankGroup::expert, "all-to-all", 2 * (forward + 1) * times,
            static_cast<std::int64_t>(exchange.width) * tokens_ * value_bytes_);
        add(RankGroup::expert, "all-to-all", (forward + 2) * times,
            exchange.routed->experts_per_token * tokens_ * value_bytes_);
      }
    }
  }

  /// Whole parameters whose gradients are summed over the tensor group, as a rank sees some tokens of only, or, of
  /// routers, a part of what the experts make of their tokens: the first of each unit, as far as they are in its shard.
  void add_partial(const Stage& stage) {
    const bool of_tokens = layout_.sequence_parallel;
    const std::int64_t in_layer = sizes_.hidden * ((of_tokens ? (sizes_.llama() ? 2 : 6) : 0) + sizes_.experts);
    const std::int64_t at_begin = of_tokens && first() ? partial_at_begin() : 0,
                       at_end = of_tokens && last() ? partial_at_end() : 0;
    std::vector<std::int64_t> partial{in_layer * stage.layers};
    if (layout_.zero >= 2) partial.assign(units_.size() / units_apart(), in_layer);
    partial.front() += at_begin;
    partial.back() += at_end;
    std::int64_t values = 0;
    for (std::size_t layer = 0; layer < partial.size(); ++layer) {
      const Unit& unit = units_[layer * units_apart()];
      const std::int64_t own = own_of(unit), ahead = layout_.zero == 0 ? 0 : unit.place * own;
      values += std::clamp<std::int64_t>(partial[layer] - ahead, 0, own);
    }
    add(RankGroup::tensor, "all-reduce", values > 0 ? 1 : 0, values * value_bytes_);
  }

  /// Learned positions; of a BERT token types and a norm, too.
  std::int64_t partial_at_begin() const {
    if (sizes_.turns_positions()) return 0;
    const std::int64_t rows = sizes_.network == SmallNetwork::bert ? token_types + 2 : 0;
    return sizes_.hidden * (sizes_.sequence_length + rows);
  }
  /// The last norm; of a BERT a linear layer ahead of it.
  std::int64_t partial_at_end() const {
    const std::int64_t transform = sizes_.network == SmallNetwork::bert ? sizes_.hidden + 1 : 0;
    return sizes_.hidden * (transform + (sizes_.llama() ? 1 : 2));
  }

  /// Heads for tokens and back, or keys and values round the ring, forward and backward.
  void context() {
    if (layout_.cp == 1) return;
    const std::vector<Stage> stages = stages_of(job_.model, layout_);
    const Stage& stage = stages[static_cast<std::size_t>(place_.stage)];
    const std::int64_t passes = micro_batches_ * (layout_.recompute == Recompute::full ? 3 : 2);
    for (std::size_t kind = 0; kind < stage.layers_of_kind.size(); ++kind) {
      for (const Module& module : job_.model.layer_kinds[kind].modules) {
        const auto* attention = std::get_if<Attention>(&module.kind);
        if (attention == nullptr) continue;
        if (layout_.context_parallel == ContextParallel::ring) {
          // Forward once; backward keys again and their gradients.
          const std::int64_t rounds = (passes + micro_batches_) * stage.layers_of_kind[kind];
          add(RankGroup::context, "pass round", rounds * (layout_.cp - 1),
              static_cast<std::int64_t>(width_of_keys(*attention, layout_)) * tokens_ * value_bytes_);
          continue;
        }
        for (const double width : widths_of_heads(*attention, layout_))
          add(RankGroup::context, "all-to-all", passes * stage.layers_of_kind[kind],
              static_cast<std::int64_t>(width) * tokens_ * value_bytes_);
      }
    }
  }

  void pipeline() {
    const std::int64_t share = layout_.sequence_parallel ? layout_.tp : 1;
    const std::int64_t bytes = tokens_ / share * sizes_.hidden * value_bytes_;
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
    std::map<std::pair<int, int>, int> backward_passes;
    for (const PipelinePass& pass : passes_of(miniature_, place_.stage)) {
      const auto number = static_cast<int>(backward_passes.size()) + 1;
      if (pass.kind == PassKind::backward) backward_passes[{pass.chunk, pass.micro_batch}] = number;
      if (pass.kind == PassKind::weight) {
        expected_.messages += fmt::format("w{}", backward_passes[{pass.chunk, pass.micro_batch}]);
        continue;
      }
      const bool begins = first() && pass.chunk == 0, ends = last() && pass.chunk == layout_.vpp - 1;
      const bool forward = pass.kind == PassKind::forward;
      if (forward ? !begins : !ends) expected_.messages += forward ? 'f' : 'b';
      if (forward ? !ends : !begins) expected_.messages += forward ? 'F' : 'B';
    }
  }

  void data() {
    if (copies_of(layout_) == 1) return;
    if (layout_.zero >= 2) return fully_sharded();
    for (const Unit& unit : units_) {
      if (unit.ranks == 1) continue;
      const std::int64_t bytes = padded(unit) * value_bytes_;
      if (layout_.zero == 0) {
        add(unit.group, "all-reduce", 1, bytes);
        continue;
      }
      add(unit.group, "reduce-scatter", 1, bytes);
      add(unit.group, "all-gather", 1, bytes);
    }
  }

  /// The gathers and reductions that training/ simulates.
  void fully_sharded() {
    StepWork work;
    work.sharding = layout_.zero == 3 ? Sharding::gather_each_pass : Sharding::reduce_each_pass;
    const std::size_t layers = units_.size() / units_apart();
    work.shape = {1, static_cast<int>(layers), static_cast<int>(micro_batches_)};
    constexpr double some_s = 1;  // it is counted, not timed
    work.chunks.assign(layers, {some_s, some_s, some_s, some_s, some_s});
    for (const TaskLabel& task : tasks_of(work).labels) {
      const std::size_t first = static_cast<std::size_t>(task.chunk) * units_apart();
      for (std::size_t number = first; number < first + units_apart(); ++number) {
        const Unit& unit = units_[number];
        if (unit.ranks == 1) continue;
        if (task.kind == TaskKind::gather) add(unit.group, "all-gather", 1, padded(unit) * value_bytes_);
        if (task.kind == TaskKind::reduce) add(unit.group, "reduce-scatter", 1, padded(unit) * value_bytes_);
      }
    }
  }

  const Miniature& miniature_;
  const SmallSizes& sizes_;
  const Layout& layout_;
  const TrainingJob& job_;
  RankPlace place_;
  std::int64_t micro_batches_, tokens_;
  std::int64_t value_bytes_;
  std::vector<Unit> units_;
  Expected expected_;
};

/// Bytes that a stage's passes take at once under the plan's schedule.
std::int64_t passes_bytes_of(const Miniature& miniature, const RankPlace& place, const NetworkPasses& network) {
  std::vector<LayerRange> chunks;
  for (const std::vector<std::int64_t>& layers : layers_of_chunks(miniature.sizes, miniature.layout, place.stage)) {
    LayerRange own{layers.front(), layers.back() + 1};
    if (own.begin == 0) own.begin = -1;
    if (own.end == network.layers) ++own.end;
    chunks.push_back(own);
  }
  return fullest_of_passes(network, passes_of(miniature, place.stage), chunks);
}

}  // namespace

Expected expected_of(const Miniature& miniature, const RankPlace& place) {
  return Expectation(miniature, place).make();
}

Result<std::vector<Expected>> expected_of_ranks(const Miniature& miniature) {
  constexpr std::int64_t loss_bytes = 4;  // fp32, of a micro-batch
  const Result<TracedPasses> passes = layer_passes_of(miniature);
  if (!passes) return fail(passes);
  std::vector<Expected> ranks;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> updates;  // of ranks that update alike
  for (std::int64_t rank = 0; rank < miniature.layout.ranks(); ++rank) {
    const RankPlace place = RankPlace::of(rank, miniature.layout);
    const auto [update, is_new] =
        updates.try_emplace({place.stage, miniature.layout.zero == 0 ? 0 : place.copy(miniature.layout)}, 0);
    if (is_new) {
      const Result<std::int64_t> update_bytes = update_bytes_of(miniature, place);
      if (!update_bytes) return fail(update_bytes);
      update->second = *update_bytes;
    }
    Expected expected = expected_of(miniature, place);
    expected.passes_bytes = passes_bytes_of(miniature, place, passes->all);
    if (expected.only_bounded) expected.activations_bytes = passes_bytes_of(miniature, place, passes->activations);
    expected.update_bytes = update->second;
    if (place.stage == miniature.layout.pp - 1)
      expected.update_bytes += miniature.layout.micro_batches(miniature.job.global_batch) * loss_bytes;
    ranks.push_back(std::move(expected));
  }
  return ranks;
}

}  // namespace hakaru
