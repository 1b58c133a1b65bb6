// Whole models: they learn, and a GPT's loss is that of the formulas written out in double precision.
#include <gtest/gtest.h>

#include "devices.h"
#include "small_gpt.h"

namespace hakaru::tracing::testing {
namespace {

std::vector<float> initial(const std::string& name, const Dimensions& shape) {
  std::uint32_t seed = 17;
  for (const char letter : name) seed = seed * 31 + static_cast<unsigned char>(letter);
  std::vector<float> values = drawn(elements_of(shape), seed % 2147483646 + 1, 0.3F);
  const bool norm_weight = name.find("ln") != std::string::npos && name.back() == 'w';
  for (float& value : values) value += norm_weight ? 1.0F : 0.0F;
  return values;
}

std::vector<std::int32_t> text_of_length(std::int64_t length, std::int32_t vocabulary, std::int32_t start) {
  std::vector<std::int32_t> text;
  for (std::int32_t at = 0; at < length; ++at) text.push_back((start + at * at * 3 + at) % vocabulary);
  return text;
}

/// The same GPT, number by number, in double.
class Reference {
 public:
  using Rows = std::vector<std::vector<double>>;

  explicit Reference(const GptSize& size) : size_(size) {}

  double loss(const std::vector<std::int32_t>& tokens, const std::vector<std::int32_t>& labels) const {
    double total = 0;
    for (std::int64_t item = 0; item < size_.batch; ++item) total += loss_of(item, tokens, labels);
    return total / static_cast<double>(labels.size());
  }

 private:
  static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

  Rows matrix(const std::string& name, std::int64_t rows, std::int64_t columns) const {
    const std::vector<float> values = initial(name, rows == 1 ? Dimensions{columns} : Dimensions{rows, columns});
    Rows result(at(rows), std::vector<double>(at(columns)));
    for (std::int64_t i = 0; i < rows * columns; ++i)
      result[at(i / columns)][at(i % columns)] = static_cast<double>(values[at(i)]);
    return result;
  }
  Rows linear(const std::string& name, const Rows& x, std::int64_t out) const {
    const auto in = static_cast<std::int64_t>(x[0].size());
    const Rows w = matrix(name + ".w", in, out), b = matrix(name + ".b", 1, out);
    Rows y(x.size(), b[0]);
    for (std::size_t row = 0; row < x.size(); ++row)
      for (std::int64_t i = 0; i < in; ++i)
        for (std::int64_t o = 0; o < out; ++o) y[row][at(o)] += x[row][at(i)] * w[at(i)][at(o)];
    return y;
  }
  Rows norm(const std::string& name, const Rows& x) const {
    const Rows w = matrix(name + ".w", 1, size_.width), b = matrix(name + ".b", 1, size_.width);
    Rows y = x;
    const auto width = static_cast<double>(size_.width);
    for (std::vector<double>& row : y) {
      double mean = 0, variance = 0;
      for (const double value : row) mean += value / width;
      for (const double value : row) variance += (value - mean) * (value - mean) / width;
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = (row[i] - mean) / std::sqrt(variance + 1e-5) * w[0][i] + b[0][i];
    }
    return y;
  }
  Rows attention(const std::string& name, const Rows& x) const {
    const Rows qkv = linear(name + "qkv", x, 3 * size_.width);
    const std::int64_t each = size_.width / size_.heads;
    Rows seen(x.size(), std::vector<double>(at(size_.width), 0));
    for (std::int64_t head = 0; head < size_.heads; ++head) {
      for (std::size_t query = 0; query < x.size(); ++query) {
        std::vector<double> weights;
        double total = 0;
        for (std::size_t key = 0; key <= query; ++key) {
          double score = 0;
          for (std::int64_t i = head * each; i < (head + 1) * each; ++i)
            score += qkv[query][at(i)] * qkv[key][at(size_.width + i)];
          weights.push_back(std::exp(score / std::sqrt(static_cast<double>(each))));
          total += weights.back();
        }
        for (std::size_t key = 0; key <= query; ++key)
          for (std::int64_t i = head * each; i < (head + 1) * each; ++i)
            seen[query][at(i)] += weights[key] / total * qkv[key][at(2 * size_.width + i)];
      }
    }
    return linear(name + "out", seen, size_.width);
  }
  static void add(Rows& x, const Rows& y) {
    for (std::size_t row = 0; row < x.size(); ++row)
      for (std::size_t i = 0; i < x[row].size(); ++i) x[row][i] += y[row][i];
  }
  double loss_of(std::int64_t item, const std::vector<std::int32_t>& tokens,
                 const std::vector<std::int32_t>& labels) const {
    const Rows wte = matrix("wte", size_.vocabulary, size_.width), wpe = matrix("wpe", size_.tokens, size_.width);
    Rows x = wpe;
    for (std::size_t position = 0; position < x.size(); ++position) {
      const Rows row = {wte[at(tokens[at(item * size_.tokens) + position])]};
      for (std::size_t i = 0; i < x[position].size(); ++i) x[position][i] += row[0][i];
    }
    for (std::int64_t layer = 0; layer < size_.layers; ++layer) {
      const std::string name = "h" + std::to_string(layer) + ".";
      add(x, attention(name, norm(name + "ln1", x)));
      Rows hidden = linear(name + "up", norm(name + "ln2", x), 4 * size_.width);
      for (std::vector<double>& row : hidden)
        for (double& v : row) v = 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
      add(x, linear(name + "down", hidden, size_.width));
    }
    x = norm("lnf", x);
    double total = 0;
    for (std::size_t position = 0; position < x.size(); ++position) {
      double sum = 0, own = 0;
      for (std::int64_t word = 0; word < size_.vocabulary; ++word) {
        double logit = 0;
        for (std::size_t i = 0; i < x[position].size(); ++i) logit += x[position][i] * wte[at(word)][i];
        sum += std::exp(logit);
        if (word == labels[at(item * size_.tokens) + position]) own = logit;
      }
      total += std::log(sum) - own;
    }
    return total;
  }

