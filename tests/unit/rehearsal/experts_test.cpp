// A layer of experts on one rank, beside its formula token by token.
#include "hakaru/rehearsal/experts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

constexpr std::int64_t token_count = 6, hidden_width = 3, width = 2, experts = 4, experts_per_token = 2;

std::vector<float> some(std::int64_t values, int begin) {
  std::vector<float> all;
  for (std::int64_t at = 0; at < values; ++at) all.push_back(static_cast<float>((at * 7 + begin) % 11 - 5) / 8);
  return all;
}

struct Values {
  std::vector<float> x = some(token_count * hidden_width, 3), router = some(hidden_width * experts, 1);
  std::vector<float> gate = some(experts * hidden_width * width, 2), up = some(experts * hidden_width * width, 5),
                     down = some(experts * hidden_width * width, 8);

  double number(std::int64_t token, std::int64_t expert) const {
    double sum = 0;
    for (std::int64_t h = 0; h < hidden_width; ++h)
      sum += at(x, token * hidden_width + h) * at(router, h * experts + expert);
    return sum;
  }
  /// Value at `column` of an expert's output for a token, before the router's weight.
  double given(std::int64_t token, std::int64_t expert, std::int64_t column) const {
    double sum = 0;
    for (std::int64_t f = 0; f < width; ++f) {
      double g = 0, u = 0;
      for (std::int64_t h = 0; h < hidden_width; ++h) {
        const std::int64_t weight = (expert * hidden_width + h) * width + f;
        g += at(x, token * hidden_width + h) * at(gate, weight);
        u += at(x, token * hidden_width + h) * at(up, weight);
      }
      sum += g / (1 + std::exp(-g)) * u * at(down, (expert * hidden_width + column) * width + f);
    }
    return sum;
  }
  static double at(const std::vector<float>& values, std::int64_t index) {
    return double{values[static_cast<std::size_t>(index)]};
  }
};

TEST(Experts, SumWhatTheTwoOfATokenMakeOfItByTheirWeights) {
  const Values values;
  tracing::DeviceOptions options;
  options.memory_bytes = std::int64_t{1} << 20;
  tracing::Device device(options);
  const Experts own{device.parameter("router", values.router, {hidden_width, experts}),
                    device.parameter("gate", values.gate, {experts, hidden_width, width}),
                    device.parameter("up", values.up, {experts, hidden_width, width}),
                    device.parameter("down", values.down, {experts, hidden_width, width})};
  const auto result =
      through_experts(device.input("x", values.x, {token_count, hidden_width}), own, {experts, experts_per_token, 1, 0})
          .values();
  ASSERT_TRUE(result);
  for (std::int64_t token = 0; token < token_count; ++token) {
    const std::int64_t first = token % (experts / experts_per_token) * experts_per_token;
    const double of_first = 1 / (1 + std::exp(values.number(token, first + 1) - values.number(token, first)));
    for (std::int64_t column = 0; column < hidden_width; ++column) {
      const double expected =
          of_first * values.given(token, first, column) + (1 - of_first) * values.given(token, first + 1, column);
      EXPECT_NEAR(Values::at(*result, token * hidden_width + column), expected, 1e-6) << token << ", " << column;
    }
  }
}

}  // namespace
}  // namespace hakaru
