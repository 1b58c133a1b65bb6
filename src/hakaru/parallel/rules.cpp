#include "hakaru/parallel/rules.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_degree = 1 << 24;  // beyond any cluster; keeps products within 64 bits where they meet

bool in_range(std::int64_t degree) { return degree >= 1 && degree <= largest_degree; }

template <typename Field>
bool is_degree_in_range(const Layout& layout, const Field& field) {
  return !field.is_degree || in_range(static_cast<std::int64_t>(layout.*field.value));
}

std::string numbers(const std::vector<std::int64_t>& values) {
  std::vector<std::string> texts;
  for (const std::int64_t value : values) texts.push_back(std::to_string(value));
  return join(texts);
}

constexpr std::int64_t largest_searched = std::int64_t{1} << 40;  // divisors of larger numbers take too long to find

/// The divisors of `number` next below and next above `wanted`.
std::string nearest_divisors(std::int64_t number, std::int64_t wanted) {
  if (number > largest_searched) return "1";
  const std::vector<std::int64_t> all = divisors(number);
  const auto above = std::upper_bound(all.begin(), all.end(), wanted);
  std::vector<std::int64_t> near;
  if (above != all.begin()) near.push_back(*(above - 1));
  if (above != all.end()) near.push_back(*above);
  return numbers(near);
}

/// The multiples of `divisor` next below and next above `wanted`.
std::string nearest_multiples(std::int64_t divisor, std::int64_t wanted) {
  const std::int64_t below = wanted / divisor * divisor;
  return below == 0 ? std::to_string(divisor) : numbers({below, below + divisor});
}

double product_of_ranks(const Layout& layout) {
  return static_cast<double>(layout.tp) * static_cast<double>(layout.pp) * static_cast<double>(layout.cp) *
         static_cast<double>(layout.dp);
}

/// The degree that keeps ranks from filling the cluster, with values of it that would: "tp 2, 4".
std::string nearest_degrees(const LayoutCase& c) {
  const std::int64_t ranks = c.cluster.ranks();
  const Layout& layout = c.layout;
  Layout replica = layout;
  replica.dp = 1;
  if (product_of_ranks(replica) > static_cast<double>(largest_searched)) return fmt::format("tp × pp × cp {}", ranks);
  const std::int64_t of_replica = layout.tp * layout.pp * layout.cp;
  if (ranks % of_replica == 0) return fmt::format("dp {}", ranks / of_replica);
  for (const auto& [name, degree] : {std::pair("tp", layout.tp), {"pp", layout.pp}, {"cp", layout.cp}}) {
    const std::int64_t others = of_replica / degree;
    if (ranks % (others * layout.dp) == 0) return fmt::format("{} {}", name, ranks / (others * layout.dp));
    if (ranks % others == 0) return fmt::format("{} {}", name, nearest_divisors(ranks / others, degree));
  }
  return fmt::format("tp × pp × cp {}", nearest_divisors(ranks, of_replica));
}

std::int64_t layers_of(const LayoutCase& c) { return static_cast<std::int64_t>(c.model.layers.size()); }

/// Micro-batches of one rank; 0 when the batch is smaller than that.
std::int64_t micro_batches_of(const LayoutCase& c) { return c.layout.micro_batches(c.global_batch); }

constexpr LayoutRule degrees_are_positive{
    "degrees are at least 1",
    [](const LayoutCase& c) {
      return every_layout_field([&](const auto& field) { return is_degree_in_range(c.layout, field); });
    },
    [](const LayoutCase& c) {
      std::string name;
      std::int64_t degree = 0;
      each_layout_field([&](const auto& field) {
        if (!name.empty() || is_degree_in_range(c.layout, field)) return;
        name = name_of_part(field);
        degree = static_cast<std::int64_t>(c.layout.*field.value);
      });
      return message("{} is {}; accepted: 1 … {}", name, degree, largest_degree);
    }};

constexpr LayoutRule zero_stage_exists{
    "zero is a stage", [](const LayoutCase& c) { return c.layout.zero >= 0 && c.layout.zero <= 3; },
    [](const LayoutCase& c) { return message("zero is {}; accepted: 0, 1, 2, 3", c.layout.zero); }};

