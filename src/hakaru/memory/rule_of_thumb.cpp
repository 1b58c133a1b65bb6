#include "hakaru/memory/rule_of_thumb.h"

#include <fmt/format.h>

#include <cmath>
#include <regex>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view course = "AWS Trainium course, basics (2025): memory of a Qwen2.5-7B-Instruct exercise";
constexpr double value_bytes = 2;
constexpr double copies_to_train = 3;    // weights, gradients, optimizer
constexpr double widths_per_layer = 10;  // the course's sum of a layer's intermediate widths, in hidden sizes
constexpr double copies_of_activations = 2;

double real(std::int64_t value) { return static_cast<double>(value); }
std::string whole(double value) { return with_separators(std::llround(value)); }

Term term(std::string name, std::string formula, double value, std::string unit) {
  return {std::move(name), std::move(formula), value, std::move(unit), std::string(course)};
}

/// The parameters that the rule counts with, and a line that says where they come from.
struct Counted {
  double parameters;
  Term line;
};

Counted count_with(const Model& model, std::optional<double> stated) {
  const double exact = real(count_parameters(model).total);
  const std::string exactly = fmt::format("{} exactly", whole(exact));
  if (stated) return {*stated, term("parameters", "as stated; " + exactly, *stated, "parameters")};
  if (const auto named = parameters_in_name(model.name)) {
    return {*named,
            term("parameters", fmt::format("as the name '{}' states; {}", model.name, exactly), *named, "parameters")};
  }
  return {exact, term("parameters", exactly, exact, "parameters")};
}

/// "2 × 128 × 4 × 28" for a model of equal layers; the sum where they differ.
std::string cached_formula(const Model& model, double values) {
  const std::vector<CacheLine> lines = cache_lines(model);
  if (lines.size() == 1 && !model.layer_kinds.empty()) {
    for (const Module& module : model.layer_kinds.front().modules) {
      const auto* attention = std::get_if<Attention>(&module.kind);
      if (attention == nullptr || attention->cache == KvCache::compressed) continue;
      const auto product = 2 * attention->key_dim * attention->kv_heads * lines.front().layers;
      if (real(product) != values) break;
      return fmt::format("2 × {} × {} × {}", attention->key_dim, attention->kv_heads, lines.front().layers);
    }
  }
  return whole(values);
}

RuleOfThumb add_up(Terms lines) {
  RuleOfThumb rule{.lines = std::move(lines)};
  for (const Term& line : rule.lines) rule.total_bytes += line.unit == "bytes" ? line.value : 0;
  return rule;
}

}  // namespace

std::optional<double> parameters_in_name(const std::string& name) {
  static const std::regex size("(?:^|[-_])([0-9]+(?:\\.[0-9]+)?)([mbt])(?=$|[-_])", std::regex::icase);
  std::smatch match;
  if (!std::regex_search(name, match, size)) return std::nullopt;
  const std::string unit = lower_case(match[2].str());
  return std::stod(match[1].str()) * (unit == "m" ? mega : unit == "b" ? giga : tera);
}

RuleOfThumb rule_of_thumb_to_serve(const Model& model, std::int64_t batch, std::int64_t sequence_length,
                                   std::optional<double> parameters_as_stated) {
  const Counted counted = count_with(model, parameters_as_stated);
  const double cached = kv_cache_bytes_per_token(model) / value_bytes;
  const double tokens = real(batch) * real(sequence_length);
  return add_up({counted.line,
                 term("weights", fmt::format("{} × 2 bytes", whole(counted.parameters)),
                      counted.parameters * value_bytes, "bytes"),
                 term("logits and KV cache",
                      fmt::format("({} + {}) × {} × {} × 2 bytes", model.vocabulary, cached_formula(model, cached),
                                  batch, sequence_length),
                      (real(model.vocabulary) + cached) * tokens * value_bytes, "bytes")});
}

RuleOfThumb rule_of_thumb_to_train(const Model& model, std::int64_t batch, std::int64_t sequence_length,
                                   std::optional<double> parameters_as_stated) {
  const Counted counted = count_with(model, parameters_as_stated);
  const double layers = real(static_cast<std::int64_t>(model.layers.size()));
  const double widths = layers * widths_per_layer * real(model.hidden);
  const double tokens = real(batch) * real(sequence_length);
  return add_up(
      {counted.line,
       term("weights, gradients, optimizer", fmt::format("3 × {} × 2 bytes", whole(counted.parameters)),
            copies_to_train * counted.parameters * value_bytes, "bytes"),
       term("activations",
            fmt::format("2 × ({} × 10 × {}) × {} × {} × 2 bytes", layers, model.hidden, batch, sequence_length),
            copies_of_activations * widths * tokens * value_bytes, "bytes")});
}

RuleVerdict judge(const RuleOfThumb& rule, const Machine& machine, double detailed_bytes,
                  std::optional<std::int64_t> accelerators_detailed) {
  const double printed = machine.accelerator_bytes / gibi;  // the number on the data sheet
  const double decimal = printed * giga;
  const auto needed = [&](double capacity) { return std::llround(std::ceil(rule.total_bytes / capacity)); };
  RuleVerdict verdict{.machine = machine,
                      .accelerators_decimal = needed(decimal),
                      .accelerators_binary = needed(machine.accelerator_bytes),
                      .accelerators_detailed = accelerators_detailed,
                      .sentences = {}};
  verdict.fits_decimal = verdict.accelerators_decimal <= machine.accelerators;
  verdict.fits_binary = verdict.accelerators_binary <= machine.accelerators;

  const auto say = [&](Message sentence) { verdict.sentences.push_back(std::move(sentence)); };
  const std::string need = in_gb(rule.total_bytes);
  const auto judge_reading = [&](const std::string& capacity, std::int64_t accelerators, bool fits) {
    if (!fits) {
      say(message("{}: the rule's {} do not fit: {} accelerators of {}, {} needed", machine.name, need,
                  machine.accelerators, capacity, accelerators));
    } else if (accelerators == 1) {
      say(message("{}: the rule's {} fit on one accelerator of {}", machine.name, need, capacity));
    } else {
      say(message(
          "{}: the rule's {} fit on the machine but not on one accelerator of {}: the model must be split over {}",
          machine.name, need, capacity, accelerators));
    }
  };
  judge_reading(fmt::format("{:.4g} GB ({:.4g}·10⁹ bytes)", printed, printed), verdict.accelerators_decimal,
                verdict.fits_decimal);
  if (verdict.accelerators_binary != verdict.accelerators_decimal) {
    judge_reading(fmt::format("{:.4g} GiB ({:.4g}·10⁹ bytes)", printed, machine.accelerator_bytes / giga),
                  verdict.accelerators_binary, verdict.fits_binary);
  }
  if (!accelerators_detailed) {
    say(message("{}: the detailed estimate, {} on one accelerator, fits under no layout of its {} accelerators",
                machine.name, in_gb(detailed_bytes), machine.accelerators));
  } else if (*accelerators_detailed == 1) {
    say(message("{}: the detailed estimate, {}, fits on one accelerator", machine.name, in_gb(detailed_bytes)));
  } else {
    say(message("{}: the detailed estimate, {} on one accelerator, fits when split over {}", machine.name,
                in_gb(detailed_bytes), *accelerators_detailed));
  }
  return verdict;
}

}  // namespace hakaru
