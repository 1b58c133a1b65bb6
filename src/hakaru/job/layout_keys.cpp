#include "hakaru/job/layout_keys.h"

#include <algorithm>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

template <typename Value>
std::string help_of(const LayoutField<Value>& field) {
  if constexpr (std::is_enum_v<Value>) return in_english(Message{field.help.text, {accepted_names<Value>()}});
  return field.help.text;
}

/// "full" or "full/3", the layers of which may stand on their own.
void read_recompute(KeyReader& reader, const std::string& text, LayoutRequest& request) {
  const Result<RecomputeRequest> recompute = parse_recompute_request(text);
  if (!recompute) {
    reader.refuse(
        bad_input("{} is '{}'; accepted: {}", reader.shown("recompute"), text, "none, selective, full, full/N"));
    return;
  }
  if (recompute->layers && request.recompute_layers) reader.refuse_both("recompute_layers", "recompute", text);
  request.recompute = recompute->recompute;
  if (recompute->layers) request.recompute_layers = recompute->layers;
}

template <typename Value>
std::optional<Value> read_part(KeyReader& reader, const LayoutField<Value>& field) {
  if constexpr (std::is_same_v<Value, Recompute>) {
    return std::nullopt;  // with its layers
  } else if constexpr (std::is_enum_v<Value>) {
    return reader.choice<Value>(field.key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    return reader.boolean(field.key);
  } else {
    const std::optional<std::int64_t> count = reader.count(field.key, field.least, field.most);
    return count ? std::optional(static_cast<Value>(*count)) : std::nullopt;
  }
}

}  // namespace

std::vector<ScenarioKey> layout_keys() {
  std::vector<ScenarioKey> keys(layout_fields);
  each_layout_field([&](const auto& field) {
    keys.at(static_cast<std::size_t>(field.help.place)) = {field.key, field.help.jobs, "layout", field.help.takes,
                                                           help_of(field)};
  });
  return keys;
}

LayoutRequest read_layout_request(KeyReader& reader) {
  LayoutRequest request;
  each_layout_field([&](const auto& field) { request.*field.request = read_part(reader, field); });
  if (const auto text = reader.text("recompute")) read_recompute(reader, *text, request);
  if (request.recompute_layers.value_or(1) > 1 && request.recompute && *request.recompute != Recompute::full)
    reader.refuse_without("recompute_layers", {"recompute"}, name_of(Recompute::full), name_of(*request.recompute));
  if (request.dp_replicate.value_or(1) > 1 && request.zero == 0)
    reader.refuse(bad_input("{} needs {} of at least 1", reader.shown("dp_replicate"), reader.shown("zero")));
  each_layout_field([&](const auto& field) {
    // The usual value (ring, tensor chunks as measured), which plans state for every layout, needs no ranks.
    const auto& asked = request.*field.request;
    const bool needs = field.needs.request != nullptr && asked && *asked != usual_layout.*field.value;
    if (needs && request.*field.needs.request == 1)
      reader.refuse(bad_input("{} needs {} of at least 2", reader.shown(field.key), reader.shown(field.needs.key)));
  });
  return request;
}

}  // namespace hakaru
