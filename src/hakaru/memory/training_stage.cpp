#include "hakaru/memory/training_stage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/memory/chosen.h"
#include "hakaru/model/operator.h"
#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

constexpr double bytes_of_fp32 = 4;
/// Linear layers whose products run in a narrower type than their weights keep a cast copy for the forward pass and a
/// transposed one for the backward pass (NVIDIA Transformer Engine, cached weights).
constexpr double cast_copies = 2;
/// Layers whose offloaded activations are on the device: the one that runs, and the one whose copy is on its way.
constexpr double layers_on_device = 2;

EagerKept eager_kept(const TrainingJob& job) {
  if (!job.eager) return {};
  if (job.casts_weights()) return job.eager->wide;
  EagerKept narrow = job.eager->narrow;
  if (!job.lora || job.lora->as_base) narrow.same_rows = 0;  // adapters in fp32 cast their rows anew
  return narrow;
}

double trained_parameters(const TrainingJob& job, const StageMemory& stage) {
  return job.lora ? stage.held.adapters + stage.held.expert_adapters : stage.held.all();
}

double replica_buckets_bytes(const TrainingJob& job, const Layout& layout, const StageMemory& stage) {
  const bool replicas = layout.zero_of_step() < 2 && (layout.dp * layout.cp > 1 || job.eager->buckets_alone);
  return replicas ? job.eager->bucket_copies * trained_parameters(job, stage) * bytes_per_value(job.recipe.gradients)
                  : 0;
}

/// Bytes of gradients that come late; `stage` has them as if they stood all the time.
double late_gradients_bytes(const TrainingJob& job, const Layout& layout, const StageMemory& stage) {
  const double trained = trained_parameters(job, stage);
  const double late_bytes = job.eager->late_copies * trained * bytes_per_value(job.recipe.gradients);
  const double casts_bytes = job.casts_weights() ? bytes_per_value(job.recipe.weights) * trained : 0;
  const double gone_bytes = casts_bytes + stage.memory.activations_bytes + stage.memory.buffers_bytes;
  const double beyond_bytes = std::max(0.0, late_bytes - gone_bytes);
  const bool stand = layout.micro_batches(job.global_batch) > 1;  // those of the first while the others run
  return stand ? std::max(stage.memory.gradients_bytes, beyond_bytes) : beyond_bytes;
}

Pass pass_of(const TrainingJob& job, const Layout& layout, bool fused_attention) {
  return {.batch = real(job.sequences_of(layout.micro_batch)),
          .sequence_length = real(job.sequence_length),
          .image_size = real(job.image_size),
          .tp = layout.tp,
          .expert_tp = layout.expert_tp(),
          .ep = layout.ep,
          .expert_choice = job.expert_choice,
          .cp = layout.cp,
          .exchanged_by = layout.context_parallel == ContextParallel::all_to_all ? layout.cp : 1,
          .sequence_parallel = layout.sequence_parallel,
          .flash_attention = fused_attention,
          .attention_recomputed = layout.recompute == Recompute::selective,
          .logit_bytes = job.logit_bytes,
          .value_bytes = bytes_per_value(job.recipe.activations),
          .product_bytes = bytes_per_value(job.recipe.compute),
          // FSDP gathers a layer's gradients in its own buffer; a frozen base has none.
          .gradient_bytes = layout.zero_of_step() >= 2 || job.lora ? 0 : bytes_per_value(job.recipe.gradients),
          .eager = eager_kept(job)};
}

/// Tensors that a layer keeps until it runs backward.
enum class KeptOfLayer { all, chosen, input };

KeptOfLayer kept_of_layer(const TrainingJob& job, const Layout& layout) {
  if (layout.recompute == Recompute::full) return KeptOfLayer::input;
  const bool chooses = layout.recompute == Recompute::selective && job.selective_keeps_products;
  return chooses ? KeptOfLayer::chosen : KeptOfLayer::all;
}

double kept_bytes(const Model& model, const Block& layer, const Pass& pass, const Kept& kept, KeptOfLayer what) {
  if (what == KeptOfLayer::chosen) return chosen_bytes(model, layer, pass);
  return what == KeptOfLayer::all ? kept.bytes : kept.input_bytes;
}

