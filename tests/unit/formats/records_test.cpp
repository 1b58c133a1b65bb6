// Every described record is written and read back the same, stands in its schema, and refuses by its name what lies
// outside its range.
#include "hakaru/formats/records.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>
#include <utility>

#include "hakaru/core/message.h"

namespace hakaru {
namespace {

/// Calls `visit` with an empty record of each type of `Records`.
template <typename Records, typename Visit>
void each_record(const Visit& visit) {
  const auto visit_all = [&]<std::size_t... at>(std::index_sequence<at...>) {
    (visit(std::tuple_element_t<at, Records>()), ...);
  };
  visit_all(std::make_index_sequence<std::tuple_size_v<Records>>());
}

/// A value within the range, another for each key; of texts one that every kind takes.
template <typename Value>
Value filled(const FieldInfo& field, int at) {
  if constexpr (holds_optional<Value>) {
    return filled<typename Value::value_type>(field, at);
  } else if constexpr (IsRecord<Value>) {
    Value record;
    each_field<Value>([&](const auto& inner) {
      if constexpr (std::is_member_object_pointer_v<decltype(inner.member)>)
        record.*inner.member = filled<std::decay_t<decltype(record.*inner.member)>>(inner, ++at);
    });
    return record;
  } else if constexpr (record_json::is_list<Value>) {
    return {filled<typename Value::value_type>(field, at)};
  } else if constexpr (std::is_same_v<Value, Layout>) {
    Layout layout;
    layout.tp = 8;
    return layout;
  } else if constexpr (IsChoice<Value>) {
    return all_choices<Value>().back();
  } else if constexpr (std::is_same_v<Value, Percentile>) {
    return {0.95};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return field.text_kind == TextKind::date ? "2026-12-05" : "text-" + std::to_string(at);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    const double least = std::max(field.range.min, 1.0);
    return static_cast<Value>(std::min(least + at, field.range.max));
  } else {
    return {};
  }
}

struct Walked {
  OrderedJson written;
  std::optional<Error> error;
};

template <typename Record>
Walked read_and_written(const OrderedJson& json) {
  const Json read_from = Json::parse(json.dump());
  Fields fields(read_from, "file.json", record<Record>.name);
  Record into;
  read_record(fields, into);
  return {write_record(into), fields.error()};
}

TEST(Records, AreReadBackAsTheyWereWritten) {
  each_record<ReadRecords>([](const auto& empty) {
    using Record = std::decay_t<decltype(empty)>;
    const FieldInfo all{};
    const OrderedJson written = write_record(filled<Record>(all, 0));
    const Walked walked = read_and_written<Record>(written);
    ASSERT_FALSE(walked.error) << in_english(walked.error->message);
    EXPECT_EQ(walked.written, written) << record<Record>.name;
  });
}

TEST(Records, HaveTheKeysOfTheirSchemaAndNoOthers) {
  const auto check = [](const auto& empty) {
    using Record = std::decay_t<decltype(empty)>;
    const FieldInfo all{};
    const OrderedJson full = write_record(filled<Record>(all, 0)), bare = write_record(empty);
    const shape::Keys keys = keys_of<Record>();
    EXPECT_LE(full.size(), keys.size());
    for (const auto& member : full.items()) {
      const auto is_its = [&](const AnswerKey& each) { return each.name == member.key(); };
      EXPECT_TRUE(std::any_of(keys.begin(), keys.end(), is_its)) << member.key();
    }
    for (const AnswerKey& key : keys) {
      EXPECT_TRUE(key.optional || bare.contains(key.name)) << key.name;
    }
  };
  each_record<ReadRecords>(check);
  each_record<WrittenRecords>(check);
}

TEST(Records, RefuseByNameWhatLiesOutsideItsRangeOrIsMissing) {
  each_record<ReadRecords>([](const auto& empty) {
    using Record = std::decay_t<decltype(empty)>;
    const FieldInfo all{};
    const OrderedJson written = write_record(filled<Record>(all, 0));
    each_field<Record>([&](const auto& field) {
      using Value = std::decay_t<std::invoke_result_t<decltype(field.member), const Record&>>;
      if (!std::is_member_object_pointer_v<decltype(field.member)> || field.presence == Presence::inlined) return;
      const auto refusal = [&](const OrderedJson& value) {
        OrderedJson changed = written;
        changed[field.key] = value;
        const Walked walked = read_and_written<Record>(changed);
        return walked.error ? in_english(walked.error->message) : "";
      };
      const std::string named = fmt::format("'{}.{}", record<Record>.name, field.key);
      const bool is_table = IsRecord<Value> || std::is_same_v<Value, Layout>;
      EXPECT_NE(refusal(is_table ? OrderedJson("none") : OrderedJson{{"no", "such"}}).find(named), std::string::npos)
          << named;
      if (std::is_arithmetic_v<Value>) {
        EXPECT_NE(refusal(-1).find(named), std::string::npos) << named;
      }
      const bool may_lack = field.is_newer || field.presence == Presence::if_any;
      if (!may_lack) {
        OrderedJson without = written;
        without.erase(field.key);
        const Walked walked = read_and_written<Record>(without);
        ASSERT_TRUE(walked.error) << named;
        EXPECT_NE(in_english(walked.error->message).find(named), std::string::npos) << named;
      }
    });
  });
}

}  // namespace
}  // namespace hakaru
