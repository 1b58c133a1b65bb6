#include "question_schemas.h"

#include <algorithm>

namespace hakaru::api {
namespace {

constexpr const char* name_key = "question";

/// `schema` of a question that is named elsewhere.
OrderedJson without_name(OrderedJson schema) {
  schema["properties"].erase(name_key);
  schema["properties"].erase("$schema");  // of files, for editors
  OrderedJson& required = schema["required"];
  required.erase(std::remove(required.begin(), required.end(), name_key), required.end());
  if (required.empty()) schema.erase("required");
  return schema;
}

}  // namespace

std::vector<QuestionSchema> question_schemas() {
  std::vector<QuestionSchema> all;
  const OrderedJson schema = question_schema();
  for (const OrderedJson& each : schema["oneOf"]) {
    const auto name = each["properties"][name_key]["const"].get<std::string>();
    all.push_back({name, question_named(name), without_name(each)});
  }
  return all;
}

}  // namespace hakaru::api