std::vector<BlockShare> shares_of(const Model& model, const std::vector<Block>& blocks, const Pass& pass,
                                  const HeldBy& rank, KeptOfLayer kept_of, bool are_layers) {
  std::vector<BlockShare> shares;
  shares.reserve(blocks.size());
  for (const Block& block : blocks) {
    const bool recomputed = kept_of != KeptOfLayer::all && (are_layers || block.as_layer);
    BlockShare share{
        .block = &block, .held = held_of(block, rank) * real(block.repeat), .kept = kept_by(model, block, pass)};
    const double times = real(block.repeat) * real(block.runs);
    share.kept_bytes = times * (recomputed ? kept_bytes(model, block, pass, share.kept, kept_of) : share.kept.bytes);
    share.again_bytes = recomputed ? share.kept.bytes : 0;
    share.kept.logits_bytes *= times;
    shares.push_back(share);
  }
  return shares;
}

EncodersShare encoders_share(const TrainingJob& job, Pass pass) {
  pass.tp = pass.expert_tp = pass.ep = pass.cp = pass.exchanged_by = 1;
  pass.sequence_parallel = false;
  pass.product_bytes = pass.value_bytes;
  pass.gradient_bytes = 0;
  if (pass.image_size == 0) pass.image_size = real(job.model.default_image_size);
  EncodersShare share;
  for (const PipelineNetwork& encoder : job.encoders) {
    pass.sequence_length = real(encoder.tokens);
    for_each_block(encoder.model, [&](const Block& block, std::int64_t copies) {
      const Kept kept = kept_by(encoder.model, block, pass);
      share.weights_bytes += real(copies) * held_of(block, {}).all() * pass.value_bytes;
      share.work_bytes = std::max(share.work_bytes, kept.work_bytes);
    });
  }
  return share;
}

/// Largest over the layers that are on this stage, and those that run as layers behind them.
template <typename Figure>
double widest(const TrainingShares& shares, const Stage& stage, Figure figure) {
  double most = 0;
  for (std::size_t kind = 0; kind < shares.kinds.size(); ++kind) {
    if (stage.layers_of_kind[kind] > 0) most = std::max(most, figure(shares.kinds[kind]));
  }
  for (const BlockShare& share : shares.after) {
    if (stage.last && share.block->as_layer) most = std::max(most, figure(share));
  }
  return most;
}

/// Layers that ZeRO-3 holds whole while they run, in the type they run in, beside tables and head.
double gathered_bytes(const TrainingShares& shares, const Stage& stage, const StateBytes& bytes,
                      const MemoryReserve& reserve, double gradient_bytes) {
  const auto one_of = [](const BlockShare& share) {
    return share.held * (share.block->as_layer ? 1 / real(share.block->repeat) : 1);
  };
  const auto whole = [&](const BlockShare& share) {
    const Held held = one_of(share);
    return held.other * bytes.weights + (held.linear + held.expert) * bytes.linear;
  };
  double ends = 0;
  for (const BlockShare& share : shares.before) ends += whole(share);
  for (const BlockShare& share : shares.after) ends += share.block->as_layer ? 0 : whole(share);
  const double gradients =
      widest(shares, stage, [&](const BlockShare& share) { return one_of(share).all(); }) * gradient_bytes;
  return ends + reserve.gathered_layers * widest(shares, stage, whole) + gradients;
}

/// Adds what the stage's layers, and the ends that are on it, hold and keep.
void add_blocks(StageMemory& result, const TrainingShares& shares, const Stage& stage, const StateBytes& states,
                bool adapters_only, const Layout& layout) {
  for (std::size_t kind = 0; kind < shares.kinds.size(); ++kind) {
    const double layers = real(stage.layers_of_kind[kind]);
    result.held += shares.kinds[kind].held * layers;
    result.layers_kept_bytes += shares.kinds[kind].kept_bytes * layers;
  }
  // Layers that run again together, of one chunk, are kept by the input of the first of them.
  const double in_chunk = std::ceil(real(stage.layers) / real(layout.vpp));
  const double together = std::min(in_chunk, real(layout.recompute_layers));
  if (together > 1) result.layers_kept_bytes *= real(layout.vpp) * std::ceil(in_chunk / together) / real(stage.layers);
  result.layer_states_bytes = states_of(result.held, states, adapters_only).total_bytes();
  // The input of the first of them is kept already.
  result.recomputed_bytes = widest(shares, stage, [&](const BlockShare& share) {
    return share.again_bytes == 0 ? 0 : std::max(1.0, together) * share.again_bytes - share.kept.input_bytes;
  });
  result.work_bytes = widest(shares, stage, [](const BlockShare& share) { return share.kept.work_bytes; });

  double head_gradient_bytes = 0;  // heads run one after another
  const auto add_end = [&](const std::vector<BlockShare>& blocks, double& kept_bytes) {
    for (const BlockShare& share : blocks) {
      result.held += share.held;
      kept_bytes += share.kept_bytes;
      result.work_bytes = std::max(result.work_bytes, share.kept.work_bytes);
      result.logits_bytes += share.kept.logits_bytes;
      head_gradient_bytes = std::max(head_gradient_bytes, share.kept.head_gradient_bytes);
    }
  };
  if (stage.first) add_end(shares.before, result.embedding_kept_bytes);
  if (stage.last) add_end(shares.after, result.head_kept_bytes);
  result.head_bytes = result.logits_bytes + head_gradient_bytes;
  if (stage.last && !stage.first) result.held += shares.tied_head;
  if (stage.first) result.encoders = shares.encoders;
}

