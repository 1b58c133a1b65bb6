#include "hakaru/rehearsal/miniature.h"

#include <algorithm>
#include <numeric>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

PrecisionRecipe fp32() {
  PrecisionRecipe recipe;
  recipe.name = "fp32";
  recipe.compute = recipe.weights = recipe.gradients = recipe.reduced = recipe.states = recipe.activations =
      DataType::fp32;
  return recipe;
}

/// Halves degrees until `ranks` hold the layout.
Layout fewer_ranks(Layout layout, std::int64_t ranks) {
  const auto halve = [](std::int64_t& degree, std::int64_t least) {
    if (degree <= least) return false;
    degree = degree % 2 == 0 ? degree / 2 : least;
    return true;
  };
  for (const std::int64_t least : {2, 1}) {
    while (layout.ranks() > ranks) {
      if (!halve(layout.dp, least) && !halve(layout.cp, least) && !halve(layout.tp, least) && !halve(layout.pp, least))
        break;
    }
  }
  if (layout.tp == 1) layout.sequence_parallel = false;
  if (layout.tp == 1) layout.tensor_chunks = 0;
  if (layout.pp == 1) layout.vpp = 1;
  if (layout.vpp == 1 && pipeline_schedule(layout.schedule).takes_chunks) layout.schedule = usual_schedule(1);
  layout.zero = layout.dp * layout.cp == 1 ? 0 : layout.zero_of_step();
  layout.ep = std::gcd(layout.ep, layout.dp * layout.cp);
  return layout;
}

}  // namespace

PipelineShape pipeline_shape_of(const Miniature& miniature) {
  const Layout& layout = miniature.layout;
  return {static_cast<int>(layout.pp), static_cast<int>(layout.vpp),
          static_cast<int>(layout.micro_batches(miniature.job.global_batch))};
}

bool splits_backward(const Layout& layout) {
  return layout.zero < 2 && pipeline_schedule(layout.schedule).splits_backward;
}

std::vector<PipelinePass> passes_of(const Miniature& miniature, std::int64_t stage) {
  const Schedule schedule = miniature.layout.zero >= 2 ? usual_schedule(1) : miniature.layout.schedule;
  return pipeline_schedule(schedule).order(pipeline_shape_of(miniature), static_cast<int>(stage));
}

namespace {

/// The network that stands for the plan's model, or why there is none.
Result<SmallNetwork> network_for(const TrainingJob& job, const Layout& layout, const MiniatureWish& wish) {
  const std::optional<SmallNetwork> network = wish.network ? wish.network : nearest_network(job.model);
  if (!network || job.lora)
    return bad_input(
        "{} cannot be rehearsed yet; accepted: decoders, encoders as BERT, MLPs and convolution nets, trained "
        "whole",
        job.model.name);
  if (pipeline_schedule(layout.schedule).both_ways)
    return bad_input("schedule {} cannot be rehearsed yet; accepted: schedules of one copy of the model",
                     name_of(layout.schedule));
  if (layout.chooses_stages())
    return bad_input("{} cannot be rehearsed yet; accepted: stages that are even", in_short(layout));
  if (layout.dp_replicate > 1)
    return bad_input("dp-replicate {} cannot be rehearsed yet; nearest: the plan with {}", layout.dp_replicate,
                     "--dp-replicate 1");
  if (job.optimizer.name != "adamw")
    return bad_input("optimizer {} cannot be rehearsed yet; accepted: adamw", job.optimizer.name);
  if (*network == SmallNetwork::cnn && layout.tp > 1)
    return bad_input("tp {}: convolutions are not divided; accepted: 1, or --network {}", layout.tp,
                     "mlp, gpt, llama, mixtral, bert");
  return *network;
}

/// Refuses experts of tokens that a tensor group divides, as its parts of an expert would need all rows, and ep over
/// all ranks that share ZeRO 3, where the experts of one rank alone are no shard.
Result<void> check_experts(const Layout& layout) {
  if (layout.ep > 1 && layout.zero == 3 && layout.ep == copies_of(layout))
    return bad_input("ep {} over all ranks that share ZeRO 3 cannot be rehearsed yet; nearest: the plan with {}",
                     layout.ep, "--zero 2");
  if (layout.ep == 1 || !layout.sequence_parallel) return {};
  return bad_input("ep {} beside sequence parallelism cannot be rehearsed yet; nearest: the plan with {}", layout.ep,
                   "--sequence-parallel false");
}

/// Items are no sequences whose tokens ranks could share.
Layout of_items(Layout layout) {
  layout.cp = 1;
  layout.sequence_parallel = false;
  if (layout.dp == 1) layout.zero = 0;
  return layout;
}

}  // namespace

