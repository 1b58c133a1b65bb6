#include "resources.h"

#include <array>

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
constexpr std::array<Place, 6> places{{
    {"models", "model_list", "", "the models that are known by name"},
    {"instances", "instance_list", "", "every instance type, with its price"},
    {"accelerators", "accelerator_list", "", "every accelerator, with its peaks"},
    {"model/", "model_show", "model", "what a model is made of"},
    {"instance/", "instance_show", "name", "one instance type, with its sources"},
    {"accelerator/", "accelerator_show", "name", "one accelerator, with its sources"},
}};
constexpr const char* accuracy_path = "accuracy";
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
  constexpr int columns = 160;
  if (!is_one) return read_as(uri, plain, answer->text({translator, Style{.columns = columns, .in_shell = false}}));
  return read_as(uri, json_type, json_text(answer->json));
}

/// Every "source" within `json` that tells of an error.
void add_errors(const Json& json, const std::string& file, std::string& text) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) add_errors(value, file, text);
    if (key != "source" || !value.is_string()) continue;
    const auto& source = value.get_ref<const std::string&>();
    if (source.find("median error") != std::string::npos) text += file + ": " + source + "\n";
  }
}

/// What the calibrations say of themselves.
std::string accuracy(const DataFiles& data, const Translator& translator) {
  std::string text = translator.say(
                         "How far the shipped constants are off the measurements they were fitted to, and off "
                         "those held back, as each file of constants says:") +
                     "\n";
  constexpr std::string_view folder = "calibrations/";
  for (const DataFiles::File& file : data.under(folder)) {
    if (!file.path.ends_with(".toml")) continue;
    if (const Result<Json> toml = parse_toml(file.text, file.name))
      add_errors(*toml, file.path.substr(folder.size()), text);
  }
  return text;
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
  resources.push_back(
      described("uri", accuracy_path, "how far figures are off what was measured, as the calibrations say", plain));
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
  if (path == accuracy_path) return read_as(uri, plain, accuracy(asker.data(), translator));
  if (path.starts_with(plan_path)) {
    const Result<Json> plan = kept.named(path.substr(std::string_view(plan_path).size()));
    if (!plan) return fail(plan);
    return read_as(uri, json_type, json_text(*plan));
  }
  return bad_input("'{}' is no resource here", uri);
}

}  // namespace hakaru::api