  GptSize size_;
};

/// Gradients of every parameter of one step.
std::map<std::string, std::vector<float>> gradients_of(const GptSize& size, StepReport& report) {
  Device device(trainium_options());
  SmallGpt gpt(device, size, initial);
  const auto words = static_cast<std::int32_t>(size.vocabulary);
  const Dimensions shape = {size.batch, size.tokens};
  const Tensor tokens = device.indices("tokens", text_of_length(size.batch * size.tokens, words, 1), shape);
  const Tensor labels =
      device.indices("labels", text_of_length(size.batch * size.tokens, words, 4), {size.batch * size.tokens});
  gpt.loss(tokens, labels).backward();
  std::vector<Tensor> gradients;
  for (const Tensor& parameter : gpt.parameters()) gradients.push_back(device.gradient_of(parameter).value());
  report = device.mark_step(gradients).value();
  std::map<std::string, std::vector<float>> values;
  for (std::size_t at = 0; at < gradients.size(); ++at)
    values[device.recorder().slots()[at].name] = *gradients[at].values();
  return values;
}

TEST(TracingModels, APerceptronLearnsExclusiveOr) {
  Device device(trainium_options());
  const Tensor w1 = drawn_parameter(device, "w1", {2, 8}, 3), b1 = drawn_parameter(device, "b1", {8}, 4);
  const Tensor w2 = drawn_parameter(device, "w2", {8, 1}, 5), b2 = drawn_parameter(device, "b2", {1}, 6);
  Sgd optimizer({w1, b1, w2, b2}, 0.2, 0.9);
  const std::vector<float> points = {0, 0, 0, 1, 1, 0, 1, 1}, wanted = {0, 1, 1, 0};
  Tensor y;
  for (int step = 0; step < 300; ++step) {
    optimizer.zero_grad();
    y = matrix_product(tanh(matrix_product(device.input("x", points, {4, 2}), w1) + b1), w2) + b2;
    mean_squared_error(y, device.input("y", wanted, {4, 1})).backward();
    optimizer.step();
    ASSERT_TRUE(device.mark_step({y}));
  }
  for (std::size_t at = 0; at < 4; ++at) EXPECT_NEAR((*y.values())[at], wanted[at], 0.05);
  EXPECT_EQ(device.compilations(), 1);
}

TEST(TracingModels, AConvolutionNetLearnsWhichWayLinesRun) {
  Device device(trainium_options());
  const Tensor filters = drawn_parameter(device, "filters", {4, 1, 3, 3}, 3, 0.5F);
  const Tensor head = drawn_parameter(device, "head", {16, 2}, 4, 0.5F);
  AdamW optimizer({filters, head}, {0.02});
  std::vector<float> pictures;
  std::vector<std::int32_t> labels;
  for (std::int64_t item = 0; item < 12; ++item) {
    for (std::int64_t pixel = 0; pixel < 36; ++pixel)
      pictures.push_back((item % 2 == 0 ? pixel / 6 : pixel % 6) == item / 2 ? 1.0F : 0.0F);
    labels.push_back(static_cast<std::int32_t>(item % 2));
  }
  float loss = 0;
  for (int step = 0; step < 80; ++step) {
    optimizer.zero_grad();
    const Tensor x = device.input("pictures", pictures, {12, 1, 6, 6});
    const Tensor pooled = max_pool(relu(conv2d(x, filters)), 2, 2);
    const Tensor now =
        cross_entropy(matrix_product(reshape(pooled, {12, 16}), head), device.indices("labels", labels, {12}));
    now.backward();
    optimizer.step();
    ASSERT_TRUE(device.mark_step({now}));
    loss = *now.value();
  }
  EXPECT_LT(loss, 0.1F);
}

TEST(TracingModels, AGptsLossIsThatOfItsFormulas) {
  const GptSize size;
  Device device(trainium_options());
  const SmallGpt gpt(device, size, initial);
  const std::vector<std::int32_t> tokens = text_of_length(12, 11, 1), labels = text_of_length(12, 11, 4);
  const Tensor loss = gpt.loss(device.indices("tokens", tokens, {2, 6}), device.indices("labels", labels, {12}));
  EXPECT_NEAR(static_cast<double>(*loss.value()), Reference(size).loss(tokens, labels), 1e-4);
}

TEST(TracingModels, AGptLearnsAText) {
  const GptSize size;
  Device device(trainium_options());
  SmallGpt gpt(device, size, initial);
  AdamW optimizer(gpt.parameters(), {0.01});
  const std::vector<std::int32_t> text = text_of_length(13, 11, 1);
  const std::vector<std::int32_t> tokens(text.begin(), text.end() - 1), labels(text.begin() + 1, text.end());
  std::vector<float> losses;
  for (int step = 0; step < 60; ++step) {
    optimizer.zero_grad();
    const Tensor loss = gpt.loss(device.indices("tokens", tokens, {2, 6}), device.indices("labels", labels, {12}));
    loss.backward();
    optimizer.step();
    const auto report = device.mark_step({loss});
    ASSERT_TRUE(report) << error_of(report);
    losses.push_back(*loss.value());
  }
  EXPECT_GT(losses.front(), 2.0F);
  EXPECT_LT(losses.back(), 0.2F);
  EXPECT_EQ(device.compilations(), 1);
}

TEST(TracingModels, ACheckpointedGptHasTheSameGradientsAndSavesLess) {
  GptSize size;
  StepReport whole, again;
  const auto expected = gradients_of(size, whole);
  size.recompute = true;
  const auto found = gradients_of(size, again);
  EXPECT_EQ(found, expected) << "bit for bit";
  // Inputs of two layers, of the last norm and of the head, and the logits, of 12 tokens in fp32.
  EXPECT_EQ(again.saved_bytes.at(0), 12 * 4 * (4 * 16 + 11));
  EXPECT_GT(whole.saved_bytes.at(0), 3 * again.saved_bytes.at(0));
  EXPECT_LT(again.arena_bytes, whole.arena_bytes);
}

TEST(TracingModels, SavesPerLayerWhatEachOperationNeeds) {
  // Per token and layer in fp32: inputs of both norms, of the products qkv, up (2 · 16) and out, down (16 + 64), gelu's
  // input (64), q, k, v (48), and a row of probabilities for each head (2 · 6); beside the layers the last norm's
  // input, the head's, and the logits.
  StepReport report;
  gradients_of(GptSize{}, report);
  const std::int64_t layer = 2 * 16 + 2 * 16 + 16 + 64 + 64 + 48 + 2 * 6;
  EXPECT_EQ(report.saved_bytes.at(0), 12 * 4 * (2 * layer + 2 * 16 + 11));
}

TEST(TracingModels, FusedAttentionIsThatOfItsParts) {
  Device device(trainium_options());
  const Tensor q = drawn_parameter(device, "q", {2, 4, 3, 6}, 3), k = drawn_parameter(device, "k", {2, 2, 5, 6}, 4),
               v = drawn_parameter(device, "v", {2, 2, 5, 6}, 5);
  const auto repeated = [](const Tensor& of) {
    return reshape(broadcast(reshape(of, {2, 2, 1, 5, 6}), {2, 2, 2, 5, 6}), {2, 4, 5, 6});
  };
  const Tensor scores = scale(matrix_product(q, transpose(repeated(k))), 0.4);
  const Tensor parts = matrix_product(softmax(causal_mask(scores)), repeated(v));
  const Tensor fused = causal_attention(q, k, v, 0.4);
  ASSERT_TRUE(device.mark_step({parts, fused}));
  const std::vector<float> expected = *parts.values(), found = *fused.values();
  for (std::size_t at = 0; at < expected.size(); ++at) EXPECT_NEAR(found[at], expected[at], 1e-6F);
}

TEST(TracingModels, FusedAttentionOfSomeQueriesIsThatPartOfAll) {
  Device device(trainium_options());
  const Tensor q = drawn_parameter(device, "q", {2, 4, 6, 6}, 3), k = drawn_parameter(device, "k", {2, 2, 6, 6}, 4),
               v = drawn_parameter(device, "v", {2, 2, 6, 6}, 5);
  const Tensor whole = slice(causal_attention(q, k, v, 0.4), 2, 2, 4);
  const Tensor middle = causal_attention(slice(q, 2, 2, 4), k, v, 0.4, 2);
  ASSERT_TRUE(device.mark_step({whole, middle}));
  const std::vector<float> expected = *whole.values(), found = *middle.values();
  for (std::size_t at = 0; at < expected.size(); ++at) EXPECT_NEAR(found[at], expected[at], 1e-6F);
}

TEST(TracingModels, FusedAttentionKeepsItsOperandsAndOneSumForEachRow) {
  Device device(trainium_options());
  const Tensor x = drawn_parameter(device, "x", {2, 4, 8, 6});
  const Tensor q = tanh(x), k = tanh(x * 2), v = tanh(x * 3);
  mean(causal_attention(q, k, v, 0.4)).backward();
  const auto report = device.mark_step({device.gradient_of(x).value()});
  ASSERT_TRUE(report) << error_of(report);
  EXPECT_EQ(report->saved_bytes.at(0), 4 * (3 * 2 * 4 * 8 * 6 + 2 * 4 * 8));
  EXPECT_EQ(report->activations_bytes, report->saved_bytes.at(0));
}

TEST(TracingModels, WhatIsMadeAgainIsNotKept) {
  const auto activations_bytes = [](bool again) {
    Device device(trainium_options());
    const Tensor x = drawn_parameter(device, "x", {32, 8}), y = drawn_parameter(device, "y", {8, 8});
    const Tensor hidden = matrix_product(x, y), gate = matrix_product(hidden, y);
    const Tensor open = silu(gate);
    const Tensor loss = mean((again ? made_again(open) : open) * hidden);
    loss.backward();
    return device.mark_step({loss, device.gradient_of(y).value()})->activations_bytes;
  };
  EXPECT_EQ(activations_bytes(true), 2 * 32 * 8 * 4) << "gate and hidden";
  EXPECT_EQ(activations_bytes(false), 3 * 32 * 8 * 4);
}

TEST(TracingModels, MicroBatchesInFlightAddUp) {
  Device device(trainium_options());
  const Tensor w = drawn_parameter(device, "w", {8, 8});
  const auto run = [&] {
    return mean(tanh(matrix_product(tanh(matrix_product(drawn_input(device, "x", {4, 8}), w)), w)));
  };
  // Each keeps two results of tanh; F F B B holds two of them, F B F B one.
  const Tensor one = run(), other = run();
  one.backward();
  other.backward();
  EXPECT_EQ(device.mark_step({device.gradient_of(w).value()})->activations_bytes, 2 * 2 * 4 * 8 * 4);
  device.zero_gradients();
  run().backward();
  run().backward();
  EXPECT_EQ(device.mark_step({device.gradient_of(w).value()})->activations_bytes, 2 * 4 * 8 * 4);
}

}  // namespace
}  // namespace hakaru::tracing::testing
