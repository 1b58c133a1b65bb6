#include "hakaru/traffic/length_mix.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr double share_error = 1e-9;
constexpr std::size_t most_kinds = 100;
constexpr std::int64_t longest = 1 << 30;

std::vector<std::string_view> parts_of(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<MixedKind> mixed_kind(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const Result<double> share = parse_number(parts[0], "");
  const Result<std::int64_t> input = parse_length(parts[1], ""), output = parse_length(parts[2], "");
  if (!share || !input || !output || *share <= 0 || *share > 1 || std::min(*input, *output) < 1 ||
      std::max(*input, *output) > longest)
    return std::nullopt;
  return MixedKind{*share, *input, *output};
}

}  // namespace

Result<std::vector<MixedKind>> parse_mix(std::string_view text, std::string_view name) {
  std::vector<MixedKind> kinds;
  double sum = 0;
  for (const std::string_view part : parts_of(text, ',')) {
    const std::optional<MixedKind> kind = mixed_kind(part);
    if (!kind || kinds.size() == most_kinds)
      return bad_input("{} is '{}'; accepted: SHARE:INPUT:OUTPUT, at most {} of them, such as {}", name, text,
                       most_kinds, "0.7:500:200,0.3:8000:500");
    kinds.push_back(*kind);
    sum += kind->share;
  }
  if (std::abs(sum - 1) > share_error)
    return bad_input("{} has shares that sum to {}; accepted: shares that sum to 1", name, fmt::format("{:.9g}", sum));
  return kinds;
}

std::vector<Request> requests_of(const std::vector<MixedKind>& kinds) {
  constexpr double requests_of_mix = 10'000;
  std::vector<Request> requests;
  double shares = 0;
  for (const MixedKind& kind : kinds) {
    shares += kind.share;
    requests.resize(static_cast<std::size_t>(std::llround(shares * requests_of_mix)),
                    {0, static_cast<std::int32_t>(kind.input), static_cast<std::int32_t>(kind.output)});
  }
  return requests;
}

}  // namespace hakaru
