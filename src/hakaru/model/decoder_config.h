// Parts that all decoders' descriptions share: the place of the text part, names of the same thing in different
// families, bounds, sliding windows, which layers have experts, quantisation. And the frame that makes a Model of what
// a family adds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/decoder_parts.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Bounds of what a description may say. Products of these stay within 64 bits; read.cpp bounds their sums.
namespace bound {
inline constexpr IntegerRange layers{1, 10'000};
inline constexpr IntegerRange width{1, 1 << 22};
inline constexpr IntegerRange vocabulary{1, 1 << 26};
inline constexpr IntegerRange heads{1, 1 << 16};
inline constexpr IntegerRange head_dim{1, 1 << 14};
inline constexpr IntegerRange experts{1, 1 << 16};
inline constexpr IntegerRange positions{1, std::int64_t{1} << 31};
}  // namespace bound

/// A config.json and, where it nests one, its text_config (or llm_config), which most keys are read from. Where a
/// model also speaks (Qwen-Omni), its thinker is read.
class DecoderConfig {
 public:
  DecoderConfig(const Json& config, const std::string& file);

  Fields text;         ///< the decoder's own keys
  Fields whole;        ///< the description around it; the same keys when there is no nesting
  const Json& config;  ///< with vision_config and audio_config, where they are

  /// The first of `keys` that the text part has; the first of all where it has none.
  std::string_view first_of(std::initializer_list<std::string_view> keys);
  /// A number, or a list that says it for each layer alike.
  std::int64_t integer(std::initializer_list<std::string_view> keys, IntegerRange range);
  std::int64_t integer_or(std::initializer_list<std::string_view> keys, std::int64_t otherwise, IntegerRange range);
  /// 0 where the key is absent or null.
  std::int64_t optional_integer(std::initializer_list<std::string_view> keys, IntegerRange range);

  std::int64_t hidden();
  std::int64_t layers();
  /// The feed-forward width; absent or null: `otherwise`, or an error where that is 0.
  std::int64_t feed_forward_width(std::int64_t otherwise = 0);
  /// Heads, key-value heads that divide them, and the width of one: `head_dim`, else `usual_head_dim`, else
  /// hidden / heads.
  AttentionPart attention_part(std::int64_t usual_head_dim = 0);
  bool tied(bool otherwise);

  /// Per layer, the sliding window (0: none) as `layer_types` says. Empty where it says nothing.
  std::vector<std::int64_t> windows_by_type();
  /// Per layer, whether its feed-forward part is made of experts, from whichever key says so.
  std::vector<bool> expert_layers();
  /// The experts of such a layer.
  ExpertsPart experts_part();

  std::optional<Error> error() const { return text.error() ? text.error() : whole.error(); }
};

/// Modules before and after the layers.
struct DecoderEnds {
  std::int64_t positions = 0;  ///< rows of a learnt position table
  bool embedding_norm = false;
  bool final_norm = true;
  NormKind norm = NormKind::rms;
  bool tied = false;
  bool head_bias = false;
  std::int64_t embedding_width = 0;  ///< of the tables, with a projection to and from the hidden width; 0: the same
  Modules behind_embedding = {};
  Modules before_final_norm = {};
};

/// Makes the model: embedding, vision tower where described, the layers that `layer(i)` gives (those of one name are
/// one kind), final norm, head.
Result<Model> build_decoder(DecoderConfig& config, const DecoderEnds& ends, std::int64_t layers,
                            const std::function<Block(std::int64_t)>& layer);

}  // namespace hakaru