constexpr LayoutRule stack_shards_so_far{
    "the accelerator's stack shards so far",
    [](const LayoutCase& c) { return c.layout.zero <= c.cluster.instance().accelerator.largest_zero_stage; },
    [](const LayoutCase& c) {
      const Accelerator& accelerator = c.cluster.instance().accelerator;
      return message("zero {} is not offered on {}; accepted: up to {}", c.layout.zero, accelerator.name,
                     accelerator.largest_zero_stage);
    }};

constexpr LayoutRule ranks_fill_cluster{
    "ranks fill the cluster",
    [](const LayoutCase& c) { return product_of_ranks(c.layout) == static_cast<double>(c.cluster.ranks()); },
    [](const LayoutCase& c) {
      return message("tp {} × pp {} × cp {} × dp {} makes {} ranks; {} × {} has {}; nearest: {}", c.layout.tp,
                     c.layout.pp, c.layout.cp, c.layout.dp, product_of_ranks(c.layout), c.cluster.instances,
                     c.cluster.instance().name, c.cluster.ranks(), nearest_degrees(c));
    }};

constexpr LayoutRule replica_fits_cluster{
    "a replica fits the cluster",
    [](const LayoutCase& c) { return product_of_ranks(c.layout) <= static_cast<double>(c.cluster.ranks()); },
    [](const LayoutCase& c) {
      return message("tp {} × pp {} × dp {} needs {} ranks; {} × {} has {}", c.layout.tp, c.layout.pp, c.layout.dp,
                     product_of_ranks(c.layout), c.cluster.instances, c.cluster.instance().name, c.cluster.ranks());
    }};

bool stands_apart(const Cluster& cluster) { return cluster.instances > 1 && cluster.instance().fabric == Fabric::none; }

constexpr LayoutRule instances_are_connected{
    "instances that train together are connected", [](const LayoutCase& c) { return !stands_apart(c.cluster); },
    [](const LayoutCase& c) {
      const std::string& name = c.cluster.instance().name;
      return message("{} × {} cannot train together: collectives do not run between {}; accepted: 1",
                     c.cluster.instances, name, name);
    }};

constexpr LayoutRule replica_is_connected{
    "a replica stays within an instance where nothing lies between them",
    [](const LayoutCase& c) {
      const std::int64_t experts = std::min(c.layout.ep, c.layout.dp);
      return !stands_apart(c.cluster) || !leaves_its_fabric(c.layout.tp * c.layout.pp * experts, c.cluster);
    },
    [](const LayoutCase& c) {
      const Instance& instance = c.cluster.instance();
      return message(
          "tp {} × pp {} × ep {} does not divide the {} accelerators of {}, and collectives do not run between several",
          c.layout.tp, c.layout.pp, c.layout.ep, instance.accelerators, instance.name);
    }};

constexpr LayoutRule tensor_degree_is_proven{
    "tp is a degree of the accelerator",
    [](const LayoutCase& c) {
      const auto& degrees = c.cluster.instance().accelerator.tensor_parallel_degrees;
      return degrees.empty() || ranges::find(degrees, c.layout.tp) != degrees.end();
    },
    [](const LayoutCase& c) {
      const Accelerator& accelerator = c.cluster.instance().accelerator;
      return message("tp {} is not possible on {}; accepted: {}", c.layout.tp, accelerator.name,
                     numbers(accelerator.tensor_parallel_degrees));
    }};

constexpr LayoutRule tensor_divides_heads{
    "tp divides heads",
    [](const LayoutCase& c) {
      const bool padded = c.cluster.instance().accelerator.pads_heads && c.layout.tp <= c.model.heads;
      return c.layout.tp == 1 || (c.model.heads > 0 && (padded || c.model.heads % c.layout.tp == 0));
    },
    [](const LayoutCase& c) {
      if (c.model.heads == 0)
        return message("tp {}: {} has no attention heads to divide; tp must be 1", c.layout.tp, c.model.name);
      return message("tp {} does not divide {} heads; nearest: {}", c.layout.tp, c.model.heads,
                     nearest_divisors(c.model.heads, c.layout.tp));
    }};

constexpr LayoutRule tensor_matches_kv_heads{
    "tp divides kv heads, or they divide tp",
    [](const LayoutCase& c) {
      const std::int64_t kv_heads = std::max<std::int64_t>(1, c.model.kv_heads);
      if (c.cluster.instance().accelerator.pads_heads) return true;
      return kv_heads % c.layout.tp == 0 || c.layout.tp % kv_heads == 0;
    },
    [](const LayoutCase& c) {
      return message("tp {} neither divides {} kv heads nor is a multiple of them; nearest: {}", c.layout.tp,
                     c.model.kv_heads, nearest_divisors(c.model.kv_heads, c.layout.tp));
    }};

