// What tracing costs beside the arithmetic: a training step of a GPT with 10 million parameters, recorded, cut, hashed,
// found compiled and run; its matrix products called straight, with no graph around them; and everything but running.
#include <benchmark/benchmark.h>

#include "../tests/unit/tracing/small_gpt.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/tracing/autograd.h"
#include "hakaru/tracing/compile.h"
#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/optimizer.h"

namespace hakaru::tracing {
namespace {

/// 4 layers of width 384 and a vocabulary of 8192: 10.3 M parameters; 4 sequences of 128 tokens.
testing::GptSize ten_million() { return {4, 384, 6, 8192, 4, 128, false}; }

std::vector<float> initial(const std::string&, const Dimensions& shape) {
  std::vector<float> values;
  for (std::int64_t at = 0; at < elements_of(shape); ++at)
    values.push_back(0.02F * std::sin(static_cast<float>(at % 8191)));
  return values;
}

DeviceOptions trainium_options() {
  const DataFiles data;
  DeviceOptions options;
  options.accelerator = *(*Catalog::read(data)).accelerator("neuroncore-v2");
  options.calibration = *find_calibration(data, options.accelerator, "training");
  return options;
}

class Training {
 public:
  Training() : gpt_(device_, size_, initial), optimizer_(gpt_.parameters()) {
    for (std::int32_t at = 0; at < size_.batch * size_.tokens; ++at) words_.push_back(at * 37 % 8192);
  }

  void record() {
    optimizer_.zero_grad();
    const Dimensions shape = {size_.batch, size_.tokens};
    const Tensor loss =
        gpt_.loss(device_.indices("tokens", words_, shape), device_.indices("labels", words_, {elements_of(shape)}));
    loss.backward();
    optimizer_.step();
  }
  StepReport step() {
    record();
    return device_.mark_step().value();
  }
  Device& device() { return device_; }

 private:
  testing::GptSize size_ = ten_million();
  Device device_{trainium_options()};
  testing::SmallGpt gpt_;
  AdamW optimizer_;
  std::vector<std::int32_t> words_;
};

void traced_step(benchmark::State& state) {
  Training training;
  StepReport report = training.step();  // compiles
  for (auto _ : state) report = training.step();
  state.counters["operations"] = static_cast<double>(report.operations);
  state.counters["instructions"] = static_cast<double>(report.instructions);
}
BENCHMARK(traced_step)->Unit(benchmark::kMillisecond);

/// Recording, backward and hashing: all that a step does beside running what it compiled once.
void tracing_alone(benchmark::State& state) {
  Training training;
  training.step();
  Recorder& recorder = training.device().recorder();
  for (auto _ : state) {
    training.record();
    const Result<Cut> cut = cut_graph(recorder, {});
    Digest digest;
    add_to(digest, recorder, *cut);
    benchmark::DoNotOptimize(digest.text());
    state.PauseTiming();
    recorder.finish_step();
    state.ResumeTiming();
  }
}
BENCHMARK(tracing_alone)->Unit(benchmark::kMillisecond);

/// The same kernels in the same order on the same memory, with no tensors, graph or device: the program alone.
void program_alone(benchmark::State& state) {
  Training training;
  training.step();
  const Program program = *training.device().last_program();
  std::vector<HostMemory> memory;
  for (const SlotUse& slot : program.slots) memory.emplace_back(static_cast<std::size_t>(elements_of(slot.shape)));
  HostMemory arena;
  SoloCommunicator communicator;
  const Rounding none;
  Execution execution{{}, arena, none, communicator, 0, {}};
  for (HostMemory& slot : memory) execution.slots.push_back(slot.values());
  for (auto _ : state) benchmark::DoNotOptimize(execute(program, execution));
}
BENCHMARK(program_alone)->Unit(benchmark::kMillisecond);

/// The products of the step, straight through Eigen.
void products_alone(benchmark::State& state) {
  Training training;
  training.step();
  std::vector<ProductShape> products;
  std::int64_t largest = 0;
  for (const Instruction& instruction : training.device().last_program()->instructions) {
    if (instruction.opcode != Opcode::matrix_product) continue;
    const Dimensions &shape = instruction.result.shape, &first = instruction.operands[0].shape;
    ProductShape product;
    product.first_transposed = instruction.attributes.integers[0] != 0;
    product.second_transposed = instruction.attributes.integers[1] != 0;
    product.rows = shape[shape.size() - 2];
    product.columns = shape.back();
    product.depth = first[first.size() - (product.first_transposed ? 2 : 1)];
    product.batch = elements_of(shape) / (product.rows * product.columns);
    products.push_back(product);
    for (const Operand& operand : instruction.operands) largest = std::max(largest, elements_of(operand.shape));
    largest = std::max(largest, elements_of(shape));
  }
  const HostMemory a(static_cast<std::size_t>(largest)), b(static_cast<std::size_t>(largest));
  HostMemory c(static_cast<std::size_t>(largest));
  for (auto _ : state) {
    for (const ProductShape& product : products) multiply_matrices(product, a.data(), b.data(), c.data());
    benchmark::ClobberMemory();
  }
  state.counters["products"] = static_cast<double>(products.size());
}
BENCHMARK(products_alone)->Unit(benchmark::kMillisecond);

void compiling(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    Training training;
    training.record();
    const Result<Cut> cut = cut_graph(training.device().recorder(), {});
    state.ResumeTiming();
    benchmark::DoNotOptimize(compile(graph_of(training.device().recorder(), *cut)));
  }
}
BENCHMARK(compiling)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hakaru::tracing
