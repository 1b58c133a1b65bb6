#include "hakaru/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

constexpr double bf16_bytes = 2;
constexpr double fp32_bytes = 4;

bool counts_as_embedding(const Module& module) {
  if (std::holds_alternative<Embedding>(module.kind)) return true;
  const auto* linear = std::get_if<Linear>(&module.kind);
  return linear != nullptr && linear->vocabulary;
}

CacheLine line_of(const Attention& attention) {
  return {.kind = attention.cross ? "cross-attention" : std::string(name_of(attention.cache)),
          .layers = 0,
          .values_per_token = cached_values_per_token(attention, attention.kv_heads),
          .window = attention.cache == KvCache::sliding ? attention.window : 0,
          .state_bytes_per_sequence = 0,
          .source_positions = attention.fixed_kv_tokens,
          .cross = attention.cross};
}

CacheLine line_of(const Recurrence& recurrence) {
  const double state = static_cast<double>(recurrence.heads) * static_cast<double>(recurrence.key_dim) *
                       static_cast<double>(recurrence.value_dim) * fp32_bytes;
  const double tail = static_cast<double>(recurrence.convolution_channels) *
                      static_cast<double>(std::max<std::int64_t>(recurrence.convolution_kernel - 1, 0)) * bf16_bytes;
  return {.kind = "recurrent state",
          .layers = 0,
          .values_per_token = 0,
          .window = 0,
          .state_bytes_per_sequence = state + tail};
}

void add_line(std::vector<CacheLine>& lines, CacheLine line, std::int64_t layers) {
  const auto same = std::find_if(lines.begin(), lines.end(), [&](const CacheLine& other) {
    return other.kind == line.kind && other.values_per_token == line.values_per_token && other.window == line.window &&
           other.state_bytes_per_sequence == line.state_bytes_per_sequence &&
           other.source_positions == line.source_positions;
  });
  if (same != lines.end()) {
    same->layers += layers;
  } else {
    line.layers = layers;
    lines.push_back(std::move(line));
  }
}

}  // namespace

std::string identity_of(const Model& model) {
  return fmt::format("{}-{}-{}-{}-{}", model.layers.size(), model.hidden, model.heads, model.kv_heads, model.experts);
}

ParameterCounts count_parameters(const Model& model) {
  ParameterCounts counts;
  for_each_block(model, [&](const Block& block, std::int64_t copies) {
    for (const Module& module : block.modules) {
      const std::int64_t all = copies * parameters_of(module);
      counts.total += all;
      counts.active += copies * active_parameters_of(module);
      if (counts_as_embedding(module) && !block.condition) counts.embedding += all;
    }
  });
  return counts;
}

std::optional<Error> refuse_without_layers(const Model& model) {
  if (!model.layers.empty()) return std::nullopt;
  return bad_input("{}: holds tensors but no description: put its config.json beside it", model.source).value();
}

std::vector<CacheLine> cache_lines(const Model& model) {
  std::vector<CacheLine> lines;
  for_each_block(model, [&](const Block& block, std::int64_t copies) {
    for (const Module& module : block.modules) {
      if (const auto* attention = std::get_if<Attention>(&module.kind)) {
        if (attention->cache != KvCache::none) add_line(lines, line_of(*attention), copies);
      } else if (const auto* recurrence = std::get_if<Recurrence>(&module.kind)) {
        add_line(lines, line_of(*recurrence), copies);
      }
    }
  });
  return lines;
}

std::int64_t source_positions(const Model& model) {
  std::int64_t positions = 0;
  for (const CacheLine& line : cache_lines(model)) positions = std::max(positions, line.source_positions);
  return positions;
}

double cross_cache_bytes_per_sequence(const Model& model) {
  double values = 0;
  for (const CacheLine& line : cache_lines(model))
    values += static_cast<double>(line.layers * line.source_positions) * line.values_per_token;
  return values * bf16_bytes;
}

bool has_position_table(const Model& model) {
  const auto is_table = [](const Module& module) {
    return std::holds_alternative<Embedding>(module.kind) && module.name.find("position") != std::string::npos;
  };
  return !encodes_its_prompt(model) && ranges::any_of(model.before, [&](const Block& block) {
    return block.stream.kind == Stream::Kind::sequence && ranges::any_of(block.modules, is_table);
  });
}

bool encodes_its_prompt(const Model& model) {
  return ranges::any_of(model.layer_kinds,
                        [](const Block& kind) { return kind.stream.kind == Stream::Kind::source; }) &&
         model.family == Family::encoder_decoder;
}

double kv_cache_bytes_per_token(const Model& model) {
  double values = 0;
  for (const CacheLine& line : cache_lines(model)) {
    if (!line.cross) values += static_cast<double>(line.layers) * line.values_per_token;
  }
  return values * bf16_bytes;
}

double cached_values(const Model& model, std::int64_t tokens) {
  double values = 0;
  for (const CacheLine& line : cache_lines(model)) {
    const std::int64_t own = line.window == 0 ? tokens : std::min(tokens, line.window);
    const std::int64_t kept = line.cross ? line.source_positions : own;
    values += static_cast<double>(line.layers) * line.values_per_token * static_cast<double>(kept);
  }
  return values;
}

double state_bytes_per_sequence(const Model& model) {
  double bytes = 0;
  for (const CacheLine& line : cache_lines(model)) {
    bytes += static_cast<double>(line.layers) * line.state_bytes_per_sequence;
  }
  return bytes;
}

}  // namespace hakaru
