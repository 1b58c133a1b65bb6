#include "hakaru/parallel/layout.h"

#include <fmt/format.h>

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};

template <typename Value>
bool agrees(const std::optional<Value>& wanted, const Value& value) {
  return !wanted || *wanted == value;
}

}  // namespace

std::string_view name_of(Recompute recompute) { return recompute_names.at(static_cast<std::size_t>(recompute)); }

std::string_view name_of(Schedule schedule) { return schedule == Schedule::interleaved ? "interleaved-1f1b" : "1f1b"; }

Result<Recompute> parse_recompute(std::string_view text) {
  for (std::size_t i = 0; i < recompute_names.size(); ++i) {
    if (text == recompute_names.at(i)) return static_cast<Recompute>(i);
  }
  return bad_input("recompute is '{}'; accepted: {}", text, "none, selective, full");
}

bool LayoutRequest::allows(const Layout& layout) const {
  return agrees(tp, layout.tp) && agrees(pp, layout.pp) && agrees(vpp, layout.vpp) && agrees(cp, layout.cp) &&
         agrees(ep, layout.ep) && agrees(dp, layout.dp) && agrees(micro_batch, layout.micro_batch) &&
         agrees(zero, layout.zero) && agrees(sequence_parallel, layout.sequence_parallel) &&
         agrees(recompute, layout.recompute);
}

std::string in_short(const Layout& layout) {
  std::string text = fmt::format("tp{} pp{}", layout.tp, layout.pp);
  if (layout.vpp > 1) text += fmt::format(" vpp{}", layout.vpp);
  if (layout.cp > 1) text += fmt::format(" cp{}", layout.cp);
  if (layout.ep > 1) text += fmt::format(" ep{}", layout.ep);
  text += fmt::format(" dp{} mb{}", layout.dp, layout.micro_batch);
  if (layout.zero > 0) text += fmt::format(" zero{}", layout.zero);
  if (layout.sequence_parallel) text += " sp";
  if (layout.recompute != Recompute::none) text += fmt::format(" recompute {}", name_of(layout.recompute));
  return text;
}

}  // namespace hakaru
