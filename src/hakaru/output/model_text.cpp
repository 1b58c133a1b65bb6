#include "hakaru/output/model_text.h"

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// Types that weights are commonly kept in.
constexpr std::array usual_types{DataType::bf16, DataType::fp8, DataType::int4};

std::string both(double bytes) { return fmt::format("{} ({})", in_gb(bytes), in_gib(bytes)); }

std::string parameters_line(const ParameterCounts& counts, const Translator& t) {
  std::string line = with_separators(counts.total);
  if (counts.active != counts.total) line += t.say("; {} active per token", with_separators(counts.active));
  if (counts.embedding > 0) line += t.say("; {} are embeddings", with_separators(counts.embedding));
  return line;
}

}  // namespace

std::string model_text(const Model& model, const Pen& pen) {
  const Translator& t = pen.translator;
  const ParameterCounts counts = count_parameters(model);
  std::vector<std::pair<std::string, std::string>> lines;
  lines.emplace_back(t.say("layers"), std::to_string(model.layers.size()));
  lines.emplace_back(t.say("parameters"), parameters_line(counts, t));
  for (const DataType type : usual_types) {
    lines.emplace_back(t.say("weights in {}", name_of(type)),
                       both(static_cast<double>(counts.total) * bytes_per_value(type)));
  }
  if (model.stored) lines.emplace_back(t.say("weights as stored"), both(model.stored->bytes));
  const double cache = kv_cache_bytes_per_token(model);
  if (cache > 0) {
    lines.emplace_back(t.say("KV cache"),
                       t.say("{} bytes for each token in bf16", with_separators(static_cast<std::int64_t>(cache))));
  }
  if (const double cross = cross_cache_bytes_per_sequence(model); cross > 0)
    lines.emplace_back(t.say("cross-attention cache"), t.say("{} for each sequence in bf16", both(cross)));
  const double state = state_bytes_per_sequence(model);
  if (state > 0) lines.emplace_back(t.say("recurrent state"), t.say("{} for each sequence", both(state)));
  if (model.max_positions > 0)
    lines.emplace_back(t.say("longest sequence"), t.say("{} tokens", with_separators(model.max_positions)));
  if (!model.source.empty()) lines.emplace_back(t.say("source"), model.source);

  int widest = 0;
  for (const auto& [name, unused] : lines) widest = std::max(widest, display_width(name));
  std::string text = pen.style.bold(fmt::format("{}: {}, {}", printable(model.name), printable(model.architecture),
                                                t.word(name_of(model.family)))) +
                     "\n";
  for (const auto& [name, value] : lines) {
    const std::string gap(static_cast<std::size_t>(widest - display_width(name)), ' ');
    text += fmt::format("  {}{}  {}\n", name, gap, printable(value));
  }
  return text;
}

std::string memory_text(const MemoryBreakdown& memory, std::optional<double> capacity_bytes, const Pen& pen) {
  const Translator& t = pen.translator;
  const double whole = capacity_bytes.value_or(memory.total_bytes());
  Table table({{t.say("memory per device")}, {"GB", Align::right}, {"GiB", Align::right}, {""}});
  const auto add = [&](std::string_view name, double bytes) {
    if (bytes <= 0) return;
    table.add({t.word(name), fmt::format("{:.2f}", bytes / giga), fmt::format("{:.2f}", bytes / gibi),
               bar(whole > 0 ? bytes / whole : 0, 20)});
  };
  each_shown(memory, [&](const std::string&, const char* name, double bytes) { add(name, bytes); });
  add("total", memory.total_bytes());
  return table.text(pen.style);
}

std::string memory_verdict(const MemoryBreakdown& memory, double capacity_bytes, double headroom_bytes,
                           const Translator& t) {
  const double usable_bytes = capacity_bytes - headroom_bytes;
  const std::string free = fmt::format("{:.3g}", 100 * headroom_bytes / capacity_bytes);
  return memory.total_bytes() <= usable_bytes
             ? t.say("Fits: {} of {} per device ({} %).", in_gib(memory.total_bytes()), in_gib(capacity_bytes),
                     fmt::format("{:.0f}", 100 * memory.total_bytes() / capacity_bytes))
             : t.say("Does not fit: {} per device needed, {} there with {} % left free; {} too much.",
                     in_gib(memory.total_bytes()), in_gib(usable_bytes), free,
                     in_gib(memory.total_bytes() - usable_bytes));
}

}  // namespace hakaru
