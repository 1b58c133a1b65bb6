#include "hakaru/rehearsal/small_sizes.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <variant>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t head_width = 8, most_heads_per_kv_head = 4, default_vocabulary = 256, default_sequence = 32;
constexpr std::int64_t perceptron_hidden = 64, channels = 8, default_image = 16;
constexpr std::int64_t most_layers = 128, most_width = 4096, most_heads = 256, most_sequence = 4096, most_image = 64,
                       most_vocabulary = 65536;
constexpr std::int64_t least_experts = 4, most_experts = 256;

/// Properties of the plan's model that decide the small one's kind and ratios.
struct Seen {
  bool rms_norm = false, attends = false, convolves = false, causal = false, crosses = false;
  std::int64_t feed_forward = 0, experts_per_token = 0;
};

Seen seen_in(const Model& model) {
  Seen seen;
  for (const Block& block : model.layer_kinds) {
    for (const Module& module : block.modules) {
      if (const auto* norm = std::get_if<Norm>(&module.kind)) seen.rms_norm = seen.rms_norm || !norm->bias;
      seen.attends = seen.attends || std::holds_alternative<Attention>(module.kind) ||
                     std::holds_alternative<Recurrence>(module.kind);
      if (const auto* attention = std::get_if<Attention>(&module.kind)) {
        seen.causal = seen.causal || attention->causal;
        seen.crosses = seen.crosses || attention->cross;
      }
      seen.convolves = seen.convolves || std::holds_alternative<Convolution>(module.kind);
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear == nullptr) continue;
      seen.experts_per_token = std::max(seen.experts_per_token, linear->experts_per_token);
      if (linear->split == Split::row || linear->expert_split == Split::row)
        seen.feed_forward = std::max(seen.feed_forward, linear->in);
    }
  }
  return seen;
}

std::int64_t next_multiple(std::int64_t least, std::int64_t of) { return (least + of - 1) / of * of; }

/// Sizes one after the other: what the scale says, or what stands for the plan's. Keeps the first refusal.
class Sizing {
 public:
  explicit Sizing(const MiniatureScale& scale) : left_(scale.sizes) {}

  struct Range {
    std::int64_t of = 1, least = 1, most = 1;
  };

  std::int64_t size(const std::string& key, std::int64_t otherwise, std::int64_t planned, const Range& range) {
    known_.push_back(key);
    const auto said = left_.find(key);
    if (said == left_.end()) return otherwise;
    const MiniatureScale::Size size = said->second;
    left_.erase(said);
    const std::int64_t value = size.divides ? planned / size.value : size.value;
    const std::int64_t least = next_multiple(range.least, range.of), most = range.most / range.of * range.of;
    if (value % range.of == 0 && value >= least && value <= most) return value;
    if (!refusal_) refusal_ = refused(key, value, range.of, least, most);
    return otherwise;
  }

  std::optional<Error> refusal() const {
    if (refusal_ || left_.empty()) return refusal_;
    return bad_input("--scale: {} is not a size of this network; accepted: {}", left_.begin()->first, join(known_))
        .value();
  }

 private:
  static Error refused(const std::string& key, std::int64_t value, std::int64_t of, std::int64_t least,
                       std::int64_t most) {
    const std::int64_t below = std::clamp(value / of * of, least, most), above = std::clamp(below + of, least, most);
    std::vector<std::string> near{std::to_string(below)};
    if (above != below && value > least && value < most) near.push_back(std::to_string(above));
    return bad_input("--scale: {} {} does not go with this layout; accepted: multiples of {}, {} … {}; nearest: {}",
                     key, value, of, least, most, join(near))
        .value();
  }

  std::map<std::string, MiniatureScale::Size> left_;
  std::vector<std::string> known_;
  std::optional<Error> refusal_;
};

void size_heads(SmallSizes& sizes, Sizing& sizing, const Model& model, const Layout& plan, const Layout& small) {
  const std::int64_t kv_heads = std::max<std::int64_t>(1, model.kv_heads);
  std::int64_t of_rank = kv_heads >= 2 * plan.tp ? 2 : 1;
  const std::int64_t exchanged_by = small.context_parallel == ContextParallel::all_to_all ? small.cp : 1;
  if (exchanged_by % of_rank != 0 && of_rank % exchanged_by != 0) of_rank = exchanged_by;
  sizes.kv_heads = small.tp * of_rank;
  if (sizes.llama())
    sizes.kv_heads = sizing.size("kv-heads", sizes.kv_heads, kv_heads, {small.tp * exchanged_by, 1, most_heads});
  const std::int64_t shared_by = std::clamp<std::int64_t>(model.heads / kv_heads, 1, most_heads_per_kv_head);
  const std::int64_t of = exchanged_by / std::gcd(exchanged_by, sizes.kv_heads / small.tp);
  const std::int64_t of_heads = sizes.llama() ? sizes.kv_heads * of : small.tp * exchanged_by;
  sizes.heads =
      sizing.size("heads", sizes.kv_heads * next_multiple(shared_by, of), model.heads, {of_heads, 1, most_heads});
  if (!sizes.llama()) sizes.kv_heads = sizes.heads;
}

void size_experts(SmallSizes& sizes, Sizing& sizing, const Model& model, const Layout& small) {
  if (sizes.network != SmallNetwork::mixtral) return;
  sizes.experts_per_token = seen_in(model).experts_per_token == 1 ? 1 : 2;
  const std::int64_t of = std::lcm(small.ep, sizes.experts_per_token);
  sizes.experts = sizing.size("experts", next_multiple(least_experts, of), model.experts, {of, 1, most_experts});
}

