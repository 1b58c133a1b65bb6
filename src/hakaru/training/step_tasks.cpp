#include "hakaru/training/step_tasks.h"

#include <algorithm>

namespace hakaru {
namespace {

TaskKind kind_of(PassKind pass) {
  return pass == PassKind::forward    ? TaskKind::forward
         : pass == PassKind::backward ? TaskKind::backward
                                      : TaskKind::weight;
}

class Builder {
 public:
  explicit Builder(const StepWork& work) : work_(work), tasks_{TaskGraph(work.slowdown), {}} {
    const std::size_t passes = work.chunks.size() * static_cast<std::size_t>(work.shape.micro_batches);
    tasks_.graph.reserve(5 * passes);
    tasks_.labels.reserve(5 * passes);
    received_.assign(2 * passes, -1);
    sent_.assign(2 * passes, -1);
  }

  StepTasks pipeline() {
    for (int stage = 0; stage < work_.shape.stages; ++stage) {
      begin(stage);
      const std::vector<PipelinePass> order = pipeline_schedule(work_.schedule).order(work_.shape, stage);
      gather_first();
      add_passes(order);
      end_of_stage();
    }
    connect_stages();
    add_optimizer();
    return std::move(tasks_);
  }

  StepTasks fully_sharded() {
    begin(0);
    if (work_.sharding == Sharding::reduce_each_pass) gather_first();
    for (int i = 0; i < work_.shape.micro_batches; ++i) {
      for (int unit = 0; unit < work_.shape.chunks; ++unit) add_sharded_pass({PassKind::forward, i, unit});
      for (int unit = work_.shape.chunks - 1; unit >= 0; --unit) add_sharded_pass({PassKind::backward, i, unit});
    }
    reduce_pending();
    end_of_stage();
    add_optimizer();
    return std::move(tasks_);
  }

 private:
  void begin(int stage) {
    stage_ = stage;
    compute_ = tasks_.graph.add_stream(stage, StreamKind::compute);
    data_ = tasks_.graph.add_stream(stage, StreamKind::communication_on_cores);
    next_ = tasks_.graph.add_stream(stage, StreamKind::communication);
    previous_ = tasks_.graph.add_stream(stage, StreamKind::communication);
    last_compute_ = last_data_ = -1;
  }

  int add(int stream, double work_s, TaskKind kind, const PipelinePass& pass, int part = 0) {
    tasks_.labels.push_back({kind, stage_, pass.chunk, pass.micro_batch, part, pass.with_next});
    const int task = tasks_.graph.add_task(stream, work_s);
    if (stream == compute_) last_compute_ = task;
    if (stream == data_) last_data_ = task;
    return task;
  }

  /// `apart`: its gradients of weights are a pass of their own.
  double seconds(const PipelinePass& pass, bool apart) const {
    const ChunkWork& chunk = work_.chunk(stage_, pass.chunk);
    if (pass.kind == PassKind::forward) return chunk.forward_s;
    if (pass.kind == PassKind::weight) return chunk.weight_s;
    return chunk.backward_s + (apart ? 0 : chunk.weight_s);
  }

  /// Gathers of every chunk, bucket by bucket; `gathers_` keeps where a chunk's begin.
  void gather_first() {
    gathers_.assign(static_cast<std::size_t>(work_.shape.chunks), -1);
    for (int chunk = 0; chunk < work_.shape.chunks; ++chunk) {
      const double gather_s = work_.chunk(stage_, chunk).gather_s;
      if (gather_s <= 0) continue;
      const int parts = parts_of_bucketed();
      for (int part = 0; part < parts; ++part) {
        const int task = add(data_, gather_s / parts, TaskKind::gather, {PassKind::forward, 0, chunk}, part);
        if (part == 0) gathers_[static_cast<std::size_t>(chunk)] = task;
      }
    }
  }

  /// Units of a fully sharded model are buckets already.
  int parts_of_bucketed() const { return work_.sharding == Sharding::once ? std::max(1, work_.buckets) : 1; }

  /// Properties of a pass that its order alone does not give.
  struct Role {
    bool apart = false;       ///< its gradients of weights are a pass of their own
    bool first = false;       ///< of its chunk, forward
    bool makes_last = false;  ///< the last gradients of its chunk's weights
    double time_share = 1;    ///< of its time, where another pass runs beside it
  };

