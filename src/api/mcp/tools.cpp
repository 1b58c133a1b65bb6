#include "tools.h"

#include <algorithm>

#include "../question_schemas.h"

namespace hakaru::api {
namespace {

/// Whether a model is told of `key`: whole plans and timelines are too long for it.
bool is_told(const QuestionKey& key) { return !key.is_output && key.name != "whole"; }

OrderedJson tool_of(QuestionSchema asked) {
  OrderedJson& properties = asked.schema["properties"];
  for (const QuestionKey& key : asked.question->keys) {
    if (!is_told(key)) properties.erase(key.name);
    if (key.place != "PLAN") continue;
    OrderedJson& plan = properties[key.name];
    plan["description"] = "the name that a plan tool gave (plan-1; plan-1#2 is its second), or a whole plan file";
    (key.repeatable ? plan["items"] : plan).erase("examples");  // of files
  }
  // The tool says it.
  asked.schema.erase("title");
  asked.schema.erase("description");
  OrderedJson tool{{"name", asked.name}, {"title", "hakaru " + asked.question->name}};
  tool["description"] = asked.question->help;
  tool["inputSchema"] = std::move(asked.schema);
  tool["annotations"] = {{"readOnlyHint", true}, {"openWorldHint", false}};
  return tool;
}

OrderedJson text_content(const std::string& text) {
  return OrderedJson::array({OrderedJson{{"type", "text"}, {"text", text}}});
}

}  // namespace

OrderedJson tools_json(const std::vector<std::string>& offered) {
  OrderedJson tools = OrderedJson::array();
  for (QuestionSchema& each : question_schemas()) {
    const bool is_offered = offered.empty() || std::find(offered.begin(), offered.end(), each.name) != offered.end();
    if (is_offered) tools.push_back(tool_of(std::move(each)));
  }
  OrderedJson result;
  result["tools"] = std::move(tools);
  return result;
}

std::string shortened_text(const std::string& text, const Translator& translator) {
  constexpr std::size_t most_lines = 60, most_bytes = 12000;
  std::size_t end = 0, lines = 0;
  while (end < text.size() && lines < most_lines) {
    const std::size_t next = std::min(text.find('\n', end), text.size() - 1) + 1;
    if (next > most_bytes && lines > 0) break;
    end = next;
    ++lines;
  }
  const auto left_out = std::count(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), '\n');
  if (left_out == 0) return text;
  return text.substr(0, end) + "\n" +
         translator.say("{} more lines were left out: ask for less, or for one by its name", left_out) + "\n";
}

OrderedJson tool_result(const Answer& answer, KeptPlans& kept, const Translator& translator) {
  constexpr std::size_t most_json_bytes = 3000;
  constexpr int columns = 160;
  std::string text =
      shortened_text(answer.text({translator, Style{.columns = columns, .in_shell = false}}), translator);
  if (answer.file) {
    const std::string name = kept.keep(answer.file());
    text += "\n" + translator.say("Kept as {}: tools that take a plan take that name.", name);
    if (answer.rows.size() > 1) text += " " + translator.say("The second plan is {}#2.", name);
    text += "\n";
  }
  OrderedJson result;
  result["content"] = text_content(text);
  const bool is_short = answer.json.is_object() && answer.json.dump().size() <= most_json_bytes;
  if (is_short) result["structuredContent"] = answer.json;
  return result;
}

OrderedJson tool_json(const Answer& answer) {
  OrderedJson result;
  result["content"] = text_content(json_text(answer.json));
  return result;
}

OrderedJson tool_failure(const std::string& reason) {
  OrderedJson result;
  result["content"] = text_content(reason);
  result["isError"] = true;
  return result;
}

}  // namespace hakaru::api