/// Tokens of a sequence that stay together; a rank of the context group has full runs of so many.
std::int64_t tokens_together(const SmallSizes& sizes) {
  if (sizes.network == SmallNetwork::bert) return masked_among;
  return sizes.experts > 0 ? sizes.experts / sizes.experts_per_token : 1;
}

SmallSizes decoder_sizes(SmallSizes sizes, Sizing& sizing, const Model& model, std::int64_t sequence_length,
                         const Layout& plan, const Layout& small) {
  const Seen seen = seen_in(model);
  size_heads(sizes, sizing, model, plan, small);
  const std::int64_t of_hidden = sizes.heads * (sizes.llama() ? 2 : 1);
  sizes.hidden = sizing.size("hidden", sizes.heads * head_width, model.hidden, {of_hidden, 1, most_width});
  const std::int64_t wider = seen.feed_forward >= 3 * model.hidden ? 4 : 2;
  sizes.feed_forward = sizing.size("feed-forward", next_multiple(sizes.hidden * wider, small.tp), seen.feed_forward,
                                   {small.tp, 1, 4 * most_width});
  sizes.vocabulary = sizing.size("vocabulary", next_multiple(default_vocabulary, small.tp), model.vocabulary,
                                 {small.tp, default_vocabulary, most_vocabulary});
  size_experts(sizes, sizing, model, small);
  const std::int64_t of = small.cp * std::lcm(small.tp, tokens_together(sizes));
  sizes.sequence_length =
      sizing.size("sequence", next_multiple(default_sequence, of), sequence_length, {of, 1, most_sequence});
  return sizes;
}

SmallSizes perceptron_sizes(SmallSizes sizes, Sizing& sizing, const Model& model, const Layout& small) {
  sizes.hidden = sizing.size("hidden", perceptron_hidden, model.hidden, {1, 1, most_width});
  sizes.feed_forward = sizing.size("feed-forward", next_multiple(2 * sizes.hidden, small.tp),
                                   seen_in(model).feed_forward, {small.tp, 1, 4 * most_width});
  sizes.vocabulary =
      sizing.size("vocabulary", default_vocabulary, model.vocabulary, {1, default_vocabulary, most_vocabulary});
  sizes.sequence_length = sizes.hidden;
  return sizes;
}

SmallSizes convolutional_sizes(SmallSizes sizes, Sizing& sizing, const Model& model) {
  sizes.hidden = sizing.size("hidden", channels, model.hidden, {1, 1, most_width});
  sizes.vocabulary =
      sizing.size("vocabulary", default_vocabulary, model.vocabulary, {1, default_vocabulary, most_vocabulary});
  sizes.image_size = sizing.size("image", default_image, model.default_image_size, {2, 2, most_image});
  sizes.sequence_length = sizes.image_size * sizes.image_size;
  return sizes;
}

Result<MiniatureScale::Size> size_in(std::string_view text) {
  MiniatureScale::Size size;
  if (text.starts_with('/')) {
    size.divides = true;
    text.remove_prefix(1);
  }
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), size.value);
  if (error != std::errc() || stop != text.data() + text.size() || size.value < 1)
    return bad_input("--scale: '{}' is no size; accepted: {}", text, "64, /64");
  return size;
}

}  // namespace

Result<MiniatureScale> parse_miniature_scale(std::string_view text) {
  MiniatureScale scale;
  for (bool more = true; more;) {
    const std::string_view item = text.substr(0, text.find(','));
    more = item.size() < text.size();
    text.remove_prefix(item.size() + (more ? 1 : 0));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return bad_input("--scale: '{}' is no size; accepted: {}", item, "layers=4,hidden=/64");
    const Result<MiniatureScale::Size> size = size_in(item.substr(equals + 1));
    if (!size) return fail(size);
    if (!scale.sizes.emplace(item.substr(0, equals), *size).second)
      return bad_input("--scale: {} is said twice", item.substr(0, equals));
  }
  return scale;
}

Result<SmallSizes> small_sizes_of(SmallNetwork network, const Model& model, std::int64_t sequence_length,
                                  const Layout& plan, const Layout& small, const MiniatureScale& scale) {
  Sizing sizing(scale);
  SmallSizes sizes;
  sizes.network = network;
  if (network == SmallNetwork::mlp) {
    sizes = perceptron_sizes(sizes, sizing, model, small);
  } else if (network == SmallNetwork::cnn) {
    sizes = convolutional_sizes(sizes, sizing, model);
  } else {
    sizes = decoder_sizes(sizes, sizing, model, sequence_length, plan, small);
  }
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  const std::int64_t parts = small.pp * small.vpp, plan_parts = plan.pp * plan.vpp;
  const std::int64_t over = layers % plan_parts == 0 ? 0 : 1;
  const std::int64_t otherwise = parts * (parts >= 4 || layers < 2 * plan_parts ? 1 : 2) + over;
  sizes.layers = sizing.size("layers", otherwise, layers, {1, parts, most_layers});
  if (const std::optional<Error> refusal = sizing.refusal()) return tl::unexpected(*refusal);
  return sizes;
}

std::optional<SmallNetwork> nearest_network(const Model& model) {
  const Seen seen = seen_in(model);
  if (model.architecture == "mlp") return SmallNetwork::mlp;
  if (model.family == Family::vision && seen.convolves && !seen.attends) return SmallNetwork::cnn;
  if (model.family == Family::encoder && seen.attends && !seen.causal && !seen.crosses && !seen.rms_norm &&
      model.layers.size() > 1)
    return SmallNetwork::bert;
  if (model.family != Family::decoder || model.heads == 0) return std::nullopt;
  if (model.experts > 0) return SmallNetwork::mixtral;
  return seen.rms_norm ? SmallNetwork::llama : SmallNetwork::gpt;
}

}  // namespace hakaru
