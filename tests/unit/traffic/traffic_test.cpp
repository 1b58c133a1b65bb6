#include "hakaru/traffic/traffic.h"

#include <gtest/gtest.h>

#include "hakaru/core/message.h"
#include "hakaru/traffic/length_mix.h"
#include "hakaru/traffic/named_traffic.h"
#include "hakaru/traffic/random_draws.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

std::vector<Request> all_of(const TrafficPlan& plan, const std::vector<Request>* trace = nullptr) {
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, trace);
  std::vector<Request> requests;
  while (traffic->next_arrival_s()) {
    const double arrival_s = *traffic->next_arrival_s();
    requests.push_back(traffic->take());
    EXPECT_EQ(requests.back().arrival_s, arrival_s);
  }
  return requests;
}

double mean_gap(const std::vector<Request>& requests) {
  return (requests.back().arrival_s - requests.front().arrival_s) / static_cast<double>(requests.size() - 1);
}

/// Standard deviation over mean of the gaps.
double variation(const std::vector<Request>& requests) {
  const double mean = mean_gap(requests);
  double squares = 0;
  for (std::size_t at = 1; at < requests.size(); ++at) {
    const double off = requests[at].arrival_s - requests[at - 1].arrival_s - mean;
    squares += off * off;
  }
  return std::sqrt(squares / static_cast<double>(requests.size() - 1)) / mean;
}

TEST(Traffic, GapsHaveTheirMeanAndTheirBurstiness) {
  TrafficPlan plan;
  plan.rate_per_s = 4;
  plan.count = 40'000;
  EXPECT_NEAR(mean_gap(all_of(plan)), 0.25, 0.25 * 0.02);
  EXPECT_NEAR(variation(all_of(plan)), 1, 0.03);
  plan.arrivals = Arrivals::gamma;
  for (const double burstiness : {0.25, 1.0, 4.0}) {
    plan.burstiness = burstiness;
    EXPECT_NEAR(mean_gap(all_of(plan)), 0.25, 0.25 * 0.03);
    EXPECT_NEAR(variation(all_of(plan)), 1 / std::sqrt(burstiness), 0.05 / std::sqrt(burstiness));
  }
  plan.arrivals = Arrivals::constant;
  EXPECT_NEAR(variation(all_of(plan)), 0, 1e-6);
}

TEST(Traffic, TheSameSeedGivesTheSameTraffic) {
  TrafficPlan plan;
  plan.input = {500, 0.8, 4000};
  plan.output = {100, 0.8, 4000};
  plan.count = 100;
  const std::vector<Request> once = all_of(plan), again = all_of(plan);
  plan.count = 50;
  const std::vector<Request> half = all_of(plan);
  for (std::size_t at = 0; at < 100; ++at) {
    EXPECT_EQ(once[at].arrival_s, again[at].arrival_s);
    EXPECT_EQ(once[at].output_tokens, again[at].output_tokens);
    if (at < 50) {
      EXPECT_EQ(once[at].input_tokens, half[at].input_tokens);
    }
  }
  plan.seed = 1;
  EXPECT_NE(all_of(plan).front().arrival_s, once.front().arrival_s);
}

