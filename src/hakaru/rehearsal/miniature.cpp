#include "hakaru/rehearsal/miniature.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr std::int64_t head_width = 8, most_heads_per_kv_head = 4, vocabulary = 256, sequence_length = 32;

/// What of the plan's model decides the small one's kind and ratios.
struct Seen {
  bool rms_norm = false;
  std::int64_t feed_forward = 0;
};

Seen seen_in(const Model& model) {
  Seen seen;
  for (const Block& block : model.layer_kinds) {
    for (const Module& module : block.modules) {
      if (const auto* norm = std::get_if<Norm>(&module.kind)) seen.rms_norm = seen.rms_norm || !norm->bias;
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear != nullptr && linear->split == Split::row) seen.feed_forward = std::max(seen.feed_forward, linear->in);
    }
  }
  return seen;
}

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
  if (layout.vpp == 1 && layout.schedule == Schedule::interleaved) layout.schedule = Schedule::one_forward_one_backward;
  if (layout.dp * layout.cp == 1) layout.zero = 0;
  return layout;
}

std::int64_t next_multiple(std::int64_t least, std::int64_t of) { return (least + of - 1) / of * of; }

SmallSizes sizes_of(const Model& model, const Layout& plan, const Layout& small) {
  const Seen seen = seen_in(model);
  SmallSizes sizes;
  sizes.llama = seen.rms_norm;
  const std::int64_t kv_heads = std::max<std::int64_t>(1, model.kv_heads);
  std::int64_t kv_heads_of_rank = kv_heads >= 2 * plan.tp ? 2 : 1;
  const std::int64_t exchanged_by = small.context_parallel == ContextParallel::all_to_all ? small.cp : 1;
  if (exchanged_by % kv_heads_of_rank != 0 && kv_heads_of_rank % exchanged_by != 0) kv_heads_of_rank = exchanged_by;
  sizes.kv_heads = small.tp * kv_heads_of_rank;
  const std::int64_t shared_by = std::clamp<std::int64_t>(model.heads / kv_heads, 1, most_heads_per_kv_head);
  sizes.heads = sizes.kv_heads * next_multiple(shared_by, exchanged_by / std::gcd(exchanged_by, kv_heads_of_rank));
  if (!sizes.llama) sizes.kv_heads = sizes.heads;
  sizes.hidden = sizes.heads * head_width;
  sizes.feed_forward = sizes.hidden * (seen.feed_forward >= 3 * model.hidden ? 4 : 2);
  sizes.vocabulary = next_multiple(vocabulary, small.tp);
  sizes.sequence_length = next_multiple(sequence_length, small.tp * small.cp);
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  const std::int64_t parts = small.pp * small.vpp, plan_parts = plan.pp * plan.vpp;
  const std::int64_t over = layers % plan_parts == 0 ? 0 : 1;
  sizes.layers = parts * (parts >= 4 || layers < 2 * plan_parts ? 1 : 2) + over;
  return sizes;
}

}  // namespace

Result<Model> model_of(const SmallSizes& sizes) {
  if (sizes.llama) {
    return model_from_config({{"model_type", "llama"},
                              {"hidden_size", sizes.hidden},
                              {"num_hidden_layers", sizes.layers},
                              {"num_attention_heads", sizes.heads},
                              {"num_key_value_heads", sizes.kv_heads},
                              {"intermediate_size", sizes.feed_forward},
                              {"vocab_size", sizes.vocabulary},
                              {"max_position_embeddings", sizes.sequence_length},
                              {"tie_word_embeddings", false}},
                             "miniature");
  }
  return model_from_config({{"model_type", "gpt2"},
                            {"n_embd", sizes.hidden},
                            {"n_layer", sizes.layers},
                            {"n_head", sizes.heads},
                            {"n_inner", sizes.feed_forward},
                            {"vocab_size", sizes.vocabulary},
                            {"n_positions", sizes.sequence_length},
                            {"tie_word_embeddings", false}},
                           "miniature");
}

