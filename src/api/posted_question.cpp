#include "posted_question.h"

#include "question_schemas.h"

namespace hakaru::api {

Result<Json> posted_question(std::string_view name, std::string_view body) {
  Result<Json> question = parse_json(body, "question");
  if (!question || name.empty()) return question;
  if (!question->is_object()) return bad_input("question: is {}; accepted: {}", question->type_name(), "an object");
  const Json named = question->value("question", Json(name));
  if (named != name) return bad_input("question: 'question' is {}; accepted: {}", named.dump(), name);
  (*question)["question"] = name;
  return question;
}

std::string known_name(const Json& question) {
  const Json name = question.is_object() ? question.value("question", Json()) : Json();
  if (name.is_string() && question_named(name.get<std::string>()) != nullptr) return name.get<std::string>();
  return "unknown";
}

}  // namespace hakaru::api
