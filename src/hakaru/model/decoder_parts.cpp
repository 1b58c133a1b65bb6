#include "hakaru/model/decoder_parts.h"

#include <iterator>

#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

Module divided_norm(std::string name, std::int64_t heads, std::int64_t head_dim, QueryKeyNorm kind) {
  return {std::move(name), Norm{.width = heads * head_dim,
                                .weight = kind != QueryKeyNorm::no_weight,
                                .parameter_width = kind == QueryKeyNorm::per_head ? head_dim : 0,
                                .divided = true}};
}

/// The projection of keys or values.
Module key_value(std::string name, const AttentionPart& part, std::int64_t head_dim) {
  Module module = shared_input(column(std::move(name), part.hidden, part.kv_heads * head_dim, part.query_bias));
  return of_heads(std::move(module), part.kv_heads);
}

Module rotary(std::int64_t width) {
  return {"rotary", Elementwise{.width_in = width, .width_out = width, .divided = true, .work = MemoryWork::rotary}};
}

Module part_activation(const FeedForwardPart& part, std::int64_t experts_per_token) {
  const std::int64_t inputs = part.gated ? 2 * part.width : part.width;
  return {"activation", Elementwise{.width_in = inputs,
                                    .width_out = part.width,
                                    .kept = inputs,
                                    .divided = true,
                                    .experts_per_token = experts_per_token,
                                    .work = part.gated      ? MemoryWork::gated_activation
                                            : part.gelu_new ? MemoryWork::gelu_new
                                                            : MemoryWork::activation}};
}

/// An indexer whose queries, like its single key head, come from the hidden state, with norms on both.
Modules indexer_from_hidden(std::int64_t hidden, const IndexerPart& indexer) {
  return {shared_input(whole("index_q_proj", hidden, indexer.heads * indexer.head_dim)),
          shared_input(whole("index_k_proj", hidden, indexer.head_dim)),
          {"index_q_norm", Norm{.width = indexer.heads * indexer.head_dim, .parameter_width = indexer.head_dim}},
          norm("index_k_norm", indexer.head_dim)};
}

Module expert_linear(std::string name, std::int64_t in, std::int64_t out, Split split, const ExpertsPart& part) {
  return {std::move(name), Linear{.in = in,
                                  .out = out,
                                  .bias = part.bias,
                                  .split = Split::expert,
                                  .experts = part.experts,
                                  .experts_per_token = part.per_token,
                                  .expert_split = split,
                                  .expert_groups = part.groups,
                                  .groups_per_token = part.groups_per_token}};
}

}  // namespace

Module norm(std::string name, std::int64_t width, NormKind kind) {
  return {std::move(name), Norm{.width = width, .bias = kind == NormKind::layer, .centred = kind != NormKind::rms}};
}

Module column(std::string name, std::int64_t in, std::int64_t out, bool bias) {
  return linear(std::move(name), in, out, bias, Split::column);
}

Module row(std::string name, std::int64_t in, std::int64_t out, bool bias) {
  return linear(std::move(name), in, out, bias, Split::row);
}

Module whole(std::string name, std::int64_t in, std::int64_t out, bool bias) {
  return linear(std::move(name), in, out, bias, Split::none);
}

Module shared_input(Module module) {
  std::get<Linear>(module.kind).shares_input = true;
  return module;
}

