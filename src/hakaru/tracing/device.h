// A simulated core on which tensors live: it records what is asked of them, cuts and compiles the graph when a step
// ends, and runs it within the core's memory.
//
//   Device device(options);
//   Tensor weight = device.parameter("weight", values, {64, 10});
//   for (…) {
//     Tensor loss = cross_entropy(matrix_product(device.input("x", pixels, {32, 64}), weight), device.labels("y", …));
//     loss.backward();
//     optimizer.step();                                   // optimizer.h
//     Result<StepReport> report = device.mark_step({loss});
//   }
//
// mark_step() is where a step is compiled and run, as xm.mark_step() is on Trainium. The graph is known again by its
// operations, shapes, types and attributes, not by values: the second step finds the first one's program in memory, a
// second run of the program finds it in the store (program_store.h). Slots keep the graph the same: parameters and
// states by name, inputs by name and the order of their use in the step. A number that changes from step to step (a
// learning rate) is an input, not a constant.
//
// Memory: what slots hold plus the program's arena must not exceed the core's. Beyond it the step does not run, and the
// error names the largest tensors with the lines where they were made.
//
// Limits: a step that fails is dropped; where it fails while running (an index out of its table), parameters that were
// assigned before keep their new values. Programs in memory are never forgotten. One thread.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "hakaru/hardware/accelerator.h"
#include "hakaru/timing/calibration.h"
#include "hakaru/tracing/compile.h"
#include "hakaru/tracing/core_time.h"
#include "hakaru/tracing/execute.h"
#include "hakaru/tracing/program_store.h"
#include "hakaru/tracing/recorder.h"
#include "hakaru/tracing/step_report.h"

namespace hakaru::tracing {

struct DeviceOptions {
  Accelerator accelerator;
  Calibration calibration;
  DataType format = DataType::fp32;          ///< of values that are given no other
  Rounding rounding;                         ///< from numerics/; formats without a function are not rounded
  std::optional<std::int64_t> memory_bytes;  ///< instead of the accelerator's
  /// The limit is on what tensors take, without inputs, gaps and rounding (StepReport::tensors_bytes), and ranks agree
  /// before any runs.
  bool tensors_alone = false;
  std::shared_ptr<ProgramStore> store;  ///< none: programs are forgotten with the device
  std::shared_ptr<Communicator> communicator = std::make_shared<SoloCommunicator>();
  CommunicationSeconds communication_s;
  HostClock clock = {};  ///< times what this machine runs, for traces
  Sums sums = Sums::fp32;
};

/// Memory that a step needs and its core does not have.
struct OutOfMemory {
  std::int64_t needed_bytes = 0, memory_bytes = 0;
  std::string core;                          ///< "neuroncore-v2"
  std::vector<std::string> largest_tensors;  ///< at the fullest moment, each with its bytes and where it was made

  bool operator==(const OutOfMemory&) const = default;
};

}  // namespace hakaru::tracing

namespace hakaru {

template <>
inline constexpr auto record<tracing::OutOfMemory> =
    described("out_of_memory", "what a step needs that its core does not have",
              field("needed_bytes", &tracing::OutOfMemory::needed_bytes, "of all tensors at once"),
              field("memory_bytes", &tracing::OutOfMemory::memory_bytes, "of the core"),
              field("core", &tracing::OutOfMemory::core, "its name"),
              field("largest_tensors", &tracing::OutOfMemory::largest_tensors, "at the fullest moment"));

}  // namespace hakaru

namespace hakaru::tracing {

Message message_of(const OutOfMemory& out_of_memory);

class Device {
 public:
  explicit Device(DeviceOptions options);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Trainable; lives as long as the device. Rounded to its format, `options.format` when none is given.
  Tensor parameter(const std::string& name, std::span<const float> values, const Dimensions& shape,
                   std::optional<DataType> format = std::nullopt, SourceLine line = SourceLine::here());
  /// The same, not trainable: an optimizer's moments, a running mean.
  Tensor state(const std::string& name, std::span<const float> values, const Dimensions& shape,
               std::optional<DataType> format = std::nullopt, SourceLine line = SourceLine::here());
  /// Values of this step. A name that is used twice in a step counts on: "x", "x 2".
  Tensor input(const std::string& name, std::span<const float> values, const Dimensions& shape,
               std::optional<DataType> format = std::nullopt, SourceLine line = SourceLine::here());
  /// Rows of a table, classes.
  Tensor indices(const std::string& name, std::span<const std::int32_t> values, const Dimensions& shape,
                 SourceLine line = SourceLine::here());
  /// One number, repeated; part of the graph.
  Tensor constant(double value, const Dimensions& shape = {}, SourceLine line = SourceLine::here());
  /// Sets the value of a parameter or state from here on.
  void assign(const Tensor& slot, const Tensor& value, SourceLine line = SourceLine::here());

