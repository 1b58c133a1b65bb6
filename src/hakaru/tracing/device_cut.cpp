// Cuts the graph, finds or compiles its program, checks it and runs it.
#include <algorithm>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/tracing/compile.h"
#include "hakaru/tracing/device.h"
#include "hakaru/tracing/program_file.h"

namespace hakaru::tracing {
namespace {

std::string typed(const Dimensions& shape, ElementType type) {
  return fmt::format("{} {}", text_of(shape), type.text());
}

/// As short as tells them apart: the type only where the shapes are the same.
Message new_input(const std::string& name, const Dimensions& shape, ElementType type, const Dimensions& seen_shape,
                  ElementType seen_type) {
  if (type == seen_type) return message("input {}: {} where {} was seen", name, text_of(shape), text_of(seen_shape));
  return message("input {}: {} where {} was seen", name, typed(shape, type), typed(seen_shape, seen_type));
}

}  // namespace

std::vector<std::pair<NodeId, SlotId>> Device::held_slots(const std::vector<NodeId>& kept) {
  std::vector<std::pair<NodeId, SlotId>> held;
  for (const NodeId id : kept) {
    const Node& node = recorder_.node(id);
    const SlotId slot =
        recorder_.find_or_add_slot(SlotKind::held, input_name("held"), node.shape, node.type, node.line);
    recorder_.slots()[slot].trainable = false;
    held.emplace_back(id, slot);
  }
  return held;
}

void Device::end_step() {
  names_in_step_.clear();
  recorder_.finish_step();
  step_ended_ = true;
}

Result<std::vector<Moment>> Device::moments(const std::vector<Tensor>& kept) {
  const auto found = [&]() -> Result<std::vector<Moment>> {
    if (recorder_.error()) return tl::unexpected(*recorder_.error());
    const Result<Cut> cut = cut_graph(recorder_, held_slots(to_be_held(kept)));
    if (!cut) return fail(cut);
    return moments_of(graph_of(recorder_, *cut));
  };
  Result<std::vector<Moment>> moments = found();
  end_step();
  return moments;
}

Result<StepReport> Device::cut(const std::vector<NodeId>& kept, const Message& cut_by) {
  if (std::exchange(step_ended_, false)) cuts_.clear();
  StepReport report;
  report.step = recorder_.step() + 1;
  report.cut_by = cut_by;
  const auto dropped = [&](Error error) {
    end_step();
    return tl::unexpected(std::move(error));
  };
  if (recorder_.error()) return dropped(*recorder_.error());
  const std::vector<std::pair<NodeId, SlotId>> held = held_slots(kept);
  const Result<Cut> cut = cut_graph(recorder_, held);
  if (!cut) return dropped(cut.error());
  if (!cut->live.empty() || !cut->targets.empty()) {
    const Compiled& compiled = find_or_compile(*cut, report);
    last_ = &compiled;
    remember_inputs(*cut);
    count_memory(compiled.program, report);
    out_of_memory_ = beyond_memory(compiled.program, report);
    Result<void> fits;
    if (out_of_memory_) fits = tl::unexpected(Error{ErrorKind::unsatisfiable, message_of(*out_of_memory_)});
    if (options_.tensors_alone && report.outcome != Outcome::cached_in_memory) {
      const Result<bool> all = options_.communicator->on_all(fits.has_value());
      if (!all) return dropped(all.error());
      if (fits && !*all) fits = unsatisfiable("another rank does not fit into its core");
    }
    if (!fits) return dropped(fits.error());
    for (const TimedInstruction& timed : compiled.timeline) {
      report.simulated_s = std::max(report.simulated_s, timed.end_s);
      report.engine_busy_s[static_cast<std::size_t>(timed.engine)] += timed.end_s - timed.start_s;
    }
    const Result<void> ran = run(*cut, compiled.program, report);
    if (!ran) return dropped(ran.error());
  }
  recorder_.finish_cut(held);
  cuts_.push_back(report);
  return report;
}

const Device::Compiled& Device::find_or_compile(const Cut& cut, StepReport& report) {
  Digest digest;
  digest.add(program_version);
  digest.add(options_.accelerator.name);
  digest.add(memory_bytes_);
  add_to(digest, recorder_, cut);
  const std::string key = digest.text();
  const auto found = programs_.find(key);
  if (found != programs_.end()) {
    report.outcome = Outcome::cached_in_memory;
    return found->second;
  }
  Result<Program> stored = load(key, report);
  if (!stored) {
    report.outcome = Outcome::compiled;
    report.why = reasons_to_compile(cut);
    ++compilations_;
    stored = compile(graph_of(recorder_, cut));
    if (options_.store) options_.store->save(key, bytes_of(*stored, key));
  } else {
    report.outcome = Outcome::cached_on_disk;
  }
  Compiled compiled{std::move(*stored), {}};
  compiled.timeline = timer_.timeline(compiled.program);
  return programs_.emplace(key, std::move(compiled)).first->second;
}

/// Loads a program from the store; an entry that cannot be used is reported.
Result<Program> Device::load(const std::string& key, StepReport& report) {
  const std::optional<std::string> bytes = options_.store ? options_.store->load(key) : std::nullopt;
  if (!bytes) return bad_input("no program is stored under {}", key);
  Result<Program> program = read_program(*bytes, key);
  if (!program) report.store_trouble = program.error().message;
  return program;
}

std::vector<Message> Device::reasons_to_compile(const Cut& cut) const {
  if (programs_.empty()) return {message("first step")};
  std::vector<Message> reasons;
  for (const SlotId id : cut.bindings) {
    const Slot& slot = recorder_.slots()[id];
    if (slot.kind != SlotKind::input) continue;
    const auto seen = seen_inputs_.find(slot.name);
    if (seen == seen_inputs_.end()) {
      reasons.push_back(message("input {} is new", slot.name));
    } else if (std::find(seen->second.begin(), seen->second.end(), std::pair(slot.shape, slot.type)) ==
               seen->second.end()) {
      reasons.push_back(
          new_input(slot.name, slot.shape, slot.type, seen->second.back().first, seen->second.back().second));
    }
  }
  if (reasons.empty()) reasons.push_back(message("these operations were not seen together before"));
  return reasons;
}

void Device::remember_inputs(const Cut& cut) {
  for (const SlotId id : cut.bindings) {
    const Slot& slot = recorder_.slots()[id];
    if (slot.kind != SlotKind::input) continue;
    auto& seen = seen_inputs_[slot.name];
    const std::pair now(slot.shape, slot.type);
    if (std::find(seen.begin(), seen.end(), now) == seen.end()) seen.push_back(now);
  }
}

void Device::count_memory(const Program& program, StepReport& report) const {
  for (const Slot& slot : recorder_.slots()) {
    if (slot.values.empty()) continue;
    const std::int64_t bytes = bytes_of(slot.shape, slot.type);
    switch (slot.kind) {
      case SlotKind::parameter:
        report.parameter_bytes += bytes;
        break;
      case SlotKind::state:
        report.state_bytes += bytes;
        break;
      case SlotKind::input:
        report.input_bytes += bytes;
        break;
      case SlotKind::held:
        report.held_bytes += bytes;
        break;
    }
    if (slot.gradient) report.gradient_bytes += bytes_of(slot.gradient->shape(), slot.gradient->type());
  }
  report.gradient_bytes += gradient_shards_bytes_;
  report.operations = program.operations;
  report.instructions = static_cast<std::int64_t>(program.instructions.size());
  report.arena_bytes = program.arena_bytes;
  report.live_bytes = program.live_bytes;
  report.fullest_bytes = program.fullest_bytes;
  report.peak_bytes = report.resident_bytes() + program.arena_bytes;
  report.activations_bytes = program.activations_bytes;
  report.saved = program.saved;
  for (const NamedTensor& tensor : program.saved) {
    if (report.saved_bytes.size() < tensor.pass) report.saved_bytes.resize(tensor.pass);
    report.saved_bytes[tensor.pass - 1] += tensor.bytes;
  }
}

Message message_of(const OutOfMemory& out_of_memory) {
  return message("the step needs {} B and one {} has {} B; the largest tensors at the fullest moment: {}",
                 with_separators(out_of_memory.needed_bytes), out_of_memory.core,
                 with_separators(out_of_memory.memory_bytes), join(out_of_memory.largest_tensors));
}

std::optional<OutOfMemory> Device::beyond_memory(const Program& program, const StepReport& report) const {
  const std::int64_t needed = options_.tensors_alone ? report.tensors_bytes() : report.peak_bytes;
  if (needed <= memory_bytes_) return std::nullopt;
  constexpr std::size_t named = 6;
  std::vector<NamedTensor> largest = program.largest;
  for (const Slot& slot : recorder_.slots()) {
    if (slot.values.empty()) continue;
    const std::string name =
        slot.kind == SlotKind::held ? slot.name : fmt::format("{} {}", name_of(slot.kind), slot.name);
    largest.push_back({0, fmt::format("{} {}", name, typed(slot.shape, slot.type)), slot.line.text(),
                       bytes_of(slot.shape, slot.type)});
  }
  std::stable_sort(largest.begin(), largest.end(),
                   [](const NamedTensor& one, const NamedTensor& other) { return one.bytes > other.bytes; });
  OutOfMemory beyond{needed, memory_bytes_, options_.accelerator.name, {}};
  for (std::size_t at = 0; at < std::min(named, largest.size()); ++at)
    beyond.largest_tensors.push_back(
        fmt::format("{} ({} B, {})", largest[at].what, with_separators(largest[at].bytes), largest[at].line));
  return beyond;
}

Result<void> Device::run(const Cut& cut, const Program& program, StepReport& report) {
  Execution execution{{}, arena_,       options_.rounding, *options_.communicator, recorder_.step(), {}, options_.clock,
                      {}, options_.sums};
  for (const SlotId id : cut.bindings) {
    Slot& slot = recorder_.slots()[id];
    if (slot.values.empty() && elements_of(slot.shape) > 0)
      return bad_input("{} {} has no values in this step", name_of(slot.kind), slot.name);
    execution.slots.push_back(slot.values.values());
  }
  Result<void> done = execute(program, execution);
  report.traffic = std::move(execution.traffic);
  last_ended_s_ = std::move(execution.ended_s);
  return done;
}

}  // namespace hakaru::tracing
