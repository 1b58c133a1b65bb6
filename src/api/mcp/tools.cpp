#include "tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "../question_schemas.h"

namespace hakaru::api {
namespace {

/// True if a model is given `key`: full plans and timelines are too long for it.
bool is_told(const QuestionKey& key) { return !key.is_output && key.name != "whole"; }

/// A question that is offered unless others are named, and when a model should ask it.
struct CoreTool {
  std::string_view name, when;
};

constexpr std::array core_tools{
    CoreTool{"plan_serve", "Use it to choose machines for a live LLM service at a load, or for offline batches."},
    CoreTool{"plan_train",
             "Use it to choose machines and parallelism for training or fine-tuning, with time and cost."},
    CoreTool{"plan_infer", "Use it for encoders, vision and diffusion models over batches of items."},
    CoreTool{"plan", "Use it to read a launch command or file, predict it, and find a better layout."},
    CoreTool{"memory_serve", "Use it to see whether a model fits a machine for serving, by component."},
    CoreTool{"memory_train", "Use it to see whether training fits a machine, and with which layout and recompute."},
    CoreTool{"fit", "Use it to list the models that one machine can serve."},
    CoreTool{"compare_serve", "Use it to compare named machines for one service."},
    CoreTool{"explain", "Use it after a plan tool, to show the arithmetic and sources behind a plan."},
    CoreTool{"emit", "Use it after a plan tool, to write commands and files that run the plan."},
};

const CoreTool* core_tool(std::string_view name) {
  const auto found =
      std::find_if(core_tools.begin(), core_tools.end(), [&](const CoreTool& each) { return each.name == name; });
  return found == core_tools.end() ? nullptr : &*found;
}

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
  const CoreTool* const core = core_tool(asked.name);
  tool["description"] = asked.question->help + (core != nullptr ? fmt::format(". {}", core->when) : "");
  tool["inputSchema"] = std::move(asked.schema);
  tool["annotations"] = {{"readOnlyHint", true}, {"openWorldHint", false}};
  return tool;
}

OrderedJson text_content(const std::string& text) {
  return OrderedJson::array({OrderedJson{{"type", "text"}, {"text", text}}});
}

}  // namespace

bool is_offered(std::string_view name, const std::vector<std::string>& named) {
  const auto names = [&](std::string_view each) { return std::find(named.begin(), named.end(), each) != named.end(); };
  return named.empty() ? core_tool(name) != nullptr : names(name) || names(all_tools);
}

OrderedJson tools_json(const std::vector<std::string>& named) {
  OrderedJson tools = OrderedJson::array();
  for (QuestionSchema& each : question_schemas()) {
    if (is_offered(each.name, named)) tools.push_back(tool_of(std::move(each)));
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
  std::string text =
      shortened_text(answer.text({translator, Style{.columns = text_columns, .in_shell = false}}), translator);
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
