// Records as JSON, their schema, and back, by their descriptions (core/record.h).
//
//   write_record(step.exposed);                 // {"tensor_s": 0.1, …}
//   Fields fields(json, "plan.json", "step.exposed");
//   read_record(fields, step.exposed);          // refuses what is missing, or out of its range, by its key
//   keys_of<Exposed>();                         // the keys of its schema
//
// Keys that end in _bytes are whole numbers where their value is.
#pragma once

#include <functional>

#include "hakaru/core/record.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/layout_json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/formats/shape_types.h"

namespace hakaru {

template <typename Value>
concept IsOptionalRecord = holds_optional<Value> && IsRecord<typename Value::value_type>;

template <IsRecord Record>
OrderedJson write_record(const Record& of);
template <IsRecord Record>
void read_record(Fields& fields, Record& into);

namespace record_json {

/// A value that is written as a text: name_of() writes it, named() reads it.
template <typename Value>
concept HasNames = requires {
  Value::named("");
};

template <typename Value>
OrderedJson written(const Value& value, std::string_view key, bool or_null) {
  if constexpr (holds_optional<Value>) {
    return value ? written(*value, key, false) : OrderedJson();
  } else if constexpr (IsRecord<Value>) {
    return write_record(value);
  } else if constexpr (std::is_same_v<Value, Layout>) {
    return json_of(value);
  } else if constexpr (std::is_enum_v<Value> || HasNames<Value>) {
    return name_of(value);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return or_null ? text_or_null(value) : OrderedJson(value);
  } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
    if (or_null && value <= 0) return {};
    if (std::is_same_v<Value, double> && key.ends_with("_bytes")) return in_bytes(static_cast<double>(value));
    return value;
  } else {
    return value;
  }
}

template <typename Value>
bool is_left_out(const Value& value) {
  if constexpr (holds_optional<Value>) {
    return !value;
  } else if constexpr (requires { value == Value{}; }) {
    return value == Value{};
  } else {
    return false;
  }
}

inline IntegerRange whole(NumberRange range) {
  constexpr double most = 9e15;  // whole numbers up to it are exact in a double
  return {static_cast<std::int64_t>(range.min), static_cast<std::int64_t>(std::min(range.max, most))};
}

template <typename Field>
std::string read_text(Fields& fields, const Field& field) {
  if (field.text_kind == TextKind::name) return fields.name(field.key);
  std::string text = field.presence == Presence::or_null ? fields.nullable_text(field.key) : fields.text(field.key);
  if (field.text_kind == TextKind::name_or_empty) return fields.name_if_any(field.key, std::move(text));
  if (field.text_kind == TextKind::date && !text.empty() && !parse_date(text, field.key))
    fields.refuse(field.key, "'" + text + "'", "a date such as 2026-07-20");
  return text;
}

template <typename Field, typename Value>
void read_value(Fields& fields, const Field& field, Value& into) {
  const char* const key = field.key;
  const bool or_null = field.presence == Presence::or_null;
  if constexpr (IsRecord<Value> || std::is_same_v<Value, Layout>) {
    Fields inner = fields.inside(key);
    if constexpr (IsRecord<Value>)
      read_record(inner, into);
    else
      into = read_layout(inner);
    fields.keep(inner);
  } else if constexpr (holds_optional<Value>) {
    const bool stands = fields.has(key);
    if (!stands && !field.is_newer && or_null) fields.nullable_text(key);  // it must stand there, though null
    if (stands) read_value(fields, field.always(), into.emplace());
  } else if constexpr (HasNames<Value>) {
    const std::string text = fields.text(key);
    const std::optional<Value> named = Value::named(text);
    if (!named) fields.refuse(key, "'" + text + "'", Value::accepted);
    into = named.value_or(Value{});
  } else if constexpr (std::is_enum_v<Value>) {
    into = fields.choice<Value>(key);
  } else if constexpr (std::is_same_v<Value, bool>) {
    into = fields.boolean(key);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    into = read_text(fields, field);
  } else if constexpr (std::is_same_v<Value, double>) {
    into = or_null ? fields.nullable_number(key, field.range).value_or(0) : fields.number(key, field.range);
  } else {
    static_assert(std::is_integral_v<Value>);
    const IntegerRange range = whole(field.range);
    into = static_cast<Value>(or_null ? fields.nullable_integer(key, range).value_or(0) : fields.integer(key, range));
  }
}

/// The type of a field's value, in JSON Schema.
template <typename Value>
OrderedJson type_of() {
  if constexpr (holds_optional<Value>) {
    return type_of<typename Value::value_type>();
  } else if constexpr (IsRecord<Value>) {
    return shape::of(record<Value>.name);
  } else if constexpr (std::is_same_v<Value, Layout>) {
    return shape::of("layout");
  } else if constexpr (std::is_same_v<Value, bool>) {
    return shape::truth();
  } else if constexpr (std::is_integral_v<Value>) {
    return shape::integer();
  } else {
    return std::is_same_v<Value, double> ? shape::number() : shape::text();
  }
}

}  // namespace record_json

template <IsRecord Record>
OrderedJson write_record(const Record& of) {
  OrderedJson json = OrderedJson::object();
  each_field<Record>([&](const auto& field) {
    const auto& value = std::invoke(field.member, of);
    if (field.presence == Presence::inlined) {
      const OrderedJson inner = record_json::written(value, field.key, true);
      if (!inner.is_null()) json.update(inner);
    } else if (field.presence != Presence::if_any || !record_json::is_left_out(value)) {
      json[field.key] = record_json::written(value, field.key, field.presence == Presence::or_null);
    }
  });
  return json;
}

template <IsRecord Record>
void read_record(Fields& fields, Record& into) {
  each_field<Record>([&](const auto& field) {
    if constexpr (std::is_member_object_pointer_v<decltype(field.member)>) {
      using Value = std::remove_reference_t<decltype(into.*field.member)>;
      const bool may_lack = field.is_newer || field.presence == Presence::if_any;
      if (field.presence == Presence::inlined) {
        if constexpr (IsOptionalRecord<Value>) {
          bool any = false;
          each_field<typename Value::value_type>([&](const auto& inner) { any = any || fields.has(inner.key); });
          if (any) read_record(fields, (into.*field.member).emplace());
        }
      } else if (!may_lack || fields.has(field.key)) {
        record_json::read_value(fields, field, into.*field.member);
      }
    }
  });
}

template <IsRecord Record>
shape::Keys keys_of() {
  shape::Keys keys;
  each_field<Record>([&](const auto& field) {
    using Value = std::remove_cvref_t<std::invoke_result_t<decltype(field.member), const Record&>>;
    if constexpr (IsOptionalRecord<Value>) {
      if (field.presence == Presence::inlined) {
        for (AnswerKey& key : keys_of<typename Value::value_type>()) keys.push_back(shape::maybe(std::move(key)));
        return;
      }
    }
    OrderedJson type = record_json::type_of<Value>();
    if (field.presence == Presence::or_null) type = shape::nullable(std::move(type));
    keys.push_back({field.key, std::move(type), field.help, field.presence == Presence::if_any});
  });
  return keys;
}

template <IsRecord Record>
AnswerShape shape_of() {
  return {record<Record>.name, record<Record>.help, keys_of<Record>()};
}

}  // namespace hakaru
