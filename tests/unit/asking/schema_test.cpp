#include "hakaru/asking/schema.h"

#include <gtest/gtest.h>

#include "hakaru/core/translate.h"
#include "hakaru/formats/answer_shapes.h"
#include "hakaru/formats/key_values.h"

namespace hakaru {
namespace {

TEST(Schema, KnowsWhatEveryKeyTakes) {
  for (const Question& question : questions()) {
    for (const QuestionKey& key : question.keys)
      EXPECT_TRUE(knows_value(key.value)) << question.name << ": " << key.name << ": " << key.value;
  }
  EXPECT_FALSE(knows_value("auto|FURLONGS"));
}

TEST(Schema, HasAShapeForEveryAnswer) {
  for (const Question& question : questions()) {
    const std::string own = question.json_name() + "_answer";
    EXPECT_TRUE(has_shape(question.answer_shape.empty() ? own : question.answer_shape)) << question.name;
  }
}

TEST(Schema, IsSharp) {
  EXPECT_EQ(value_schema("closed|flow").dump(), R"({"enum":["closed","flow"]})");
  EXPECT_EQ(value_schema("0|1").dump(), R"({"enum":[0,"0",1,"1"]})");
  EXPECT_EQ(value_schema("true|false").dump(), R"({"type":"boolean"})");
  EXPECT_EQ(value_schema("auto|COUNT")["anyOf"][1].dump(), R"({"enum":["auto"]})");
  EXPECT_EQ(echoed_schema("true|false", false).dump(), R"({"type":["boolean","string","integer"]})");
}

TEST(Schema, OfOneQuestionHoldsAllThatItRefersTo) {
  const Result<OrderedJson> schema = schema_of_question("plan serve");
  ASSERT_TRUE(schema.has_value());
  for (const char* shape : {"answer", "error", "serve_plan", "layout", "percentiles"})
    EXPECT_EQ((*schema)["$defs"].contains(shape), shape != std::string("percentiles")) << shape;
  EXPECT_FALSE(schema_of_question("plan_serv").has_value());
}

TEST(Schema, IsToldInJapaneseToo) {
  const Translator japanese(Language::japanese, DataFiles());
  for (const AnswerShape& shape : answer_shapes()) {
    EXPECT_TRUE(japanese.knows(shape.help)) << shape.name << ": " << shape.help;
    for (const AnswerKey& key : shape.keys) EXPECT_TRUE(japanese.knows(key.help)) << shape.name << ": " << key.help;
  }
}

}  // namespace
}  // namespace hakaru
