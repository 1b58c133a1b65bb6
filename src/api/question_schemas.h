// The questions as doors for programs show them: by their names as JSON has them, with what each takes.
#pragma once

#include <string>
#include <vector>

#include "hakaru/asking/question.h"

namespace hakaru::api {

struct QuestionSchema {
  std::string name;  ///< "plan_serve"
  const Question* question;
  OrderedJson schema;  ///< of its keys; "question" is none of them
};

/// All, in their order.
std::vector<QuestionSchema> question_schemas();

}  // namespace hakaru::api