Message hidden_is_not_divided(const LayoutCase& c) {
  return message("tp {} does not divide the hidden size {}; nearest: {}", c.layout.tp, c.model.hidden,
                 nearest_divisors(c.model.hidden, c.layout.tp));
}

constexpr LayoutRule tensor_divides_hidden{
    "tp divides hidden", [](const LayoutCase& c) { return c.model.hidden % c.layout.tp == 0; }, hidden_is_not_divided};

constexpr LayoutRule served_shards_divide_hidden{"tp divides hidden, or what serves there pads",
                                                 [](const LayoutCase& c) {
                                                   return c.cluster.instance().accelerator.pads_heads ||
                                                          c.model.hidden % c.layout.tp == 0;
                                                 },
                                                 hidden_is_not_divided};

constexpr LayoutRule layers_for_every_stage{
    "every stage has a layer", [](const LayoutCase& c) { return c.layout.pp == 1 || c.layout.pp <= layers_of(c); },
    [](const LayoutCase& c) {
      return message("pp {} is more than the {} layers of {}", c.layout.pp, layers_of(c), c.model.name);
    }};

constexpr LayoutRule layers_for_every_chunk{
    "every chunk has a layer",
    [](const LayoutCase& c) { return c.layout.vpp == 1 || c.layout.vpp <= layers_of(c) / c.layout.pp; },
    [](const LayoutCase& c) {
      return message("vpp {} × pp {} is more than the {} layers of {}; vpp can be at most {}", c.layout.vpp,
                     c.layout.pp, layers_of(c), c.model.name, std::max<std::int64_t>(1, layers_of(c) / c.layout.pp));
    }};

constexpr LayoutRule context_divides_sequence{
    "cp divides the sequence", [](const LayoutCase& c) { return c.sequence_length % c.layout.cp == 0; },
    [](const LayoutCase& c) {
      return message("cp {} does not divide the sequence length {}; nearest: {}", c.layout.cp, c.sequence_length,
                     nearest_divisors(c.sequence_length, c.layout.cp));
    }};

constexpr LayoutRule expert_divides_experts{
    "ep divides experts",
    [](const LayoutCase& c) { return c.layout.ep == 1 || (c.model.experts > 0 && c.model.experts % c.layout.ep == 0); },
    [](const LayoutCase& c) {
      if (c.model.experts == 0) return message("ep {}: {} has no experts; ep must be 1", c.layout.ep, c.model.name);
      return message("ep {} does not divide {} experts; nearest: {}", c.layout.ep, c.model.experts,
                     nearest_divisors(c.model.experts, c.layout.ep));
    }};

constexpr LayoutRule experts_are_cut_or_whole{
    "etp is 1 or tp, and whole experts have tokens from each rank",
    [](const LayoutCase& c) {
      const Layout& layout = c.layout;
      if (layout.expert_tp() == layout.tp) return true;
      return layout.etp == 1 && layout.sequence_parallel && c.model.experts > 0 && layout.ep % layout.tp == 0;
    },
    [](const LayoutCase& c) {
      return message(
          "etp {}: accepted: {} (tp), or 1 with experts, sequence-parallel and an ep that tp divides; found ep {}",
          c.layout.etp, c.layout.tp, c.layout.ep);
    }};

constexpr LayoutRule expert_divides_data{
    "ep divides the ranks that experts go round",
    [](const LayoutCase& c) { return c.layout.expert_places() % c.layout.ep == 0; },
    [](const LayoutCase& c) {
      if (c.layout.expert_tp() != c.layout.tp)
        return message("ep {} does not divide tp × dp × cp = {}; nearest: {}", c.layout.ep, c.layout.expert_places(),
                       nearest_divisors(c.layout.expert_places(), c.layout.ep));
      return message("ep {} does not divide dp × cp = {}; nearest: {}", c.layout.ep, c.layout.dp * c.layout.cp,
                     nearest_divisors(c.layout.dp * c.layout.cp, c.layout.ep));
    }};

