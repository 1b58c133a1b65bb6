// Decoders of the common shape: norm, attention, norm, feed-forward or experts. What sets one architecture apart from
// another is a row of traits, not code; most of them no key of the description tells.
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/model/decoder_parts.h"

namespace hakaru {

struct DecoderTraits {
  std::string_view architecture;

  enum class Bias { none, by_key, by_key_not_output, qkv } attention_bias = Bias::none;
  bool attention_bias_usual = false;  ///< where the key is absent
  std::string_view bias_key = "attention_bias";
  bool feed_forward_bias = false;  ///< "mlp_bias", or bias_key where that is "use_bias"
  QueryKeyNorm query_key_norm = QueryKeyNorm::none;
  std::string_view query_key_norm_key = {};  ///< key that switches the norm on; empty: always there

  enum class Norms {
    before,       ///< ahead of attention and of the feed-forward part
    after,        ///< behind each
    around,       ///< both
    one_for_both  ///< one norm feeds both, side by side
  } norms = Norms::before;
  NormKind norm = NormKind::rms;

  bool gated = true;
  std::int64_t activation_parameters = 0;    ///< that the activation learns in each layer
  bool tied = false;                         ///< where tie_word_embeddings is absent
  std::int64_t head_dim = 0;                 ///< where head_dim is absent; 0: hidden / heads
  bool head_bias_by_key = false;             ///< "lm_head_bias"
  std::string_view heads_per_key_head = {};  ///< key of the query heads that share one of keys and values
  bool eight_thirds_wide = false;  ///< feed-forward width where none is said: 8/3 of the hidden one, up to 256

  enum class Window {
    never,
    always,     ///< sliding_window on every layer, where it is set
    when_used,  ///< only where use_sliding_window, from layer max_window_layers on
    periodic    ///< all layers but every `full_every`-th
  } window = Window::never;
  std::int64_t full_every = 0;  ///< where sliding_window_pattern is absent
  std::string_view window_key = "sliding_window";

  enum class Experts { none, routed } experts = Experts::none;
  bool expert_bias = false;  ///< on the experts and on their router
  bool correction_bias = false;
  std::string_view correction_bias_key = {};
  bool shared_expert_gate = false;
  bool sinks = false;
  std::string_view dense_width_key =
      {};                           ///< feed-forward width of the layers without experts, where it has a key of its own
  std::int64_t shared_experts = 0;  ///< that no key tells
};

/// One row per architecture.
const std::vector<DecoderTraits>& decoder_traits();

}  // namespace hakaru
