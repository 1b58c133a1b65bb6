#include "hakaru/model/module_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace hakaru {
namespace {

using Names = std::vector<std::string_view>;

/// Parts of a layer that hold modules of one kind, as architectures call them.
const Names attention_parts{"self_attn", "attn", "attention", "mixer", "linear_attn", "mamba"};
const Names feed_forward_parts{"mlp", "feed_forward", "block_sparse_moe", "ffn", "mixer", "moe"};

struct OtherLeaves {
  std::string_view name;
  Names leaves;
};

/// Modules that checkpoints also call otherwise, or keep fused with others.
const std::vector<OtherLeaves>& attention_leaves() {
  static const std::vector<OtherLeaves> rows{{"q_proj", {"q_proj", "qkv_proj", "query_key_value", "c_attn", "wq"}},
                                             {"k_proj", {"k_proj", "qkv_proj", "query_key_value", "c_attn", "wk"}},
                                             {"v_proj", {"v_proj", "qkv_proj", "query_key_value", "c_attn", "wv"}},
                                             {"o_proj", {"o_proj", "out_proj", "dense", "wo"}},
                                             {"q_a_proj", {"q_a_proj", "wq_a"}},
                                             {"q_b_proj", {"q_b_proj", "wq_b"}},
                                             {"kv_a_proj", {"kv_a_proj_with_mqa", "kv_a_proj", "wkv_a"}},
                                             {"kv_b_proj", {"kv_b_proj", "wkv_b"}},
                                             {"in_proj_qkvz", {"in_proj_qkvz", "in_proj_qkv"}},
                                             {"in_proj_ba", {"in_proj_ba", "in_proj_b"}},
                                             {"in_proj", {"in_proj"}},
                                             {"out_proj", {"out_proj"}},
                                             {"g_proj", {"g_proj"}},
                                             {"f_a_proj", {"f_a_proj"}},
                                             {"f_b_proj", {"f_b_proj"}},
                                             {"b_proj", {"b_proj"}},
                                             {"kv_proj", {"kv_proj", "wkv"}},
                                             {"o_a_proj", {"o_a_proj", "wo_a"}},
                                             {"o_b_proj", {"o_b_proj", "wo_b"}},
                                             {"compressor.kv_proj", {"compressor.kv_proj", "compressor.wkv"}},
                                             {"compressor.gate_proj", {"compressor.gate_proj", "compressor.wgate"}},
                                             {"indexer.kv_proj", {"indexer.kv_proj", "indexer.compressor.wkv"}},
                                             {"indexer.gate_proj", {"indexer.gate_proj", "indexer.compressor.wgate"}},
                                             {"indexer.wq_b", {"indexer.wq_b"}},
                                             {"indexer.wk", {"indexer.wk"}},
                                             {"indexer.weights_proj", {"indexer.weights_proj"}}};
  return rows;
}

const std::vector<OtherLeaves>& feed_forward_leaves() {
  static const std::vector<OtherLeaves> rows{
      {"gate_proj", {"gate_proj", "gate_up_proj", "w1"}}, {"up_proj", {"up_proj", "gate_up_proj", "w3", "fc1"}},
      {"down_proj", {"down_proj", "w2", "fc2"}},          {"router", {"gate", "router"}},
      {"latent_down_proj", {"fc1_latent_proj"}},          {"latent_up_proj", {"fc2_latent_proj"}}};
  return rows;
}

const OtherLeaves* row_of(const std::vector<OtherLeaves>& rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const OtherLeaves& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

/// The name without what stands around a text model's layers; the names of other towers stay as they are.
std::string_view without_frame(std::string_view name) {
  constexpr std::array<std::string_view, 7> frames{
      "model.language_model.", "language_model.model.", "language_model.", "model.decoder.", "model.", "backbone.",
      "transformer."};
  for (const std::string_view frame : frames) {
    if (name.size() > frame.size() && name.substr(0, frame.size()) == frame) return name.substr(frame.size());
  }
  return name;
}

bool glob_matches(std::string_view glob, std::string_view text) {
  std::size_t at = 0, from = 0, star = std::string_view::npos, resumed = 0;
  while (from < text.size()) {
    if (at < glob.size() && glob[at] == '*') {
      star = at++;
      resumed = from;
    } else if (at < glob.size() && (glob[at] == text[from] || glob[at] == '?')) {
      ++at;
      ++from;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      from = ++resumed;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == std::string_view::npos;
}

/// Beginnings of the parts of a name, and the end of the last one plus one.
std::vector<std::size_t> starts_of_parts(std::string_view name) {
  std::vector<std::size_t> starts{0};
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    starts.push_back(dot + 1);
  starts.push_back(name.size() + 1);
  return starts;
}

/// Tells whether `glob` is a run of the parts of `name`.
bool glob_is_within(std::string_view glob, std::string_view name) {
  const std::vector<std::size_t> starts = starts_of_parts(name);
  for (std::size_t first = 0; first + 1 < starts.size(); ++first) {
    for (std::size_t end = first + 1; end < starts.size(); ++end) {
      if (glob_matches(glob, name.substr(starts[first], starts[end] - 1 - starts[first]))) return true;
    }
  }
  return false;
}

/// The layer that a pattern names outright, "layers.3."; -1: none.
std::int64_t layer_named(std::string_view pattern) {
  constexpr std::string_view before = "layers.";
  const std::size_t at = pattern.find(before);
  if (at == std::string_view::npos) return -1;
  std::int64_t layer = -1;
  const char* const end = pattern.data() + pattern.size();
  const auto [stop, error] = std::from_chars(pattern.data() + at + before.size(), end, layer);
  return error == std::errc() && stop != end && *stop == '.' ? layer : -1;
}

bool has_digit(std::string_view text) { return text.find_first_of("0123456789") != std::string_view::npos; }

}  // namespace

std::vector<std::string> checkpoint_names(const std::string& name, std::int64_t layer) {
  constexpr std::string_view of_experts = "experts.", of_shared = "shared_expert.";
  const std::string at = fmt::format("layers.{}.", layer);
  std::vector<std::string> names{at + name};
  const auto add = [&](const Names& parts, std::string_view inner, const OtherLeaves* row) {
    if (row == nullptr) return;
    for (const std::string_view part : parts) {
      for (const std::string_view leaf : row->leaves) names.push_back(fmt::format("{}{}.{}{}", at, part, inner, leaf));
    }
  };
  add(attention_parts, "", row_of(attention_leaves(), name));
  add(feed_forward_parts, "", row_of(feed_forward_leaves(), name));
  if (name.rfind(of_experts, 0) == 0) {
    const OtherLeaves* row = row_of(feed_forward_leaves(), std::string_view(name).substr(of_experts.size()));
    add(feed_forward_parts, "experts.0.", row);
    add(feed_forward_parts, "experts.", row);
    names.push_back(at + "experts.0");
  }
  if (name.rfind(of_shared, 0) == 0) {
    const OtherLeaves* row = row_of(feed_forward_leaves(), std::string_view(name).substr(of_shared.size()));
    for (const char* inner : {"shared_expert.", "shared_experts.", "shared_mlp."}) add(feed_forward_parts, inner, row);
  }
  return names;
}

std::vector<std::string> checkpoint_head_names() { return {"lm_head", "head", "output_layer", "embed_out"}; }

std::optional<Error> NamePatterns::add(const std::string& pattern, const std::string& where) {
  constexpr std::string_view of_expression = "re:";
  if (has_digit(pattern)) by_layer_ = true;
  if (pattern.rfind(of_expression, 0) == 0) {
    std::optional<NameExpression> expression = NameExpression::read(pattern.substr(of_expression.size()));
    if (!expression) return bad_input("{}: '{}' is no regular expression that is understood", where, pattern).value();
    constexpr std::size_t most_steps = 2'000;
    expression_steps_ += expression->size();
    if (expression_steps_ > most_steps)
      return bad_input("{}: its regular expressions are too long; accepted: about {} letters in all", where, most_steps)
          .value();
    expressions_.push_back(std::move(*expression));
    return std::nullopt;
  }
  const std::string bare(without_frame(pattern));
  if (bare.find_first_of("*?") == std::string::npos) {
    exact_.insert(bare);
  } else if (const std::int64_t layer = layer_named(bare); layer >= 0) {
    globs_of_layer_[layer].push_back(bare);
  } else {
    globs_.push_back(bare);
  }
  return std::nullopt;
}

bool NamePatterns::match(const std::vector<std::string>& names, std::int64_t layer) const {
  const auto within = [&](const std::vector<std::string>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) { return glob_is_within(glob, name); });
  };
  const auto globs_here = globs_of_layer_.find(layer);
  for (const std::string& name : names) {
    const std::vector<std::size_t> starts = starts_of_parts(name);
    for (std::size_t first = 0; !exact_.empty() && first + 1 < starts.size(); ++first) {
      for (std::size_t end = first + 1; end < starts.size(); ++end) {
        if (exact_.count(name.substr(starts[first], starts[end] - 1 - starts[first])) != 0) return true;
      }
    }
    if (within(globs_, name)) return true;
    if (globs_here != globs_of_layer_.end() && within(globs_here->second, name)) return true;
    for (const NameExpression& expression : expressions_) {
      for (const char* frame : {"model.", "", "model.language_model.", "language_model.model.", "backbone."}) {
        if (expression.matches(frame + name)) return true;
      }
    }
  }
  return false;
}

}  // namespace hakaru