constexpr LayoutRule replicas_divide_data{
    "dp-replicate divides dp and leaves ranks to shard over",
    [](const LayoutCase& c) {
      const Layout& layout = c.layout;
      if (layout.dp_replicate == 1) return true;
      return layout.zero > 0 && layout.dp % layout.dp_replicate == 0 && layout.shard_ranks() > 1 &&
             layout.expert_copies() % layout.dp_replicate == 0;
    },
    [](const LayoutCase& c) {
      const Layout& layout = c.layout;
      if (layout.zero == 0)
        return message("dp-replicate {} needs zero of at least 1: with zero 0 every rank is a replica",
                       layout.dp_replicate);
      if (layout.dp % layout.dp_replicate != 0)
        return message("dp-replicate {} does not divide dp {}; nearest: {}", layout.dp_replicate, layout.dp,
                       nearest_divisors(layout.dp, layout.dp_replicate));
      if (layout.shard_ranks() == 1)
        return message("dp-replicate {} leaves one rank to shard over; use zero 0", layout.dp_replicate);
      return message("dp-replicate {} does not divide the {} ranks that hold the same experts (ep {}); nearest: {}",
                     layout.dp_replicate, layout.expert_copies(), layout.ep,
                     nearest_divisors(layout.expert_copies(), layout.dp_replicate));
    }};

constexpr LayoutRule batch_divides{
    "dp × micro-batch divides the global batch",
    [](const LayoutCase& c) {
      return c.global_batch > 0 && c.global_batch % (c.layout.dp * c.layout.micro_batch) == 0;
    },
    [](const LayoutCase& c) {
      const std::int64_t dp = c.layout.dp;
      if (c.global_batch % dp == 0)
        return message("dp {} × micro-batch {} does not divide the global batch {}; nearest micro-batch: {}", dp,
                       c.layout.micro_batch, c.global_batch,
                       nearest_divisors(c.global_batch / dp, c.layout.micro_batch));
      return message("dp {} × micro-batch {} does not divide the global batch {}; nearest global batch: {}", dp,
                     c.layout.micro_batch, c.global_batch,
                     nearest_multiples(dp * c.layout.micro_batch, c.global_batch));
    }};

constexpr LayoutRule chunks_need_stages{
    "vpp needs pp", [](const LayoutCase& c) { return c.layout.vpp == 1 || c.layout.pp > 1; },
    [](const LayoutCase& c) { return message("vpp {} needs pp of at least 2; found pp 1", c.layout.vpp); }};

constexpr LayoutRule schedule_fits_chunks{
    "interleaved has several chunks, the others one",
    [](const LayoutCase& c) { return pipeline_schedule(c.layout.schedule).takes_chunks == (c.layout.vpp > 1); },
    [](const LayoutCase& c) {
      if (c.layout.vpp == 1) return message("schedule {} needs vpp of at least 2", name_of(c.layout.schedule));
      return message("schedule {} needs vpp 1, found {}; with more chunks: {}", name_of(c.layout.schedule),
                     c.layout.vpp, name_of(usual_schedule(c.layout.vpp)));
    }};

constexpr LayoutRule chunks_need_rounds{
    "vpp needs micro-batches in rounds of pp",
    [](const LayoutCase& c) { return c.layout.vpp == 1 || micro_batches_of(c) % c.layout.pp == 0; },
    [](const LayoutCase& c) {
      return message(
          "vpp {} needs micro-batches in multiples of pp {}; found {} (global batch {} / dp {} / micro-batch {})",
          c.layout.vpp, c.layout.pp, micro_batches_of(c), c.global_batch, c.layout.dp, c.layout.micro_batch);
    }};

constexpr LayoutRule schedule_runs_shape{
    "the schedule runs so many stages and micro-batches",
    [](const LayoutCase& c) {
      return pipeline_schedule(c.layout.schedule).runs(pipeline_shape(c.layout, micro_batches_of(c)));
    },
    [](const LayoutCase& c) {
      const PipelineSchedule& schedule = pipeline_schedule(c.layout.schedule);
      if (c.layout.pp % schedule.stages_in != 0)
        return message("schedule {} needs pp in multiples of {}; found {}", name_of(schedule.schedule),
                       schedule.stages_in, c.layout.pp);
      return message(
          "schedule {} needs micro-batches in multiples of {}, at least {}; found {} (global batch {} / dp {} / "
          "micro-batch {})",
          name_of(schedule.schedule), schedule.micro_batches_in, schedule.least_rounds * c.layout.pp,
          micro_batches_of(c), c.global_batch, c.layout.dp, c.layout.micro_batch);
    }};

