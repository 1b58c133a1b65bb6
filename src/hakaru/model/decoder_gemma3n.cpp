// Gemma 3n: four streams of which one is computed (AltUp), a low-rank path beside attention (LAuReL), a table of
// vectors for each layer and token, and last layers that attend to what earlier ones cached.
// Source: the class Gemma3nForConditionalGeneration of Hugging Face's transformers. llama.cpp reports 6.87 B parameters
// for the text part of E4B and 4.46 B for the one of E2B, as counted here.
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

class Gemma3n {
 public:
  Gemma3n(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    const std::int64_t layers = config_.layers();
    read_attention(layers);
    dense_ = {.hidden = hidden_, .width = config_.feed_forward_width()};
    streams_ = config_.integer_or({"altup_num_inputs"}, 4, {1, 64});
    rank_ = config_.integer_or({"laurel_rank"}, 64, bound::width);
    per_layer_ = config_.integer_or({"hidden_size_per_layer_input"}, 256, bound::width);
    DecoderEnds ends{.tied = config_.tied(true)};
    const std::int64_t rows = config_.integer_or({"vocab_size_per_layer_input"}, 262'144, bound::vocabulary);
    const std::int64_t all = layers * per_layer_;
    ends.behind_embedding = {{"embed_tokens_per_layer", Embedding{.rows = rows, .width = all}},
                             whole("per_layer_model_projection", hidden_, all),
                             norm("per_layer_projection_norm", per_layer_),
                             whole("altup_projections", hidden_, (streams_ - 1) * hidden_)};
    ends.before_final_norm = {whole("altup_unembed_projections", (streams_ - 1) * hidden_, hidden_)};
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers, [&](std::int64_t i) { return layer(static_cast<std::size_t>(i)); });
  }

 private:
  void read_attention(std::int64_t layers) {
    constexpr std::int64_t usual_head_dim = 256;
    attention_ = config_.attention_part(usual_head_dim);
    attention_.query_bias = attention_.output_bias = config_.text.boolean_or("attention_bias", false);
    attention_.query_key_norm = QueryKeyNorm::per_head;
    attention_.value_norm = true;
    hidden_ = attention_.hidden;
    windows_ = config_.windows_by_type();
    if (windows_.size() != static_cast<std::size_t>(layers))
      config_.text.refuse("layer_types", fmt::format("of {} entries", windows_.size()), fmt::format("{}", layers));
    windows_.resize(static_cast<std::size_t>(layers));
    first_sharing_ = static_cast<std::size_t>(layers - config_.integer_or({"num_kv_shared_layers"}, 0, {0, layers}));
  }

  Block layer(std::size_t i) const {
    AttentionPart here = attention_;
    here.window = windows_[i];
    here.shared_cache = i >= first_sharing_;
    Block block{.name = fmt::format("decoder layer ({} attention{})", here.window != 0 ? "sliding" : "full",
                                    here.shared_cache ? ", keys of an earlier layer" : "")};
    append(block.modules, {whole("altup.modality_router", hidden_, streams_),
                           norm("altup.router_norm", hidden_),
                           {"altup.coefs", Parameters{.count = (streams_ + 1) * streams_ * streams_}},
                           {"altup.correct_output_scale", Parameters{.count = hidden_}},
                           norm("input_layernorm", hidden_),
                           whole("laurel.linear_left", hidden_, rank_),
                           whole("laurel.linear_right", rank_, hidden_),
                           norm("laurel.norm", hidden_)});
    append(block.modules, attention(here));
    append(block.modules,
           {norm("post_attention_layernorm", hidden_), residual(hidden_), norm("pre_feedforward_layernorm", hidden_)});
    append(block.modules, feed_forward(dense_));
    append(block.modules,
           {norm("post_feedforward_layernorm", hidden_), residual(streams_ * hidden_),
            whole("per_layer_input_gate", hidden_, per_layer_), whole("per_layer_projection", per_layer_, hidden_),
            norm("post_per_layer_input_norm", hidden_), residual((streams_ - 1) * hidden_)});
    return block;
  }

  DecoderConfig config_;
  AttentionPart attention_;
  FeedForwardPart dense_;
  std::int64_t hidden_ = 0;
  std::int64_t streams_ = 0;
  std::int64_t rank_ = 0;
  std::int64_t per_layer_ = 0;
  std::size_t first_sharing_ = 0;
  std::vector<std::int64_t> windows_;
};

Result<Model> read_gemma3n(const Json& json, const std::string& file) { return Gemma3n(json, file).read(); }

}  // namespace

std::vector<ArchitectureReader> gemma3n_decoder_readers() {
  return {{"gemma3n", read_gemma3n}, {"gemma3n_text", read_gemma3n}};
}

}  // namespace hakaru
