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
