#include "hakaru/memory/serving_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/memory/cached.h"
#include "hakaru/memory/held.h"
#include "hakaru/memory/kept.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr double fp32_bytes = 4;
constexpr double residual_streams = 2;  // a module's input and the residual beside it

/// Bytes of one value of each kind of weight.
struct WeightBytes {
  double linear;
  double expert;
  double other;
  /// Formats narrower than 16 bits leave tables, head and norms in the type of the computation, in 16 bits at least.
  WeightBytes(DataType weights, DataType experts, DataType compute)
      : linear(bytes_per_value(weights)),
        expert(bytes_per_value(experts)),
        other(linear < 2 ? std::max(bytes_per_value(DataType::bf16), bytes_per_value(compute)) : linear) {}
  double of(const Held& held) const { return held.linear * linear + held.expert * expert + held.other * other; }
};

/// Matrices that a checkpoint says one by one what it keeps in (Linear::stored_as), by that type.
struct StoredWeights {
  static constexpr std::size_t types = choice_names<DataType>.size();
  std::array<double, types> values{}, bytes{};

  void add(const StoredWeights& more, double copies) {
    for (std::size_t type = 0; type < types; ++type) {
      values[type] += more.values[type] * copies;
      bytes[type] += more.bytes[type] * copies;
    }
  }
  double all_bytes() const { return std::accumulate(bytes.begin(), bytes.end(), 0.0); }
};

/// A kind of block on one rank.
struct Share {
  Held held;  ///< what is kept in the job's types
  StoredWeights stored = {};
  Cached cached;  ///< of one sequence
  double work_bytes = 0;
};

/// Sums over the blocks of one stage.
struct StageSum {
  Held held;
  StoredWeights stored;
  Cached cached;
  double work_bytes = 0;
  bool last = false;

  void add(const Share& share, double copies) {
    if (copies == 0) return;
    held += share.held * copies;
    stored.add(share.stored, copies);
    cached.bytes += share.cached.bytes * copies;
    cached.cross_bytes += share.cached.cross_bytes * copies;
    cached.state_bytes += share.cached.state_bytes * copies;
    work_bytes = std::max(work_bytes, share.work_bytes);
  }
};

Share share_of(const Model& model, const Block& block, const HeldBy& rank, const CacheRules& rules, const Pass& pass) {
  const Cached cached = cached_by(block, rules);
  Held held;
  StoredWeights stored;
  for (const Module& module : block.modules) {
    Held each = held_of(module, rank);
    const auto* linear = std::get_if<Linear>(&module.kind);
    if (linear != nullptr && linear->stored_as.bytes_per_value > 0) {
      double& matrix = linear->vocabulary ? each.other : linear->experts != 0 ? each.expert : each.linear;
      const double values = std::exchange(matrix, 0) * real(block.repeat);
      const auto type = static_cast<std::size_t>(linear->stored_as.type);
      stored.values[type] += values;
      stored.bytes[type] += values * linear->stored_as.bytes_per_value;
    }
    held += each;
  }
  return {.held = held * real(block.repeat),
          .stored = stored,
          .cached = {cached.bytes * real(block.repeat), cached.cross_bytes * real(block.repeat),
                     cached.state_bytes * real(block.repeat)},
          .work_bytes = kept_by(model, block, pass).work_bytes};
}

std::vector<StageSum> sums_of(const Model& model, const Layout& layout, const CacheRules& rules, const Pass& pass) {
  const HeldBy rank{.tp = layout.tp, .ep = layout.ep};
  std::vector<Share> kinds;
  for (const Block& block : model.layer_kinds) kinds.push_back(share_of(model, block, rank, rules, pass));
  std::vector<StageSum> sums;
  for (const Stage& stage : stages_of(model, layout)) {
    StageSum sum;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) sum.add(kinds[kind], real(stage.layers_of_kind[kind]));
    const auto add_end = [&](const std::vector<Block>& blocks) {
      for (const Block& block : blocks) sum.add(share_of(model, block, rank, rules, pass), 1);
    };
    if (stage.first) add_end(model.before);
    if (stage.last) add_end(model.after);
    sum.last = stage.last;
    if (stage.last && layout.pp > 1) sum.held += tied_head_of(model, rank);
    sums.push_back(sum);
  }
  return sums;
}

/// Audios that an encoder reads at once, of those of `sequences`: as many as a chunk has tokens for, at least one.
double encoded_at_once(const ServingJob& job, const MemoryReserve& reserve, double sequences) {
  const double positions = real(source_positions(job.model));
  if (positions == 0) return 0;
  return std::clamp(std::floor(real(reserve.prefill_tokens) / positions), 1.0, std::max(1.0, sequences));
}

