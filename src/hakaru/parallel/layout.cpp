#include "hakaru/parallel/layout.h"

#include <fmt/format.h>

namespace hakaru {
namespace {

template <typename Value>
bool agrees(const std::optional<Value>& wanted, const Value& value) {
  return !wanted || *wanted == value;
}

}  // namespace

std::string_view name_of(Schedule schedule) { return schedule == Schedule::interleaved ? "interleaved-1f1b" : "1f1b"; }

bool allows(const LayoutRequest& request, const Layout& layout) {
  return agrees(request.tp, layout.tp) && agrees(request.pp, layout.pp) && agrees(request.vpp, layout.vpp) &&
         agrees(request.cp, layout.cp) && agrees(request.ep, layout.ep) && agrees(request.dp, layout.dp) &&
         agrees(request.micro_batch, layout.micro_batch) && agrees(request.zero, layout.zero) &&
         agrees(request.sequence_parallel, layout.sequence_parallel) && agrees(request.recompute, layout.recompute);
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
