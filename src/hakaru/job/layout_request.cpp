#include "hakaru/job/layout_request.h"

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::array<std::string_view, recompute_kinds> recompute_names{"none", "selective", "full"};
constexpr std::array<std::string_view, 2> context_names{"ring", "all-to-all"};
constexpr auto schedule_names = [] {
  std::array<std::string_view, named_schedules.size()> names{};
  for (std::size_t at = 0; at < names.size(); ++at) names[at] = named_schedules[at].name;
  return names;
}();

}  // namespace

template <>
std::span<const std::string_view> names_of_choices<Recompute>() {
  return recompute_names;
}
template <>
std::span<const std::string_view> names_of_choices<ContextParallel>() {
  return context_names;
}
template <>
std::span<const std::string_view> names_of_choices<Schedule>() {
  return schedule_names;
}

std::string_view name_of(Recompute recompute) { return recompute_names.at(static_cast<std::size_t>(recompute)); }
std::string_view name_of(ContextParallel context) { return context_names.at(static_cast<std::size_t>(context)); }
std::string_view name_of(Schedule schedule) { return schedule_names.at(static_cast<std::size_t>(schedule)); }

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
