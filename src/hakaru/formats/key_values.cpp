#include "hakaru/formats/key_values.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace hakaru {
namespace {

using Examples = std::vector<std::string>;

/// A number, or the same as text with its suffix; the parsers of core/text.h say more.
OrderedJson quantity(const char* type, int least, const char* pattern, const Examples& examples) {
  return {{"type", {type, "string"}}, {"minimum", least}, {"pattern", pattern}, {"examples", examples}};
}

OrderedJson text_like(const char* pattern, const Examples& examples) {
  return {{"type", "string"}, {"pattern", pattern}, {"examples", examples}};
}

/// As a list, or as one text with commas.
OrderedJson listed(OrderedJson items, const Examples& examples) {
  return {{"type", {"string", "array"}}, {"minLength", 1}, {"items", std::move(items)}, {"examples", examples}};
}

OrderedJson any_text() { return {{"type", "string"}, {"minLength", 1}}; }

const std::map<std::string, OrderedJson, std::less<>>& words_of_values() {
  static const char* const digits = "^[0-9.]";
  static const OrderedJson plain_number = quantity("number", 0, digits, {"0.37"});
  static const OrderedJson tokens = quantity("integer", 1, digits, {"2048", "8k", "1M"});
  static const OrderedJson bytes = text_like(digits, {"500GB", "2TiB"});
  static const std::map<std::string, OrderedJson, std::less<>> words{
      {"COUNT", quantity("integer", 0, digits, {"7", "12k", "300B", "1.5T"})},
      {"N", quantity("integer", 0, "^[0-9]", {"1", "2"})},
      {"LENGTH", tokens},
      {"TOKENS", tokens},
      {"PIXELS", quantity("integer", 1, digits, {"224"})},
      {"MONEY", quantity("number", 0, "^\\$?[0-9.]", {"2000", "$20k", "$1.5M"})},
      {"RATE", quantity("number", 0, digits, {"5", "5/s", "300/m"})},
      {"PERCENTILE", quantity("number", 1, "^[pP]?[0-9.]", {"p50", "p95", "p99.9"})},
      {"NUMBER", plain_number},
      {"RATIO", plain_number},
      {"SHARE", plain_number},
      {"SIGMA", plain_number},
      {"EXPONENT", plain_number},
      {"REQUESTS", plain_number},
      {"B", plain_number},
      {"KG", plain_number},
      {"DURATION", text_like(digits, {"30d", "36h", "15m", "90s", "500ms"})},
      {"BYTES", bytes},
      {"SIZE", bytes},
      {"BANDWIDTH", text_like(digits, {"400Gb/s", "50GB/s"})},
      {"PERCENT", text_like("^[0-9.]+ ?%$|^0$", {"5%", "0%"})},
      {"DATE", text_like("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", {"2023-06-01"})},
      {"full/N", text_like("^full/[0-9]+$", {"full/3"})},
      {"NAME=COUNT", text_like("^[^=]+=[0-9]", {"p5=16"})},
      {"INPUT/OUTPUT", text_like("^\\$?[0-9.]+/\\$?[0-9.]+$", {"$0.60/$1.80"})},
      {"P:D", text_like("^[0-9]+:[0-9]+$", {"2:6"})},
      {"SHARE:INPUT:OUTPUT,…", text_like("^[0-9.]+:", {"0.7:500:200,0.3:8000:500"})},
      {"LIST", {{"type", {"string", "integer"}}, {"minLength", 1}, {"minimum", 1}}},
      {"COUNT,…", listed(quantity("integer", 1, digits, {"4"}), {"1,4,16"})},
      {"TOKENS,…", listed(tokens, {"128,512,2k"})},
      {"NAME,…", listed(any_text(), {"bf16,fp8"})},
      {"TYPE,…", listed(any_text(), {"bf16,fp8"})},
      {"TABLE", {{"type", "object"}}},
      {"TABLES", {{"type", "array"}, {"items", {{"type", "object"}}}}},
      {"MODEL", {{"type", {"string", "object"}}, {"minLength", 1}, {"examples", {"llama-3.1-8b"}}}},
      {"PLAN", {{"type", {"string", "object"}}, {"minLength", 1}, {"examples", {"plan.json#2"}}}},
  };
  return words;
}

/// Words for names of something.
bool takes_a_name(std::string_view word) {
  static const std::vector<std::string_view> names{"NAME",    "NAMES", "TYPE",    "KIND",    "INSTANCE", "ACCELERATOR",
                                                   "MACHINE", "DIR",   "CHANGE",  "STORAGE", "FILE",     "COL[,COL]",
                                                   "LEVELS",  "SIZES", "COMMAND", "METHOD"};
  return std::find(names.begin(), names.end(), word) != names.end();
}

bool has_capitals(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::vector<std::string> alternatives_of(std::string_view words) {
  std::vector<std::string> alternatives;
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find('|', at), words.size());
    alternatives.emplace_back(words.substr(at, end - at));
    at = end + 1;
  }
  return alternatives;
}

/// `values` as they may stand in JSON: "0" also as 0.
OrderedJson one_of_values(const std::vector<std::string>& values) {
  OrderedJson all = OrderedJson::array();
  for (const std::string& value : values) {
    if (typed_value(value).is_number()) all.push_back(typed_value(value));
    all.push_back(value);
  }
  return {{"enum", std::move(all)}};
}

}  // namespace

OrderedJson typed_value(std::string_view text) {
  const OrderedJson value = OrderedJson::parse(text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : OrderedJson(std::string(text));
}

bool knows_value(std::string_view words) {
  if (words.empty()) return true;
  const std::vector<std::string> all = alternatives_of(words);
  return std::all_of(all.begin(), all.end(), [](const std::string& word) {
    return !has_capitals(word) || takes_a_name(word) || words_of_values().contains(word);
  });
}

OrderedJson value_schema(std::string_view words) {
  if (words.empty() || words == "true|false") return {{"type", "boolean"}};
  std::vector<std::string> values;
  std::vector<OrderedJson> types;
  for (const std::string& word : alternatives_of(words)) {
    const auto known = words_of_values().find(word);
    if (known != words_of_values().end()) {
      types.push_back(known->second);
    } else if (has_capitals(word)) {
      types.push_back(any_text());
    } else {
      values.push_back(word);
    }
  }
  if (types.empty()) return one_of_values(values);
  if (values.empty() && types.size() == 1) return types.front();
  OrderedJson either{{"anyOf", types}};
  if (!values.empty()) either["anyOf"].push_back(one_of_values(values));
  return either;
}

OrderedJson echoed_schema(std::string_view words, bool repeatable) {
  OrderedJson schema = value_schema(words);
  if (schema.value("type", OrderedJson()) == "boolean") return {{"type", {"boolean", "string", "integer"}}};
  if (schema.contains("enum")) return {{"type", {"string", "integer"}}};
  if (repeatable) return {{"type", {"string", "array"}}, {"items", any_text()}};
  return schema;
}

}  // namespace hakaru
