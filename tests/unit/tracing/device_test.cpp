// Cutting, compiling, finding again, reading, failing.
#include "hakaru/tracing/device.h"

#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

/// A step of a small classifier.
class TracingDevice : public ::testing::Test {
 protected:
  struct Learner {
    explicit Learner(DeviceOptions options)
        : device(std::move(options)), weight(drawn_parameter(device, "weight", {3, 4})), optimizer({weight}, 0.1) {}

    Tensor loss(std::int64_t batch, std::uint32_t seed = 3) {
      const Tensor x = drawn_input(device, "x", {batch, 3}, seed);
      std::vector<std::int32_t> labels;
      for (std::int32_t at = 0; at < batch; ++at) labels.push_back(at % 4);
      return cross_entropy(matrix_product(x, weight), device.indices("labels", labels, {batch}));
    }
    Result<StepReport> step(std::int64_t batch, std::uint32_t seed = 3) {
      optimizer.zero_grad();
      last_loss = loss(batch, seed);
      last_loss.backward();
      optimizer.step();
      return device.mark_step({last_loss});
    }

    Device device;
    Tensor weight;
    Sgd optimizer;
    Tensor last_loss;
  };
};

TEST_F(TracingDevice, CompilesOnceForTheSameShapesAndOnceMoreForANewOne) {
  Learner learner(trainium_options());
  const auto first = learner.step(8);
  ASSERT_TRUE(first) << error_of(first);
  EXPECT_EQ(first->outcome, Outcome::compiled);
  EXPECT_EQ(reason(*first), "first step");
  for (std::uint32_t step = 0; step < 10; ++step) {
    const auto report = learner.step(8, step + 1);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->outcome, Outcome::cached_in_memory);
    EXPECT_TRUE(report->why.empty());
  }
  EXPECT_EQ(learner.device.compilations(), 1);
  const auto wider = learner.step(12);
  ASSERT_TRUE(wider);
  EXPECT_EQ(wider->outcome, Outcome::compiled);
  EXPECT_EQ(reason(*wider), "input x: 12×3 where 8×3 was seen; input labels: 12 where 8 was seen");
  EXPECT_EQ(learner.step(12)->outcome, Outcome::cached_in_memory);
  EXPECT_EQ(learner.step(8)->outcome, Outcome::cached_in_memory);
  EXPECT_EQ(learner.device.compilations(), 2);
}

TEST_F(TracingDevice, NamesANewTypeAndOtherOperations) {
  Device device(trainium_options());
  const Tensor weight = drawn_parameter(device, "weight", {3});
  const auto step = [&](DataType format, double factor) {
    const Tensor x = device.input("x", drawn(3), {3}, format);
    return *device.mark_step({sum(x * weight) * factor});
  };
  step(DataType::fp32, 1.5);
  EXPECT_EQ(reason(step(DataType::bf16, 1.5)), "input x: 3 bf16 where 3 fp32 was seen");
  EXPECT_EQ(reason(step(DataType::fp32, 2.5)), "these operations were not seen together before");
}

TEST_F(TracingDevice, FindsWhatAnotherDeviceStored) {
  DeviceOptions options = trainium_options();
  const auto store = std::make_shared<MemoryStore>();
  options.store = store;
  Learner one(options);
  const auto compiled = one.step(8);
  ASSERT_TRUE(compiled);
  EXPECT_EQ(store->saves, 1);
  Learner other(options);
  const auto found = other.step(8);
  ASSERT_TRUE(found) << error_of(found);
  EXPECT_EQ(found->outcome, Outcome::cached_on_disk);
  EXPECT_EQ(other.device.compilations(), 0);
  EXPECT_EQ(*one.last_loss.values(), *other.last_loss.values());
  EXPECT_EQ(*one.weight.values(), *other.weight.values());
  EXPECT_EQ(found->simulated_s, compiled->simulated_s);
  EXPECT_EQ(found->saved_bytes, compiled->saved_bytes);
  EXPECT_EQ(found->peak_bytes, compiled->peak_bytes);
  EXPECT_EQ(other.step(8)->outcome, Outcome::cached_in_memory);
}

TEST_F(TracingDevice, NoticesEveryByteThatWasFlippedInTheStore) {
  DeviceOptions options = trainium_options();
  const auto store = std::make_shared<MemoryStore>();
  options.store = store;
  const auto step = [&] {
    Device device(options);
    const Tensor y = drawn_input(device, "x", {4}) * 2;
    return *device.mark_step({y});
  };
  step();
  const std::string good = store->entries.begin()->second;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string& stored = store->entries.begin()->second;
    stored = good;
    stored[at] = static_cast<char>(stored[at] ^ 4);
    const StepReport report = step();
    EXPECT_EQ(report.outcome, Outcome::compiled) << "byte " << at;
    ASSERT_TRUE(report.store_trouble) << "byte " << at;
    EXPECT_EQ(store->entries.begin()->second, good) << "saved anew";
  }
  store->entries.begin()->second = good.substr(0, good.size() / 2);
  EXPECT_EQ(step().outcome, Outcome::compiled);
  EXPECT_EQ(step().outcome, Outcome::cached_on_disk);
}