  void add_passes(const std::vector<PipelinePass>& order) {
    const std::vector<bool> apart = weights_apart(order);
    const auto chunks = static_cast<std::size_t>(work_.shape.chunks);
    std::vector<std::size_t> first(chunks, order.size()), last(chunks, order.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
      const auto chunk = static_cast<std::size_t>(order[at].chunk);
      if (order[at].kind == PassKind::forward) {
        first[chunk] = std::min(first[chunk], at);
      } else if (order[at].kind == PassKind::weight || !apart[at]) {
        last[chunk] = at;
      }
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
      const auto chunk = static_cast<std::size_t>(order[at].chunk);
      add_pass(order[at], {apart[at], at == first[chunk], at == last[chunk], time_share(order, at)});
    }
  }

  double time_share(const std::vector<PipelinePass>& order, std::size_t at) const {
    const std::size_t forward = order[at].with_next ? at : at - 1;
    if (!order[at].with_next && (at == 0 || !order[forward].with_next)) return 1;
    return time_share_beside(work_.chunk(stage_, order[forward].chunk), work_.chunk(stage_, order[forward + 1].chunk),
                             work_.exchange_slowdown);
  }

  /// Adds a pass in `parts`; `each` sees every part's task.
  template <typename Each>
  void add_parts(const PipelinePass& pass, double pass_s, int parts, Each each) {
    for (int part = 0; part < parts; ++part) {
      const int task = add(compute_, pass_s / parts, kind_of(pass.kind), pass, part);
      if (begun_ < 0) begun_ = task;
      if (part == 0 && pass.kind != PassKind::weight) received_[index(pass)] = begun_;
      each(task, part);
    }
  }

  void add_pass(const PipelinePass& pass, const Role& role) {
    const ChunkWork& chunk = work_.chunk(stage_, pass.chunk);
    const int gather = gathers_[static_cast<std::size_t>(pass.chunk)];
    const bool first = role.first && gather >= 0;
    const bool last = role.makes_last && chunk.reduce_s > 0;
    const int parts = first || last ? parts_of_bucketed() : 1;
    add_parts(pass, seconds(pass, role.apart) * role.time_share, parts, [&](int task, int part) {
      if (first) tasks_.graph.add_dependency(gather + part, task);
      if (last) tasks_.graph.add_dependency(task, add(data_, chunk.reduce_s / parts, TaskKind::reduce, pass, part));
    });
    const bool frees = pass.kind == PassKind::weight || (pass.kind == PassKind::backward && !role.apart);
    tasks_.labels[static_cast<std::size_t>(last_compute_)].frees = frees;
    unsent_.push_back(pass);
    if (pass.with_next) return;
    for (const PipelinePass& done : unsent_) {
      if (done.kind != PassKind::weight) send(done, last_compute_);
    }
    unsent_.clear();
    begun_ = -1;
  }

  void send(const PipelinePass& pass, int task) {
    const bool forward = pass.kind == PassKind::forward;
    const std::optional<PipelinePlace> to = next_place(work_.shape, {stage_, pass.chunk}, forward);
    if (!to || work_.shape.stages == 1) return;
    const bool up = work_.shape.both_ways ? to->stage > stage_ : forward;
    sent_[index(pass)] =
        add(up ? next_ : previous_, work_.send_s, forward ? TaskKind::send_next : TaskKind::send_previous, pass);
    tasks_.graph.add_dependency(task, sent_[index(pass)]);
  }

  void add_sharded_pass(const PipelinePass& pass) {
    const ChunkWork& unit = work_.chunk(0, pass.chunk);
    int gather = -1;
    if (work_.sharding == Sharding::gather_each_pass && unit.gather_s > 0) {
      gather = add(data_, unit.gather_s, TaskKind::gather, pass);
      const auto before = static_cast<std::size_t>(std::max(1, work_.gathered_units));
      if (ran_.size() >= before) tasks_.graph.add_dependency(ran_[ran_.size() - before], gather);
    } else if (work_.sharding == Sharding::reduce_each_pass && pass.kind == PassKind::forward &&
               pass.micro_batch == 0) {
      gather = gathers_[static_cast<std::size_t>(pass.chunk)];
    }
    // The next unit's gather goes ahead of this one's reduction.
    reduce_pending();
    const int task = add(compute_, seconds(pass, false), kind_of(pass.kind), pass);
    tasks_.labels[static_cast<std::size_t>(task)].frees = pass.kind == PassKind::backward;
    if (gather >= 0) tasks_.graph.add_dependency(gather, task);
    ran_.push_back(task);
    if (pass.kind == PassKind::backward && unit.reduce_s > 0) pending_ = {task, pass};
  }