Modules attention(const AttentionPart& part) {
  const std::int64_t value_dim = part.value_dim != 0 ? part.value_dim : part.head_dim;
  const std::int64_t queries = part.heads * part.head_dim;
  const std::int64_t keys = part.kv_heads * part.head_dim;
  const std::int64_t outputs = part.heads * value_dim;

  Module query = column("q_proj", part.hidden, part.output_gate ? 2 * queries : queries, part.query_bias);
  if (part.shares_input) query = shared_input(std::move(query));
  Modules modules{of_heads(std::move(query), part.heads), key_value("k_proj", part, part.head_dim)};
  if (!part.values_from_keys) modules.push_back(key_value("v_proj", part, value_dim));
  if (part.query_key_norm != QueryKeyNorm::none) {
    modules.push_back(divided_norm("q_norm", part.heads, part.head_dim, part.query_key_norm));
    modules.push_back(divided_norm("k_norm", part.kv_heads, part.head_dim, part.query_key_norm));
  }
  if (part.value_norm) {
    modules.push_back(divided_norm("v_norm", part.kv_heads, value_dim, QueryKeyNorm::no_weight));
  }
  if (part.rotary) modules.push_back(rotary(queries + keys));
  if (part.indexer.heads != 0) append(modules, indexer_from_hidden(part.hidden, part.indexer));
  if (part.sinks) modules.push_back({"sinks", Parameters{.count = part.heads, .divided = true}});
  modules.push_back({"attention", Attention{.heads = part.heads,
                                            .kv_heads = part.kv_heads,
                                            .key_dim = part.head_dim,
                                            .value_dim = value_dim,
                                            .window = part.window,
                                            .cache = part.shared_cache  ? KvCache::none
                                                     : part.window != 0 ? KvCache::sliding
                                                                        : KvCache::full,
                                            .index_width = part.indexer.heads != 0 ? part.indexer.head_dim : 0,
                                            .index_heads = part.indexer.heads,
                                            .selected = part.indexer.selected}});
  if (part.output_gate) {
    modules.push_back(
        {"output_gate",
         Elementwise{.width_in = 2 * outputs, .width_out = outputs, .kept = 2 * outputs, .divided = true}});
  }
  modules.push_back(of_heads(row("o_proj", outputs, part.hidden, part.output_bias), part.heads));
  return modules;
}

Modules latent_attention(const LatentAttentionPart& part) {
  const std::int64_t query_width = part.heads * (part.nope_dim + part.rope_dim);
  const auto of_all_heads = [&](Module module) { return of_heads(std::move(module), part.heads); };
  Modules modules;
  if (part.query_rank != 0) {
    append(modules, {whole("q_a_proj", part.hidden, part.query_rank, part.bias), norm("q_a_layernorm", part.query_rank),
                     of_all_heads(column("q_b_proj", part.query_rank, query_width))});
  } else {
    modules.push_back(of_all_heads(column("q_proj", part.hidden, query_width)));
  }
  append(modules, {shared_input(whole("kv_a_proj", part.hidden, part.kv_rank + part.rope_dim, part.bias)),
                   norm("kv_a_layernorm", part.kv_rank),
                   of_all_heads(column("kv_b_proj", part.kv_rank, part.heads * (part.nope_dim + part.value_dim)))});
  if (part.rotary) modules.push_back(rotary(2 * part.heads * part.rope_dim));
  const IndexerPart& indexer = part.indexer;
  if (indexer.heads != 0) {
    const std::int64_t from = part.query_rank != 0 ? part.query_rank : part.hidden;
    append(modules, {shared_input(whole("indexer.wq_b", from, indexer.heads * indexer.head_dim)),
                     shared_input(whole("indexer.wk", part.hidden, indexer.head_dim)),
                     norm("indexer.k_norm", indexer.head_dim, NormKind::layer),
                     shared_input(whole("indexer.weights_proj", part.hidden, indexer.heads))});
  }
  modules.push_back({"attention", Attention{.heads = part.heads,
                                            .kv_heads = part.heads,
                                            .key_dim = part.nope_dim + part.rope_dim,
                                            .value_dim = part.value_dim,
                                            .cache = KvCache::compressed,
                                            .compressed_width = part.kv_rank + part.rope_dim,
                                            .compressed_value_width = part.kv_rank,
                                            .index_width = indexer.heads != 0 ? indexer.head_dim : 0,
                                            .index_heads = indexer.heads,
                                            .selected = indexer.selected}});
  const std::int64_t outputs = part.heads * part.value_dim;
  if (part.output_gate) {
    append(modules,
           {of_all_heads(shared_input(column("g_proj", part.hidden, outputs))),
            {"output_gate",
             Elementwise{.width_in = 2 * outputs, .width_out = outputs, .kept = 2 * outputs, .divided = true}}});
  }
  modules.push_back(of_all_heads(row("o_proj", outputs, part.hidden, part.bias)));
  return modules;
}