TEST_F(TracingDevice, RefusesTheProgramOfAnotherGraph) {
  DeviceOptions options = trainium_options();
  const auto store = std::make_shared<MemoryStore>();
  options.store = store;
  const auto step = [&](double factor) {
    Device device(options);
    const Tensor y = drawn_input(device, "x", {4}) * factor;
    return *device.mark_step({y});
  };
  step(2);
  const std::string foreign = store->entries.begin()->second;
  store->entries.clear();
  step(3);
  store->entries.begin()->second = foreign;
  const StepReport report = step(3);
  EXPECT_EQ(report.outcome, Outcome::compiled);
  EXPECT_NE(in_english(report.store_trouble.value()).find("is that of another graph"), std::string::npos);
}

TEST_F(TracingDevice, SaysWhichLineReadAValueInTheMiddleOfAStep) {
  Learner unread(trainium_options()), read(trainium_options());
  ASSERT_TRUE(unread.step(8));
  read.optimizer.zero_grad();
  const Tensor loss = read.loss(8);
  const int line = __LINE__ + 1;
  const auto value = loss.value();
  ASSERT_TRUE(value) << error_of(value);
  loss.backward();
  read.optimizer.step();
  const auto report = read.device.mark_step({loss});
  ASSERT_TRUE(report) << error_of(report);
  ASSERT_EQ(read.device.cuts().size(), 2U);
  EXPECT_EQ(in_english(read.device.cuts()[0].cut_by),
            fmt::format("the reading of a value at device_test.cpp:{}", line));
  EXPECT_NE(in_english(report->cut_by).find("mark_step() at device_test.cpp:"), std::string::npos);
  EXPECT_EQ(*value, *unread.last_loss.value());
  EXPECT_EQ(*loss.value(), *value);
  EXPECT_EQ(*read.weight.values(), *unread.weight.values()) << "the backward pass goes on after the cut";
}

TEST_F(TracingDevice, KeepsWhatMarkStepIsGivenAndNothingElse) {
  Device device(trainium_options());
  const Tensor x = device.input("x", std::vector<float>{1, 2}, {2});
  const Tensor kept = x * 2, dropped = x * 3;
  ASSERT_TRUE(device.mark_step({kept}));
  EXPECT_EQ(*kept.values(), (std::vector<float>{2, 4}));
  EXPECT_NE(error_of(dropped.values()).find("made before the last mark_step() and is gone"), std::string::npos);
  const Tensor stale = dropped + dropped;
  EXPECT_TRUE(stale.failed());
  EXPECT_NE(error_of(device.mark_step()).find("made before the last mark_step() and is gone"), std::string::npos);
}

TEST_F(TracingDevice, TellsWhatDoesNotFitAndWhere) {
  Device device(trainium_options());
  const int line = __LINE__ + 1;
  const Tensor wrong = matrix_product(drawn_input(device, "x", {2, 3}), drawn_input(device, "y", {4, 2}));
  EXPECT_TRUE(relu(wrong).failed());
  EXPECT_EQ(error_of(device.mark_step()),
            fmt::format("device_test.cpp:{}: matrix product of 2×3 and 4×2: these shapes do not fit each other", line));
  const Tensor fine = drawn_input(device, "x", {2}) * 2;
  EXPECT_TRUE(device.mark_step({fine})) << "the next step begins anew";
}

TEST_F(TracingDevice, TellsAnIndexOutOfItsTable) {
  Device device(trainium_options());
  const Tensor table = drawn_parameter(device, "table", {4, 2});
  const Tensor rows = embedding(table, device.indices("tokens", std::vector<std::int32_t>{1, 4}, {2}));
  EXPECT_NE(error_of(device.mark_step({rows})).find("gather rows: index 4 of a table of 4 rows"), std::string::npos);
}

TEST_F(TracingDevice, FindsZerosInRowsOfAnotherRank) {
  Device device(trainium_options());
  const std::vector<float> values = {1, 2, 3, 4};
  const Tensor table = device.parameter("table", values, {2, 2});
  const auto rows_of = [&](std::int32_t other) {
    return divided_embedding(table, device.indices("tokens", std::vector<std::int32_t>{1, other}, {2}));
  };
  const Tensor rows = rows_of(2);
  ASSERT_TRUE(device.mark_step({rows}));
  EXPECT_EQ(*rows.values(), (std::vector<float>{3, 4, 0, 0}));
  EXPECT_NE(error_of(device.mark_step({rows_of(3)})).find("gather rows: index 3 of a table of 3 rows"),
            std::string::npos);
}