  void reduce_pending() {
    if (pending_.task < 0) return;
    const int reduce = add(data_, work_.chunk(0, pending_.pass.chunk).reduce_s, TaskKind::reduce, pending_.pass);
    tasks_.graph.add_dependency(pending_.task, reduce);
    pending_.task = -1;
  }

  void end_of_stage() {
    if (last_compute_ >= 0) ends_.push_back(last_compute_);
    if (last_data_ >= 0) ends_.push_back(last_data_);
    computes_.push_back(compute_);
  }

  /// Forward passes of (stage, chunk, micro-batch), then backward passes.
  std::size_t index(const PipelinePass& pass, int stage) const {
    const auto at = (static_cast<std::size_t>(stage) * static_cast<std::size_t>(work_.shape.chunks) +
                     static_cast<std::size_t>(pass.chunk)) *
                        static_cast<std::size_t>(work_.shape.micro_batches) +
                    static_cast<std::size_t>(pass.micro_batch);
    return pass.kind == PassKind::forward ? at : at + sent_.size() / 2;
  }
  std::size_t index(const PipelinePass& pass) const { return index(pass, stage_); }

  /// Lets each pass that waits for another stage start when what that stage sent has come.
  void connect_stages() {
    for (int stage = 0; stage < work_.shape.stages; ++stage) {
      for (int chunk = 0; chunk < work_.shape.chunks; ++chunk) {
        for (const PassKind kind : {PassKind::forward, PassKind::backward}) connect({stage, chunk}, kind);
      }
    }
  }

  void connect(const PipelinePlace& from, PassKind kind) {
    const std::optional<PipelinePlace> to = next_place(work_.shape, from, kind == PassKind::forward);
    for (int i = 0; to && i < work_.shape.micro_batches; ++i) {
      const int sent = sent_[index({kind, i, from.chunk}, from.stage)];
      if (sent >= 0) tasks_.graph.add_dependency(sent, received_[index({kind, i, to->chunk}, to->stage)]);
    }
  }

  void add_optimizer() {
    stage_ = 0;
    const int norm = add(tasks_.graph.add_stream(0, StreamKind::communication), 0, TaskKind::norm, {});
    for (const int end : ends_) tasks_.graph.add_dependency(end, norm);
    for (; stage_ < static_cast<int>(computes_.size()); ++stage_) {
      const auto at = static_cast<std::size_t>(stage_);
      const double optimizer_s = work_.optimizer_s.empty() ? 0 : work_.optimizer_s[at];
      tasks_.graph.add_dependency(norm, add(computes_[at], optimizer_s, TaskKind::optimizer, {}));
    }
  }

  const StepWork& work_;
  StepTasks tasks_;
  int stage_ = 0, compute_ = 0, data_ = 0, next_ = 0, previous_ = 0;
  int last_compute_ = -1, last_data_ = -1;
  std::vector<int> gathers_;          ///< the first gather of each chunk of this stage; -1: none
  std::vector<int> received_, sent_;  ///< tasks by `index`
  int begun_ = -1;                    ///< the first task of passes that run beside each other
  std::vector<PipelinePass> unsent_;  ///< those of them that are to send what they made
  std::vector<int> ran_;              ///< passes of a fully sharded step
  struct {
    int task = -1;
    PipelinePass pass;
  } pending_;  ///< its reduction is still to be added
  std::vector<int> ends_, computes_;
};

}  // namespace

StepTasks tasks_of(const StepWork& work) {
  return work.sharding == Sharding::once ? Builder(work).pipeline() : Builder(work).fully_sharded();
}

}  // namespace hakaru
