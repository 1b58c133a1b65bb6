// DeepSeek-V4: one head of keys, which are the values too, in a sliding window; beside it, in most layers, entries that
// each stand for several tokens: few of 4 tokens, chosen by an indexer, or all of 128. Several residual streams are
// mixed ahead of each part (manifold-constrained hyper-connections), and groups of heads are projected apart.
// Source: the class DeepseekV4ForCausalLM of Hugging Face's transformers. The card says 284 B parameters with 13 B that
// run for a token of V4-Flash, and 1.6 T with 49 B of V4-Pro; counted here are 284.3 and 13.8, 1573 and 49.8.
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"
#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

/// Tokens of an entry in layers whose entries an indexer chooses; two series of such entries overlap.
constexpr std::int64_t chosen_entry_tokens = 4;

struct CompressedAttention {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t rope_dim = 0;
  std::int64_t query_rank = 0;
  std::int64_t output_groups = 0;
  std::int64_t output_rank = 0;  ///< of one group
  std::int64_t window = 0;
  std::int64_t tokens_per_entry = 0;  ///< 0: the window alone
  IndexerPart indexer = {};           ///< selected: entries
};

Attention over_window(const CompressedAttention& part) {
  return {.heads = part.heads,
          .kv_heads = 1,
          .key_dim = part.head_dim,
          .value_dim = part.head_dim,
          .window = part.window,
          .cache = KvCache::sliding,
          .values_are_keys = true};
}

/// Makes an entry of `width` of its tokens: a product, weights from another, a bias for each place.
Modules compressor(const std::string& name, const CompressedAttention& part, std::int64_t width) {
  const std::int64_t series = part.tokens_per_entry == chosen_entry_tokens ? 2 : 1;
  return {shared_input(whole(name + ".kv_proj", part.hidden, series * width)),
          shared_input(whole(name + ".gate_proj", part.hidden, series * width)),
          {name + ".position_bias", Parameters{.count = part.tokens_per_entry * series * width}},
          norm(name + ".kv_norm", width)};
}

Modules compressed_attention(const CompressedAttention& part) {
  const std::int64_t queries = part.heads * part.head_dim;
  const std::int64_t grouped = part.output_groups * part.output_rank;
  const auto of_all_heads = [&](Module module) { return of_heads(std::move(module), part.heads); };
  Modules modules{whole("q_a_proj", part.hidden, part.query_rank),
                  norm("q_a_layernorm", part.query_rank),
                  of_all_heads(column("q_b_proj", part.query_rank, queries)),
                  {"q_b_norm", Norm{.width = queries, .weight = false, .divided = true}},
                  shared_input(whole("kv_proj", part.hidden, part.head_dim)),
                  norm("kv_norm", part.head_dim),
                  {"rotary", Elementwise{.width_in = part.heads * part.rope_dim,
                                         .width_out = part.heads * part.rope_dim,
                                         .divided = true,
                                         .work = MemoryWork::rotary}},
                  {"sinks", Parameters{.count = part.heads, .divided = true}},
                  {"window_attention", over_window(part)}};
  if (part.tokens_per_entry != 0) {
    append(modules, compressor("compressor", part, part.head_dim));
    Attention over_entries = over_window(part);
    over_entries.window = 0;
    over_entries.cache = KvCache::full;
    over_entries.tokens_per_entry = part.tokens_per_entry;
    if (part.tokens_per_entry == chosen_entry_tokens) {
      const IndexerPart& indexer = part.indexer;
      append(modules, compressor("indexer", part, indexer.head_dim));
      append(modules, {shared_input(whole("indexer.wq_b", part.query_rank, indexer.heads * indexer.head_dim)),
                       shared_input(whole("indexer.weights_proj", part.hidden, indexer.heads))});
      over_entries.index_width = indexer.head_dim;
      over_entries.index_heads = indexer.heads;
      over_entries.selected = indexer.selected;
    }
    modules.push_back({"compressed_attention", over_entries});
  }
  append(modules, {of_all_heads(column("o_a_proj", queries / part.output_groups, grouped)),
                   row("o_b_proj", grouped, part.hidden)});
  return modules;
}

