// Weights that a rank has for one pass only, and backward passes of which the gradients of weights are put off.
#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

/// Two ranks that hold the same.
class Twins : public SoloCommunicator {
 public:
  int size(int) const override { return 2; }
  Result<void> all_gather(std::span<const float> mine, std::span<float> all, int) override {
    for (std::size_t at = 0; at < all.size(); ++at) all[at] = mine[at % mine.size()];
    return {};
  }
  Result<void> reduce_scatter(std::span<const float> all, std::span<float> mine, int) override {
    for (std::size_t at = 0; at < mine.size(); ++at) mine[at] = 2 * all[at];
    return {};
  }
};

struct Small {
  explicit Small(Device& device)
      : x(device.input("x", drawn(6), {2, 3})),
        w1(device.parameter("w1", drawn(12, 2), {3, 4})),
        norm(device.parameter("norm", drawn(4, 3, 2), {4})),
        w2(device.parameter("w2", drawn(8, 4), {4, 2})) {}

  Tensor first(const Tensor& in) const { return rms_norm(matrix_product(in, w1), norm); }
  Tensor second(const Tensor& in) const { return matrix_product(gelu(in), w2); }

  Tensor x, w1, norm, w2;
};

std::vector<std::vector<float>> split_gradients(Device& device, const Small& small, const Tensor& hidden, bool split,
                                                bool again) {
  const auto run = [&](const std::vector<Tensor>& in) { return std::vector<Tensor>{small.second(in[0])}; };
  const Tensor out = again ? checkpoint(run, {hidden}).front() : run({hidden}).front();
  const Tensor along = device.input("along", drawn(4, 5), {2, 2});
  std::vector<Tensor> gradients;
  if (split) {
    const auto rest = backward_to({hidden}, out, along);
    EXPECT_TRUE(device.gradient_of(hidden)) << "what others wait for is there";
    EXPECT_FALSE(device.gradient_of(small.w2)) << "the gradient of a parameter is put off";
    send(*device.gradient_of(hidden), 0, 0);
    receive(device, hidden.shape(), hidden.type(), 0, 0);
    rest();
  } else {
    backward(out, along);
  }
  for (const Tensor& parameter : {small.w1, small.norm, small.w2}) gradients.push_back(*device.gradient_of(parameter));
  const auto report = device.mark_step(gradients);
  EXPECT_TRUE(report) << error_of(report);
  std::vector<std::vector<float>> values;
  for (const Tensor& gradient : gradients) values.push_back(*gradient.values());
  return values;
}

TEST(BackwardInHalves, GivesTheGradientsOfTheWhole) {
  for (const bool again : {false, true}) {
    Device whole(trainium_options()), halves(trainium_options());
    const Small one(whole), other(halves);
    const auto expected = split_gradients(whole, one, one.first(one.x), false, again);
    EXPECT_EQ(split_gradients(halves, other, other.first(other.x), true, again), expected);
  }
}

TEST(BackwardInHalves, RunsGradientsOfParametersBehindWhatIsSent) {
  Device device(trainium_options());
  const Small small(device);
  split_gradients(device, small, small.first(small.x), true, false);
  std::size_t sent = 0, products_before = 0, products_after = 0;
  for (const Instruction& each : device.last_program()->instructions) {
    if (each.opcode == Opcode::send) ++sent;
    EXPECT_EQ(sent == 1, (each.pass & put_off_half) != 0 || each.opcode == Opcode::send ||
                             each.opcode == Opcode::receive || each.opcode == Opcode::copy)
        << name_of(each.opcode);
    if (each.opcode == Opcode::matrix_product && each.pass != 0) ++(sent == 0 ? products_before : products_after);
  }
  EXPECT_EQ(products_before, 1U) << "of the input of w2";
  EXPECT_EQ(products_after, 2U) << "of w2, and of w1, which lies before the input";
}

TEST(BackwardInHalves, IsRefusedAfterItsStep) {
  Device device(trainium_options());
  const Small small(device);
  const Tensor hidden = small.first(small.x);
  const auto rest = backward_to({hidden}, small.second(hidden), device.constant(1, {2, 2}));
  ASSERT_TRUE(device.mark_step());
  rest();
  EXPECT_NE(error_of(device.mark_step()).find("after its step had ended"), std::string::npos);
}

/// hidden = x · w, twice over, where w is gathered from two shards.
struct Sharded {
  Sharded() : device(options()) {
    shard = device.parameter("shard", drawn(6, 2), {6});
    const auto make = [this] { return std::vector<Tensor>{reshape(all_gather(shard, 1), {3, 4})}; };
    const auto take = [this](const std::vector<Tensor>& gradients) {
      gradient = reduce_scatter(reshape(gradients[0], {12}), 1);
    };
    w = lent(device, make, take, true).front();
  }
  static DeviceOptions options() {
    DeviceOptions options = trainium_options();
    options.communicator = std::make_shared<Twins>();
    return options;
  }

  Device device;
  Tensor shard, w, gradient;
};

TEST(LentWeights, AreGatheredForEachPassAndKeptForNone) {
  for (const bool again : {false, true}) {
    Sharded sharded;
    Device& device = sharded.device;
    const Tensor x = device.input("x", drawn(6), {2, 3});
    const auto run = [&](const std::vector<Tensor>& in) {
      return std::vector<Tensor>{relu(matrix_product(in[0], sharded.w))};
    };
    const Tensor hidden = again ? checkpoint(run, {x}).front() : run({x}).front();
    mean(hidden).backward();
    const auto report = device.mark_step({sharded.gradient});
    ASSERT_TRUE(report) << error_of(report);
    EXPECT_EQ(report->traffic.at({1, Opcode::all_gather}), (Traffic{again ? 2 : 1, again ? 96 : 48}))
        << "read again where the layer runs again only: the gradient of x is not wanted";
    EXPECT_EQ(report->traffic.at({1, Opcode::reduce_scatter}), (Traffic{1, 48}));
    EXPECT_EQ(report->parameter_bytes, 24) << "a shard";
    for (const NamedTensor& kept : report->saved) EXPECT_NE(kept.bytes, 48) << kept.what;

    Device plain(trainium_options());
    std::vector<float> whole = drawn(6, 2);
    whole.insert(whole.end(), whole.begin(), whole.end());
    const Tensor w = plain.parameter("w", whole, {3, 4});
    mean(relu(matrix_product(plain.input("x", drawn(6), {2, 3}), w))).backward();
    const Tensor expected = *plain.gradient_of(w);
    ASSERT_TRUE(plain.mark_step({expected}));
    const std::vector<float> gradient = *sharded.gradient.values();
    for (std::size_t at = 0; at < gradient.size(); ++at) EXPECT_EQ(gradient[at], 2 * (*expected.values())[at]);
  }
}

TEST(LentWeights, AreGatheredOnceMoreWhereTheBackwardPassReadsThem) {
  Sharded sharded;
  Device& device = sharded.device;
  const Tensor v = device.parameter("v", drawn(6, 9), {2, 3});
  sum(matrix_product(v, sharded.w)).backward();
  const auto report = device.mark_step({*device.gradient_of(v)});
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(report->traffic.at({1, Opcode::all_gather}), (Traffic{2, 96}));
}

}  // namespace
}  // namespace hakaru::tracing::testing
