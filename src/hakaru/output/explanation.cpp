#include "hakaru/output/explanation.h"

#include <array>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// "312 T" of 3.12e14: three digits and the prefix of a thousand.
std::string with_prefix(double value) {
  struct Prefix {
    double factor;
    std::string_view name;
  };
  constexpr std::array<Prefix, 6> prefixes{
      {{peta * kilo, "E"}, {peta, "P"}, {tera, "T"}, {giga, "G"}, {mega, "M"}, {kilo, "k"}}};
  for (const Prefix& prefix : prefixes) {
    if (std::abs(value) >= prefix.factor) return fmt::format("{:.3g} {}", value / prefix.factor, prefix.name);
  }
  return fmt::format("{:.3g} ", value);
}

bool counts_things(const Term& term) { return std::floor(term.value) == term.value; }

/// Nothing, or less than its unit shows.
bool comes_to_nothing(const Term& term) {
  constexpr double shortest_s = 5e-9;  // in_time writes hundredths of a microsecond
  return term.value == 0 || (term.unit == "s" && term.value < shortest_s);
}

}  // namespace

std::string value_of(const Term& term, const Translator& translator) {
  if (term.unit == "bytes") return in_gb(term.value);
  if (term.unit == "s") return translator.time(term.value);
  if (term.unit == "1/s")
    return (term.value >= 100 ? with_separators(std::llround(term.value)) : fmt::format("{:.3g}", term.value)) + " /s";
  if (term.unit == "USD") return translator.money(term.value);
  if (term.unit == "USD/h" && translator.currency()) return translator.money(term.value) + "/h";
  if (term.unit == "FLOP" || term.unit == "FLOPs" || term.unit.ends_with("/s"))
    return with_prefix(term.value) + term.unit;
  constexpr double largest = 9e15;  // whole numbers stay exact in a double
  if (std::abs(term.value) > largest) return fmt::format("{:.4g} {}", term.value, term.unit);
  if (term.unit == "%") return fmt::format("{:.3g} %", term.value);
  constexpr double many = 1000;
  const std::string number = counts_things(term) || std::abs(term.value) >= many
                                 ? with_separators(std::llround(term.value))
                                 : fmt::format("{:.4g}", term.value);
  if (term.unit.empty()) return number;
  const std::string counted = number + " " + translator.word(term.unit);
  return translator.language() == Language::english ? translator.formula(counted) : counted;
}

namespace {

/// "gemm_efficiency 0.70030443: where from" as "gemm_efficiency 0.7: where from"; empty: it states no constant.
std::string constant_in_short(std::string_view source) {
  const std::size_t name = source.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  if (name == 0 || name == std::string_view::npos || source[name] != ' ') return "";
  const char* const last = source.data() + source.size();
  double value = 0;
  const auto [end, error] = from_chars(source.data() + name + 1, last, value);
  if (error != std::errc() || end == last || *end != ':') return "";
  return fmt::format("{} {:.3g}{}", source.substr(0, name), value, std::string(end, last));
}

/// A source whose parts state constants, "…; gemm_efficiency 0.7: …; straggling 0.002: …", part by part.
std::vector<std::string> parts_of(std::string_view source) {
  constexpr std::string_view separator = "; ";
  std::vector<std::string> parts;
  for (std::size_t start = 0, at = 0; start < source.size();) {
    at = source.find(separator, at);
    const bool ends = at == std::string_view::npos;
    if (ends || !constant_in_short(source.substr(at + separator.size())).empty()) {
      const std::string_view part = source.substr(start, ends ? source.size() : at - start);
      const std::string constant = constant_in_short(part);
      parts.push_back(constant.empty() ? std::string(part) : constant);
      start = ends ? source.size() : at + separator.size();
    }
    if (!ends) at += separator.size();
  }
  return parts;
}

}  // namespace

std::string Explanation::mark(const std::string& source) {
  std::vector<std::string> marks;
  for (const std::string& part : parts_of(source)) {
    auto found = std::find(sources_.begin(), sources_.end(), part);
    if (found == sources_.end()) found = sources_.insert(sources_.end(), part);
    marks.push_back(fmt::format("{}", found - sources_.begin() + 1));
  }
  return marks.empty() ? "" : "[" + join(marks, ",") + "]";
}

void Explanation::add(const std::string& heading, const Terms& terms) {
  if (terms.empty()) return;
  int widest_name = 0;
  for (const Term& term : terms) {
    if (!comes_to_nothing(term)) widest_name = std::max(widest_name, display_width(translator_.word(term.name)));
  }
  if (!body_.empty()) body_ += "\n";
  body_ += style_.bold(heading) + "\n";
  for (const Term& term : terms) {
    if (comes_to_nothing(term)) continue;
    const std::string name = translator_.word(term.name);
    const std::string gap(static_cast<std::size_t>(widest_name - display_width(name)), ' ');
    const std::string source = mark(term.source);
    const std::string formula = term.said.format.empty() ? translator_.formula(term.formula) : translator_(term.said);
    body_ += fmt::format("  {}{}  {}{}= {}{}\n", name, gap, formula, formula.empty() ? "" : " ",
                         value_of(term, translator_), source.empty() ? "" : "  " + style_.dim(source));
  }
}

std::string Explanation::text() const {
  std::string result = body_;
  if (!sources_.empty()) result += "\n" + style_.bold(translator_.say("sources")) + "\n";
  for (std::size_t at = 0; at < sources_.size(); ++at)
    result += fmt::format("  [{}] {}\n", at + 1, printable(sources_[at]));
  return result;
}

}  // namespace hakaru
