#include "hakaru/formats/layout_json.h"

#include <algorithm>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

template <typename Value>
OrderedJson json_of_part(Value value) {
  if constexpr (std::is_enum_v<Value>)
    return name_of(value);
  else
    return value;
}

template <typename Value>
Value read_part(Fields& fields, const LayoutField<Value>& field) {
  const Value usual = usual_layout.*field.value;
  if constexpr (std::is_enum_v<Value>) {
    return fields.choice<Value>(field.key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    return field.unsaid_if_usual ? fields.boolean_or(field.key, usual) : fields.boolean(field.key);
  } else {
    const IntegerRange range{std::min<std::int64_t>(field.least, usual), field.most};
    return static_cast<Value>(field.unsaid_if_usual ? fields.integer_or(field.key, usual, range)
                                                    : fields.integer(field.key, range));
  }
}

}  // namespace

OrderedJson json_of(const Layout& layout) {
  OrderedJson json;
  each_layout_field([&](const auto& field) {
    const auto value = layout.*field.value;
    if (!field.unsaid_if_usual || value != usual_layout.*field.value) json[field.key] = json_of_part(value);
  });
  return json;
}

Layout read_layout(Fields& fields) {
  Layout layout;
  each_layout_field([&](const auto& field) { layout.*field.value = read_part(fields, field); });
  return layout;
}

}  // namespace hakaru
