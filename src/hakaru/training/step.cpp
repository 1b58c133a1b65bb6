#include "hakaru/training/step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/memory/training_stage.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/timing/operator_timer.h"
#include "hakaru/training/forward_pass.h"

namespace hakaru {
namespace {

/// Attention over the whole square, as MFU counts it: of the sequence, or of each document that it is packed from.
Operator whole_square(Operator op) {
  if (auto* attention = std::get_if<AttentionOperator>(&op.kind)) attention->causal = false;
  return op;
}

/// `counted`: an operator as it counts.
template <typename Counted>
double flops_of_step(const TrainingJob& job, const Counted& counted) {
  const double trained = job.lora ? 2 : 3;  // forward, input gradients, weight gradients
  const double passes = trained + real(job.post_training.forward_only_passes());
  Shape shape;
  shape.batch = real(job.sequences_of(job.global_batch));
  shape.new_tokens = real(job.sequence_length);
  shape.image_size = real(job.image_size);
  Shard taken;  // of experts of a capacity, what they take
  taken.expert_choice = job.expert_choice;
  double flops = 0;
  for_each_block(job.model, [&](const Block& block, std::int64_t copies) {
    if (block.condition) return;
    for (const Operator& op : operators_of(job.model, block, shape, taken)) {
      flops += flops_of(counted(job.document_tokens > 0 ? within_documents(op, real(job.document_tokens)) : op)) *
               real(copies) * real(block.runs);
    }
  });
  return passes * flops;
}

}  // namespace

double model_flops_of_step(const TrainingJob& job) { return flops_of_step(job, whole_square); }

double least_flops_of_step(const TrainingJob& job) {
  return flops_of_step(job, [](const Operator& op) { return op; });
}

StepEstimator::StepEstimator(const TrainingJob& job, const Cluster& cluster, const Calibration& calibration)
    : job_(job),
      cluster_(cluster),
      calibration_(calibration),
      blocks_(job, cluster.instance(), calibration),
      data_(job, cluster.instance(), calibration),
      collectives_(cluster.instance(), calibration),
      stages_(job.model),
      whole_(stages_of(job.model, Layout{}).front()),
      model_flops_(model_flops_of_step(job)) {}

const StepEstimator::Blocks& StepEstimator::blocks_of(const Layout& layout) {
  Layout key = as_read_by<Estimate::block_time>(layout);
  if (calibration_.elementwise->module_hooks) key.zero = layout.zero_of_step();
  if (last_ == nullptr || key != last_key_) {
    auto found = known_.find(key);
    if (found == known_.end()) found = known_.emplace(key, timed_blocks(layout)).first;
    last_key_ = key;
    last_ = &found->second;
  }
  return (*last_)[static_cast<std::size_t>(layout.recompute)];
}

StepEstimator::BlocksByRecompute StepEstimator::timed_blocks(const Layout& layout) {
  BlocksByRecompute all;
  const auto time = [&](const Block& block, bool layer, auto take) {
    const std::array<BlockTime, recompute_kinds> times = blocks_.times(block, layout, layer);
    for (std::size_t recompute = 0; recompute < recompute_kinds; ++recompute) take(all[recompute], times[recompute]);
  };
  for (const Block& kind : job_.model.layer_kinds)
    time(kind, true, [](Blocks& blocks, const BlockTime& each) { blocks.kinds.push_back(each); });
  for (const Block& block : job_.model.before)
    time(block, false, [](Blocks& blocks, const BlockTime& each) { add(blocks.before, each, 1); });
  for (const Block& block : job_.model.after)
    time(block, block.as_layer, [](Blocks& blocks, const BlockTime& each) { add(blocks.after, each, 1); });
  const double encoders_s = blocks_.encoders_s(layout);
  for (Blocks& blocks : all) {
    blocks.encoders_s = encoders_s;
    blocks.before.forward_s += encoders_s;
    blocks.whole = stage_time(blocks, whole_);
  }
  return all;
}

BlockTime StepEstimator::stage_time(const Blocks& blocks, const Stage& stage) {
  BlockTime time;
  for (std::size_t kind = 0; kind < stage.layers_of_kind.size(); ++kind) {
    add(time, blocks.kinds[kind], real(stage.layers_of_kind[kind]));
  }
  if (stage.first) add(time, blocks.before, 1);
  if (stage.last) add(time, blocks.after, 1);
  return time;
}

double StepEstimator::send_s(const Layout& layout) const {
  if (layout.pp == 1) return 0;
  const double bytes = stream_bytes(job_, layout) / real(layout.tp);
  return collectives_.time_s(Operation::send, bytes, groups_of(layout, cluster_.instance().accelerators).pipeline);
}

double StepEstimator::read_s() const {
  const DataSet& data = job_.data_set;
  if (data.bytes <= 0 || data.bytes_per_s <= 0) return 0;
  const double network = network_bytes_per_s(cluster_.instance());
  const bool limited = data.over_network && network > 0;
  const double bytes_per_s = limited ? std::min(data.bytes_per_s, network) : data.bytes_per_s;
  return data.bytes / real(job_.steps()) / (bytes_per_s * cluster_.instances);
}

void StepEstimator::add_waiting(StepParts& step) const {
  step.wait_for_stragglers(calibration_.straggling, cluster_.instances);
  step.wait_for_data(read_s());
}

double StepEstimator::with_waiting_s(double in_lockstep_s) const {
  StepParts step;
  step.step_time_s = in_lockstep_s;
  add_waiting(step);
  return step.step_time_s;
}

double StepEstimator::step_time_s(const Layout& layout) {
  time_stages(blocks_of(layout), layout);
  return with_waiting_s(closed_form_(work_).step_time_s + forward_only_s());
}

double StepEstimator::forward_only_s() const {
  const std::int64_t passes = job_.post_training.forward_only_passes();
  return passes == 0 ? 0 : real(passes) * forward_pass_s(work_);
}

StepEstimate StepEstimator::assemble(const Layout& layout, Anatomy* anatomy) {
  time_stages(blocks_of(layout), layout);
  const std::int64_t count = std::max<std::int64_t>(1, layout.micro_batches(job_.global_batch));
  const double micro_batches = real(count);
  const auto total_s = [](const BlockTime& time) { return time.total_s(); };
  const BlockTime& slowest = *ranges::max_element(times_, {}, total_s);
  const BlockTime& fullest = *ranges::max_element(times_, {}, [](const BlockTime& time) { return time.held.all(); });

  const double forward_only_s = this->forward_only_s();
  const double whole_s = closed_form_(work_).step_time_s;
  for (ChunkWork& chunk : work_.chunks) chunk.gather_s = chunk.reduce_s = 0;
  const double without_data_s = closed_form_(work_).step_time_s;
  const double send_s = std::exchange(work_.send_s, 0);
  const double without_sends_s = closed_form_(work_).step_time_s;

  StepEstimate estimate;
  estimate.compute_s = micro_batches * slowest.compute_s();
  estimate.recompute_s = micro_batches * slowest.recompute_s;
  estimate.exposed.tensor_s = micro_batches * slowest.tensor_s;
  estimate.exposed.expert_s = micro_batches * slowest.expert_s;
  estimate.exposed.context_s = micro_batches * slowest.context_s;
  estimate.exposed.offload_s = micro_batches * slowest.offload_s();
  estimate.exposed.pipeline_s = without_data_s - without_sends_s;
  estimate.exposed.data_s = whole_s - without_data_s;
  estimate.optimizer_s = *ranges::max_element(work_.optimizer_s);
  if (layout.pp > 1)
    estimate.bubble_s = std::max(0.0, without_sends_s - estimate.optimizer_s - micro_batches * slowest.total_s());
  estimate.step_time_s = whole_s;
  estimate.pass_forward_alone(forward_only_s);
  add_waiting(estimate);

  const Rate* rate = cluster_.instance().accelerator.rate(job_.recipe.compute);
  const double peak = rate == nullptr ? 0 : rate->flops_per_s * real(layout.ranks());
  estimate.model_flops = model_flops_;
  estimate.tokens_per_s = real(job_.sequence_length * job_.sequences_of(job_.global_batch)) / estimate.step_time_s;
  estimate.mfu = peak > 0 ? model_flops_ / (estimate.step_time_s * peak) : 0;
  if (anatomy != nullptr) {
    const double stages = work_.shape.both_ways ? 2 : 1;  // that the time is the mean of
    const double encoders_s = &slowest == &times_.front() ? blocks_of(layout).encoders_s / stages : 0;
    *anatomy = {slowest, fullest.held, count, encoders_s, send_s, read_s()};
  }
  return estimate;
}

void StepParts::pass_forward_alone(double duration_s) {
  forward_only_s = duration_s;
  step_time_s += duration_s;
}

void StepParts::wait_for_stragglers(double straggling, int instances) {
  straggling_s = straggling * elementary::log2(std::max(1, instances)) * step_time_s;
  step_time_s += straggling_s;
}

void StepParts::wait_for_data(double read_s) {
  loading_s = std::max(0.0, read_s - step_time_s);
  step_time_s += loading_s;
}

void StepParts::wait_for_rollout(double duration_s, double between_phases) {
  rollout_s = duration_s;
  between_phases_s = between_phases * (step_time_s + duration_s);
  step_time_s += duration_s + between_phases_s;
}

StepEstimate with_rollout(StepEstimate step, double rollout_s, double between_phases) {
  const double training_s = step.step_time_s;
  const double times = (1 + between_phases) * (training_s + rollout_s) / training_s;
  step.wait_for_rollout(rollout_s, between_phases);
  step.step_time_s = training_s * times;
  step.tokens_per_s /= times;
  step.mfu /= times;
  for (Term& term : step.terms) {  // its parts but for the rollout's, which others explain
    if (term.name == "step") term.value = step.step_time_s;
    if (term.name == "MFU") term.value = step.mfu;
  }
  return step;
}

StepEstimate estimate_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                           const Calibration& calibration) {
  return StepEstimator(job, cluster, calibration)(layout);
}

StepEstimate explain_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                          const Calibration& calibration) {
  return StepEstimator(job, cluster, calibration).explain(layout);
}

}  // namespace hakaru