/// `tokens` of prompts, and `audios` beside them.
Pass prefill_pass(const ServingJob& job, const Layout& layout, double tokens, double audios) {
  const double prompts = std::max(1.0, audios);
  return {.batch = prompts,
          .sequence_length = tokens / prompts,
          .tp = layout.tp,
          .value_bytes = bytes_per_value(job.compute),
          .product_bytes = bytes_per_value(job.compute),
          .gradient_bytes = 0};
}

/// One replica's memory, stage by stage.
class Weighing {
 public:
  Weighing(const ServingJob& job, const Layout& layout, const Accelerator& accelerator, const MemoryReserve& reserve,
           std::int64_t sequences)
      : job_(job),
        layout_(layout),
        accelerator_(accelerator),
        reserve_(reserve),
        sequences_(real(sequences)),
        bytes_(job.weights, job.experts, job.compute),
        chunk_(std::min(real(reserve.prefill_tokens), sequences_ * real(job.context))),
        audios_(encoded_at_once(job, reserve, sequences_)),
        stages_(sums_of(job.model, layout,
                        {job.context, reserve.kv_block_tokens, layout.tp, bytes_per_value(job.kv_cache),
                         encodes_its_prompt(job.model) ? job.input_length : 0},
                        prefill_pass(job, layout, chunk_, audios_))) {}

  bool fills_a_chunk() const { return chunk_ >= real(reserve_.prefill_tokens); }

  ServingMemory memory() {
    ServingMemory result;
    double most = -1;
    double fit_cached = -1;
    double fit = std::numeric_limits<double>::max();
    for (const StageSum& stage : stages_) {
      const MemoryBreakdown device = breakdown(stage);
      const double kv = stage.cached.total_bytes();
      const double free = reserve_.usable_bytes(accelerator_) - (device.total_bytes() - device.kv_cache_bytes);
      const double sequences = kv > 0 ? std::max(free, 0.0) / kv : (free >= 0 ? sequences_ : 0);
      const double room = std::max(free + device.buffers_bytes, 0.0);  // for caches and logits
      const double with_logits = kv + device.buffers_bytes / sequences_;
      fit_cached = fit_cached < 0 ? sequences : std::min(fit_cached, sequences);
      fit = std::min(fit, with_logits > 0 ? room / with_logits : sequences);
      if (device.total_bytes() <= most) continue;
      most = device.total_bytes();
      result.device = device;
      result.kv_bytes_per_sequence = kv;
      result.free_for_kv_bytes = free;
      fullest_ = &stage;
    }
    result.sequences_that_fit = static_cast<std::int64_t>(fit);
    result.tokens_that_fit = static_cast<std::int64_t>(fit_cached * real(job_.context + source_positions(job_.model)));
    return result;
  }

  Terms terms() const {
    const Held& held = fullest_->held;
    std::string stored;
    const bool encodes = encodes_its_prompt(job_.model);
    Terms terms;
    const auto add = [&](std::string name, std::string formula, double value, std::string_view source) {
      if (value != 0) terms.push_back({std::move(name), std::move(formula), value, "bytes", std::string(source)});
    };
    const auto add_weights = [&](const char* name, double count, double each) {
      add(name, fmt::format("{} parameters × {:.4g} bytes", with_separators(static_cast<std::int64_t>(count)), each),
          count * each, job_.model.source);
    };
    for (const DataType type : all_choices<DataType>()) {
      const auto at = static_cast<std::size_t>(type);
      const double values = fullest_->stored.values[at];
      stored += values == 0 ? ""
                            : fmt::format("{}{} × {:.4g} bytes ({})", stored.empty() ? "" : " + ",
                                          with_separators(static_cast<std::int64_t>(values)),
                                          fullest_->stored.bytes[at] / values, name_of(type));
    }
    add("weights as published", stored, fullest_->stored.all_bytes(), job_.model.source);
    add_weights("weights of linear layers", held.linear, bytes_.linear);
    add_weights("weights of experts", held.expert, bytes_.expert);
    add_weights("other weights", held.other, bytes_.other);
    add("KV cache",
        fmt::format("{} sequences × {} of {} tokens, blocks of {}", sequences_, in_gb(fullest_->cached.bytes),
                    encodes ? job_.context - job_.input_length : job_.context, reserve_.kv_block_tokens),
        sequences_ * fullest_->cached.bytes, reserve_.source);
    add("cross-attention cache",
        fmt::format("{} sequences × {} of {} positions of the encoder, blocks of {}", sequences_,
                    in_gb(fullest_->cached.cross_bytes), encodes ? job_.input_length : source_positions(job_.model),
                    reserve_.kv_block_tokens),
        sequences_ * fullest_->cached.cross_bytes, reserve_.source);
    add("recurrent states", fmt::format("{} sequences × {}", sequences_, in_gb(fullest_->cached.state_bytes)),
        sequences_ * fullest_->cached.state_bytes, "fp32 state and bf16 convolution tail");
    const std::string encoded =
        audios_ > 0 ? fmt::format(" and {} × {} positions of the encoder", audios_, source_positions(job_.model)) : "";
    add("activations of a prefill chunk",
        fmt::format("{} tokens{} × the widest module's input and output", chunk_, encoded), activations(*fullest_),
        reserve_.source);
    add("logits", fmt::format("{} last tokens × {} vocabulary", sequences_, job_.model.vocabulary), logits(*fullest_),
        "vLLM: sharded logits, gathered and cast to fp32");
    add("reserve",
        fmt::format("{} + {:.3g} × {}", in_gib(reserve_.fixed_bytes), reserve_.share_of_capacity,
                    in_gib(accelerator_.memory_bytes)),
        reserve_.bytes_on(accelerator_), reserve_.source);
    return terms;
  }

