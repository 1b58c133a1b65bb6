#include "hakaru/parallel/layout.h"

#include <fmt/format.h>

namespace hakaru {
namespace {

template <typename Value>
bool agrees(const std::optional<Value>& wanted, const Value& value) {
  return !wanted || *wanted == value;
}

}  // namespace

bool allows(const LayoutRequest& request, const Layout& layout) {
  return agrees(request.tp, layout.tp) && agrees(request.pp, layout.pp) && agrees(request.vpp, layout.vpp) &&
         agrees(request.cp, layout.cp) && agrees(request.ep, layout.ep) && agrees(request.dp, layout.dp) &&
         agrees(request.micro_batch, layout.micro_batch) && agrees(request.zero, layout.zero) &&
         agrees(request.sequence_parallel, layout.sequence_parallel) && agrees(request.recompute, layout.recompute) &&
         agrees(request.schedule, layout.schedule) &&
         (layout.cp == 1 || agrees(request.context_parallel, layout.context_parallel)) &&
         agrees(request.recompute_layers, layout.recompute_layers) &&
         (layout.tp == 1 || agrees(request.tensor_chunks, layout.tensor_chunks)) &&
         agrees(request.first_stage_layers, layout.first_stage_layers) &&
         agrees(request.last_stage_layers, layout.last_stage_layers);
}

Layout requested_layout(const LayoutRequest& request) {
  Layout layout;
  layout.tp = request.tp.value_or(1);
  layout.pp = request.pp.value_or(1);
  layout.vpp = request.vpp.value_or(1);
  layout.cp = request.cp.value_or(1);
  layout.ep = request.ep.value_or(1);
  layout.dp = request.dp.value_or(1);
  layout.zero = request.zero.value_or(0);
  layout.sequence_parallel = request.sequence_parallel.value_or(false);
  layout.recompute = request.recompute.value_or(request.recompute_layers ? Recompute::full : Recompute::none);
  layout.micro_batch = request.micro_batch.value_or(1);
  layout.schedule = schedule_of(request, layout.vpp);
  take_details(request, layout);
  return layout;
}

void take_details(const LayoutRequest& request, Layout& layout) {
  if (layout.cp > 1) layout.context_parallel = request.context_parallel.value_or(ContextParallel::ring);
  if (layout.recompute == Recompute::full) layout.recompute_layers = request.recompute_layers.value_or(1);
  if (layout.tp > 1) layout.tensor_chunks = request.tensor_chunks.value_or(0);
  layout.first_stage_layers = request.first_stage_layers.value_or(0);
  layout.last_stage_layers = request.last_stage_layers.value_or(0);
}

Schedule schedule_of(const LayoutRequest& request, std::int64_t vpp) {
  return request.schedule.value_or(vpp > 1 ? Schedule::interleaved : Schedule::one_forward_one_backward);
}

std::string in_short(const Layout& layout) {
  std::string text = fmt::format("tp{} pp{}", layout.tp, layout.pp);
  if (layout.first_stage_layers > 0) text += fmt::format(" first{}", layout.first_stage_layers);
  if (layout.last_stage_layers > 0) text += fmt::format(" last{}", layout.last_stage_layers);
  if (layout.vpp > 1) text += fmt::format(" vpp{}", layout.vpp);
  if (layout.cp > 1) text += fmt::format(" cp{}", layout.cp);
  if (layout.cp > 1 && layout.context_parallel != ContextParallel::ring)
    text += fmt::format(" {}", name_of(layout.context_parallel));
  if (layout.ep > 1) text += fmt::format(" ep{}", layout.ep);
  const bool usual = (layout.schedule == Schedule::interleaved) == (layout.vpp > 1);
  if (layout.pp > 1 && (!usual || layout.schedule == Schedule::gpipe || layout.schedule == Schedule::zero_bubble)) {
    text += fmt::format(" {}", name_of(layout.schedule));
  }
  text += fmt::format(" dp{} mb{}", layout.dp, layout.micro_batch);
  if (layout.zero > 0) text += fmt::format(" zero{}", layout.zero);
  if (layout.sequence_parallel) text += " sp";
  if (layout.recompute != Recompute::none) text += fmt::format(" recompute {}", name_of(layout.recompute));
  if (layout.recompute_layers > 1) text += fmt::format("/{}", layout.recompute_layers);
  if (layout.tensor_chunks > 0) text += fmt::format(" tc{}", layout.tensor_chunks);
  return text;
}

}  // namespace hakaru
