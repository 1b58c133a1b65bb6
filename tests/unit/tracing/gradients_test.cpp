// The gradient of every operation, against central differences of its values.
#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

struct Case {
  std::string name;
  std::vector<Dimensions> shapes;
  std::function<Tensor(const std::vector<Tensor>&)> function;
  float shift = 0;  ///< added to the drawn operands, to keep away from where there is no slope
};

std::ostream& operator<<(std::ostream& out, const Case& of) { return out << of.name; }

std::vector<std::vector<float>> operands_of(const Case& of) {
  std::vector<std::vector<float>> operands;
  for (const Dimensions& shape : of.shapes) {
    operands.push_back(drawn(elements_of(shape), static_cast<std::uint32_t>(7 + operands.size())));
    for (float& value : operands.back()) value += of.shift;
  }
  return operands;
}

std::vector<Tensor> parameters_of(Device& device, const Case& of, const std::vector<std::vector<float>>& operands) {
  std::vector<Tensor> parameters;
  for (std::size_t at = 0; at < operands.size(); ++at)
    parameters.push_back(device.parameter("p" + std::to_string(at), operands[at], of.shapes[at]));
  return parameters;
}

/// Σ values · weights in double.
double weighted(const Case& of, const std::vector<std::vector<float>>& operands) {
  Device device(trainium_options());
  const auto values = of.function(parameters_of(device, of, operands)).values();
  EXPECT_TRUE(values) << error_of(values);
  if (!values) return 0;
  const std::vector<float> weights = drawn(static_cast<std::int64_t>(values->size()), 99);
  double total = 0;
  for (std::size_t at = 0; at < values->size(); ++at)
    total += static_cast<double>((*values)[at]) * static_cast<double>(weights[at]);
  return total;
}

class TracingGradients : public ::testing::TestWithParam<Case> {};

TEST_P(TracingGradients, AreThoseOfCentralDifferences) {
  const Case& of = GetParam();
  std::vector<std::vector<float>> operands = operands_of(of);
  Device device(trainium_options());
  const std::vector<Tensor> parameters = parameters_of(device, of, operands);
  const Tensor result = of.function(parameters);
  ASSERT_FALSE(result.failed()) << in_english(device.recorder().error()->message);
  const std::vector<float> weights = drawn(elements_of(result.shape()), 99);
  backward(result, device.input("weights", weights, result.shape()));
  std::vector<Tensor> gradients;
  for (const Tensor& parameter : parameters) gradients.push_back(device.gradient_of(parameter).value());
  const auto report = device.mark_step(gradients);
  ASSERT_TRUE(report) << error_of(report);
  constexpr float step = 1.0F / 128;
  for (std::size_t at = 0; at < operands.size(); ++at) {
    const std::vector<float> gradient = *gradients[at].values();
    ASSERT_EQ(gradient.size(), operands[at].size());
    for (std::size_t element = 0; element < gradient.size(); ++element) {
      const float value = operands[at][element];
      operands[at][element] = value + step;
      const double above = weighted(of, operands);
      operands[at][element] = value - step;
      const double below = weighted(of, operands);
      operands[at][element] = value;
      const double expected = (above - below) / (2 * static_cast<double>(step));
      EXPECT_NEAR(static_cast<double>(gradient[element]), expected, 2e-3 + 2e-3 * std::abs(expected))
          << "operand " << at << ", element " << element;
    }
  }
}

using Operands = std::vector<Tensor>;