class CompressedDecoder {
 public:
  CompressedDecoder(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    const std::int64_t layers = config_.layers();
    read_attention();
    entry_tokens_ = config_.text.integers("compress_ratios", {0, 1 << 16});
    if (entry_tokens_.size() < static_cast<std::size_t>(layers))
      config_.text.refuse("compress_ratios", fmt::format("of {} entries", entry_tokens_.size()),
                          fmt::format("{}, tokens of an entry in each layer, 0 without", layers));
    streams_ = config_.integer_or({"hc_mult"}, 4, {1, 64});
    hashed_ = config_.integer_or({"num_hash_layers"}, 0, {0, bound::layers.max});
    experts_ = config_.experts_part();
    const std::int64_t hidden = part_.hidden;
    DecoderEnds ends{.tied = config_.tied(false)};
    ends.before_final_norm = {whole("hc_head.fn", streams_ * hidden, streams_),
                              {"hc_head.base", Parameters{.count = streams_ + 1}}};
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers, [&](std::int64_t i) { return layer(i); });
  }

 private:
  void read_attention() {
    part_.hidden = config_.hidden();
    part_.heads = config_.integer({"num_attention_heads"}, bound::heads);
    part_.head_dim = config_.integer({"head_dim"}, bound::head_dim);
    part_.rope_dim = config_.integer({"qk_rope_head_dim"}, bound::head_dim);
    part_.query_rank = config_.integer({"q_lora_rank"}, bound::width);
    part_.output_groups = config_.integer({"o_groups"}, bound::heads);
    part_.output_rank = config_.integer({"o_lora_rank"}, bound::width);
    part_.window = config_.integer({"sliding_window"}, bound::positions);
    part_.indexer = {.heads = config_.integer({"index_n_heads"}, bound::heads),
                     .head_dim = config_.integer({"index_head_dim"}, bound::head_dim),
                     .selected = config_.integer({"index_topk"}, bound::positions)};
    if (part_.heads % part_.output_groups != 0)
      config_.text.refuse("o_groups", std::to_string(part_.output_groups),
                          fmt::format("a divisor of the {} attention heads", part_.heads));
  }

  /// Mixes the streams into one, and what a part gives into all: weights from all of them, a bias and three scales.
  void mix_streams(Modules& modules, const std::string& name) const {
    const std::int64_t weights = (2 + streams_) * streams_;
    append(modules,
           {whole(name + ".fn", streams_ * part_.hidden, weights), {name + ".base", Parameters{.count = weights + 3}}});
  }

  Block layer(std::int64_t i) const {
    const std::int64_t hidden = part_.hidden;
    CompressedAttention here = part_;
    here.tokens_per_entry = entry_tokens_[static_cast<std::size_t>(i)];
    ExpertsPart experts = experts_;
    experts.correction_bias = i >= hashed_;
    const std::string kind =
        here.tokens_per_entry == 0 ? "sliding attention" : fmt::format("entries of {} tokens", here.tokens_per_entry);
    Block block{.name = fmt::format("decoder layer ({}, experts{})", kind, i < hashed_ ? " by hash" : "")};
    mix_streams(block.modules, "attn_hc");
    block.modules.push_back(norm("input_layernorm", hidden));
    append(block.modules, compressed_attention(here));
    block.modules.push_back(residual(streams_ * hidden));
    mix_streams(block.modules, "ffn_hc");
    block.modules.push_back(norm("post_attention_layernorm", hidden));
    append(block.modules, mixture_of_experts(experts));
    block.modules.push_back(residual(streams_ * hidden));
    return block;
  }

  DecoderConfig config_;
  CompressedAttention part_;
  ExpertsPart experts_;
  std::vector<std::int64_t> entry_tokens_;
  std::int64_t streams_ = 0;
  std::int64_t hashed_ = 0;  ///< first layers, whose experts a table of tokens chooses
};

Result<Model> read_compressed(const Json& json, const std::string& file) {
  return CompressedDecoder(json, file).read();
}

}  // namespace

std::vector<ArchitectureReader> compressed_decoder_readers() { return {{"deepseek_v4", read_compressed}}; }

}  // namespace hakaru