void add_buffers(StageMemory& result, const TrainingJob& job, const Layout& layout, const TrainingShares& shares,
                 const StateBytes& states, const Stage& stage, const MemoryReserve& reserve) {
  const double reduced_bytes = bytes_per_value(job.recipe.reduced);
  const double handed_on = stream_bytes(job, layout);
  if (layout.pp > 1) result.exchange_bytes += 2 * handed_on / (layout.sequence_parallel ? real(layout.tp) : 1);
  if (layout.sequence_parallel) result.exchange_bytes += handed_on;
  const bool gathers = states.dense_ranks > 1 || states.all_weights_on_host;
  if (layout.zero_of_step() == 3 && gathers) {
    result.gathered_bytes = gathered_bytes(shares, stage, states, reserve, job.lora ? 0 : reduced_bytes);
  }
  if (layout.zero_of_step() == 2) {
    const double trained = job.lora ? result.held.adapters : result.held.all();
    result.bucket_bytes = std::min(reserve.bucket_values, trained) * reduced_bytes;
  }
  // The head's backward pass ends before the first layer's begins: the larger of the two is the peak. One micro-batch's
  // logits are the head's own.
  result.memory.buffers_bytes =
      std::max(result.work_bytes + result.put_off_logits_bytes,
               result.head_bytes + std::max(0.0, result.put_off_logits_bytes - result.logits_bytes)) +
      result.exchange_bytes + result.gathered_bytes + result.bucket_bytes;
}

/// Encoders read a micro-batch while only the others in flight are kept, and no pass of the model works.
double encoding_bytes(const StageMemory& stage) {
  const double layers_bytes = stage.in_flight * stage.layers_kept_bytes - stage.offloaded_bytes;
  const double others_bytes = std::max(0.0, layers_bytes - stage.layers_kept_bytes) +
                              std::max(0.0, stage.embeddings_in_flight - 1) * stage.embedding_kept_bytes +
                              stage.head_waiting_bytes;
  const double of_passes = stage.memory.activations_bytes + stage.memory.buffers_bytes;
  return std::max(0.0, stage.encoders.work_bytes + others_bytes - of_passes);
}

}  // namespace

double kept_by_layer_bytes(const TrainingJob& job, const Layout& layout, const Block& layer, bool fused_attention) {
  const Pass pass = pass_of(job, layout, fused_attention);
  return kept_bytes(job.model, layer, pass, kept_by(job.model, layer, pass), kept_of_layer(job, layout));
}

double stream_positions(const TrainingJob& job, const Layout& layout) {
  const Stream stream = job.model.layer_kinds.empty() ? Stream{} : job.model.layer_kinds.front().stream;
  const Shape shape{.batch = real(job.sequences_of(layout.micro_batch)),
                    .new_tokens = real(job.sequence_length),
                    .image_size = real(job.image_size)};
  return tokens_of(stream, shape, job.model) / (stream.is_text() ? real(layout.cp) : 1);
}

double stream_bytes(const TrainingJob& job, const Layout& layout) {
  return stream_positions(job, layout) * real(job.model.hidden) * bytes_per_value(job.recipe.activations);
}