constexpr LayoutRule sharding_needs_one_stage{
    "zero 2 and 3 need pp 1, or software that has them beside it",
    [](const LayoutCase& c) { return c.layout.zero < 2 || c.layout.pp == 1 || c.shards_stages; },
    [](const LayoutCase& c) {
      return message(
          "zero {} needs pp 1, found pp {}: gradients shared out after every micro-batch undo the pipeline; use zero 1",
          c.layout.zero, c.layout.pp);
    }};

constexpr LayoutRule sequence_parallel_needs_tensor{
    "sequence parallel needs tp", [](const LayoutCase& c) { return !c.layout.sequence_parallel || c.layout.tp > 1; },
    [](const LayoutCase&) { return message("sequence parallel needs tp of at least 2; found tp 1"); }};

constexpr LayoutRule context_divides_heads{
    "heads go to the context ranks",
    [](const LayoutCase& c) {
      if (c.layout.cp == 1 || c.layout.context_parallel == ContextParallel::ring) return true;
      return c.model.heads > 0 && c.model.heads % (c.layout.tp * c.layout.cp) == 0;
    },
    [](const LayoutCase& c) {
      return message("cp {} all-to-all: tp × cp = {} does not divide {} heads; nearest: {}", c.layout.cp,
                     c.layout.tp * c.layout.cp, c.model.heads,
                     nearest_divisors(c.model.heads, c.layout.tp * c.layout.cp));
    }};

constexpr LayoutRule chosen_stages_need_pipeline{
    "stages of chosen layers need pp",
    [](const LayoutCase& c) {
      const bool counts = c.layout.first_stage_layers >= 0 && c.layout.last_stage_layers >= 0;
      return counts && (c.layout.pp > 1 || !c.layout.chooses_stages());
    },
    [](const LayoutCase& c) {
      return message(
          "first-stage-layers {} and last-stage-layers {} (0: as the others) need pp of at least 2; found {}",
          c.layout.first_stage_layers, c.layout.last_stage_layers, c.layout.pp);
    }};

constexpr LayoutRule other_stages_are_even{
    "beside stages of chosen layers the others are even",
    [](const LayoutCase& c) {
      const std::int64_t first = c.layout.first_stage_layers, last = c.layout.last_stage_layers;
      if (!c.layout.chooses_stages()) return true;
      const std::int64_t others = c.layout.pp - (first > 0 ? 1 : 0) - (last > 0 ? 1 : 0);
      const std::int64_t each = layers_between(c.layout, layers_of(c));
      return (others == 0 || each > 0) && first + last + others * each == layers_of(c);
    },
    [](const LayoutCase& c) {
      return message(
          "first-stage-layers {} and last-stage-layers {} (0: as the others) do not leave as many of the {} layers to "
          "each other stage of pp {}",
          c.layout.first_stage_layers, c.layout.last_stage_layers, layers_of(c), c.layout.pp);
    }};

constexpr LayoutRule chosen_stages_divide_into_chunks{
    "chunks of a stage of chosen layers are even",
    [](const LayoutCase& c) {
      if (!c.layout.chooses_stages() || c.layout.vpp == 1) return true;
      return c.layout.first_stage_layers % c.layout.vpp == 0 && c.layout.last_stage_layers % c.layout.vpp == 0 &&
             layers_between(c.layout, layers_of(c)) % c.layout.vpp == 0;
    },
    [](const LayoutCase& c) {
      return message(
          "vpp {} does not divide the layers of every stage: first-stage-layers {}, last-stage-layers {}, others {}",
          c.layout.vpp, c.layout.first_stage_layers, c.layout.last_stage_layers,
          layers_between(c.layout, layers_of(c)));
    }};

constexpr LayoutRule recompute_layers_fit{
    "layers recomputed together are layers of a stage",
    [](const LayoutCase& c) {
      const std::int64_t most = layers_of_fullest_chunk(c.layout, layers_of(c));
      const bool full = c.layout.recompute == Recompute::full;
      return c.layout.recompute_layers >= 1 && c.layout.recompute_layers <= (full ? most : 1);
    },
    [](const LayoutCase& c) {
      if (c.layout.recompute != Recompute::full)
        return message("recompute-layers {} needs full recompute, found {}", c.layout.recompute_layers,
                       name_of(c.layout.recompute));
      const std::int64_t most = layers_of_fullest_chunk(c.layout, layers_of(c));
      return message("recompute-layers {}: the fullest chunk of a stage has {} layers; accepted: 1 … {}",
                     c.layout.recompute_layers, most, most);
    }};

