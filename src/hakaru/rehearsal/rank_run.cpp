#include "hakaru/rehearsal/rank_run.h"

#include <algorithm>

namespace hakaru {
namespace {

/// An all-reduce is one, whichever way its gradient goes.
std::string operation_of(tracing::Opcode opcode) {
  if (opcode == tracing::Opcode::reduce_from_group) return std::string(name_of(tracing::Opcode::all_reduce));
  return std::string(name_of(opcode));
}

void take(RankRecord& record, const RankStep& step) {
  const tracing::StepReport& report = step.report;
  record.gradient_squares.push_back(step.gradient_squares);
  record.weights_bytes = report.parameter_bytes;
  record.gradients_bytes = report.gradient_bytes;
  record.optimizer_bytes = report.state_bytes;
  record.activations_bytes = report.activations_bytes;
  record.peak_bytes = report.peak_bytes;
  record.passes_bytes = report.passes_bytes;
  record.simulated_s = report.simulated_s;
  record.traffic.clear();
  for (const auto& [key, traffic] : report.traffic) {
    ExpectedTraffic& sum = record.traffic[{static_cast<RankGroup>(key.first), operation_of(key.second)}];
    sum.messages += traffic.messages;
    sum.bytes += traffic.bytes;
  }
}

/// Instructions of one pass that follow each other are one slice, messages are slices of their own.
std::vector<HostSlice> slices_of(const tracing::Device& device) {
  std::vector<HostSlice> slices;
  const tracing::Program* program = device.last_program();
  const std::vector<double>& ended_s = device.last_ended_s();
  if (program == nullptr || ended_s.size() != program->instructions.size() + 1) return slices;
  std::uint32_t last_pass = 0;
  for (const tracing::Instruction& instruction : program->instructions)
    last_pass = std::max(last_pass, instruction.pass);
  bool updating = false;
  std::uint32_t before = 0;
  for (std::size_t at = 0; at < program->instructions.size(); ++at) {
    const tracing::Instruction& instruction = program->instructions[at];
    updating = updating || (last_pass > 0 && before == last_pass && instruction.pass == 0);
    before = instruction.pass;
    const bool message = tracing::is_communication(instruction.opcode);
    const std::string name = message                 ? operation_of(instruction.opcode)
                             : instruction.pass != 0 ? "backward " + std::to_string(instruction.pass - 1)
                             : updating              ? "optimizer"
                                                     : "forward";
    if (!message && !slices.empty() && slices.back().name == name) {
      slices.back().end_s = ended_s[at + 1];
    } else {
      slices.push_back({name, message, ended_s[at], ended_s[at + 1]});
    }
  }
  return slices;
}

}  // namespace

BatchSource batches_of(std::string_view text, std::int64_t sequence_length) {
  return [text, sequence_length](std::int64_t sequence, std::int64_t sequences) {
    TextBatch batch;
    const auto length = static_cast<std::int64_t>(text.size());
    const std::int64_t in_text = std::max<std::int64_t>(1, (length - 1) / sequence_length);
    for (std::int64_t i = 0; i < sequences; ++i) {
      const std::int64_t begin = (sequence + i) % in_text * sequence_length;
      for (std::int64_t token = begin; token < begin + sequence_length; ++token) {
        batch.tokens.push_back(static_cast<unsigned char>(text[static_cast<std::size_t>(token % length)]));
        batch.labels.push_back(static_cast<unsigned char>(text[static_cast<std::size_t>((token + 1) % length)]));
      }
    }
    return batch;
  };
}

Miniature alone(const Miniature& miniature) {
  Miniature one = miniature;
  Layout layout;
  layout.micro_batch = miniature.layout.micro_batch;
  one.layout = layout;
  return one;
}

Result<RankRecord> run_rank(const Miniature& miniature, RankTask task) {
  const RankPlace place = RankPlace::of(task.rank, miniature.layout);
  tracing::Device device(std::move(task.device));
  RankModel model(device, miniature.sizes, miniature.layout, place, task.seed);
  RankTrainer trainer(device, model, miniature, place, batches_of(task.text, miniature.sizes.sequence_length));
  RankRecord record;
  record.rank = task.rank;
  for (std::int64_t i = 0; i < task.steps; ++i) {
    const Result<RankStep> step = trainer.step();
    if (!step) return fail(step);
    if (place.stage == miniature.layout.pp - 1) record.loss.push_back(step->loss);
    take(record, *step);
    if (step->report.outcome == tracing::Outcome::cached_on_disk) ++record.loaded;
    if (step->report.store_trouble) record.store_trouble = in_english(*step->report.store_trouble);
    if (task.messages) record.messages = task.messages();
  }
  record.slices = slices_of(device);
  record.compilations = device.compilations();
  return record;
}

}  // namespace hakaru
