#include "hakaru/parallel/layout.h"

#include <fmt/format.h>

#include <array>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

template <typename Value>
std::string told(Value value) {
  if constexpr (std::is_enum_v<Value>)
    return std::string(name_of(value));
  else if constexpr (std::is_same_v<Value, bool>)
    return "";
  else
    return fmt::format("{}", value);
}

template <typename Value>
bool is_told(const Layout& layout, const LayoutField<Value>& field) {
  const bool applies = field.applies == nullptr || field.applies(layout);
  return field.in_short.always || (applies && layout.*field.value != usual_layout.*field.value);
}

/// True where a pipeline's schedule is other than the usual one of so many chunks.
bool is_told(const Layout& layout, const LayoutField<Schedule>& /*field*/) {
  return layout.pp > 1 && layout.schedule != usual_schedule(layout.vpp);
}

}  // namespace

bool allows(const LayoutRequest& request, const Layout& layout) {
  return every_layout_field([&](const auto& field) {
    const auto& asked = request.*field.request;
    return !asked || *asked == layout.*field.value || (field.applies != nullptr && !field.applies(layout));
  });
}

Layout requested_layout(const LayoutRequest& request) {
  Layout layout;
  each_layout_field([&](const auto& field) {
    if (request.*field.request) layout.*field.value = *(request.*field.request);
  });
  if (!request.recompute && request.recompute_layers) layout.recompute = Recompute::full;
  if (!request.schedule) layout.schedule = usual_schedule(layout.vpp);
  each_layout_field([&](const auto& field) {
    if (field.applies != nullptr && !field.applies(layout)) layout.*field.value = usual_layout.*field.value;
  });
  return layout;
}

Schedule usual_schedule(std::int64_t vpp) {
  return vpp > 1 ? Schedule::interleaved : Schedule::one_forward_one_backward;
}

std::string in_short(const Layout& layout) {
  std::array<std::string, layout_fields> parts;
  each_layout_field([&](const auto& field) {
    if (is_told(layout, field))
      parts.at(static_cast<std::size_t>(field.in_short.place)) = field.in_short.before + told(layout.*field.value);
  });
  std::string text;
  for (const std::string& part : parts) text += part;
  return text.substr(1);
}

}  // namespace hakaru