Result<MiniatureWish> miniature_wish(const std::string& network, const std::string& scale) {
  MiniatureWish wish;
  if (!network.empty()) {
    const Result<SmallNetwork> named = small_network_named(network);
    if (!named) return fail(named);
    wish.network = *named;
  }
  if (scale.empty()) return wish;
  const Result<MiniatureScale> sizes = parse_miniature_scale(scale);
  if (!sizes) return fail(sizes);
  wish.scale = *sizes;
  return wish;
}

Result<Miniature> miniature_of(const TrainingJob& job, const Layout& layout, std::int64_t ranks,
                               const MiniatureWish& wish) {
  const Result<SmallNetwork> network = network_for(job, layout, wish);
  if (!network) return fail(network);
  Miniature small;
  const bool of_tokens = *network != SmallNetwork::mlp && *network != SmallNetwork::cnn;
  small.layout = fewer_ranks(of_tokens ? layout : of_items(layout), ranks);
  if (*network != SmallNetwork::mixtral) small.layout.ep = 1;
  const Result<void> experts = check_experts(small.layout);
  if (!experts) return fail(experts);
  const Result<SmallSizes> sizes =
      small_sizes_of(*network, job.model, job.sequence_length, layout, small.layout, wish.scale);
  if (!sizes) return fail(sizes);
  small.sizes = *sizes;
  small.stands_for = job.model.name;
  small.nearest = nearest_network(job.model);
  const Result<Model> model = model_of(small.sizes);
  if (!model) return fail(model);
  small.job = job;
  small.job.model = *model;
  small.job.recipe = fp32();
  small.job.flash_attention = true;
  small.job.eager.reset();  // its kernels are fused
  small.job.sequence_length = small.sizes.sequence_length;
  small.job.image_size = small.sizes.image_size;
  const std::int64_t planned = std::max<std::int64_t>(1, layout.micro_batches(job.global_batch));
  std::int64_t micro_batches = std::min(planned, 2 * small.layout.pp);
  if (small.layout.vpp > 1)
    micro_batches = std::max(small.layout.pp, micro_batches / small.layout.pp * small.layout.pp);
  small.layout.micro_batch = std::min<std::int64_t>(layout.micro_batch, 2);
  small.layout.recompute_layers = 1;
  small.layout.tensor_chunks = 0;
  small.layout.expert_overlap = small.layout.offload_optimizer = false;
  small.layout.offload_weights = small.layout.offload_activations = false;
  small.layout.etp = 0;
  small.layout.captured_step = false;
  small.job.global_batch = small.layout.dp * small.layout.micro_batch * micro_batches;
  small.job.tokens = small.job.global_batch * small.job.sequence_length;
  const auto made_smaller = [&](std::string what, std::int64_t from, std::int64_t to) {
    if (from != to) small.made_smaller.push_back({std::move(what), from, to});
  };
  each_layout_field([&](const auto& field) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(layout.*field.value)>>)
      made_smaller(name_of_part(field), layout.*field.value, small.layout.*field.value);
    if (std::string_view(field.key) == "micro_batch") made_smaller("micro-batches", planned, micro_batches);
  });
  if (of_tokens) made_smaller("flash-attention", job.flash_attention ? 1 : 0, 1);
  made_smaller("layers", static_cast<std::int64_t>(job.model.layers.size()), small.sizes.layers);
  made_smaller("hidden", job.model.hidden, small.sizes.hidden);
  if (small.sizes.experts > 0) made_smaller("experts", job.model.experts, small.sizes.experts);
  if (of_tokens) {
    made_smaller("heads", job.model.heads, small.sizes.heads);
    made_smaller("kv heads", job.model.kv_heads, small.sizes.kv_heads);
    if (job.model.vocabulary > 0) {
      made_smaller("vocabulary", job.model.vocabulary, small.sizes.vocabulary);
      made_smaller("sequence", job.sequence_length, small.sizes.sequence_length);
    }
  } else if (job.model.default_image_size > 0 && small.sizes.image_size > 0) {
    made_smaller("image", job.model.default_image_size, small.sizes.image_size);
  }
  return small;
}

}  // namespace hakaru