TrainingShares shares_of(const TrainingJob& job, const Layout& layout, bool fused_attention) {
  const Pass pass = pass_of(job, layout, fused_attention);
  const HeldBy rank{.tp = layout.tp, .ep = layout.ep, .lora = job.lora, .expert_tp = layout.expert_tp()};
  const KeptOfLayer kept_of = kept_of_layer(job, layout);
  TrainingShares shares{.before = shares_of(job.model, job.model.before, pass, rank, kept_of, false),
                        .kinds = shares_of(job.model, job.model.layer_kinds, pass, rank, kept_of, true),
                        .after = shares_of(job.model, job.model.after, pass, rank, kept_of, false),
                        .tied_head = {},
                        .encoders = encoders_share(job, pass)};
  if (layout.pp > 1) shares.tied_head = tied_head_of(job.model, rank);
  return shares;
}

bool gradients_come_late(const TrainingJob& job, const Layout& layout) {
  return job.eager && job.eager->late_copies > 0 && layout.zero_of_step() == 0 && layout.pp == 1;
}

StateBytes state_bytes_of(const TrainingJob& job, const Layout& layout) {
  const PrecisionRecipe& recipe = job.recipe;
  StateBytes bytes;
  bytes.weights = bytes_per_value(recipe.weights);
  bytes.linear = bytes.weights;
  if (job.lora && job.lora->base) bytes.linear = bytes_per_value(*job.lora->base);
  const double product = bytes_per_value(recipe.compute);
  if (product < bytes.linear) bytes.casts = cast_copies * product;
  if (const double wide = bytes_per_value(recipe.activations);
      !job.lora && bytes.weights == product && product < wide) {
    bytes.casts = (cast_copies - 1) * product;  // the weights themselves are the other copy
    bytes.weights = wide;                       // tables and norms
  }
  if (job.holds_reference()) {
    bytes.reference = bytes.weights;
    bytes.reference_linear = bytes.linear + bytes.casts / cast_copies;  // it has no backward pass
  }
  bytes.gradients = bytes_per_value(recipe.gradients);
  const double state = bytes_per_value(job.optimizer.states.value_or(recipe.states));
  bytes.optimizer = (recipe.master ? bytes_per_value(*recipe.master) : 0) + job.optimizer.states_per_parameter * state +
                    job.optimizer.extra_bytes_per_parameter;
  bytes.factored = job.optimizer.factored ? bytes_of_fp32 : 0;
  bytes.dense_ranks = real(layout.shard_ranks() * model_copies(layout));
  bytes.expert_ranks = real(layout.expert_shard_ranks() * model_copies(layout));
  bytes.shards_optimizer = layout.zero_of_step() >= 1;
  bytes.shards_gradients = layout.zero_of_step() >= 2;
  bytes.shards_weights = layout.zero_of_step() >= 3;
  bytes.optimizer_on_host = layout.offload_optimizer;
  bytes.all_weights_on_host = layout.offload_weights;
  bytes.weights_on_host = recipe.master || layout.offload_weights ? 0 : bytes.weights;
  return bytes;
}

double reference_bytes(const Held& held, const StateBytes& bytes) {
  const double ranks = bytes.shards_weights ? bytes.dense_ranks : 1;
  const double expert_ranks = bytes.shards_weights ? bytes.expert_ranks : 1;
  return (held.other * bytes.reference + held.linear * bytes.reference_linear) / ranks +
         held.expert * bytes.reference_linear / expert_ranks;
}

MemoryBreakdown states_of(const Held& held, const StateBytes& bytes, bool adapters_only) {
  const auto sharded = [&](bool shards, double dense, double expert) {
    return shards ? dense / bytes.dense_ranks + expert / bytes.expert_ranks : dense + expert;
  };
  MemoryBreakdown states;
  const double linear = bytes.linear + bytes.casts;
  states.weights_bytes =
      sharded(bytes.shards_weights, held.other * bytes.weights + held.linear * linear, held.expert * linear) +
      sharded(bytes.shards_weights, held.adapters, held.expert_adapters) * bytes.weights + reference_bytes(held, bytes);

  const double dense = adapters_only ? held.adapters : held.dense();
  const double expert = adapters_only ? held.expert_adapters : held.expert;
  states.gradients_bytes = bytes.gradients * sharded(bytes.shards_gradients, dense, expert);
  states.optimizer_bytes = bytes.optimizer * sharded(bytes.shards_optimizer, dense, expert);
  if (!adapters_only) {
    states.optimizer_bytes += bytes.factored * sharded(bytes.shards_optimizer, held.factored, held.expert_factored);
  }
  if (bytes.optimizer_on_host) {
    states.host_bytes = std::exchange(states.optimizer_bytes, 0) +
                        (bytes.gradients + bytes.weights_on_host) * sharded(bytes.shards_optimizer, dense, expert);
    if (bytes.shards_gradients) states.gradients_bytes = 0;
  }
  if (bytes.all_weights_on_host) states.host_bytes += std::exchange(states.weights_bytes, 0);
  return states;
}