PipelineShape pipeline_shape_of(const Miniature& miniature) {
  const Layout& layout = miniature.layout;
  return {static_cast<int>(layout.pp), static_cast<int>(layout.vpp),
          static_cast<int>(layout.micro_batches(miniature.job.global_batch))};
}

bool splits_backward(const Layout& layout) {
  return layout.zero < 2 && pipeline_schedule(layout.schedule).splits_backward;
}

std::vector<PipelinePass> passes_of(const Miniature& miniature, std::int64_t stage) {
  const Schedule schedule = miniature.layout.zero >= 2 ? Schedule::one_forward_one_backward : miniature.layout.schedule;
  return pipeline_schedule(schedule).order(pipeline_shape_of(miniature), static_cast<int>(stage));
}

Result<Miniature> miniature_of(const TrainingJob& job, const Layout& layout, std::int64_t ranks) {
  if (job.model.family != Family::decoder || job.model.heads == 0 || job.model.experts > 0 || job.lora)
    return bad_input("{} cannot be rehearsed yet; accepted: dense decoders, trained whole", job.model.name);
  if (layout.ep > 1) return bad_input("ep {} cannot be rehearsed yet; accepted: 1", layout.ep);
  if (layout.chooses_stages())
    return bad_input("{} cannot be rehearsed yet; accepted: stages that are even", in_short(layout));
  if (job.optimizer.name != "adamw")
    return bad_input("optimizer {} cannot be rehearsed yet; accepted: adamw", job.optimizer.name);
  Miniature small;
  small.layout = fewer_ranks(layout, ranks);
  small.sizes = sizes_of(job.model, layout, small.layout);
  const Result<Model> model = model_of(small.sizes);
  if (!model) return fail(model);
  small.job = job;
  small.job.model = *model;
  small.job.recipe = fp32();
  small.job.flash_attention = true;
  small.job.sequence_length = small.sizes.sequence_length;
  const std::int64_t planned = std::max<std::int64_t>(1, layout.micro_batches(job.global_batch));
  std::int64_t micro_batches = std::min(planned, 2 * small.layout.pp);
  if (small.layout.vpp > 1)
    micro_batches = std::max(small.layout.pp, micro_batches / small.layout.pp * small.layout.pp);
  small.layout.micro_batch = std::min<std::int64_t>(layout.micro_batch, 2);
  small.layout.recompute_layers = 1;
  small.layout.tensor_chunks = 0;
  small.job.global_batch = small.layout.dp * small.layout.micro_batch * micro_batches;
  small.job.tokens = small.job.global_batch * small.job.sequence_length;
  const auto made_smaller = [&](const char* what, std::int64_t from, std::int64_t to) {
    if (from != to) small.made_smaller.push_back({what, from, to});
  };
  made_smaller("tp", layout.tp, small.layout.tp);
  made_smaller("pp", layout.pp, small.layout.pp);
  made_smaller("vpp", layout.vpp, small.layout.vpp);
  made_smaller("cp", layout.cp, small.layout.cp);
  made_smaller("dp", layout.dp, small.layout.dp);
  made_smaller("micro-batch", layout.micro_batch, small.layout.micro_batch);
  made_smaller("micro-batches", planned, micro_batches);
  made_smaller("recompute-layers", layout.recompute_layers, small.layout.recompute_layers);
  made_smaller("tensor-chunks", layout.tensor_chunks, small.layout.tensor_chunks);
  made_smaller("flash-attention", job.flash_attention ? 1 : 0, 1);
  made_smaller("layers", static_cast<std::int64_t>(job.model.layers.size()), small.sizes.layers);
  made_smaller("hidden", job.model.hidden, small.sizes.hidden);
  made_smaller("heads", job.model.heads, small.sizes.heads);
  made_smaller("kv heads", job.model.kv_heads, small.sizes.kv_heads);
  made_smaller("sequence", job.sequence_length, small.sizes.sequence_length);
  return small;
}

}  // namespace hakaru