TEST_F(TracingDevice, WantsGradientsSetToZeroBetweenSteps) {
  Learner learner(trainium_options());
  ASSERT_TRUE(learner.step(8));
  learner.loss(8).backward();
  EXPECT_NE(error_of(learner.device.mark_step()).find("call zero_grad() first"), std::string::npos);
}

TEST_F(TracingDevice, AddsGradientsOfSeveralBackwardPasses) {
  Learner twice(trainium_options()), once(trainium_options());
  const Tensor first = once.loss(8, 3), second = once.loss(8, 4);
  (first + second).backward();
  const Tensor whole = once.device.gradient_of(once.weight).value();
  ASSERT_TRUE(once.device.mark_step({whole}));
  const Tensor one = twice.loss(8, 3), other = twice.loss(8, 4);
  one.backward();
  other.backward();
  const Tensor summed = twice.device.gradient_of(twice.weight).value();
  const auto report = twice.device.mark_step({summed});
  ASSERT_TRUE(report);
  ASSERT_EQ(report->saved_bytes.size(), 2U);
  EXPECT_EQ(report->saved_bytes[0], 8 * 4 * 4) << "the logits of each micro-batch";
  EXPECT_EQ(report->saved_bytes[1], 8 * 4 * 4);
  EXPECT_EQ(report->gradient_bytes, 3 * 4 * 4);
  for (std::size_t at = 0; at < 12; ++at) EXPECT_NEAR((*summed.values())[at], (*whole.values())[at], 1e-6);
}

TEST_F(TracingDevice, GivesTheSameBitsForTheSameInputs) {
  std::vector<std::vector<float>> weights;
  for (int run = 0; run < 2; ++run) {
    Learner learner(trainium_options());
    const std::vector<float> elsewhere(static_cast<std::size_t>(run * 1001 + 1));  // another layout of the heap
    for (std::uint32_t step = 1; step <= 20; ++step) ASSERT_TRUE(learner.step(37, step));
    weights.push_back(*learner.weight.values());
  }
  EXPECT_EQ(weights[0], weights[1]);
}

TEST_F(TracingDevice, RoundsEachResultToItsFormat) {
  DeviceOptions options = trainium_options();
  std::vector<std::uint64_t> streams;
  options.rounding[DataType::bf16] = [&](std::span<float> values, const Draw& draw) {
    streams.push_back(draw.stream);
    for (float& value : values) value = std::round(value * 4) / 4;
  };
  options.format = DataType::bf16;
  Device device(options);
  const Tensor x = device.input("x", std::vector<float>{1.3F}, {1});
  const Tensor weight = device.parameter("w", std::vector<float>{0.6F}, {1});
  const Tensor product = reshape(matrix_product(reshape(x, {1, 1}), reshape(weight, {1, 1})), {1});
  const Tensor chain = (product * 0.5) + device.constant(0.05, {1});
  ASSERT_TRUE(device.mark_step({product, chain}));
  EXPECT_EQ((*weight.values())[0], 0.5F);
  EXPECT_EQ((*product.values())[0], 0.75F) << "1.25 · 0.5 = 0.625 becomes 0.75";
  EXPECT_EQ((*chain.values())[0], 0.5F) << "0.425, rounded once at the end of the chain";
  std::sort(streams.begin(), streams.end());
  EXPECT_EQ(std::unique(streams.begin(), streams.end()), streams.end()) << "a stream for each instruction";
}

TEST_F(TracingDevice, KeepsSlotsOfOneNameApartByWhatTheyAreFor) {
  Device device(trainium_options());
  const Tensor weight = device.parameter("x", std::vector<float>{2}, {1});
  const Tensor product = weight * device.input("x", std::vector<float>{3}, {1});
  const Tensor other = weight * device.input("x", std::vector<float>{5}, {1});
  ASSERT_TRUE(device.mark_step({product, other}));
  EXPECT_EQ((*product.values())[0], 6);
  EXPECT_EQ((*other.values())[0], 10);
  EXPECT_TRUE(device.parameter("x", std::vector<float>{2}, {1}).failed());
}

TEST_F(TracingDevice, DoesNotTakeAChangedParameterForTheOldOne) {
  Device device(trainium_options());
  const Tensor weight = device.parameter("w", std::vector<float>{2}, {1});
  const Tensor square = weight * weight;
  device.assign(weight, weight * 3);
  ASSERT_TRUE(weight.values());  // cuts: the old weight is gone
  square.backward();
  EXPECT_NE(error_of(device.mark_step()), "");
}

TEST_F(TracingDevice, ReportsNothingToDo) {
  Device device(trainium_options());
  drawn_input(device, "x", {4});
  const auto report = device.mark_step();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->outcome, Outcome::traced);
  EXPECT_EQ(report->instructions, 0);
}

}  // namespace
}  // namespace hakaru::tracing::testing
