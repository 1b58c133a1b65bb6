// By yaml-cpp, which a page does not have (src/wasm/no_yaml.cpp).
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

#include "hakaru/core/yaml.h"

namespace hakaru {
namespace {

constexpr int deepest = 64;
constexpr int most_values = 100'000;
constexpr std::size_t bytes_of_a_value = 64;  ///< longer texts count as several: anchors repeat them
constexpr std::size_t largest_yaml_bytes = 1 << 20;

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
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() || value.is_structured() ? Json(text) : value;
}

/// Counts what comes, and ends a parser that goes on without end: yaml-cpp 0.7 stands still at ",..}".
class Counted : public YAML::EventHandler {
 public:
  explicit Counted(std::size_t most) : left_(most) {}
  void OnDocumentStart(const YAML::Mark& mark) override { count(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { count(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { count(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override {
    count(mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    count(mark);
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    count(mark);
  }
  void OnMapEnd() override {}

 private:
  void count(const YAML::Mark& mark) {
    if (left_-- == 0) throw YAML::ParserException(mark, "values without end");
  }
  std::size_t left_;
};

/// Throws where its parser would not end: a text has a few values for each of its bytes, at the most.
void refuse_endless(const std::string& text) {
  constexpr std::size_t values_of_a_byte = 4;
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Counted counted(values_of_a_byte * (text.size() + 1));
  while (parser.HandleNextDocument(counted)) {
  }
}

}  // namespace

Result<Json> parse_yaml(std::string_view text, std::string_view name) {
  if (text.size() > largest_yaml_bytes)
    return bad_input("{}: larger than {} MB; accepted: files of settings", name, largest_yaml_bytes >> 20U);
  try {
    int left = most_values;
    Json documents = Json::array();
    const std::string all(text);
    refuse_endless(all);
    for (const YAML::Node& document : YAML::LoadAll(all)) documents.push_back(tree_of(document, 0, left));
    if (left < 0) return bad_input("{}: YAML with too many values or too deep; accepted: files of settings", name);
    return documents.size() == 1 ? documents[0] : documents;
  } catch (const YAML::Exception& error) {
    return bad_input("{}: not YAML: {}", name, error.what());
  }
}

}  // namespace hakaru