namespace {

/// `layout` as its stages run: where they hold several chunks, only a schedule that takes these.
Layout as_scheduled(Layout layout) {
  if (layout.vpp > 1 && !pipeline_schedule(layout.schedule).takes_chunks) layout.schedule = usual_schedule(layout.vpp);
  return layout;
}

/// The warm-up ends within two rounds of pp micro-batches, and what is in flight repeats from round to round.
constexpr std::int64_t counted_rounds = 3;

/// Layers of each chunk of one stage.
std::vector<std::int64_t> chunks_of_stage(const Layout& layout, std::int64_t index, std::int64_t layers, bool ends) {
  const std::vector<std::int64_t> parts = layers_of_chunks_in(layout, layers, ends);
  std::vector<std::int64_t> chunks;
  for (auto part = static_cast<std::size_t>(index); part < parts.size(); part += static_cast<std::size_t>(layout.pp))
    chunks.push_back(parts[part]);
  if (model_copies(layout) > 1) chunks.push_back(parts[parts.size() - 1 - static_cast<std::size_t>(index)]);
  return chunks;
}

}  // namespace

double micro_batches_in_flight(const Layout& layout, std::int64_t index, std::int64_t micro_batches) {
  const Layout run = as_scheduled(layout);
  return pipeline_schedule(run.schedule).in_flight(pipeline_shape(run, micro_batches), static_cast<int>(index));
}

double micro_batches_in_flight(const Layout& layout, std::int64_t index, std::int64_t micro_batches,
                               std::int64_t layers, bool ends) {
  const Layout run = as_scheduled(layout);
  const std::vector<std::int64_t> chunks = chunks_of_stage(run, index, layers, ends);
  const bool even = ranges::all_of(chunks, [&](std::int64_t chunk) { return chunk == chunks.front(); });
  if (even) return micro_batches_in_flight(layout, index, micro_batches);
  const std::int64_t on_stage = std::accumulate(chunks.begin(), chunks.end(), std::int64_t{0});
  const PipelineShape shape = pipeline_shape(run, std::min(micro_batches, counted_rounds * layout.pp));
  const std::vector<PipelinePass> order = pipeline_schedule(run.schedule).order(shape, static_cast<int>(index));
  return real(counted_weight_in_flight(order, chunks)) / real(on_stage);
}

namespace {

/// Micro-batches whose weight passes are put off, at most, where the passes of a pipeline run.
std::int64_t micro_batches_put_off(const Layout& layout, std::int64_t index, std::int64_t micro_batches) {
  const PipelineSchedule& schedule = pipeline_schedule(layout.schedule);
  if (!schedule.splits_backward || layout.vpp > 1) return 0;
  const PipelineShape shape = pipeline_shape(layout, std::min(micro_batches, 2 * layout.pp));
  return counted_put_off(schedule.order(shape, static_cast<int>(index)));
}

/// Bytes read by a backward pass, of the head and of every layer that ran again, that wait for its weight pass: counted
/// in full, as what is in flight is. The head or the layer that runs is counted already.
double put_off_bytes(const TrainingShares& shares, const Stage& stage, std::int64_t waiting,
                     const StageMemory& memory) {
  double of_micro_batch = memory.head_kept_bytes;
  for (std::size_t kind = 0; kind < shares.kinds.size(); ++kind) {
    const BlockShare& share = shares.kinds[kind];
    if (share.again_bytes > 0)
      of_micro_batch += real(stage.layers_of_kind[kind]) * (share.again_bytes - share.kept.input_bytes);
  }
  for (const BlockShare& share : shares.after) {
    if (stage.last && share.again_bytes > 0)
      of_micro_batch += real(share.block->repeat) * (share.again_bytes - share.kept.input_bytes);
  }
  return std::max(0.0, real(waiting) * of_micro_batch - std::max(memory.head_kept_bytes, memory.recomputed_bytes));
}

/// Micro-batches that keep what is ahead of the layers: those of the first chunk, of an interleaved stage those of them
/// that are there when most is in flight.
double embeddings_in_flight(const TrainingJob& job, const Layout& layout, const Stage& stage,
                            const StageMemory& memory) {
  const Layout run = as_scheduled(layout);
  const bool interleaves = run.vpp > 1 && model_copies(run) == 1;
  if (!stage.first || !interleaves || memory.embedding_kept_bytes == 0) return memory.in_flight;
  constexpr std::int64_t layer = 1 << 20;  // the first chunk's micro-batches are counted below it
  std::vector<std::int64_t> chunks =
      chunks_of_stage(run, 0, static_cast<std::int64_t>(job.model.layers.size()), has_ends(job.model));
  for (std::int64_t& layers : chunks) layers *= layer;
  ++chunks.front();
  const std::int64_t micro_batches = std::min(run.micro_batches(job.global_batch), counted_rounds * run.pp);
  const std::vector<PipelinePass> order = pipeline_schedule(run.schedule).order(pipeline_shape(run, micro_batches), 0);
  return real(counted_weight_in_flight(order, chunks) % layer);
}

}  // namespace

