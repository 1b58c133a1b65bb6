// Questions of every kind for the tests of include/hakaru/: those of questions.json, plans in place of their names.
#pragma once

#include <fstream>
#include <hakaru/hakaru.hpp>
#include <string>
#include <vector>

namespace hakaru::testing {

/// The second is a plan of serving, the first one of training: whole they stand for "serve" and "train".
inline std::vector<Json> questions_of_every_kind(const Asker& asker) {
  const Json read = Json::parse(std::ifstream(HAKARU_QUESTIONS));
  const auto whole = [&](Json question) {
    question["whole"] = true;
    return asker.ask(question).json;
  };
  const Json plans{{"train", whole(read[0])}, {"serve", whole(read[1])}};
  std::vector<Json> questions;
  for (Json question : read) {
    if (question.contains("plan")) question["plan"] = plans[question["plan"].get<std::string>()];
    if (question.contains("plans")) {
      for (Json& plan : question["plans"]) plan = plans[plan.get<std::string>()];
    }
    questions.push_back(std::move(question));
  }
  return questions;
}

}  // namespace hakaru::testing
