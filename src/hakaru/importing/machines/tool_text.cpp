#include "hakaru/importing/machines/tool_text.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr std::string_view tool_blanks = " \t\r\n\f\v";

struct Figure {
  double value = 0;
  std::string_view unit;
};

/// A number from 0 and what stands behind it.
std::optional<Figure> leading_figure(std::string_view text) {
  const std::string_view whole = trimmed(text);
  Figure figure;
  const auto [end, error] = from_chars(whole.data(), whole.data() + whole.size(), figure.value, NumberForm::fixed);
  if (error != std::errc() || !std::isfinite(figure.value) || figure.value < 0) return std::nullopt;
  figure.unit = trimmed(whole.substr(static_cast<std::size_t>(end - whole.data())));
  return figure;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(tool_blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(tool_blanks) - first + 1);
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!text.substr(at).starts_with("\x1b[")) {
      plain += text[at];
      continue;
    }
    at = text.find_first_not_of("0123456789;", at + 2);
    if (at == std::string_view::npos) break;
  }
  return plain;
}

std::vector<std::string_view> words_between_blanks(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(tool_blanks, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(tool_blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<double> figure_in(std::string_view text, std::string_view unit) {
  const std::optional<Figure> figure = leading_figure(text);
  return figure && figure->unit == unit ? std::optional(figure->value) : std::nullopt;
}

std::optional<double> memory_in(std::string_view text) {
  const std::optional<Figure> figure = leading_figure(text);
  if (!figure) return std::nullopt;
  if (figure->unit == "MiB" || figure->unit == "MB") return figure->value * mebi;
  if (figure->unit == "GiB" || figure->unit == "GB") return figure->value * gibi;
  if (figure->unit == "B") return figure->value;
  return std::nullopt;
}

std::optional<int> whole_in(std::string_view text) {
  const std::string_view whole = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
  return error == std::errc() && value >= 0 ? std::optional(value) : std::nullopt;
}

void add_device(std::vector<FoundDevices>& all, FoundDevices one) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const FoundDevices& each) {
    return each.product == one.product && each.memory_bytes == one.memory_bytes &&
           each.ranks_per_device == one.ranks_per_device;
  });
  if (same == all.end()) {
    one.count = 1;
    all.push_back(std::move(one));
    return;
  }
  ++same->count;
  same->is_partitioned = same->is_partitioned || one.is_partitioned;
  if (one.power_limit_w && same->power_limit_w)
    same->power_limit_w = std::min(*one.power_limit_w, *same->power_limit_w);
  if (one.pcie_generation && same->pcie_generation)
    same->pcie_generation = std::min(*one.pcie_generation, *same->pcie_generation);
  if (one.pcie_lanes && same->pcie_lanes) same->pcie_lanes = std::min(*one.pcie_lanes, *same->pcie_lanes);
}

}  // namespace hakaru