StageFlight flight_of_stage(const Layout& layout, std::int64_t index, std::int64_t micro_batches, std::int64_t layers,
                            bool ends) {
  return {micro_batches_in_flight(layout, index, micro_batches, layers, ends),
          micro_batches_put_off(layout, index, micro_batches)};
}

StageMemory memory_of_stage(const TrainingJob& job, const Layout& layout, const TrainingShares& shares,
                            const StateBytes& states, const Stage& stage, std::int64_t index,
                            const MemoryReserve& reserve) {
  const StageFlight flight = flight_of_stage(layout, index, layout.micro_batches(job.global_batch),
                                             static_cast<std::int64_t>(job.model.layers.size()), has_ends(job.model));
  return memory_of_stage(job, layout, shares, states, stage, reserve, flight);
}

StageMemory memory_of_stage(const TrainingJob& job, const Layout& layout, const TrainingShares& shares,
                            const StateBytes& states, const Stage& stage, const MemoryReserve& reserve,
                            const StageFlight& flight) {
  StageMemory result;
  add_blocks(result, shares, stage, states, job.lora.has_value(), layout);
  result.memory = states_of(result.held, states, job.lora.has_value());
  result.memory.weights_bytes += result.encoders.weights_bytes;
  result.in_flight = flight.in_flight;
  // The head runs as the backward pass of a micro-batch begins; under GPipe what it reads waits for that.
  const bool in_phases = pipeline_schedule(layout.schedule).form == StepForm::phases && layout.vpp == 1;
  if (stage.last && in_phases && !shares.after.empty())
    result.head_waiting_bytes = (result.in_flight - 1) * shares.after.front().kept.input_bytes;
  const std::int64_t put_off = layout.zero_of_step() >= 2 ? 0 : flight.put_off;  // fully sharded steps split nothing
  result.put_off_bytes = put_off_bytes(shares, stage, put_off, result);
  result.put_off_logits_bytes = real(put_off) * result.logits_bytes;
  // The head's backward pass ends before the last layer runs again.
  result.embeddings_in_flight = embeddings_in_flight(job, layout, stage, result);
  const double layers_bytes = result.in_flight * result.layers_kept_bytes;
  if (layout.offload_activations) {
    const double layer_bytes =
        widest(shares, stage, [](const BlockShare& share) { return share.block->as_layer ? 0 : share.kept_bytes; });
    result.offloaded_bytes = std::max(0.0, layers_bytes - layers_on_device * layer_bytes);
    result.memory.host_bytes += result.offloaded_bytes;
  }
  result.memory.activations_bytes =
      layers_bytes - result.offloaded_bytes + result.embeddings_in_flight * result.embedding_kept_bytes +
      result.head_waiting_bytes + std::max(result.head_kept_bytes, result.recomputed_bytes) + result.put_off_bytes;
  add_buffers(result, job, layout, shares, states, stage, reserve);
  if (stage.first && shares.encoders.work_bytes > 0) {
    result.encoding_bytes = encoding_bytes(result);
    result.memory.buffers_bytes += result.encoding_bytes;
  }
  if (gradients_come_late(job, layout)) result.memory.gradients_bytes = late_gradients_bytes(job, layout, result);
  if (job.eager) {
    result.replica_buckets_bytes = replica_buckets_bytes(job, layout, result);
    result.memory.gradients_bytes += result.replica_buckets_bytes;
  }
  return result;
}

}  // namespace hakaru
