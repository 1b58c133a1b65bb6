// Cost of tracing beside the arithmetic: a training step of a GPT with 10 million parameters, recorded, cut, hashed,
// found compiled and run; its matrix products called straight, with no graph around them; and everything but running.
#include <benchmark/benchmark.h>
#include <time.h>

#include <map>

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

double thread_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double nanosecond_s = 1e-9;
  return static_cast<double>(now.tv_sec) + nanosecond_s * static_cast<double>(now.tv_nsec);
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
class Alone {
 public:
  explicit Alone(const Program& program) : program_(program) {
    for (const SlotUse& slot : program.slots) memory_.emplace_back(static_cast<std::size_t>(elements_of(slot.shape)));
    for (HostMemory& slot : memory_) execution_.slots.push_back(slot.values());
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
  void run() { benchmark::DoNotOptimize(execute(program_, execution_)); }

 private:
  const Program& program_;
  std::vector<HostMemory> memory_;
  HostMemory arena_;
  SoloCommunicator communicator_;
  Rounding none_;
  Execution execution_{{}, arena_, none_, communicator_, 0, {}};
};

void program_alone(benchmark::State& state) {
  Training training;
  training.step();
  const Program program = *training.device().last_program();
  Alone alone(program);
  for (auto _ : state) alone.run();
}
BENCHMARK(program_alone)->Unit(benchmark::kMillisecond);

/// The products of a step, straight through Eigen, each on matrices that lie apart as the step's do.
class Products {
 public:
  explicit Products(const Program& program) {
    for (const Instruction& instruction : program.instructions) {
      if (instruction.opcode != Opcode::matrix_product) continue;
      const Dimensions &shape = instruction.result.shape, &first = instruction.operands[0].shape;
      Product product;
      product.shape.first_transposed = instruction.attributes.integers[0] != 0;
      product.shape.second_transposed = instruction.attributes.integers[1] != 0;
      product.shape.rows = shape[shape.size() - 2];
      product.shape.columns = shape.back();
      product.shape.depth = first[first.size() - (product.shape.first_transposed ? 2 : 1)];
      product.shape.batch = elements_of(shape) / (product.shape.rows * product.shape.columns);
      product.first = memory_for(instruction.operands[0]);
      product.second = memory_for(instruction.operands[1]);
      product.result = memory_for(instruction.result);
      products_.push_back(product);
    }
  }
  void run() {
    for (const Product& each : products_)
      multiply_matrices(each.shape, each.first->data(), each.second->data(), each.result->data());
    benchmark::ClobberMemory();
  }
  double count() const { return static_cast<double>(products_.size()); }

 private:
  struct Product {
    ProductShape shape;
    HostMemory *first = nullptr, *second = nullptr, *result = nullptr;
  };
  HostMemory* memory_for(const Operand& operand) {
    HostMemory& memory = memory_[{operand.place.in_slot, operand.place.at}];
    const auto values = static_cast<std::size_t>(elements_of(operand.shape));
    if (memory.size() < values) memory.resize(values);
    return &memory;
  }

  std::vector<Product> products_;
  std::map<std::pair<bool, std::int64_t>, HostMemory> memory_;  ///< by place in the step's memory
};

void products_alone(benchmark::State& state) {
  Training training;
  training.step();
  Products products(*training.device().last_program());
  for (auto _ : state) products.run();
  state.counters["products"] = products.count();
}
BENCHMARK(products_alone)->Unit(benchmark::kMillisecond);

/// Time of a step beside its program, and beside its products: shares of the step, from a step and its parts run in
/// turn, by this thread's own time, so that what else the machine does counts for little.
void overhead(benchmark::State& state) {
  Training training;
  training.step();
  const Program program = *training.device().last_program();
  Products products(program);
  Alone alone(program);
  double step_s = 0, program_s = 0, products_s = 0;
  const auto timed = [](double& sum, const auto& run) {
    const double begun = thread_s();
    run();
    sum += thread_s() - begun;
  };
  for (auto _ : state) {
    timed(step_s, [&] { training.step(); });
    timed(program_s, [&] { alone.run(); });
    timed(products_s, [&] { products.run(); });
  }
  state.counters["tracing_pct"] = 100 * (step_s - program_s) / step_s;
  state.counters["beside_products_pct"] = 100 * (step_s - products_s) / step_s;
}
BENCHMARK(overhead)->Unit(benchmark::kMillisecond);

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