constexpr LayoutRule overlap_needs_chunks{"passes are combined where chunks follow each other",
                                          [](const LayoutCase& c) {
                                            if (!c.layout.expert_overlap) return true;
                                            return c.layout.ep > 1 && (c.layout.pp == 1 || c.layout.vpp > 1) &&
                                                   c.layout.recompute != Recompute::full;
                                          },
                                          [](const LayoutCase& c) {
                                            return message(
                                                "expert-overlap needs ep of at least 2, vpp of at least 2 where pp is, "
                                                "and no full recompute; found ep {}, pp "
                                                "{}, vpp {}, recompute {}",
                                                c.layout.ep, c.layout.pp, c.layout.vpp, name_of(c.layout.recompute));
                                          }};

constexpr LayoutRule host_is_reached{
    "what is offloaded is sent over a link that is known",
    [](const LayoutCase& c) {
      const bool offloads = c.layout.offload_optimizer || c.layout.offload_weights || c.layout.offload_activations;
      const Accelerator& accelerator = c.cluster.instance().accelerator;
      return !offloads || accelerator.name.empty() || accelerator.host_link_bytes_per_s > 0;
    },
    [](const LayoutCase& c) {
      return message("{}: how fast {} reaches the memory of its instance is not known; accepted: false",
                     c.layout.offload_optimizer ? "offload-optimizer"
                     : c.layout.offload_weights ? "offload-weights"
                                                : "offload-activations",
                     c.cluster.instance().accelerator.name);
    }};

constexpr LayoutRule weights_are_fetched_by_layers{
    "weights are offloaded where each layer's are gathered before its passes",
    [](const LayoutCase& c) {
      return !c.layout.offload_weights || (c.layout.zero_of_step() == 3 && !c.layout.captured_step);
    },
    [](const LayoutCase& c) {
      return message("offload-weights needs zero 3, pp 1 and no captured step; found zero {}, pp {}, captured-step {}",
                     c.layout.zero, c.layout.pp, c.layout.captured_step);
    }};

/// Several stages keep micro-batches that are on their way, a CUDA graph has no copies that wait for the host.
constexpr LayoutRule activations_leave_one_stage{
    "activations are offloaded where there is one stage, pass by pass",
    [](const LayoutCase& c) { return !c.layout.offload_activations || (c.layout.pp == 1 && !c.layout.captured_step); },
    [](const LayoutCase& c) {
      return message("offload-activations needs pp of 1 and no captured step; found pp {}, captured-step {}",
                     c.layout.pp, c.layout.captured_step);
    }};

constexpr std::array training{degrees_are_positive,
                              zero_stage_exists,
                              stack_shards_so_far,
                              ranks_fill_cluster,
                              instances_are_connected,
                              tensor_degree_is_proven,
                              tensor_divides_heads,
                              tensor_matches_kv_heads,
                              tensor_divides_hidden,
                              layers_for_every_stage,
                              layers_for_every_chunk,
                              context_divides_sequence,
                              expert_divides_experts,
                              experts_are_cut_or_whole,
                              expert_divides_data,
                              replicas_divide_data,
                              batch_divides,
                              chunks_need_stages,
                              schedule_fits_chunks,
                              chunks_need_rounds,
                              schedule_runs_shape,
                              sharding_needs_one_stage,
                              sequence_parallel_needs_tensor,
                              context_divides_heads,
                              chosen_stages_need_pipeline,
                              other_stages_are_even,
                              chosen_stages_divide_into_chunks,
                              recompute_layers_fit,
                              overlap_needs_chunks,
                              host_is_reached,
                              weights_are_fetched_by_layers,
                              activations_leave_one_stage};

constexpr std::array serving{degrees_are_positive,        replica_fits_cluster,   replica_is_connected,
                             tensor_degree_is_proven,     tensor_divides_heads,   tensor_matches_kv_heads,
                             served_shards_divide_hidden, layers_for_every_stage, expert_divides_experts,
                             expert_divides_data};

}  // namespace

std::span<const LayoutRule> training_rules() { return training; }
std::span<const LayoutRule> serving_rules() { return serving; }

const LayoutRule* broken_rule(std::span<const LayoutRule> rules, const LayoutCase& layout_case) {
  const auto broken = ranges::find_if(rules, [&](const LayoutRule& rule) { return !rule.holds(layout_case); });
  return broken == rules.end() ? nullptr : &*broken;
}

}  // namespace hakaru
