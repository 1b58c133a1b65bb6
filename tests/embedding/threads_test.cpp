#include <gtest/gtest.h>

#include <thread>

#include "asked.h"

namespace hakaru {
namespace {

/// Under ThreadSanitizer: scripts/threads.
TEST(Threads, EightGetTheAnswersOfOne) {
  const Asker asker;
  const std::vector<Json> questions = testing::questions_of_every_kind(asker);
  std::vector<Reply> alone;
  for (const Json& question : questions) alone.push_back(asker.ask(question));

  constexpr std::size_t count = 8;
  std::vector<std::vector<Reply>> answers(count, std::vector<Reply>(questions.size()));
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < count; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t step = 0; step < questions.size(); ++step) {
        const std::size_t at = (step + thread * questions.size() / count) % questions.size();
        answers[thread][at] = asker.ask(questions[at]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Reply>& of_thread : answers) {
    for (std::size_t at = 0; at < questions.size(); ++at) {
      EXPECT_EQ(of_thread[at].status, alone[at].status);
      EXPECT_EQ(of_thread[at].text, alone[at].text) << questions[at]["question"];
    }
  }
}

}  // namespace
}  // namespace hakaru
