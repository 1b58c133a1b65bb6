// The fully sharded step (FSDP, ZeRO 2 and 3). With two units gathered at once a step falls into slots, one for each
// pass: beside pass q go the reduction of pass q − 1 and the gather for pass q + 1, and the next slot begins when both
// sides are done. ZeRO 2 gathers nothing between passes: reductions queue up behind compute, which never waits for
// them.
#include <algorithm>

#include "hakaru/training/closed_form.h"

namespace hakaru {
namespace {

class Slots {
 public:
  explicit Slots(const StepWork& work) : work_(work), units_(work.shape.chunks) {}

  double time_s() const {
    // The first slot has no reduction before it, the last no gather after it.
    const double first_s = slot_s(0) - slot_s(0, 0, gather_s(1));
    const int last = 2 * units_ - 1;
    const double last_s = slot_s(last) - slot_s(last, reduce_s(last - 1), 0);
    double round_s = 0;
    for (int pass = 0; pass < 2 * units_; ++pass) round_s += slot_s(pass);
    return gather_s(0) + work_.shape.micro_batches * round_s - first_s - last_s + reduce_s(last);
  }

 private:
  /// Passes of one micro-batch: forward through the units, then backward.
  const ChunkWork& unit(int pass) const {
    const int at = (pass + 2 * units_) % (2 * units_);
    return work_.chunk(0, at < units_ ? at : 2 * units_ - 1 - at);
  }
  bool forward(int pass) const { return (pass + 2 * units_) % (2 * units_) < units_; }
  double gather_s(int pass) const { return unit(pass).gather_s; }
  double reduce_s(int pass) const { return forward(pass) ? 0 : unit(pass).reduce_s; }

  double slot_s(int pass) const { return slot_s(pass, reduce_s(pass - 1), gather_s(pass + 1)); }
  double slot_s(int pass, double reduction_s, double gathering_s) const {
    const ChunkWork& each = unit(pass);
    const double compute_s = forward(pass) ? each.forward_s : each.backward_s + each.weight_s;
    const double beside_s = reduction_s + gathering_s;
    return std::max(slowed_end_s(0, compute_s, beside_s, work_.slowdown), gathering_s > 0 ? beside_s : 0.0);
  }

  const StepWork& work_;
  int units_;
};

/// ZeRO 2: the ends of compute and of communication, pass by pass, for a few micro-batches; the rest are as the last.
double reduced_each_pass_s(const StepWork& work) {
  constexpr int followed = 3;
  double compute_end_s = 0, data_end_s = 0;
  for (const ChunkWork& unit : work.chunks) data_end_s += unit.gather_s;
  double gathered_s = 0, compute_step_s = 0, data_step_s = 0;
  for (int i = 0; i < std::min(followed, work.shape.micro_batches); ++i) {
    const double compute_before_s = compute_end_s, data_before_s = data_end_s;
    for (const ChunkWork& unit : work.chunks) {
      gathered_s += i == 0 ? unit.gather_s : 0;
      const double start_s = i == 0 ? std::max(compute_end_s, gathered_s) : compute_end_s;
      compute_end_s = slowed_end_s(start_s, unit.forward_s, data_end_s, work.slowdown);
    }
    for (auto unit = work.chunks.rbegin(); unit != work.chunks.rend(); ++unit) {
      compute_end_s = slowed_end_s(compute_end_s, unit->backward_s + unit->weight_s, data_end_s, work.slowdown);
      data_end_s = std::max(data_end_s, compute_end_s) + unit->reduce_s;
    }
    compute_step_s = compute_end_s - compute_before_s;
    data_step_s = data_end_s - data_before_s;
  }
  const int rest = std::max(0, work.shape.micro_batches - followed);
  return std::max(compute_end_s + rest * compute_step_s, data_end_s + rest * data_step_s);
}

}  // namespace

ClosedForm closed_form_of_sharded(const StepWork& work) {
  ClosedForm form;
  form.step_time_s = work.sharding == Sharding::gather_each_pass ? Slots(work).time_s() : reduced_each_pass_s(work);
  form.period_s = form.step_time_s / work.shape.micro_batches;
  if (!work.optimizer_s.empty()) form.step_time_s += work.optimizer_s.front();
  return form;
}

}  // namespace hakaru
