// By yaml-cpp, which a page does not have (src/wasm/no_yaml.cpp).
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "hakaru/core/yaml.h"

namespace hakaru {
namespace {

constexpr int deepest = 64;
constexpr int most_values = 50'000;
constexpr std::size_t bytes_of_a_value = 64;  ///< longer texts count as several: anchors repeat them
constexpr std::size_t largest_yaml_bytes = 1 << 20;

/// The exception's text that ends yaml-cpp's parser at a text that is no file of settings.
constexpr const char* too_much = "too much";

/// YAML 1.1's numbers may have underscores between their digits, "8_192", and a plus: as JSON has them.
std::string number_as_json(std::string text) {
  const bool begins_so = !text.empty() && (text.front() == '+' || text.front() == '-');
  const std::size_t first = begins_so ? 1 : 0;
  const bool is_number = first < text.size() && text[first] >= '0' && text[first] <= '9' &&
                         text.find_first_not_of("0123456789_.eE+-") == std::string::npos;
  if (!is_number) return text;
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  return text.front() == '+' ? text.substr(1) : text;
}

/// `left`: values that may still come; a tree that has more, or is too deep, is refused: below 0.
Json tree_of(const YAML::Node& node, int depth, int& left) {
  if (depth > deepest) left = 0;
  if (--left < 0) return nullptr;
  if (node.IsMap()) {
    Json table = Json::object();
    for (const auto& entry : node) {
      if (left < 0) break;
      if (entry.first.IsScalar()) table[entry.first.Scalar()] = tree_of(entry.second, depth + 1, left);
    }
    return table;
  }
  if (node.IsSequence()) {
    Json list = Json::array();
    for (const auto& entry : node) {
      if (left < 0) break;
      list.push_back(tree_of(entry, depth + 1, left));
    }
    return list;
  }
  if (!node.IsScalar()) return nullptr;
  const std::string& text = node.Scalar();
  left -= static_cast<int>(text.size() / bytes_of_a_value);
  const bool is_quoted = node.Tag() == "!";
  if (is_quoted) return text;
  if (text == "True" || text == "TRUE") return true;
  if (text == "False" || text == "FALSE") return false;
  if (text == "~") return nullptr;
  if (text.size() > bytes_of_a_value) return text;
  Json value = Json::parse(number_as_json(text), nullptr, false);
  return value.is_discarded() || value.is_structured() ? Json(text) : value;
}

/// Counts what comes, and ends a parser before it has more than a tree may hold, each key beside its value; or that
/// goes on without end: yaml-cpp 0.7 stands still at ",..}".
class Counted : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override { count(); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override { count(); }
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override { count(); }
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override { count(); }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin();
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin();
  }
  void OnMapEnd() override { --depth_; }

 private:
  void begin() {
    if (++depth_ > deepest) throw YAML::Exception(YAML::Mark::null_mark(), too_much);
    count();
  }
  void count() {
    if (left_-- == 0) throw YAML::Exception(YAML::Mark::null_mark(), too_much);
  }
  int left_ = 2 * most_values, depth_ = 0;
};

/// Tells whether so many brackets stay open that the parser, which keeps each of them, would take much memory.
bool is_too_deep(const std::string& text) {
  constexpr std::int64_t most_open = 1'000;
  std::int64_t open = 0;
  for (const char letter : text) {
    if (letter == '[' || letter == '{') ++open;
    if (letter == ']' || letter == '}') open = std::max<std::int64_t>(0, open - 1);
    if (open > most_open) return true;
  }
  return false;
}

/// Throws where a tree would hold too much, or its parser would not end.
void refuse_too_much(const std::string& text) {
  if (is_too_deep(text)) throw YAML::Exception(YAML::Mark::null_mark(), too_much);
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Counted counted;
  while (parser.HandleNextDocument(counted)) {
  }
}

}  // namespace

Result<Json> parse_yaml(std::string_view text, std::string_view name) {
  if (text.size() > largest_yaml_bytes)
    return bad_input("{}: larger than {} MB; accepted: files of settings", name, largest_yaml_bytes >> 20U);
  const auto refusal = bad_input("{}: YAML with too many values or too deep; accepted: files of settings", name);
  try {
    int left = most_values;
    Json documents = Json::array();
    const std::string all(text);
    refuse_too_much(all);
    for (const YAML::Node& document : YAML::LoadAll(all)) documents.push_back(tree_of(document, 0, left));
    if (left < 0) return refusal;
    return documents.size() == 1 ? documents[0] : documents;
  } catch (const YAML::Exception& error) {
    if (error.msg == too_much) return refusal;
    return bad_input("{}: not YAML: {}", name, error.what());
  }
}

}  // namespace hakaru
