#include "openapi.h"

#include <utility>
#include <vector>

#include "question_schemas.h"

namespace hakaru::api {
namespace {

OrderedJson reference(const std::string& place) {
  OrderedJson reference;
  reference["$ref"] = "#/components/schemas/" + place;
  return reference;
}

OrderedJson content(const char* type, OrderedJson schema) {
  OrderedJson content;
  content[type]["schema"] = std::move(schema);
  return content;
}
OrderedJson json_content(OrderedJson schema) { return content("application/json", std::move(schema)); }

OrderedJson schema_of_type(const char* type) {
  OrderedJson schema;
  schema["type"] = type;
  return schema;
}

/// Responses to a question, by status; `answer`: the schema of the answer where there is one.
OrderedJson answers(const OrderedJson& answer) {
  OrderedJson answers;
  answers["200"]["description"] = "The answer, as hakaru ask prints it.";
  answers["200"]["content"] = json_content(answer);
  answers["200"]["content"]["text/event-stream"]["schema"] = {
      {"type", "string"}, {"description", "events named progress, {\"share\": 0 … 1}; then answer, or error"}};
  answers["200"]["content"]["application/x-ndjson"]["schema"] = {
      {"type", "string"}, {"description", "a line for each: {\"progress\": 0 … 1}; then {\"status\", \"answer\"}"}};
  const std::vector<std::pair<const char*, const char*>> refusals{
      {"400", "What was asked is wrong; the message says what was found and what is accepted."},
      {"401", "The token is missing or wrong."},
      {"403", "Not for this host or origin."},
      {"411", "The body's length is not told."},
      {"413", "The body is too large."},
      {"415", "The body is not application/json."},
      {"422", "Nothing satisfies what was asked; says what would."},
      {"503", "Too many questions at once; Retry-After says when to come back."},
      {"504", "The answer would have taken too long."},
  };
  for (const auto& [status, description] : refusals)
    answers[status] = {{"description", description}, {"content", json_content(reference("error"))}};
  // A full answer may have this status too: that a machine can do nothing.
  answers["422"]["content"]["application/json"]["schema"] = {{"anyOf", {reference("error"), answer}}};
  return answers;
}

OrderedJson asked_by(const std::string& id, const std::string& summary, const OrderedJson& schema,
                     const OrderedJson& answer) {
  OrderedJson operation{{"operationId", id}, {"summary", summary}};
  operation["requestBody"] = {{"required", true}, {"content", json_content(schema)}};
  operation["responses"] = answers(answer);
  OrderedJson path;
  path["post"] = std::move(operation);
  return path;
}

OrderedJson got(const std::string& id, const std::string& summary, const char* type) {
  OrderedJson operation{{"operationId", id}, {"summary", summary}};
  operation["responses"]["200"]["description"] = summary;
  const bool is_text = type == std::string_view("text/plain");
  operation["responses"]["200"]["content"] = content(type, schema_of_type(is_text ? "string" : "object"));
  OrderedJson path;
  path["get"] = std::move(operation);
  return path;
}

/// References that a schema has to its own "$defs" are to where those stand here.
void refer_here(OrderedJson& schema) {
  constexpr std::string_view there = "#/$defs/";
  for (const auto& [key, value] : schema.items()) {
    if (key == "$ref") value = reference(value.get<std::string>().substr(there.size()))["$ref"];
    if (value.is_structured()) refer_here(value);
  }
}

/// Schemas of all answers, by name; "error": of a refusal.
OrderedJson answer_schemas() {
  OrderedJson shapes = question_schema()["$defs"];
  refer_here(shapes);
  return shapes;
}

/// Its keys are those of the question that it names.
OrderedJson any_question() {
  OrderedJson any = schema_of_type("object");
  any["required"] = OrderedJson::array({"question"});
  OrderedJson& names = any["properties"]["question"]["enum"];
  for (const QuestionSchema& each : question_schemas()) names.push_back(each.name);
  return any;
}

}  // namespace

OrderedJson openapi(std::string_view version) {
  OrderedJson document;
  document["openapi"] = "3.1.0";
  document["info"] = {{"title", "hakaru"},
                      {"version", version},
                      {"description", "Plans training and serving of neural networks on rented accelerators."}};
  document["servers"][0]["url"] = "/";
  document["security"][0] = OrderedJson::object();  // on loopback none is needed
  document["security"][1]["token"] = OrderedJson::array();
  OrderedJson& paths = document["paths"];
  document["components"]["schemas"] = answer_schemas();
  paths["/v1/ask"] = asked_by("ask", "any question, named by its key 'question'", reference("Question"),
                              {{"type", {"object", "array"}}});
  for (const QuestionSchema& each : question_schemas()) {
    document["components"]["schemas"][each.name] = each.schema;
    paths["/v1/ask/" + each.name] =
        asked_by(each.name, each.question->help, reference(each.name), reference(each.name + "_answer"));
  }
  document["components"]["schemas"]["Question"] = any_question();
  document["components"]["securitySchemes"]["token"] = {{"type", "http"}, {"scheme", "bearer"}};
  paths["/v1/schema"] = got("schema", "JSON Schema of everything that may be asked", "application/json");
  paths["/openapi.json"] = got("openapi", "this description", "application/json");
  paths["/health"] = got("health", "whether the service answers", "application/json");
  paths["/metrics"] = got("metrics", "figures of the service, as Prometheus reads them", "text/plain");
  return document;
}

}  // namespace hakaru::api
