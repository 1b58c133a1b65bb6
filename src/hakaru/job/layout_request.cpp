#include "hakaru/job/layout_request.h"

#include <array>

#include "hakaru/core/quantities.h"

namespace hakaru {
Result<Recompute> parse_recompute(std::string_view text) {
  if (const auto named = choice_named<Recompute>(text)) return *named;
  return bad_input("recompute is '{}'; accepted: {}", text, accepted_names<Recompute>());
}

Result<RecomputeRequest> parse_recompute_request(std::string_view text) {
  constexpr std::int64_t most_layers = 1'000'000;
  const std::size_t slash = text.find('/');
  const Result<Recompute> recompute = parse_recompute(text.substr(0, slash));
  if (recompute && slash == std::string_view::npos) return RecomputeRequest{*recompute, std::nullopt};
  if (recompute && *recompute == Recompute::full) {
    const Result<std::int64_t> layers = parse_count(text.substr(slash + 1), "recompute");
    if (layers && *layers >= 1 && *layers <= most_layers) return RecomputeRequest{*recompute, *layers};
  }
  return bad_input("recompute is '{}'; accepted: {}", text, "none, selective, full, full/N");
}

}  // namespace hakaru
