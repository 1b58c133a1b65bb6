#include "hakaru/asking/schema.h"

#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/formats/answer_shapes.h"
#include "hakaru/formats/key_values.h"

namespace hakaru {
namespace {

OrderedJson headed(const std::string& title, const std::string& id, const OrderedJson& schema) {
  OrderedJson whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"$id", fmt::format("urn:hakaru:api:{}{}", api_version, id)},
                    {"title", title},
                    {"version", api_version}};
  whole.update(schema);
  return whole;
}

/// "plan_train_answer", or what several questions share.
std::string answer_shape_of(const Question& question) {
  return question.answer_shape.empty() ? question.json_name() + "_answer" : question.answer_shape;
}

/// The value itself; several, where it may be given several times.
OrderedJson values_of(const QuestionKey& key) {
  if (key.is_output) return {{"type", "boolean"}};
  OrderedJson one = value_schema(key.value);
  if (!key.repeatable && one.contains("items")) one["maxItems"] = key.most;
  if (!key.repeatable) return one;
  if (key.times > 0) return {{"type", "array"}, {"items", one}, {"minItems", key.times}, {"maxItems", key.times}};
  return {{"type", {"string", "array"}},
          {"minLength", 1},
          {"items", {{"type", "string"}, {"minLength", 1}}},
          {"maxItems", key.most}};
}

OrderedJson schema_of(const QuestionKey& key) {
  OrderedJson schema{{"description", key.help}};
  schema.update(values_of(key));
  if (!key.usual.empty()) schema["default"] = typed_value(key.usual);
  if (key.value.empty() || key.is_output) schema["default"] = false;
  return schema;
}

/// One of two that must be there. Strict validators want to know the properties in the same place.
OrderedJson either_of(const std::string& one, const std::string& other) {
  OrderedJson either = OrderedJson::array();
  for (const std::string& key : {one, other}) either.push_back({{"properties", {{key, true}}}, {"required", {key}}});
  return either;
}

OrderedJson schema_of(const Question& question) {
  OrderedJson schema{{"type", "object"}, {"title", question.json_name()}, {"description", question.help}};
  OrderedJson properties{{"question", {{"const", question.json_name()}, {"description", "which question"}}},
                         {"lang", {{"description", "language of the answer"}, {"enum", {"en", "ja"}}}},
                         {"$schema", {{"description", "this schema, for editors"}, {"type", "string"}}}};
  properties["lang"]["default"] = "en";
  OrderedJson required{"question"};
  for (const QuestionKey& key : question.keys) {
    properties[key.name] = schema_of(key);
    if (!key.also.empty()) properties[key.also] = schema_of(key);
    if (!key.needed) continue;
    if (key.instead.empty()) {
      required.push_back(key.name);
    } else {
      schema["anyOf"] = either_of(key.name, key.instead);
    }
  }
  schema["properties"] = std::move(properties);
  schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

OrderedJson question_schema(const Question& question) {
  return headed(question.json_name(), ":question:" + question.json_name(), schema_of(question));
}

OrderedJson answer_schema(const Question& question) {
  return headed(question.json_name() + " answer", ":answer:" + question.json_name(),
                shape_schema(answer_shape_of(question)));
}

OrderedJson error_schema() { return headed("error", ":error", shape_schema("error")); }

OrderedJson question_schema() {
  OrderedJson schema = headed("hakaru ask", "", {{"oneOf", OrderedJson::array()}});
  OrderedJson shapes = shape_definitions();
  for (const Question& question : questions()) {
    schema["oneOf"].push_back(schema_of(question));
    const std::string own = question.json_name() + "_answer";
    if (!shapes.contains(own)) shapes[own] = {{"$ref", "#/$defs/" + answer_shape_of(question)}};
  }
  schema["$defs"] = std::move(shapes);
  return schema;
}

Result<OrderedJson> schema_of_question(std::string_view name) {
  std::vector<std::string> names;
  for (const Question& question : questions()) {
    names.push_back(question.json_name());
    if (name != names.back() && name != question.name) continue;
    OrderedJson schema = question_schema(question);
    OrderedJson answer = shape_schema(answer_shape_of(question)), error = shape_schema("error");
    OrderedJson shapes = OrderedJson::object();
    for (OrderedJson* const each : {&answer, &error}) {
      if (each->contains("$defs")) shapes.update((*each)["$defs"]);
      each->erase("$defs");
    }
    schema["$defs"] = {{"answer", std::move(answer)}, {"error", std::move(error)}};
    schema["$defs"].update(shapes);
    return schema;
  }
  return bad_input("{} is '{}', which is not known; nearest: {}", "QUESTION", name, join(nearest_names(name, names)));
}

}  // namespace hakaru