 private:
  MemoryBreakdown breakdown(const StageSum& stage) const {
    MemoryBreakdown device;
    device.weights_bytes = bytes_.of(stage.held) + stage.stored.all_bytes();
    device.kv_cache_bytes = sequences_ * stage.cached.total_bytes();
    device.activations_bytes = activations(stage);
    device.buffers_bytes = logits(stage);
    device.reserve_bytes = reserve_.bytes_on(accelerator_);
    return device;
  }

  double activations(const StageSum& stage) const {
    const double residual = residual_streams * chunk_ * real(job_.model.hidden) * bytes_per_value(job_.compute);
    return stage.work_bytes + residual;
  }

  double logits(const StageSum& stage) const {
    if (!stage.last) return 0;
    const double vocabulary = sequences_ * real(job_.model.vocabulary);
    return vocabulary * (bytes_per_value(job_.compute) / real(layout_.tp) + fp32_bytes);
  }

  const ServingJob& job_;
  const Layout& layout_;
  const Accelerator& accelerator_;
  const MemoryReserve& reserve_;
  double sequences_;
  WeightBytes bytes_;
  double chunk_;
  double audios_;  ///< that an encoder reads beside the chunk
  std::vector<StageSum> stages_;
  const StageSum* fullest_ = nullptr;
};

/// More sequences may fill a larger prefill chunk than those asked for: they must fit beside its activations too.
void hold_to_larger_chunk(ServingMemory& memory, const Weighing& weighing, const ServingJob& job, const Layout& layout,
                          const Accelerator& accelerator, const MemoryReserve& reserve, std::int64_t sequences) {
  if (weighing.fills_a_chunk() || memory.sequences_that_fit <= sequences) return;
  const ServingMemory most = Weighing(job, layout, accelerator, reserve, memory.sequences_that_fit).memory();
  memory.sequences_that_fit = std::max(sequences, most.sequences_that_fit);
}

}  // namespace

ServingMemory serving_memory(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                             const MemoryReserve& reserve, std::int64_t sequences) {
  Weighing weighing(job, layout, accelerator, reserve, sequences);
  ServingMemory result = weighing.memory();
  hold_to_larger_chunk(result, weighing, job, layout, accelerator, reserve, sequences);
  return result;
}

ServingMemory explain_serving_memory(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                                     const MemoryReserve& reserve, std::int64_t sequences) {
  Weighing weighing(job, layout, accelerator, reserve, sequences);
  ServingMemory result = weighing.memory();
  hold_to_larger_chunk(result, weighing, job, layout, accelerator, reserve, sequences);
  result.terms = weighing.terms();
  return result;
}

namespace {

/// Weights and activations of one network on the fullest device.
MemoryBreakdown network_memory(const BatchInferenceJob& job, const Layout& layout, std::int64_t batch) {
  const double compute = bytes_per_value(job.compute);
  const Pass pass{.batch = real(batch),
                  .sequence_length = real(std::max<std::int64_t>(1, job.sequence_length)),
                  .image_size = real(job.image_size),
                  .tp = layout.tp,
                  .value_bytes = compute,
                  .product_bytes = compute,
                  .gradient_bytes = 0};
  const WeightBytes bytes(job.weights, job.weights, job.compute);
  MemoryBreakdown fullest;
  for (const StageSum& stage : sums_of(job.model, layout, {.tp = layout.tp}, pass)) {
    MemoryBreakdown device;
    device.weights_bytes = bytes.of(stage.held);
    device.activations_bytes = stage.work_bytes;
    if (device.total_bytes() > fullest.total_bytes()) fullest = device;
  }
  return fullest;
}

}  // namespace

MemoryBreakdown inference_memory(const BatchInferenceJob& job, const Layout& layout, const Accelerator& accelerator,
                                 const MemoryReserve& reserve, std::int64_t batch) {
  MemoryBreakdown device;
  device.reserve_bytes = reserve.bytes_on(accelerator);
  for (const BatchInferenceJob& network : networks_of_item(job)) {
    const MemoryBreakdown one = network_memory(network, layout, batch);
    device.weights_bytes += one.weights_bytes;
    device.activations_bytes = std::max(device.activations_bytes, one.activations_bytes);
  }
  return device;
}

}  // namespace hakaru
