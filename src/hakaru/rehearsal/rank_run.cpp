#include "hakaru/rehearsal/rank_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "hakaru/rehearsal/masked_text.h"

namespace hakaru {
namespace {

void take(RankRecord& record, const RankStep& step) {
  const tracing::StepReport& report = step.report;
  record.gradient_squares.push_back(step.gradient_squares);
  record.weights_bytes = report.parameter_bytes;
  record.gradients_bytes = report.gradient_bytes;
  record.optimizer_bytes = report.state_bytes;
  record.activations_bytes = report.activations_bytes;
  record.peak_bytes = report.tensors_bytes();
  record.traffic.clear();
  for (const auto& [key, traffic] : report.traffic) {
    ExpectedTraffic& sum = record.traffic[{static_cast<RankGroup>(key.first), operation_of(key.second)}];
    sum.messages += traffic.messages;
    sum.bytes += traffic.bytes;
  }
}

/// The messages as they went out and came in, and between them what was put off, where the program runs it.
std::string executed_order(const tracing::Program& program, const std::string& messages) {
  std::string order;
  std::size_t next = 0;
  std::uint32_t before = 0;
  for (const tracing::Instruction& instruction : program.instructions) {
    if (instruction.opcode == tracing::Opcode::send || instruction.opcode == tracing::Opcode::receive)
      order += next < messages.size() ? messages[next++] : '?';
    const std::uint32_t pass = instruction.pass;
    if ((pass & tracing::put_off_half) != 0 && pass != before)
      order += fmt::format("w{}", pass & ~tracing::put_off_half);
    before = pass;
  }
  return order + messages.substr(next);
}

Result<void> compare_gradients(RankRecord& record, std::int64_t step, const std::vector<float>& own,
                               const ZeroShards& shards, const RankTask& task) {
  for (const ZeroShards::Run& run : shards.runs()) {
    const float* const values = own.data() + run.at;
    const RankParameter& parameter = *run.parameter;
    if (!task.reference) {
      record.gradients[{step, parameter.name}].assign(values, values + run.values);
      continue;
    }
    const Result<std::vector<float>> whole = task.reference(step, parameter.name);
    if (!whole) return fail(whole);
    GradientDifference difference{step, parameter.name};
    for (std::int64_t i = 0; i < run.values; ++i) {
      const auto at = static_cast<std::size_t>(parameter.index_in_whole(run.first + i));
      if (at >= whole->size()) return bad_input("the gradient of {} to compare with is too short", parameter.name);
      const double reference = (*whole)[at], off = values[i] - reference;
      difference.difference_squares += off * off;
      difference.reference_squares += reference * reference;
    }
    record.gradient_differences.push_back(std::move(difference));
  }
  return {};
}

/// Batches of the task's text, masked for a BERT.
BatchSource batches_for(const SmallSizes& sizes, const RankTask& task) {
  BatchSource text = batches_of(task.text, sizes.sequence_length);
  return sizes.network == SmallNetwork::bert ? masked(std::move(text), sizes.sequence_length, task.seed) : text;
}

}  // namespace

bool compares_gradients(std::int64_t step, std::int64_t steps) { return step == 1 || step == steps; }

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

Result<RankOutcome> try_rank(const Miniature& miniature, RankTask task) {
  const RankPlace place = RankPlace::of(task.rank, miniature.layout);
  tracing::Device device(std::move(task.device));
  const std::unique_ptr<RankNetwork> model = rank_network(device, miniature.sizes, miniature.layout, place, task.seed);
  const tracing::AdamWOptions optimizer{.epsilon = rehearsed_epsilon};
  RankTrainer trainer(device, *model, miniature, place, batches_for(miniature.sizes, task), optimizer);
  RankRecord record;
  record.rank = task.rank;
  for (std::int64_t i = 0; i < task.steps; ++i) {
    if (!task.goes_on()) return bad_input("the rehearsal was stopped");
    const double share = tracing::learning_rate_share(i + 1, task.steps, rehearsed_warm_up_steps);
    const Result<RankStep> step = trainer.step(share * optimizer.learning_rate);
    if (!step && step.error().kind == ErrorKind::unsatisfiable) return RankNotRun{task.rank, device.out_of_memory()};
    if (!step) return fail(step);
    if (place.stage == miniature.layout.pp - 1) record.loss.push_back(step->loss);
    take(record, *step);
    const std::string messages = task.messages ? task.messages() : std::string();
    if (device.last_program() != nullptr) record.messages = executed_order(*device.last_program(), messages);
    if (step->report.outcome == tracing::Outcome::cached_on_disk) ++record.loaded;
    if (step->report.store_trouble) record.store_trouble = step->report.store_trouble;
    if (!compares_gradients(i + 1, task.steps)) continue;
    const Result<void> compared = compare_gradients(record, i + 1, step->gradient, trainer.shards(), task);
    if (!compared) return fail(compared);
  }
  record.slices = host_slices(device);
  if (!record.slices.empty()) {
    record.core_slices = core_slices(device);
    record.operations = device.last_program()->operations;
  }
  record.compilations = device.compilations();
  return record;
}

Result<RankRecord> run_rank(const Miniature& miniature, RankTask task) {
  Result<RankOutcome> outcome = try_rank(miniature, std::move(task));
  if (!outcome) return fail(outcome);
  if (auto* const record = std::get_if<RankRecord>(&*outcome)) return std::move(*record);
  const std::optional<tracing::OutOfMemory>& own = std::get<RankNotRun>(*outcome).out_of_memory;
  return own ? Result<RankRecord>(tl::unexpected(Error{ErrorKind::unsatisfiable, message_of(*own)}))
             : unsatisfiable("another rank does not fit into its core");
}

}  // namespace hakaru
