// JSON Schema (draft 2020-12) of questions and answers, made of the tables that questions are read with (question.h)
// and answers are spelt in (formats/answer_shapes.h). `hakaru schema` prints it, docs/api keeps it.
// The schema of all questions together has the questions under "oneOf" and every shape of an answer under "$defs": the
// answer to "plan_train" as "plan_train_answer", the error without an answer as "error".
//
//   question_schema();                     // {"$schema", "$id", "title", "version", "oneOf": […], "$defs": {…}}: all
//   question_schema(questions().front());  // {"type": "object", "properties": {"question": {"const": "plan_train"}, …
//   answer_schema(questions().front());    // {…, "$defs": {"layout": {…}, …}}
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/formats/json.h"

namespace hakaru {

/// One question, alone.
OrderedJson question_schema(const Question& question);

/// The answer to a question, alone; where there is no answer, error_schema() has the shape.
OrderedJson answer_schema(const Question& question);

/// {"error": {"kind", "exit_status", "message"}}
OrderedJson error_schema();

/// One question, with what it is answered under "$defs": as docs/api has them. `name`: "plan_serve" or "plan serve".
Result<OrderedJson> schema_of_question(std::string_view name);

}  // namespace hakaru