  /// Gradient of a parameter, or of a tensor received with a gradient; empty: nothing flowed into it.
  std::optional<Tensor> gradient_of(const Tensor& leaf);
  /// Instead of what backward() gave: after a reduction over ranks.
  void set_gradient(const Tensor& parameter, const Tensor& gradient);
  void zero_gradients();
  /// Counted as a gradient until zero_gradients(): a shard of one, which is no parameter's own.
  void count_as_gradient(const Tensor& shard);

  /// Compiles and runs what was recorded. The values of `kept` can be read afterwards.
  Result<StepReport> mark_step(const std::vector<Tensor>& kept = {}, SourceLine line = SourceLine::here());
  /// Instead: what every instruction would find in the arena. Nothing runs, and the step is over.
  Result<std::vector<Moment>> moments(const std::vector<Tensor>& kept);
  /// Tensor::values().
  Result<std::vector<float>> read(const Tensor& tensor, SourceLine line);

  /// Reports of the step that mark_step() ended last, or of this one so far: more than one where values were read.
  const std::vector<StepReport>& cuts() const { return cuts_; }
  /// Why the last cut did not run, where that was why.
  const std::optional<OutOfMemory>& out_of_memory() const { return out_of_memory_; }
  std::int64_t compilations() const { return compilations_; }
  std::int64_t memory_bytes() const { return memory_bytes_; }
  const DeviceOptions& options() const { return options_; }
  Communicator& communicator() { return *options_.communicator; }
  Recorder& recorder() { return recorder_; }
  /// Program of the last cut, and the times of its instructions on the simulated core; null: no cut ran yet.
  const Program* last_program() const { return last_ == nullptr ? nullptr : &last_->program; }
  /// By the host's clock: when the last cut began to run, then when each of its instructions ended.
  const std::vector<double>& last_ended_s() const { return last_ended_s_; }
  const std::vector<TimedInstruction>* last_timeline() const { return last_ == nullptr ? nullptr : &last_->timeline; }

 private:
  struct Compiled {
    Program program;
    std::vector<TimedInstruction> timeline;
  };

  Tensor filled_slot(SlotKind kind, const std::string& name, std::span<const float> values, const Dimensions& shape,
                     ElementType type, SourceLine line);
  ElementType type_or_own(std::optional<DataType> format) const { return {format.value_or(options_.format), false}; }
  std::string input_name(const std::string& name);

  std::vector<NodeId> to_be_held(const std::vector<Tensor>& kept) const;
  void end_step();
  Result<StepReport> cut(const std::vector<NodeId>& kept, const Message& cut_by);
  std::vector<std::pair<NodeId, SlotId>> held_slots(const std::vector<NodeId>& kept);
  const Compiled& find_or_compile(const Cut& cut, StepReport& report);
  Result<Program> load(const std::string& key, StepReport& report);
  std::vector<Message> reasons_to_compile(const Cut& cut) const;
  void remember_inputs(const Cut& cut);
  void count_memory(const Program& program, StepReport& report) const;
  std::optional<OutOfMemory> beyond_memory(const Program& program, const StepReport& report) const;
  Result<void> run(const Cut& cut, const Program& program, StepReport& report);
  Result<std::vector<float>> known_values(const Tensor& tensor) const;

  DeviceOptions options_;
  std::int64_t memory_bytes_;
  CoreTimer timer_;
  Recorder recorder_;
  HostMemory arena_;
  std::map<std::string, Compiled, std::less<>> programs_;
  const Compiled* last_ = nullptr;
  std::vector<double> last_ended_s_;
  std::map<std::string, std::vector<std::pair<Dimensions, ElementType>>, std::less<>> seen_inputs_;
  std::map<std::string, int, std::less<>> names_in_step_;
  std::vector<StepReport> cuts_;
  std::optional<OutOfMemory> out_of_memory_;
  bool step_ended_ = false;
  std::int64_t compilations_ = 0;
  std::int64_t gradient_shards_bytes_ = 0;  ///< counted as gradients
};

}  // namespace hakaru::tracing
