// Records as JSON, their schema, and back, by their descriptions (core/record.h).
//
//   write_record(step.exposed);                 // {"tensor_s": 0.1, …}
//   Fields fields(json, "plan.json", "step.exposed");
//   read_record(fields, step.exposed);          // refuses what is missing, or out of its range, by its key
//   keys_of<Exposed>();                         // the keys of its schema
//
// Keys that end in bytes are whole numbers where their value is. Sentences are in the translator's language, else in
// English.
#pragma once

#include <functional>

#include "hakaru/core/quantities.h"
#include "hakaru/core/record.h"
#include "hakaru/core/translate.h"
#include "hakaru/formats/layout_json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/formats/shape_types.h"

namespace hakaru {

template <typename Value>
concept IsOptionalRecord = holds_optional<Value> && IsRecord<typename Value::value_type>;

template <IsRecord Record>
OrderedJson write_record(const Record& of, const Translator& translator = Translator());
template <IsRecord Record>
void read_record(Fields& fields, Record& into);

namespace record_json {

/// A value that is written as a text: name_of() writes it, named() reads it.
template <typename Value>
concept HasNames = requires {
  Value::named("");
};

/// Values by name: a map, a list of pairs.
template <typename Value>
concept IsByName = requires {
  typename Value::value_type::second_type;
};
template <typename Value>
inline constexpr bool is_list = false;
template <typename Item>
inline constexpr bool is_list<std::vector<Item>> = !IsByName<std::vector<Item>>;

inline const std::string& as_key(const std::string& name) { return name; }
template <IsChoice Choice>
std::string as_key(Choice name) {
  return std::string(name_of(name));
}

template <typename Value>
OrderedJson written(const Value& value, const FieldInfo& field, const Translator& translator) {
  const bool or_null = field.presence == Presence::or_null;
  if constexpr (holds_optional<Value>) {
    return value ? written(*value, field.always(), translator) : OrderedJson();
  } else if constexpr (IsRecord<Value>) {
    return write_record(value, translator);
  } else if constexpr (IsByName<Value>) {
    OrderedJson table = OrderedJson::object();
    for (const auto& [name, each] : value) table[as_key(name)] = written(each, field.always(), translator);
    return table;
  } else if constexpr (is_list<Value>) {
    OrderedJson list = OrderedJson::array();
    for (const auto& each : value) list.push_back(written(each, field.always(), translator));
    return list;
  } else if constexpr (std::is_same_v<Value, Message>) {
    return translator(value);
  } else if constexpr (std::is_same_v<Value, Layout>) {
    return json_of(value);
  } else if constexpr (std::is_enum_v<Value> || HasNames<Value>) {
    return name_of(value);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return or_null ? text_or_null(value) : OrderedJson(value);
  } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
    if (or_null && value <= 0) return {};
    const bool is_of_bytes = std::string_view(field.key).ends_with("bytes") && !field.is_real;
    if (std::is_same_v<Value, double> && is_of_bytes) return in_bytes(static_cast<double>(value));
    return value;
  } else {
    return value;
  }
}

template <typename Value>
bool is_left_out(const Value& value) {
  if constexpr (holds_optional<Value>) {
    return !value;
  } else if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else if constexpr (requires { value == Value{}; }) {
    return value == Value{};
  } else {
    return false;
  }
}

inline IntegerRange whole(NumberRange range) {
  constexpr double most = 9e15;  // whole numbers up to it are exact in a double
  return {static_cast<std::int64_t>(range.min), range.max > most ? INT64_MAX : static_cast<std::int64_t>(range.max)};
}

inline std::string read_text(Fields& fields, const FieldInfo& field) {
  if (field.text_kind == TextKind::name) return fields.name(field.key);
  std::string text = field.presence == Presence::or_null ? fields.nullable_text(field.key) : fields.text(field.key);
  if (field.text_kind == TextKind::name_or_empty) return fields.name_if_any(field.key, std::move(text));
  if (field.text_kind == TextKind::date && !text.empty() && !parse_date(text, field.key))
    fields.refuse(field.key, "'" + text + "'", "a date such as 2026-07-20");
  return text;
}

/// Reads a table whose keys are names of an enumeration.
template <typename Value>
void read_by_name(Fields& fields, const FieldInfo& field, Value& into) {
  Fields table = fields.inside(field.key);
  for (const std::string& key : table.keys()) {
    const auto name = choice_named<typename Value::key_type>(key);
    if (!name) table.refuse(key, "no such name", accepted_names<typename Value::key_type>());
    Fields inner = table.inside(key);
    if (name) read_record(inner, into[*name]);
    table.keep(inner);
  }
  fields.keep(table);
}

template <typename Value>
void read_value(Fields& fields, const FieldInfo& field, Value& into) {
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
  } else if constexpr (IsByName<Value>) {
    read_by_name(fields, field, into);
  } else if constexpr (is_list<Value>) {
    constexpr bool is_of_texts = std::is_same_v<Value, std::vector<std::string>>;
    if (!fields.has(key)) fields.refuse(key, "missing", is_of_texts ? "a list of texts" : "a list of whole numbers");
    if constexpr (is_of_texts)
      into = fields.texts(key);
    else
      into = fields.integers(key, whole(field.range));
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
OrderedJson type_of(const FieldInfo& field) {
  if constexpr (holds_optional<Value>) {
    return type_of<typename Value::value_type>(field.always());
  } else if constexpr (IsRecord<Value>) {
    return shape::of(record<Value>.name);
  } else if constexpr (IsByName<Value>) {
    return shape::by_name(type_of<typename Value::value_type::second_type>(field));
  } else if constexpr (is_list<Value>) {
    OrderedJson each = type_of<typename Value::value_type>(field);
    return shape::list(field.presence == Presence::or_null ? shape::nullable(std::move(each)) : std::move(each));
  } else if constexpr (std::is_same_v<Value, Layout>) {
    return shape::of("layout");
  } else if constexpr (std::is_same_v<Value, bool>) {
    return shape::truth();
  } else if constexpr (std::is_integral_v<Value>) {
    return shape::integer();
  } else if constexpr (IsChoice<Value>) {
    return field.text_kind == TextKind::listed ? OrderedJson{{"enum", choice_names<Value>}} : shape::text();
  } else {
    return std::is_same_v<Value, double> ? shape::number() : shape::text();
  }
}

template <typename Value>
void put(OrderedJson& json, const FieldInfo& field, const Value& value, const Translator& translator) {
  if (field.is(Presence::inlined)) {
    const OrderedJson inner = written(value, field, translator);
    if (!inner.is_null()) json.update(inner);
  } else if (!field.is(Presence::if_any) || !is_left_out(value)) {
    json[field.key] = written(value, field, translator);
  }
}

template <typename Value>
void take(Fields& fields, const FieldInfo& field, Value& into) {
  if (!field.is(Presence::inlined)) {
    const bool may_lack = field.is_newer || field.is(Presence::if_any);
    if (!may_lack || fields.has(field.key)) read_value(fields, field, into);
  } else if constexpr (IsOptionalRecord<Value>) {
    bool any = false;
    each_field<typename Value::value_type>([&](const FieldInfo& inner) { any = any || fields.has(inner.key); });
    if (any) read_record(fields, into.emplace());
  } else if constexpr (IsRecord<Value>) {
    read_record(fields, into);
  }
}

template <typename Value>
void add_key(shape::Keys& keys, const FieldInfo& field);

}  // namespace record_json

template <IsRecord Record>
OrderedJson write_record(const Record& of, const Translator& translator) {
  OrderedJson json = OrderedJson::object();
  each_field<Record>([&](const auto& field) {
    const auto& value = std::invoke(field.member, of);
    record_json::put(json, field, value, translator);
  });
  return json;
}

template <IsRecord Record>
void read_record(Fields& fields, Record& into) {
  each_field<Record>([&](const auto& field) {
    if constexpr (std::is_member_object_pointer_v<decltype(field.member)>)
      record_json::take(fields, field, into.*field.member);
  });
}

template <IsRecord Record>
shape::Keys keys_of() {
  shape::Keys keys;
  each_field<Record>([&](const auto& field) {
    using Value = std::remove_cvref_t<std::invoke_result_t<decltype(field.member), const Record&>>;
    record_json::add_key<Value>(keys, field);
  });
  return keys;
}

template <typename Value>
void record_json::add_key(shape::Keys& keys, const FieldInfo& field) {
  if (field.is(Presence::inlined)) {
    if constexpr (IsOptionalRecord<Value>) {
      for (AnswerKey& key : keys_of<typename Value::value_type>()) keys.push_back(shape::maybe(std::move(key)));
    } else if constexpr (IsRecord<Value>) {
      keys = shape::joined(std::move(keys), keys_of<Value>());
    }
    return;
  }
  OrderedJson type = type_of<Value>(field);
  const bool or_null = field.is(Presence::or_null) && !is_list<Value>;
  keys.push_back({field.key, or_null ? shape::nullable(std::move(type)) : std::move(type), field.help,
                  field.is(Presence::if_any)});
}

template <IsRecord Record>
AnswerShape shape_of() {
  return {record<Record>.name, record<Record>.help, keys_of<Record>()};
}

}  // namespace hakaru
