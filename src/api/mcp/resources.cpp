#include "resources.h"

#include <array>

#include "tools.h"

namespace hakaru::api {
namespace {

constexpr std::string_view scheme = "hakaru://";
constexpr const char *plain = "text/plain", *json_type = "application/json";

/// A question's answer under an address; with a name behind it where `key` takes one.
struct Place {
  const char* path;
  const char* question;
  const char* key;
  const char* description;
};
constexpr std::array<Place, 7> places{{
    {"models", "model_list", "", "the models that are known by name"},
    {"instances", "instance_list", "", "every instance type, with its price"},
    {"accelerators", "accelerator_list", "", "every accelerator, with its peaks"},
    {"accuracy", "validate", "", "how far figures are off what was measured, held out first"},
    {"model/", "model_show", "model", "what a model is made of"},
    {"instance/", "instance_show", "name", "one instance type, with its sources"},
    {"accelerator/", "accelerator_show", "name", "one accelerator, with its sources"},
}};
constexpr const char* plan_path = "plan/";

OrderedJson read_as(const std::string& uri, const char* type, std::string text) {
  OrderedJson result;
  result["contents"][0] = {{"uri", uri}, {"mimeType", type}, {"text", std::move(text)}};
  return result;
}

Result<OrderedJson> answer_at(const std::string& uri, const Place& place, const std::string& name, const Asker& asker,
                              const Translator& translator) {
  const bool is_one = *place.key != '\0';
  Json question{{"question", place.question}, {"lang", translator.language() == Language::japanese ? "ja" : "en"}};
  if (is_one) question[place.key] = name;
  const Result<Answer> answer = asker.answer(question);
  if (!answer) return fail(answer);
  if (!is_one)
    return read_as(uri, plain, answer->text({translator, Style{.columns = text_columns, .in_shell = false}}));
  return read_as(uri, json_type, json_text(answer->json));
}

OrderedJson described(const char* address_key, std::string_view path, const char* description, const char* type) {
  std::string address(path);
  if (address.ends_with('/')) address += "{name}";
  const std::string name(path.substr(0, path.find('/')));
  return {
      {address_key, std::string(scheme) + address}, {"name", name}, {"description", description}, {"mimeType", type}};
}

}  // namespace

OrderedJson resources_json() {
  OrderedJson resources = OrderedJson::array();
  for (const Place& each : places) {
    if (*each.key == '\0') resources.push_back(described("uri", each.path, each.description, plain));
  }
  OrderedJson result;
  result["resources"] = std::move(resources);
  return result;
}

OrderedJson resource_templates_json() {
  OrderedJson templates = OrderedJson::array();
  for (const Place& each : places) {
    if (*each.key != '\0') templates.push_back(described("uriTemplate", each.path, each.description, json_type));
  }
  templates.push_back(described("uriTemplate", plan_path, "a plan that was asked for here, whole", json_type));
  OrderedJson result;
  result["resourceTemplates"] = std::move(templates);
  return result;
}

Result<OrderedJson> resource_at(const std::string& uri, const Asker& asker, const KeptPlans& kept,
                                const Translator& translator) {
  const std::string path = uri.starts_with(scheme) ? uri.substr(scheme.size()) : "";
  for (const Place& each : places) {
    const bool is_one = *each.key != '\0';
    if (!is_one && path == each.path) return answer_at(uri, each, "", asker, translator);
    const std::string_view start = each.path;
    if (is_one && path.starts_with(start)) return answer_at(uri, each, path.substr(start.size()), asker, translator);
  }
  if (path.starts_with(plan_path)) {
    const Result<Json> plan = kept.named(path.substr(std::string_view(plan_path).size()));
    if (!plan) return fail(plan);
    return read_as(uri, json_type, json_text(*plan));
  }
  return bad_input("'{}' is no resource here", uri);
}

}  // namespace hakaru::api
