#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "asked.h"

namespace hakaru {
namespace {

/// Goes over the whole catalogue: long enough to be ended.
const Json long_question{
    {"question", "plan_train"}, {"model", "deepseek-v3"}, {"tokens", "300B"}, {"exhaustive", true}};
const Json short_question{{"question", "plan_infer"}, {"model", "resnet-50"}, {"instance", "g5.xlarge"}};

TEST(PublicAsker, AnswersOrGivesTheReasonAsJson) {
  const Asker asker;
  ASSERT_TRUE(asker) << Asker().ask({}).text;
  const Reply answered = asker.ask(short_question);
  EXPECT_EQ(answered.status, Status::answered);
  EXPECT_EQ(answered.json["plans"][0]["instance"], "g5.xlarge");
  EXPECT_EQ(answered.json.dump(2) + "\n", answered.text);
  const Reply refused = asker.ask({{"question", "fit"}, {"machine", "nowhere"}});
  EXPECT_EQ(refused.status, Status::bad_input);
  EXPECT_EQ(refused.json["error"]["exit_status"], 2);
  const Reply none = asker.ask({{"question", "plan_serve"},
                                {"model", "llama-3.1-405b"},
                                {"context", "4k"},
                                {"offline", true},
                                {"instance", "g5.xlarge"},
                                {"instances", 1}});
  EXPECT_EQ(none.status, Status::unsatisfiable);
  EXPECT_EQ(asker.ask("no object").status, Status::bad_input);
}

TEST(PublicAsker, ThatCannotBeOpenedAnswersWithTheReason) {
  const Asker asker({.data_folder = "/no/such/folder"});
  EXPECT_FALSE(asker);
  const Reply reply = asker.ask(short_question);
  EXPECT_EQ(reply.status, Status::bad_input);
  EXPECT_NE(reply.text.find("/no/such/folder"), std::string::npos) << reply.text;
}

TEST(PublicAsker, ReadsFilesOnlyWhereItIsToldSo) {
  const Json question{{"question", "model_show"}, {"model", HAKARU_QUESTIONS}};
  const std::string unread = Asker().ask(question).text, read = Asker({.reads_files = true}).ask(question).text;
  EXPECT_NE(unread.find("files are not read here"), std::string::npos) << unread;
  EXPECT_EQ(read.find("files are not read here"), std::string::npos) << read;
}

TEST(PublicAsker, GivesTheSameAnswerWithSeveralWorkers) {
  const Json question{{"question", "plan_train"}, {"model", "llama-3.1-8b"}, {"tokens", "10B"}, {"family", "p5"}};
  const std::string alone = Asker().ask(question).text;
  EXPECT_EQ(Asker({.workers = 3}).ask(question).text, alone);
  EXPECT_EQ(Asker({.workers = -1}).ask(question).text, alone);
}

TEST(PublicWatch, IsToldOfProgress) {
  double last = 0;
  const Watch watch([&](double share) { last = share; });
  EXPECT_EQ(Asker().ask({{"question", "plan_train"}, {"model", "gpt2-xl"}, {"tokens", "10B"}}, watch).status,
            Status::answered);
  EXPECT_GT(last, 0.5);
  EXPECT_LE(last, 1);
}

TEST(PublicWatch, EndsAQuestionFromAnotherThread) {
  std::promise<void> begun;
  std::atomic<bool> told = false;
  Watch watch([&](double) {
    if (!told.exchange(true)) begun.set_value();
  });
  const Asker asker;
  std::future<Reply> reply = std::async(std::launch::async, [&] { return asker.ask(long_question, watch); });
  begun.get_future().wait();
  watch.cancel();
  EXPECT_EQ(reply.get().status, Status::cancelled);
  EXPECT_EQ(asker.ask(short_question, watch).status, Status::cancelled);
  EXPECT_EQ(asker.ask(short_question).status, Status::answered);
}

TEST(PublicWatch, EndsAQuestionWhileItIsTold) {
  std::unique_ptr<Watch> watch;
  watch = std::make_unique<Watch>([&](double) { watch->cancel(); });
  for (const int workers : {0, 2}) {
    const Reply reply = Asker({.workers = workers}).ask(long_question, *watch);
    EXPECT_EQ(reply.status, Status::cancelled);
    EXPECT_EQ(reply.json["error"]["kind"], "cancelled");
  }
}

}  // namespace
}  // namespace hakaru