Tensor tokens(const Tensor& beside, const Dimensions& shape) {
  std::vector<std::int32_t> indices;
  for (std::int32_t at = 0; at < elements_of(shape); ++at) indices.push_back((at * 7 + 2) % 4);
  return beside.device().indices("indices", indices, shape);
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"add", {{2, 3}, {2, 3}}, [](const Operands& x) { return x[0] + x[1]; }},
      {"add_a_row", {{2, 3}, {3}}, [](const Operands& x) { return x[0] + x[1]; }},
      {"subtract_a_column", {{2, 3}, {2, 1}}, [](const Operands& x) { return x[0] - x[1]; }},
      {"multiply_both_repeated", {{2, 1, 3}, {4, 1}}, [](const Operands& x) { return x[0] * x[1]; }},
      {"multiply_with_itself", {{5}}, [](const Operands& x) { return x[0] * x[0]; }},
      {"divide", {{2, 3}, {3}}, [](const Operands& x) { return x[0] / x[1]; }, 2.5F},
      {"scale", {{4}}, [](const Operands& x) { return x[0] * -1.5; }},
      {"add_constant", {{4}}, [](const Operands& x) { return add_constant(x[0], 0.25) * x[0]; }},
      {"exponential", {{4}}, [](const Operands& x) { return exponential(x[0]); }},
      {"logarithm", {{4}}, [](const Operands& x) { return logarithm(x[0]); }, 2},
      {"square_root", {{4}}, [](const Operands& x) { return square_root(x[0]); }, 2},
      {"tanh", {{6}}, [](const Operands& x) { return tanh(x[0]); }},
      {"sigmoid", {{6}}, [](const Operands& x) { return sigmoid(x[0]); }},
      {"relu", {{6}}, [](const Operands& x) { return relu(x[0]); }},
      {"gelu", {{8}}, [](const Operands& x) { return gelu(x[0] * 2); }},
      {"silu", {{8}}, [](const Operands& x) { return silu(x[0] * 2); }},
      {"cast", {{4}}, [](const Operands& x) { return cast(x[0], DataType::tf32) * x[0]; }},
      {"reshape",
       {{2, 6}},
       [](const Operands& x) {
         return reshape(x[0], {3, -1});
       }},
      {"broadcast",
       {{2, 1}},
       [](const Operands& x) {
         return broadcast(x[0], {3, 2, 4});
       }},
      {"permute",
       {{2, 3, 4}},
       [](const Operands& x) {
         return permute(x[0], {2, 0, 1}) * 2;
       }},
      {"slice", {{2, 5}}, [](const Operands& x) { return slice(x[0], 1, 1, 3); }},
      {"pad", {{2, 3}}, [](const Operands& x) { return pad(x[0], 0, 1, 2); }},
      {"concatenate",
       {{2, 3}, {2, 1}},
       [](const Operands& x) {
         return concatenate({x[0], x[1], x[0]}, -1);
       }},
      {"matrix_product", {{3, 4}, {4, 2}}, [](const Operands& x) { return matrix_product(x[0], x[1]); }},
      {"product_transposed",
       {{4, 3}, {2, 4}},
       [](const Operands& x) { return matrix_product(transpose(x[0]), transpose(x[1])); }},
      {"product_second_transposed",
       {{2, 4}, {3, 4}},
       [](const Operands& x) { return matrix_product(x[0], transpose(x[1])); }},
      {"product_batched", {{2, 3, 4}, {2, 4, 2}}, [](const Operands& x) { return matrix_product(x[0], x[1]); }},
      {"product_of_rows", {{2, 3, 4}, {4, 2}}, [](const Operands& x) { return matrix_product(x[0], x[1]); }},
      {"sum_first", {{3, 4}}, [](const Operands& x) { return sum(x[0], 0) * sum(x[0], 0); }},
      {"sum_middle", {{2, 3, 4}}, [](const Operands& x) { return sum(x[0], 1); }},
      {"mean_last", {{3, 4}}, [](const Operands& x) { return mean(x[0], -1); }},
      {"mean_of_all", {{3, 4}}, [](const Operands& x) { return mean(x[0] * x[0]); }},
      {"maximum", {{3, 4}}, [](const Operands& x) { return maximum(x[0], 1); }},
      {"maximum_first", {{3, 4}}, [](const Operands& x) { return maximum(x[0], 0); }},
      {"softmax", {{2, 5}}, [](const Operands& x) { return softmax(x[0] * 2); }},
      {"layer_norm", {{3, 6}, {6}, {6}}, [](const Operands& x) { return layer_norm(x[0], x[1], x[2]); }},
      {"rms_norm", {{3, 6}, {6}}, [](const Operands& x) { return rms_norm(x[0], x[1]); }},
      {"causal_softmax", {{2, 3, 4}}, [](const Operands& x) { return softmax(causal_mask(x[0])); }},
      {"attention",
       {{2, 4, 3, 2}, {2, 4, 5, 2}, {2, 4, 5, 3}},
       [](const Operands& x) { return causal_attention(x[0], x[1], x[2], 0.7); }},
      {"attention_of_shared_keys",
       {{1, 4, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}},
       [](const Operands& x) { return causal_attention(x[0] * 2, x[1], x[2], 0.7); }},
      {"attention_to_all",
       {{2, 4, 3, 2}, {2, 2, 5, 2}, {2, 2, 5, 3}},
       [](const Operands& x) { return attention(x[0], x[1], x[2], 0.7); }},
      {"made_again", {{4}, {4}}, [](const Operands& x) { return made_again(silu(x[0] * 2)) * x[1] * x[0]; }},
      {"rotary", {{2, 3, 4}}, [](const Operands& x) { return rotary(x[0], 100, 5); }},
      {"embedding",
       {{4, 3}},
       [](const Operands& x) {
         return embedding(x[0], tokens(x[0], {2, 3}));
       }},
      {"divided_embedding",
       {{4, 3}},
       [](const Operands& x) {
         const std::vector<std::int32_t> own_and_others = {3, 4, 1, 4, 3};
         return divided_embedding(x[0], x[0].device().indices("tokens", own_and_others, {5}));
       }},
      {"cross_entropy", {{3, 4}}, [](const Operands& x) { return cross_entropy(x[0], tokens(x[0], {3})); }},
      {"divided_cross_entropy",
       {{3, 4}},
       [](const Operands& x) { return divided_cross_entropy(x[0], tokens(x[0], {3}), 0); }},
      {"cross_entropy_of_some_rows",
       {{4, 3}},
       [](const Operands& x) {
         const std::vector<std::int32_t> some = {2, no_label, 0, no_label};
         return cross_entropy(x[0], x[0].device().indices("labels", some, {4}));
       }},
      {"divided_cross_entropy_of_some_rows",
       {{4, 3}},
       [](const Operands& x) {
         const std::vector<std::int32_t> some = {2, no_label, 0, no_label};
         return divided_cross_entropy(x[0], x[0].device().indices("labels", some, {4}), 0);
       }},
      {"mean_squared_error", {{3, 4}, {3, 4}}, [](const Operands& x) { return mean_squared_error(x[0], x[1]); }},
      {"conv2d", {{2, 2, 4, 3}, {3, 2, 2, 2}}, [](const Operands& x) { return conv2d(x[0], x[1]); }},
      {"conv2d_strided", {{1, 2, 5, 5}, {2, 2, 3, 3}}, [](const Operands& x) { return conv2d(x[0], x[1], 2, 1); }},
      {"max_pool", {{1, 2, 4, 4}}, [](const Operands& x) { return max_pool(x[0], 2, 2); }},
      {"average_pool", {{1, 2, 5, 5}}, [](const Operands& x) { return average_pool(x[0], 3, 2); }},
      {"all_reduce", {{4}}, [](const Operands& x) { return all_reduce(x[0] * x[0], 0); }},
      {"to_and_from_group",
       {{4}},
       [](const Operands& x) { return reduce_from_group(tanh(copy_to_group(x[0], 1)), 1); }},
      {"gather_and_scatter", {{4, 2}}, [](const Operands& x) { return reduce_scatter(tanh(all_gather(x[0], 1)), 1); }},
      {"checkpoint",
       {{2, 3}, {3, 2}},
       [](const Operands& x) {
         return checkpoint([&](const Operands& y) -> Operands { return {gelu(matrix_product(y[0], x[1]))}; }, {x[0]})
             .front();
       }},
      {"used_twice", {{2, 2}}, [](const Operands& x) { return matrix_product(x[0], x[0]) + x[0]; }},
  };
  return all;
}

INSTANTIATE_TEST_SUITE_P(OfEach, TracingGradients, ::testing::ValuesIn(cases()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace hakaru::tracing::testing
