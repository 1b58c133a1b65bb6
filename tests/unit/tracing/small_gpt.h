// A GPT as small as wished, in tracing's operations: token and position embeddings, layers of causal attention and a
// GELU perceptron around layer norms, an output head. For tests and bench/tracing.cpp.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "hakaru/tracing/device.h"
#include "hakaru/tracing/operations.h"

namespace hakaru::tracing::testing {

struct GptSize {
  std::int64_t layers = 2, width = 16, heads = 2, vocabulary = 11, batch = 2, tokens = 6;
  bool recompute = false;
};

class SmallGpt {
 public:
  using Initial = std::function<std::vector<float>(const std::string& name, const Dimensions& shape)>;

  SmallGpt(Device& device, const GptSize& size, const Initial& initial) : device_(device), size_(size) {
    const std::int64_t width = size.width;
    add("wte", {size.vocabulary, width}, initial);
    add("wpe", {size.tokens, width}, initial);
    for (std::int64_t layer = 0; layer < size.layers; ++layer) {
      const std::string at = "h" + std::to_string(layer) + ".";
      for (const std::string norm : {"ln1", "ln2"}) {
        add(at + norm + ".w", {width}, initial);
        add(at + norm + ".b", {width}, initial);
      }
      add(at + "qkv.w", {width, 3 * width}, initial);
      add(at + "qkv.b", {3 * width}, initial);
      add(at + "out.w", {width, width}, initial);
      add(at + "out.b", {width}, initial);
      add(at + "up.w", {width, 4 * width}, initial);
      add(at + "up.b", {4 * width}, initial);
      add(at + "down.w", {4 * width, width}, initial);
      add(at + "down.b", {width}, initial);
    }
    add("lnf.w", {width}, initial);
    add("lnf.b", {width}, initial);
  }

  Tensor logits(const Tensor& tokens) const {
    Tensor x = embedding(of("wte"), tokens) + of("wpe");
    for (std::int64_t layer = 0; layer < size_.layers; ++layer) {
      const std::string at = "h" + std::to_string(layer) + ".";
      const auto block = [this, at](const std::vector<Tensor>& in) -> std::vector<Tensor> {
        return {this->layer(at, in[0])};
      };
      x = size_.recompute ? checkpoint(block, {x}).front() : block({x}).front();
    }
    x = layer_norm(x, of("lnf.w"), of("lnf.b"));
    return matrix_product(reshape(x, {-1, size_.width}), transpose(of("wte")));
  }
  Tensor loss(const Tensor& tokens, const Tensor& labels) const { return cross_entropy(logits(tokens), labels); }

  const std::vector<Tensor>& parameters() const { return parameters_; }
  const Tensor& of(const std::string& name) const { return by_name_.at(name); }

 private:
  void add(const std::string& name, const Dimensions& shape, const Initial& initial) {
    parameters_.push_back(device_.parameter(name, initial(name, shape), shape));
    by_name_[name] = parameters_.back();
  }

  Tensor linear(const std::string& name, const Tensor& x) const {
    return matrix_product(x, of(name + ".w")) + of(name + ".b");
  }

  /// batch × tokens × width to (batch · heads) × tokens × width of a head.
  Tensor split(const Tensor& x) const {
    const std::int64_t each = size_.width / size_.heads;
    const Tensor heads = permute(reshape(x, {size_.batch, size_.tokens, size_.heads, each}), {0, 2, 1, 3});
    return reshape(heads, {size_.batch * size_.heads, size_.tokens, each});
  }

  Tensor attention(const std::string& at, const Tensor& x) const {
    const std::int64_t width = size_.width, each = width / size_.heads;
    const Tensor qkv = linear(at + "qkv", x);
    const Tensor q = split(slice(qkv, -1, 0, width)), k = split(slice(qkv, -1, width, 2 * width)),
                 v = split(slice(qkv, -1, 2 * width, 3 * width));
    const Tensor scores = matrix_product(q, transpose(k)) * (1 / std::sqrt(static_cast<double>(each)));
    const Tensor seen = matrix_product(softmax(causal_mask(scores)), v);
    const Tensor joined = permute(reshape(seen, {size_.batch, size_.heads, size_.tokens, each}), {0, 2, 1, 3});
    return linear(at + "out", reshape(joined, {size_.batch, size_.tokens, width}));
  }

  Tensor layer(const std::string& at, const Tensor& x) const {
    const Tensor middle = x + attention(at, layer_norm(x, of(at + "ln1.w"), of(at + "ln1.b")));
    const Tensor hidden = gelu(linear(at + "up", layer_norm(middle, of(at + "ln2.w"), of(at + "ln2.b"))));
    return middle + linear(at + "down", hidden);
  }

  Device& device_;
  GptSize size_;
  std::vector<Tensor> parameters_;
  std::map<std::string, Tensor> by_name_;
};

}  // namespace hakaru::tracing::testing
