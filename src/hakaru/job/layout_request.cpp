#include "hakaru/job/layout_request.h"

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};

constexpr std::array<std::string_view, 2> context_names{"ring", "all-to-all"};

constexpr std::array<std::string_view, 4> names_of_schedules{"1f1b", "interleaved-1f1b", "gpipe", "zb-h1"};

}  // namespace

std::string_view name_of(Recompute recompute) { return recompute_names.at(static_cast<std::size_t>(recompute)); }

Result<Recompute> parse_recompute(std::string_view text) {
  for (std::size_t i = 0; i < recompute_names.size(); ++i) {
    if (text == recompute_names.at(i)) return static_cast<Recompute>(i);
  }
  return bad_input("recompute is '{}'; accepted: {}", text, "none, selective, full");
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

std::string_view name_of(Schedule schedule) { return names_of_schedules.at(static_cast<std::size_t>(schedule)); }

Result<Schedule> parse_schedule(std::string_view text) {
  for (std::size_t i = 0; i < names_of_schedules.size(); ++i) {
    if (text == names_of_schedules.at(i)) return static_cast<Schedule>(i);
  }
  return bad_input("schedule is '{}'; accepted: {}", text, schedule_names());
}

std::string_view name_of(ContextParallel context) { return context_names.at(static_cast<std::size_t>(context)); }

Result<ContextParallel> parse_context_parallel(std::string_view text) {
  for (std::size_t i = 0; i < context_names.size(); ++i) {
    if (text == context_names.at(i)) return static_cast<ContextParallel>(i);
  }
  return bad_input("context_parallel is '{}'; accepted: {}", text, "ring, all-to-all");
}

std::string schedule_names() {
  return join(std::vector<std::string>(names_of_schedules.begin(), names_of_schedules.end()));
}

}  // namespace hakaru
