#include "hakaru/asking/asker.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

Json asked(const Asker& asker, const Json& question) { return Json::parse(asker.reply_to(question).json); }

TEST(Asker, GivesTheReasonAsJson) {
  const auto asker = Asker::open({}).value();
  const Reply reply = asker->ask(R"({"question": "fit"})");
  EXPECT_EQ(reply.status, ReplyStatus::bad_input);
  EXPECT_EQ(Json::parse(reply.json)["error"]["kind"], "bad_input");
  EXPECT_EQ(asker->ask("{").status, ReplyStatus::bad_input);
}

TEST(Asker, ReadsNoFilesWhereItIsToldSo) {
  const auto asker = Asker::open({.reads_files = false}).value();
  const Json known = asked(*asker, {{"question", "model_show"}, {"model", "meta-llama/Llama-3.1-8B-Instruct"}});
  EXPECT_EQ(known["layers"], 32);
  const Reply of_file = asker->reply_to(Json{{"question", "model_show"}, {"model", HAKARU_SOURCE_DIR}});
  EXPECT_EQ(of_file.status, ReplyStatus::bad_input);
  EXPECT_NE(of_file.json.find("files are not read here"), std::string::npos) << of_file.json;
  const Reply of_plan = asker->reply_to(Json{{"question", "explain"}, {"plan", "/etc/passwd"}});
  EXPECT_NE(of_plan.json.find("files are not read here"), std::string::npos) << of_plan.json;
}

TEST(Asker, ReadsNoFilesThatAPlanNames) {
  const auto open = Asker::open({}).value(), closed = Asker::open({.reads_files = false}).value();
  const Json plan = asked(*closed, {{"question", "plan_infer"},
                                    {"model", "resnet-50"},
                                    {"instance", "g5.xlarge"},
                                    {"instances", 1},
                                    {"whole", true}});
  EXPECT_EQ(closed->reply_to(Json{{"question", "explain"}, {"plan", plan}}).status, ReplyStatus::answered);
  Json elsewhere = plan;
  elsewhere["plans"][0]["scenario"]["model"] = "/no/such/config.json";
  const std::string refused = closed->reply_to(Json{{"question", "explain"}, {"plan", elsewhere}}).json;
  EXPECT_NE(refused.find("files are not read here"), std::string::npos) << refused;
  const std::string looked = open->reply_to(Json{{"question", "explain"}, {"plan", elsewhere}}).json;
  EXPECT_EQ(looked.find("files are not read here"), std::string::npos) << looked;
}

TEST(Asker, TellsTheNearestNameOfAModelWhereNoFilesAreRead) {
  const auto asker = Asker::open({.reads_files = false}).value();
  const std::string reply = asker->reply_to(Json{{"question", "model_show"}, {"model", "lama-3.1-8b"}}).json;
  EXPECT_NE(reply.find("the nearest known: llama-3.1-8b"), std::string::npos) << reply;
}

TEST(Asker, ReadsNoFilesOfASweepsScenarios) {
  const auto asker = Asker::open({.reads_files = false}).value();
  const Json base{{"job", "serve"}, {"model", "qwen2.5-7b-instruct"}, {"instance", "g6e.xlarge"}};
  const auto refused = [&](const Json& tables) {
    Json question{{"question", "sweep"}, {"base", base}};
    question.update(tables);
    return asker->reply_to(question).json.find("files are not read here") != std::string::npos;
  };
  EXPECT_TRUE(refused({{"list", {{{"requests", "/etc/passwd"}}}}}));
  EXPECT_TRUE(refused({{"grid", {{"requests", {"/etc/passwd"}}}}}));
  EXPECT_TRUE(refused({{"base", {{"job", "serve"}, {"model", "/etc/passwd"}}}}));
  EXPECT_FALSE(refused({{"list", {{{"rate", "2/s"}}}}}));
}

TEST(Asker, StartsNoProcessesUnlessItIsToldHow) {
  const auto asker = Asker::open({}).value();
  const Reply refused = asker->reply_to(Json{{"question", "rehearse"}, {"plan", "plan.json"}});
  EXPECT_EQ(refused.status, ReplyStatus::bad_input);
  EXPECT_NE(refused.json.find("none are started here"), std::string::npos) << refused.json;
  const Json plan = asked(*asker, {{"question", "plan_train"},
                                   {"model", "gpt2"},
                                   {"tokens", "1B"},
                                   {"instance", "g5.xlarge"},
                                   {"instances", 1},
                                   {"whole", true}});
  const Json counted = asked(*asker, {{"question", "rehearse"}, {"plan", plan}, {"sequence_lengths", {8, 12, 12}}});
  EXPECT_EQ(counted["shapes"][0]["graphs"], 2) << counted.dump();
}

TEST(Asker, EndsWhenItIsToldTo) {
  const auto asker = Asker::open({}).value();
  const Json question{{"question", "plan_train"}, {"model", "llama-3.1-8b"}, {"tokens", "10B"}};
  AskingWatch watch;
  double most = 0;
  watch.progress = [&](double share) { most = std::max(most, share); };
  EXPECT_EQ(asker->reply_to(question, watch).status, ReplyStatus::answered);
  EXPECT_GT(most, 0);
  watch.stopped = [] { return true; };
  EXPECT_EQ(asker->reply_to(question, watch).status, ReplyStatus::cancelled);
}

TEST(Asker, EndsALongStepWhenItIsToldTo) {
  const auto asker = Asker::open({}).value();
  const Json plan = asked(*asker, {{"question", "plan_train"},
                                   {"model", "gpt2"},
                                   {"tokens", "1B"},
                                   {"sequence_length", "1k"},
                                   {"global_batch", 60000},
                                   {"instance", "p4d.24xlarge"},
                                   {"instances", 1},
                                   {"pp", 8},
                                   {"vpp", 1},
                                   {"micro_batch", 1},
                                   {"schedule", "1f1b"},
                                   {"whole", true}});
  const Json question{{"question", "simulate_train"}, {"plan", plan}};
  int looks = 0;
  double most = 0;
  AskingWatch watch;
  watch.stopped = [&] { return ++looks > 3; };
  watch.progress = [&](double share) { most = std::max(most, share); };
  EXPECT_EQ(asker->reply_to(question, watch).status, ReplyStatus::cancelled);
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 0.1);
}

TEST(Asker, SpeaksTheLanguageThatIsAskedFor) {
  const auto asker = Asker::open({}).value();
  const Json english = asked(*asker, {{"question", "fit"}, {"machine", "nothing"}});
  const Json japanese = asked(*asker, {{"question", "fit"}, {"machine", "nothing"}, {"lang", "ja"}});
  EXPECT_NE(english["error"]["message"], japanese["error"]["message"]);
  const Reply unknown = asker->reply_to(Json{{"question", "fit"}, {"lang", "fr"}});
  EXPECT_EQ(unknown.status, ReplyStatus::bad_input);
}

}  // namespace
}  // namespace hakaru
