// Communication operations call the device's communicator, in the order of recording, and are counted.
#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

/// Pretends that `ranks` ranks hold the same values, and writes down what it is asked.
class Mirror : public SoloCommunicator {
 public:
  explicit Mirror(int ranks) : ranks_(ranks) {}
  int size(int) const override { return ranks_; }
  Result<void> all_reduce(std::span<float> values, int group) override {
    calls.push_back(fmt::format("all_reduce {} in {}", values.size(), group));
    for (float& value : values) value *= static_cast<float>(ranks_);
    return {};
  }
  Result<void> all_gather(std::span<const float> mine, std::span<float> all, int group) override {
    calls.push_back(fmt::format("all_gather {} in {}", all.size(), group));
    for (std::size_t at = 0; at < all.size(); ++at) all[at] = mine[at % mine.size()];
    return {};
  }
  Result<void> reduce_scatter(std::span<const float> all, std::span<float> mine, int group) override {
    calls.push_back(fmt::format("reduce_scatter {} in {}", all.size(), group));
    for (std::size_t at = 0; at < mine.size(); ++at) mine[at] = all[at] * static_cast<float>(ranks_);
    return {};
  }

  Result<void> all_to_all(std::span<const float> sent, std::span<float> received, int group) override {
    calls.push_back(fmt::format("all_to_all {} in {}", sent.size(), group));
    // The twin sends what this rank sends to the first, twice.
    const std::size_t part = sent.size() / 2;
    for (std::size_t at = 0; at < sent.size(); ++at) received[at] = sent[at % part];
    return {};
  }
  Result<void> pass_round(std::span<const float> sent, std::span<float> received, int group, int onward) override {
    calls.push_back(fmt::format("pass_round {} in {}, {}", sent.size(), group, onward));
    std::copy(sent.begin(), sent.end(), received.begin());
    return {};
  }

  std::vector<std::string> calls;

 private:
  int ranks_;
};

class TracingCommunication : public ::testing::Test {
 protected:
  TracingCommunication() : mirror_(std::make_shared<Mirror>(2)), device_(options()) {}

  DeviceOptions options() {
    DeviceOptions options = trainium_options();
    options.communicator = mirror_;
    return options;
  }

  std::shared_ptr<Mirror> mirror_;
  Device device_;
};

TEST_F(TracingCommunication, ReducesGathersAndScatters) {
  const Tensor x = device_.input("x", std::vector<float>{1, 2}, {2});
  const Tensor summed = all_reduce(x, 3), gathered = all_gather(x, 4);
  const Tensor scattered = reduce_scatter(gathered, 5);
  const auto report = device_.mark_step({summed, gathered, scattered});
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(*summed.values(), (std::vector<float>{2, 4}));
  EXPECT_EQ(*gathered.values(), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(*scattered.values(), (std::vector<float>{2, 4}));
  EXPECT_EQ(mirror_->calls,
            (std::vector<std::string>{"all_reduce 2 in 3", "all_gather 4 in 4", "reduce_scatter 4 in 5"}));
  EXPECT_EQ(report->traffic, (TrafficByGroup{{{3, Opcode::all_reduce}, {1, 8}},
                                             {{4, Opcode::all_gather}, {1, 16}},
                                             {{5, Opcode::reduce_scatter}, {1, 16}}}));
}

TEST_F(TracingCommunication, SendsGradientsTheWayBack) {
  const Tensor x = device_.parameter("x", std::vector<float>{1, 2, 3, 4}, {2, 2});
  const Tensor y = pass_round(all_to_all(x, 1), 1);
  backward(y, device_.input("along", std::vector<float>{5, 6, 7, 8}, {2, 2}));
  const Tensor gradient = device_.gradient_of(x).value();
  const auto report = device_.mark_step({y, gradient});
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(*y.values(), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(*gradient.values(), (std::vector<float>{5, 6, 5, 6}));
  EXPECT_EQ(mirror_->calls, (std::vector<std::string>{"all_to_all 4 in 1", "pass_round 4 in 1, 1",
                                                      "pass_round 4 in 1, -1", "all_to_all 4 in 1"}));
  EXPECT_EQ(report->traffic.at({1, Opcode::all_to_all}), (Traffic{2, 32}));
  all_to_all(device_.input("odd", std::vector<float>{1, 2, 3}, {3}), 1);
  EXPECT_NE(error_of(device_.mark_step()).find("all_to_all takes a first dimension"), std::string::npos);
}

TEST_F(TracingCommunication, NeitherDropsNorMergesWhatOtherRanksTakePartIn) {
  const Tensor x = drawn_input(device_, "x", {4});
  all_reduce(x, 0);
  all_reduce(x, 0);
  const auto report = device_.mark_step();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->traffic.at({0, Opcode::all_reduce}), (Traffic{2, 32}));
}

TEST_F(TracingCommunication, SplitsAColumnAndARowProductAsMegatronDoes) {
  // Forward: nothing to share before, the sum after; backward: the sum of the input's gradient.
  const Tensor x = device_.parameter("x", std::vector<float>{1, -2}, {1, 2});
  const Tensor y = reduce_from_group(copy_to_group(x, 1) * 3, 1);
  backward(y, device_.constant(1, {1, 2}));
  const Tensor gradient = device_.gradient_of(x).value();
  ASSERT_TRUE(device_.mark_step({y, gradient}));
  EXPECT_EQ(*y.values(), (std::vector<float>{6, -12}));
  EXPECT_EQ(*gradient.values(), (std::vector<float>{6, 6}));
  EXPECT_EQ(mirror_->calls.size(), 2U);
}

TEST_F(TracingCommunication, HandsGradientsBackAlongAPipeline) {
  // One rank plays both stages, by sending to itself.
  const Tensor w1 = device_.parameter("w1", std::vector<float>{2}, {1});
  const Tensor w2 = device_.parameter("w2", std::vector<float>{5}, {1});
  const Tensor x = device_.input("x", std::vector<float>{3}, {1});
  const Tensor hidden = x * w1;
  send(hidden, 2, 0);
  const Tensor received = receive(device_, {1}, hidden.type(), 2, 0, true);
  (received * w2).backward();
  send(device_.gradient_of(received).value(), 2, 0);
  backward(hidden, receive(device_, {1}, hidden.type(), 2, 0));
  const Tensor g1 = device_.gradient_of(w1).value(), g2 = device_.gradient_of(w2).value();
  const auto report = device_.mark_step({g1, g2});
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ((*g1.values())[0], 15) << "x · w2";
  EXPECT_EQ((*g2.values())[0], 6) << "x · w1";
  EXPECT_EQ(report->traffic.at({2, Opcode::send}), (Traffic{2, 8}));
  EXPECT_EQ(report->traffic.at({2, Opcode::receive}), (Traffic{2, 8}));
}

TEST_F(TracingCommunication, EndsTheStepWhenARankIsGone) {
  const Tensor received = receive(device_, {2}, {}, 0, 7);
  EXPECT_EQ(error_of(device_.mark_step({received})), "rank 7 of group 0 receives 2 values that no rank sent");
}

TEST_F(TracingCommunication, CountsBytesOfTheirOwnFormat) {
  all_reduce(device_.input("x", drawn(10), {10}, DataType::bf16), 0);
  EXPECT_EQ(device_.mark_step()->traffic.at({0, Opcode::all_reduce}), (Traffic{1, 20}));
}

}  // namespace
}  // namespace hakaru::tracing::testing