TEST(Traffic, AMixtureHasItsShares) {
  TrafficPlan plan;
  plan.count = 50'000;
  plan.mixture = {{0.7, {500, 0, 500}, {200, 0, 200}}, {0.3, {8000, 0, 8000}, {500, 0, 500}}};
  double longer = 0;
  for (const Request& request : all_of(plan)) {
    EXPECT_EQ(request.input_tokens == 500, request.output_tokens == 200);
    longer += request.input_tokens == 8000 ? 1 : 0;
  }
  EXPECT_NEAR(longer / 50'000, 0.3, 0.01);
  plan.mixture = {{1, {500, 0, 500}, {200, 0, 200}}};
  EXPECT_EQ(all_of(plan).front().input_tokens, 500);
}

TEST(Traffic, AMixtureIsReadAndMadeIntoRequests) {
  const Result<std::vector<MixedKind>> kinds = parse_mix("0.7:500:200,0.3:8k:500", "--mix");
  ASSERT_TRUE(kinds);
  const std::vector<Request> requests = requests_of(*kinds);
  ASSERT_EQ(requests.size(), 10'000);
  EXPECT_EQ(requests[6'999].input_tokens, 500);
  EXPECT_EQ(requests[7'000].input_tokens, 8192);
  EXPECT_EQ(requests_of(*parse_mix("0.333:1:1,0.333:2:2,0.334:3:3", "--mix")).size(), 10'000);
  for (const char* wrong : {"", "1", "1:2", "1:2:3:4", "0:1:1,1:1:1", "0.5:1:1", "1.5:1:1", "1:0:1", "1:1:x", "1:1:1,"})
    EXPECT_FALSE(parse_mix(wrong, "--mix")) << wrong;
}

TEST(Traffic, LognormalLengthsHaveTheirMean) {
  TrafficPlan plan;
  plan.count = 50'000;
  plan.input = {300, 0.7, 1'000'000};
  plan.output = {300, 3, 400};
  double input = 0;
  for (const Request& request : all_of(plan)) {
    input += request.input_tokens / 50'000.0;
    EXPECT_GE(request.output_tokens, 1);
    EXPECT_LE(request.output_tokens, 400);
  }
  EXPECT_NEAR(input, 300, 6);
}

TEST(Traffic, ATraceIsReplayedStretchedAndShared) {
  const std::vector<Request> trace{{10, 1, 2}, {11, 3, 4}, {14, 5, 6}};
  TrafficPlan plan;
  plan.arrivals = Arrivals::trace;
  plan.rate_per_s = 0;
  EXPECT_EQ(all_of(plan, &trace).at(2).arrival_s, 4);
  EXPECT_DOUBLE_EQ(rate_of(trace), 0.5);
  plan.rate_per_s = 1;
  EXPECT_EQ(all_of(plan, &trace).at(2).arrival_s, 2);
  plan.share_of = 2;
  EXPECT_EQ(all_of(plan, &trace).size(), 2U);
  EXPECT_EQ(all_of(plan, &trace).at(1).output_tokens, 6);
  plan.arrivals = Arrivals::poisson;
  plan.share_of = 1;
  plan.count = 100;
  for (const Request& request : all_of(plan, &trace)) EXPECT_EQ(request.output_tokens, request.input_tokens + 1);
}

TEST(RequestTrace, ReadsItsThreeForms) {
  const auto azure = read_trace(
      "TIMESTAMP,ContextTokens,GeneratedTokens\r\n2023-12-31 23:59:59.5000000,374,44\r\n2024-01-01 00:00:00.75,1,1",
      "azure.csv");
  ASSERT_TRUE(azure.has_value()) << in_english(azure.error().message);
  EXPECT_EQ(azure->at(0).input_tokens, 374);
  EXPECT_DOUBLE_EQ(azure->at(1).arrival_s - azure->at(0).arrival_s, 1.25);
  const auto plain = read_trace("# mine\nuser,arrival,input,output\na,0.5,1,2\n\nb,0.5,3,4\n", "plain.csv");
  ASSERT_TRUE(plain.has_value()) << in_english(plain.error().message);
  EXPECT_EQ(plain->at(1).output_tokens, 4);
  const auto json = read_trace(
      "{\"arrival_s\":0.5,\"input\":1,\"output\":2}\n\n{\"arrival\":1,\"input_tokens\":1,\"output_tokens\":9}",
      "lines.jsonl");
  ASSERT_TRUE(json.has_value()) << in_english(json.error().message);
  EXPECT_EQ(json->at(1).output_tokens, 9);
}

TEST(RequestTrace, RefusesWithTheLine) {
  const auto complaint = [](const std::string& rows) {
    const auto trace = read_trace("arrival_s,input,output\n" + rows, "t.csv");
    return trace ? "none" : in_english(trace.error().message);
  };
  EXPECT_EQ(complaint("2,1,1\n1,1,1"), "t.csv: line 3: came before line 2; accepted: requests in order of arrival");
  EXPECT_EQ(complaint("-1,1,1"), "t.csv: line 2: 'arrival_s' is -1; accepted: seconds, 0 … 4000000");
  EXPECT_EQ(complaint("nan,1,1"), "t.csv: line 2: 'arrival_s' is nan; accepted: seconds, 0 … 4000000");
  EXPECT_EQ(complaint("0,0,1"), "t.csv: line 2: 'input' is '0'; accepted: a whole number, 1 … 1073741824");
  EXPECT_EQ(complaint("0,1,-5"), "t.csv: line 2: 'output' is '-5'; accepted: a whole number, 1 … 1073741824");
  EXPECT_EQ(complaint("soon,1,1"), "t.csv: line 2: 'arrival_s' is 'soon'; accepted: a number of seconds, 0 or more");
  EXPECT_EQ(complaint(""), "t.csv: holds no request; accepted: one a line");
}

TEST(RequestTrace, LeavesOutWhatIsLongerThanTheContext) {
  std::vector<Request> requests{{0, 90, 10}, {1, 90, 11}, {2, 1, 1}};
  EXPECT_EQ(leave_out_longer(requests, 100), 1);
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests.back().arrival_s, 2);
}

TEST(NamedTraffic, HasTheMeansOfItsTrace) {
  // Azure LLM inference traces 2023: means of all rows.
  const DataFiles data;
  for (const auto& [name, input, output] :
       {std::tuple("conversation", 1154.7, 211.1), std::tuple("code", 2047.8, 27.88)}) {
    const auto requests = named_traffic(data, name, "--traffic");
    ASSERT_TRUE(requests.has_value()) << in_english(requests.error().message);
    double inputs = 0, outputs = 0;
    for (const Request& request : *requests) {
      inputs += request.input_tokens;
      outputs += request.output_tokens;
    }
    const auto count = static_cast<double>(requests->size());
    EXPECT_NEAR(inputs / count, input, 0.01 * input) << name;
    EXPECT_NEAR(outputs / count, output, 0.04 * output) << name;
  }
}

TEST(NamedTraffic, PromptsSayNothingOfAnswers) {
  const auto requests = named_traffic(DataFiles(), "conversation", "--traffic").value();
  double prompts = 0, answers = 0, both = 0;  // above the medians of the trace
  for (const Request& request : requests) {
    const bool long_prompt = request.input_tokens > 1020, long_answer = request.output_tokens > 129;
    prompts += long_prompt ? 1 : 0;
    answers += long_answer ? 1 : 0;
    both += long_prompt && long_answer ? 1 : 0;
  }
  const auto count = static_cast<double>(requests.size());
  EXPECT_NEAR(both / count, prompts / count * answers / count, 0.02);
}

TEST(NamedTraffic, RefusesAnUnknownName) {
  const auto requests = named_traffic(DataFiles(), "chat", "--traffic");
  ASSERT_FALSE(requests.has_value());
  EXPECT_EQ(in_english(requests.error().message), "--traffic is 'chat'; accepted: code, conversation");
}

}  // namespace
}  // namespace hakaru
