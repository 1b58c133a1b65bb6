// Descriptions of records: for each member its key, its range and its meaning, in one table beside the struct. JSON and
// its schema (formats/record_json.h), tables of plans and their comparison are made from it.
//
//   struct Loss { double time_s = 0; std::optional<double> usd = {}; };
//   template <>
//   inline constexpr auto record<Loss> = described("loss", "what a failure costs",
//                                                  field("time_s", &Loss::time_s, {0, 1e9}, "until it goes on"),
//                                                  field("usd", &Loss::usd, {0, 1e9}, "its price"));
//
// A member that is optional is written as null where it is empty. A function without arguments may stand for a member:
// it is written, and not read.
//
// Limits: a record holds numbers, texts, truths, enumerations (choice.h), sentences (message.h), records and layouts,
// lists of these, and tables of them by name; lists that are read back are of texts and whole numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace hakaru {

struct IntegerRange {
  std::int64_t min = 0;
  std::int64_t max = INT64_MAX;
};
struct NumberRange {
  double min = 0;
  double max = 1e30;
};

enum class Presence {
  always,
  or_null,  ///< null where it is not known: an empty optional, an empty text, a quantity of zero; within a list
  if_any,   ///< left out where it has its usual value
  inlined   ///< a record whose keys stand among the others: all, or of an optional one none
};

/// Names: as is_name() has them. Listed: an enumeration whose names stand in its schema.
enum class TextKind { any, name, name_or_empty, date, listed };

template <typename Value>
inline constexpr bool holds_optional = false;
template <typename Value>
inline constexpr bool holds_optional<std::optional<Value>> = true;

/// A field without the type of its member: what reads, writes and shapes values takes it, once for each type of value.
struct FieldInfo {
  const char* key = "";
  NumberRange range = {};   ///< bounds of numbers
  const char* help = "";    ///< English; Japanese in data/messages/ja/answers.toml
  const char* column = "";  ///< its name in tables; "": it stands in none
  Presence presence = Presence::always;
  TextKind text_kind = TextKind::any;
  bool is_newer = false;  ///< files of earlier versions lack it
  bool is_real = false;   ///< bytes that are no whole number even where their value is

  bool is(Presence other) const { return presence == other; }
  /// The field of a value that is there.
  FieldInfo always() const {
    FieldInfo copy = *this;
    copy.presence = Presence::always;
    return copy;
  }
};

template <typename Owner, typename Value>
struct RecordField : FieldInfo {
  Value Owner::*member;

  constexpr RecordField or_null() const { return with(&FieldInfo::presence, Presence::or_null); }
  constexpr RecordField if_any() const { return with(&FieldInfo::presence, Presence::if_any); }
  constexpr RecordField as(TextKind kind) const { return with(&FieldInfo::text_kind, kind); }
  constexpr RecordField inlined() const { return with(&FieldInfo::presence, Presence::inlined); }
  constexpr RecordField newer() const { return with(&FieldInfo::is_newer, true); }
  constexpr RecordField real() const { return with(&FieldInfo::is_real, true); }
  constexpr RecordField listed() const { return as(TextKind::listed); }
  constexpr RecordField saying(const char* text) const { return with(&FieldInfo::help, text); }
  constexpr RecordField shown_as(const char* name) const { return with(&FieldInfo::column, name); }

 private:
  template <typename Part>
  constexpr RecordField with(Part FieldInfo::*part, Part value) const {
    RecordField copy = *this;
    copy.*part = value;
    return copy;
  }
};

template <typename Owner, typename Value>
constexpr RecordField<Owner, Value> field(const char* key, Value Owner::*member, NumberRange range, const char* help) {
  const Presence presence = holds_optional<Value> ? Presence::or_null : Presence::always;
  return {{.key = key, .range = range, .help = help, .presence = presence}, member};
}
template <typename Owner, typename Value>
constexpr RecordField<Owner, Value> field(const char* key, Value Owner::*member, const char* help) {
  return field(key, member, NumberRange{}, help);
}

template <typename... Field>
struct Described {
  const char* name;  ///< its shape's, in schemas
  const char* help;
  std::tuple<Field...> fields;
};
template <typename... Field>
constexpr Described<Field...> described(const char* name, const char* help, Field... fields) {
  return {name, help, {fields...}};
}

/// The description of a record; specialised beside its struct.
template <typename Record>
inline constexpr auto record = nullptr;

template <typename Record>
concept IsRecord = !std::is_same_v<decltype(record<Record>), const std::nullptr_t>;

/// Calls `visit` with every field of a record, in the order in which they are written.
template <IsRecord Record, typename Visit>
constexpr void each_field(Visit visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, record<Record>.fields);
}

/// Calls `visit(path, column, value)` with every number that has a column, "exposed.tensor_s" of records within.
template <IsRecord Record, typename Visit>
void each_shown(const Record& of, const Visit& visit, const std::string& within = "") {
  each_field<Record>([&](const auto& field) {
    const auto& value = std::invoke(field.member, of);
    using Value = std::decay_t<decltype(value)>;
    if constexpr (IsRecord<Value>) {
      each_shown(value, visit, within + field.key + ".");
    } else if constexpr (std::is_arithmetic_v<Value>) {
      if (*field.column != '\0') visit(within + field.key, field.column, value);
    }
  });
}

}  // namespace hakaru
