// The training loop of an introduction to Trainium, almost line for line: a multilayer perceptron on device "xla".
//
//   device = "xla"                                       Device device = *xla("trainium1");
//   model = MLP().to(device)                             Mlp model; model.to(device);
//   optimizer = SGD(model.parameters(), lr)              Sgd optimizer(model.parameters(), 0.5);
//   for x, y in loader:                                  for (…) {
//     x, y = x.to(device), y.to(device)                    x = device.input("x", …), y = device.indices("y", …);
//     optimizer.zero_grad()                                optimizer.zero_grad();
//     loss = criterion(model(x), y)                        Tensor loss = criterion(model(x), y);
//     loss.backward()                                      loss.backward();
//     optimizer.step()                                     optimizer.step();
//     xm.mark_step()                                       device.mark_step({loss});
//
// Nothing runs before mark_step(): the first one compiles the step, the others find it compiled. Run it with a folder
// as its argument, twice: the second run compiles nothing.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "../src/rank/folder_store.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/tracing/device.h"
#include "hakaru/tracing/operations.h"
#include "hakaru/tracing/optimizer.h"

namespace {

using namespace hakaru;
using namespace hakaru::tracing;

/// Numbers between −scale and scale that look drawn, the same in every run.
std::vector<float> drawn(std::int64_t count, double scale, double start) {
  std::vector<float> values;
  for (double at = 1; at <= static_cast<double>(count); ++at)
    values.push_back(static_cast<float>(scale * elementary::sin(start + 12.9898 * at * at)));
  return values;
}

class Linear {
 public:
  Linear(std::string name, std::int64_t in, std::int64_t out) : name_(std::move(name)), in_(in), out_(out) {}

  void to(Device& device) {
    const double scale = 1 / std::sqrt(static_cast<double>(in_));
    weight = device.parameter(name_ + ".weight", drawn(in_ * out_, scale, static_cast<double>(out_)), {in_, out_});
    bias = device.parameter(name_ + ".bias", std::vector<float>(static_cast<std::size_t>(out_), 0.0F), {out_});
  }
  Tensor operator()(const Tensor& x) const { return matrix_product(x, weight) + bias; }

  Tensor weight, bias;

 private:
  std::string name_;
  std::int64_t in_, out_;
};

class Mlp {
 public:
  void to(Device& device) {
    for (Linear* layer : {&layer1_, &layer2_, &layer3_}) layer->to(device);
  }
  Tensor operator()(const Tensor& x) const { return layer3_(relu(layer2_(relu(layer1_(x))))); }
  std::vector<Tensor> parameters() const {
    return {layer1_.weight, layer1_.bias, layer2_.weight, layer2_.bias, layer3_.weight, layer3_.bias};
  }

 private:
  Linear layer1_{"layer1", 2, 64}, layer2_{"layer2", 64, 64}, layer3_{"layer3", 64, 2};
};

Tensor criterion(const Tensor& logits, const Tensor& labels) { return cross_entropy(logits, labels); }

Result<DeviceOptions> xla(const char* accelerator, const char* folder) {
  const DataFiles data;
  const Result<Catalog> catalog = Catalog::read(data);
  if (!catalog) return fail(catalog);
  const Result<Accelerator> found = catalog->accelerator(accelerator);
  if (!found) return fail(found);
  const Result<Calibration> calibration = find_calibration(data, *found, "training");
  if (!calibration) return fail(calibration);
  DeviceOptions options;
  options.accelerator = *found;
  options.calibration = *calibration;
  if (folder != nullptr) options.store = std::make_shared<FolderStore>(folder);
  return options;
}

/// Is a point nearer to the middle than 0.7?
struct Batch {
  std::vector<float> points;
  std::vector<std::int32_t> classes;
};
Batch batch_of(std::int64_t size, int step) {
  Batch batch{drawn(2 * size, 1, step), {}};
  for (std::size_t at = 0; at + 1 < batch.points.size(); at += 2)
    batch.classes.push_back(std::hypot(batch.points[at], batch.points[at + 1]) < 0.7F ? 1 : 0);
  return batch;
}

Result<void> train(Device& device) {
  Mlp model;
  model.to(device);
  Sgd optimizer(model.parameters(), 0.5);
  constexpr std::int64_t batch_size = 256;
  constexpr int steps = 200;
  for (int step = 0; step < steps; ++step) {
    const Batch batch = batch_of(batch_size, step);
    const Tensor x = device.input("x", batch.points, {batch_size, 2});
    const Tensor y = device.indices("y", batch.classes, {batch_size});
    optimizer.zero_grad();
    const Tensor loss = criterion(model(x), y);
    loss.backward();
    optimizer.step();
    const Result<StepReport> report = device.mark_step({loss});
    if (!report) return fail(report);
    if (step < 3 || step == steps - 1) fmt::print("{}\n  loss {:.4f}\n", text_of(*report), *loss.value());
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  Result<DeviceOptions> options = xla("trainium1", argc > 1 ? argv[1] : nullptr);
  if (!options) {
    fmt::print(stderr, "{}\n", in_english(options.error().message));
    return 2;
  }
  Device device(std::move(*options));
  const Result<void> trained = train(device);
  if (!trained) fmt::print(stderr, "{}\n", in_english(trained.error().message));
  return trained ? 0 : 1;
}
