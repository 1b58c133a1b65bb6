#include "hakaru/job/key_rules.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

std::vector<std::string> parts_of(std::string_view text, char mark) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// A word of a rule.
struct OtherKey {
  std::string keys;    ///< any of them: "ttft|tpot"
  std::string values;  ///< any of them: "dpo|grpo"; "": every value
};

/// The words that matter to `job`.
std::vector<OtherKey> others_in(std::string_view rule, std::string_view job) {
  std::vector<OtherKey> others;
  for (const std::string& word : parts_of(rule, ' ')) {
    const std::size_t colon = word.find(':');
    if (colon != std::string::npos && word.substr(0, colon) != job) continue;
    const std::string named = colon == std::string::npos ? word : word.substr(colon + 1);
    const std::size_t equals = std::min(named.find('='), named.size());
    others.push_back({named.substr(0, equals), named.substr(std::min(equals + 1, named.size()))});
  }
  return others;
}

/// The value of the first of `other` that is there with one of its values; "": none is.
std::string value_of(const OtherKey& other, const KeyReader& reader) {
  for (const std::string& key : parts_of(other.keys, '|')) {
    const std::string value = reader.given(key);
    if (!value.empty() && (other.values.empty() || ranges::count(parts_of(other.values, '|'), value) > 0)) return value;
  }
  return "";
}

// Complete before addresses of functions that give it are taken, as in key_reader.cpp.
static_assert(std::is_move_constructible_v<Result<double>>);

using Parse = Result<double> (*)(std::string_view text, std::string_view name);

Parse parse_of(std::string_view value) {
  static constexpr std::array<std::pair<std::string_view, Parse>, 3> parses{
      {{"DURATION", parse_duration_s}, {"BYTES", parse_bytes}, {"PERCENT", parse_percent}}};
  const auto found = ranges::find(parses, value, &std::pair<std::string_view, Parse>::first);
  return found == parses.end() ? parse_number : found->second;
}

void refuse_beyond(const KeyRules& rules, std::string_view key, std::string_view value, KeyReader& reader) {
  const Parse parse = parse_of(value);
  const std::optional<double> found = reader.parsed<double>(key, parse);
  if (found && (*found < *parse(rules.least, key) || *found > *parse(rules.most, key)))
    reader.refuse(bad_input("{} is {}; accepted: {} … {}", reader.shown(key), reader.text(key).value_or(""),
                            rules.least, rules.most));
}

}  // namespace

void refuse_by_rules(const KeyRules& rules, const RuledKey& ruled, std::string_view job, KeyReader& reader,
                     ReadKeys read) {
  const std::string_view key = ruled.name;
  if (!rules.most.empty()) refuse_beyond(rules, key, ruled.value, reader);
  const std::string given = reader.given(key);
  if (given.empty() || (given == "0" && ruled.usual == "0")) return;  // asks for nothing
  for (const OtherKey& other : others_in(read == ReadKeys::as_given ? rules.excludes : "", job)) {
    const std::string found = value_of(other, reader);
    if (!found.empty()) reader.refuse_both(key, other.keys, other.values.empty() ? "" : found);
  }
  for (const OtherKey& other : others_in(rules.needs, job)) {
    if (value_of(other, reader).empty())
      reader.refuse_without(key, parts_of(other.keys, '|'), other.values, reader.given(other.keys));
  }
}

}  // namespace hakaru
