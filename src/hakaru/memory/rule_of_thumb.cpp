#include "hakaru/memory/rule_of_thumb.h"

#include <fmt/format.h>

#include <cmath>
#include <regex>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view course = "AWS Trainium course, basics (2025): memory of a Qwen2.5-7B-Instruct exercise";
constexpr double value_bytes = 2;
constexpr double copies_to_train = 3;    // weights, gradients, optimizer
constexpr double widths_per_layer = 10;  // the course's sum of a layer's intermediate widths, in hidden sizes
constexpr double copies_of_activations = 2;

std::string whole(double value) { return with_separators(std::llround(value)); }

Term term(std::string name, std::string formula, double value, std::string unit) {
  return {std::move(name), std::move(formula), value, std::move(unit), std::string(course)};
}

/// The parameters that the rule counts with, and a line that says where they come from.
struct Counted {
  double parameters;
  double exact;
  Term line;
};

Counted count_with(const Model& model, std::optional<double> stated) {
  const double exact = real(count_parameters(model).total);
  const auto counted = [&](double parameters, std::string formula) {
    return Counted{parameters, exact, term("parameters", std::move(formula), parameters, "parameters")};
  };
  if (stated) return counted(*stated, fmt::format("as stated; {} exactly", whole(exact)));
  if (const auto named = parameters_in_name(model.name))
    return counted(*named, fmt::format("as the name '{}' states; {} exactly", model.name, whole(exact)));
  return counted(exact, fmt::format("{} exactly", whole(exact)));
}

/// "2 × 128 × 4 × 28" for a model of equal layers; the sum where they differ.
std::string cached_formula(const Model& model, double values) {
  std::vector<CacheLine> lines = cache_lines(model);
  std::erase_if(lines, [](const CacheLine& line) { return line.cross; });  // the rule knows none
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

RuleOfThumb add_up(const Counted& counted, double copies, Terms lines) {
  RuleOfThumb rule{
      .lines = std::move(lines), .parameters = counted.parameters, .exact_parameters = counted.exact, .copies = copies};
  rule.lines.insert(rule.lines.begin(), counted.line);
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
  RuleOfThumb rule = add_up(counted, 1,
                            {term("weights", fmt::format("{} × 2 bytes", whole(counted.parameters)),
                                  counted.parameters * value_bytes, "bytes"),
                             term("logits and KV cache",
                                  fmt::format("({} + {}) × {} × {} × 2 bytes", model.vocabulary,
                                              cached_formula(model, cached), batch, sequence_length),
                                  (real(model.vocabulary) + cached) * tokens * value_bytes, "bytes")});
  rule.logits_bytes = real(model.vocabulary) * tokens * value_bytes;
  rule.last_logits_bytes = real(model.vocabulary) * real(batch) * value_bytes;
  return rule;
}

RuleOfThumb rule_of_thumb_to_train(const Model& model, std::int64_t batch, std::int64_t sequence_length,
                                   std::optional<double> parameters_as_stated) {
  const Counted counted = count_with(model, parameters_as_stated);
  const double layers = real(static_cast<std::int64_t>(model.layers.size()));
  const double widths = layers * widths_per_layer * real(model.hidden);
  const double tokens = real(batch) * real(sequence_length);
  return add_up(
      counted, copies_to_train,
      {term("weights, gradients, optimizer", fmt::format("3 × {} × 2 bytes", whole(counted.parameters)),
            copies_to_train * counted.parameters * value_bytes, "bytes"),
       term("activations",
            fmt::format("2 × ({} × 10 × {}) × {} × {} × 2 bytes", layers, model.hidden, batch, sequence_length),
            copies_of_activations * widths * tokens * value_bytes, "bytes")});
}

namespace {

/// Verdict on a need of `accelerators` of `capacity` each: more than the machine has, one, or a split over several.
Message reading(const RuleOfThumb& rule, const Machine& machine, const std::string& capacity,
                std::int64_t accelerators) {
  const std::string need = in_gb(rule.total_bytes);
  if (accelerators > machine.accelerators) {
    return message("{}: the rule's {} do not fit: {} accelerators of {}, {} needed", machine.name, need,
                   machine.accelerators, capacity, accelerators);
  }
  if (accelerators == 1) return message("{}: the rule's {} fit on one accelerator of {}", machine.name, need, capacity);
  return message(
      "{}: the rule's {} fit on the machine but not on one accelerator of {}: the model must be split over {}",
      machine.name, need, capacity, accelerators);
}

/// Sentences that lead step by step from the rule's request to one that counts as the detailed estimate does.
std::vector<Message> corrections(const RuleOfThumb& rule, const MemoryBreakdown& detailed) {
  std::vector<Message> sentences;
  double bytes = rule.total_bytes;
  if (rule.exact_parameters != rule.parameters) {
    bytes += rule.copies * value_bytes * (rule.exact_parameters - rule.parameters);
    sentences.push_back(message("with the model's {} parameters instead of {}, the rule would ask for {}",
                                whole(rule.exact_parameters), whole(rule.parameters), in_gb(bytes)));
  }
  if (rule.logits_bytes > rule.last_logits_bytes) {
    bytes -= rule.logits_bytes - rule.last_logits_bytes;
    sentences.push_back(message(
        "with logits of each sequence's last token only, as engines keep them ({}, not {}), it would ask for {}",
        in_gb(rule.last_logits_bytes), in_gb(rule.logits_bytes), in_gb(bytes)));
  }
  if (rule.is_training()) {
    sentences.push_back(
        message("weights, gradients and optimizer in the types of the training: {}; its activations: {}",
                in_gb(detailed.weights_bytes + detailed.gradients_bytes + detailed.optimizer_bytes),
                in_gb(detailed.activations_bytes)));
  }
  return sentences;
}

}  // namespace

RuleVerdict judge(const RuleOfThumb& rule, const Machine& machine, const MemoryBreakdown& detailed) {
  const double printed = machine.accelerator_bytes / gibi;  // the number on the data sheet
  const auto needed = [&](double capacity) { return std::llround(std::ceil(rule.total_bytes / capacity)); };
  RuleVerdict verdict;
  verdict.accelerators_decimal = needed(printed * giga);
  verdict.accelerators_binary = needed(machine.accelerator_bytes);
  verdict.fits_decimal = verdict.accelerators_decimal <= machine.accelerators;
  verdict.fits_binary = verdict.accelerators_binary <= machine.accelerators;
  const std::string binary = fmt::format("{:.4g} GiB ({:.4g}·10⁹ bytes)", printed, machine.accelerator_bytes / giga);
  verdict.sentences = {reading(rule, machine, fmt::format("{:.4g} GB ({:.4g}·10⁹ bytes)", printed, printed),
                               verdict.accelerators_decimal),
                       reading(rule, machine, binary, verdict.accelerators_binary)};
  for (Message& sentence : corrections(rule, detailed)) verdict.sentences.push_back(std::move(sentence));
  const std::string estimate = in_gb(detailed.total_bytes());
  verdict.sentences.push_back(
      detailed.total_bytes() <= machine.accelerator_bytes
          ? message("{}: the detailed estimate below, {}, fits on one accelerator of {}", machine.name, estimate,
                    binary)
          : message("{}: the detailed estimate below, {}, does not fit on one accelerator of {}", machine.name,
                    estimate, binary));
  return verdict;
}

}  // namespace hakaru