Modules feed_forward(const FeedForwardPart& part, const std::string& prefix) {
  Module first = column(prefix + (part.gated ? "gate_proj" : "up_proj"), part.hidden, part.width, part.bias);
  if (part.shares_input) first = shared_input(std::move(first));
  Modules modules{std::move(first)};
  if (part.gated) modules.push_back(shared_input(column(prefix + "up_proj", part.hidden, part.width, part.bias)));
  modules.push_back(part_activation(part, 0));
  modules.push_back(row(prefix + "down_proj", part.width, part.hidden, part.bias));
  return modules;
}

Modules mixture_of_experts(const ExpertsPart& part) {
  const std::int64_t inner = part.latent != 0 ? part.latent : part.hidden;
  Modules modules{whole("router", part.hidden, part.experts, part.router_bias)};
  if (part.correction_bias) modules.push_back({"router.correction_bias", Parameters{.count = part.experts}});
  if (part.latent != 0) modules.push_back(shared_input(whole("latent_down_proj", part.hidden, part.latent)));

  modules.push_back(
      expert_linear(part.gated ? "experts.gate_proj" : "experts.up_proj", inner, part.width, Split::column, part));
  if (part.gated) {
    modules.push_back(shared_input(expert_linear("experts.up_proj", inner, part.width, Split::column, part)));
  }
  modules.push_back(part_activation({.width = part.width, .gated = part.gated}, part.per_token));
  modules.push_back(expert_linear("experts.down_proj", part.width, inner, Split::row, part));
  modules.push_back({"combine", Elementwise{.width_in = part.per_token * inner, .width_out = inner, .kept = 0}});
  if (part.latent_norm) modules.push_back(norm("latent_norm", part.latent));
  if (part.latent != 0) modules.push_back(whole("latent_up_proj", part.latent, part.hidden));

  if (part.shared_width != 0) {
    append(modules,
           feed_forward({.hidden = part.hidden, .width = part.shared_width, .gated = part.gated, .shares_input = true},
                        "shared_expert."));
    if (part.shared_gate) modules.push_back(shared_input(whole("shared_expert_gate", part.hidden, 1)));
    modules.push_back(residual(part.hidden));
  }
  return modules;
}

Modules gated_delta_net(const DeltaNetPart& part) {
  const std::int64_t keys = part.key_heads * part.key_dim;
  const std::int64_t values = part.value_heads * part.value_dim;
  const std::int64_t channels = 2 * keys + values;
  return {column("in_proj_qkvz", part.hidden, channels + values),
          shared_input(column("in_proj_ba", part.hidden, 2 * part.value_heads)),
          {"gated_delta_rule", Recurrence{.heads = part.value_heads,
                                          .key_dim = part.key_dim,
                                          .value_dim = part.value_dim,
                                          .convolution_channels = channels,
                                          .convolution_kernel = part.kernel,
                                          .parameters = channels * part.kernel + 2 * part.value_heads}},
          {"norm", Norm{.width = values, .parameter_width = part.value_dim, .divided = true}},
          {"gate", Elementwise{.width_in = 2 * values, .width_out = values, .kept = 2 * values, .divided = true}},
          row("out_proj", values, part.hidden)};
}

Modules mamba2(const Mamba2Part& part) {
  const std::int64_t inner = part.heads * part.head_dim;
  const std::int64_t channels = inner + 2 * part.groups * part.state;
  const std::int64_t per_channel = part.kernel + (part.convolution_bias ? 1 : 0);
  Modules modules{column("in_proj", part.hidden, channels + inner + part.heads, part.projection_bias),
                  {"mamba2", Recurrence{.heads = part.heads,
                                        .key_dim = part.state,
                                        .value_dim = part.head_dim,
                                        .convolution_channels = channels,
                                        .convolution_kernel = part.kernel,
                                        .parameters = channels * per_channel + 3 * part.heads}},
                  {"gate", Elementwise{.width_in = 2 * inner, .width_out = inner, .kept = 2 * inner, .divided = true}}};
  if (part.gated_norm) modules.push_back({"norm", Norm{.width = inner, .divided = true}});
  modules.push_back(row("out_proj", inner, part.hidden, part.projection_bias));
  return modules;
}

}  // namespace hakaru
