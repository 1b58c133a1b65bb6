#include "hakaru/traffic/session_traffic.h"

#include <gtest/gtest.h>

#include <map>

namespace hakaru {
namespace {

/// Each request is answered `answer_s` after it comes.
std::vector<Request> answered(const TrafficPlan& plan, double answer_s, SessionCounts* counts = nullptr) {
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
  std::vector<Request> requests;
  std::multimap<double, std::int32_t> ends;
  while (traffic->next_arrival_s() || !ends.empty()) {
    const bool ends_first =
        !traffic->next_arrival_s() || (!ends.empty() && ends.begin()->first <= *traffic->next_arrival_s());
    if (ends_first) {
      traffic->ended(ends.begin()->first, ends.begin()->second);
      ends.erase(ends.begin());
    } else {
      requests.push_back(traffic->take());
      ends.emplace(requests.back().arrival_s + answer_s, requests.back().prefix);
    }
  }
  if (counts != nullptr) *counts = traffic->sessions();
  return requests;
}

TrafficPlan three_turns() {  // the example of session_traffic.h
  TrafficPlan plan;
  plan.arrivals = Arrivals::closed_loop;
  plan.concurrency = 1;
  plan.count = 6;
  plan.input = {100, 0, 100};
  plan.output = {50, 0, 50};
  plan.sessions = SessionPlan{3, 3, 10, 500, 8192};
  return plan;
}

TEST(Sessions, PromptsAreTheConversationSoFar) {
  const std::vector<Request> requests = answered(three_turns(), 2);
  ASSERT_EQ(requests.size(), 6);
  for (std::size_t at = 0; at < 6; ++at) {
    const std::size_t turn = at % 3, session = at / 3;
    EXPECT_EQ(requests[at].input_tokens, 600 + 150 * static_cast<int>(turn));
    EXPECT_EQ(requests[at].prefix, static_cast<int>(session) + 1);
    EXPECT_EQ(requests[at].last_turn, turn == 2);
    // 2 s of answer and 10 s of thought; the next session begins as the one before it ends.
    EXPECT_DOUBLE_EQ(requests[at].arrival_s, static_cast<double>(session) * 26 + static_cast<double>(turn) * 12);
  }
}

TEST(Sessions, TheyEndBeforeTheContextIsPassed) {
  TrafficPlan plan = three_turns();
  plan.sessions->context = 500 + 2 * 150;  // of 500 tokens and three turns the third does not fit
  SessionCounts counts;
  const std::vector<Request> requests = answered(plan, 2, &counts);
  ASSERT_EQ(requests.size(), 6);
  EXPECT_EQ(counts.begun, 3);
  EXPECT_EQ(counts.cut_short, 2);  // the third was promised the two requests that were left
  for (const Request& request : requests) EXPECT_LE(tokens_of(request), 800);
}

TEST(Sessions, TheirRequestsComeAtTheRate) {
  TrafficPlan plan = three_turns();
  plan.arrivals = Arrivals::poisson;
  plan.rate_per_s = 4;
  plan.count = 40'000;
  plan.sessions->fewest_turns = 2;
  plan.sessions->most_turns = 8;
  SessionCounts counts;
  const std::vector<Request> requests = answered(plan, 2, &counts);
  EXPECT_EQ(requests.size(), 40'000);
  EXPECT_NEAR(static_cast<double>(counts.begun), 8000, 8000 * 0.03);
  EXPECT_NEAR(40'000 / requests.back().arrival_s, 4, 4 * 0.05);
}

TEST(Sessions, OfOneTurnTheyAreRequests) {
  TrafficPlan plan = three_turns();
  plan.arrivals = Arrivals::gamma;
  plan.burstiness = 0.5;
  plan.count = 1000;
  plan.input = {100, 0.7, 4000};
  plan.output = {50, 0.7, 4000};
  plan.sessions = SessionPlan{1, 1, 10, 0, 8192};
  const std::vector<Request> sessions = answered(plan, 2);
  plan.sessions.reset();
  const std::vector<Request> requests = answered(plan, 2);
  ASSERT_EQ(sessions.size(), requests.size());
  for (std::size_t at = 0; at < requests.size(); ++at) {
    EXPECT_EQ(sessions[at].arrival_s, requests[at].arrival_s);
    EXPECT_EQ(sessions[at].input_tokens, requests[at].input_tokens);
    EXPECT_EQ(sessions[at].output_tokens, requests[at].output_tokens);
  }
}

}  // namespace
}  // namespace hakaru
