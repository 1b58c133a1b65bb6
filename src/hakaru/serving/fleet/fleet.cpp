#include "hakaru/serving/fleet/fleet.h"

#include <algorithm>
#include <queue>
#include <unordered_set>

#include "hakaru/serving/replica/replica_engine.h"

namespace hakaru {
namespace {

constexpr double clock_ends_s = 8e6;  ///< some way before 2^63 ps

/// A KV cache on its way from a prefill replica to a decode replica.
struct Delivery {
  Picoseconds time = 0;
  Sequence sequence;
  bool operator>(const Delivery& other) const {
    return std::tie(time, sequence.number) > std::tie(other.time, other.sequence.number);
  }
};

/// Replicas with a router before them.
struct Pool {
  std::size_t first = 0;
  std::unique_ptr<Router> router;
  std::vector<ReplicaLoad> loads;
};

class Fleet {
 public:
  Fleet(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options, const KvBlocks& kv,
        const FleetPlan& plan, EngineLog* log)
      : traffic_(traffic), cost_(cost), options_(options), kv_(kv), plan_(plan), log_(log), handling_(cost.handling()) {
    result_.metrics.limits = plan.limits;
    result_.metrics.queue = QueueGrowth(plan.requests);
    if (plan.disaggregation) result_.metrics.answers = QueueGrowth(plan.requests);
    if (log != nullptr) result_.metrics.ended_requests = &log->requests;
    const std::int64_t together = plan.autoscaler ? plan.autoscaler->least : plan.replicas;
    const std::int64_t prefilling = plan.disaggregation ? plan.disaggregation->prefill_replicas : together;
    const std::int64_t decoding = plan.disaggregation ? plan.disaggregation->decode_replicas : 0;
    result_.replicas = prefilling + decoding;
    for (std::int64_t number = 0; number < result_.replicas; ++number) add_replica(number < prefilling);
    sending_until_.assign(replicas_.size(), 0);
    arrivals_ = pool(0, prefilling);
    decoders_ = pool(prefilling, decoding);
  }

  ServingSimulation serve() {
    look_for_arrival(0);
    if (next_arrival_ != never_ps) result_.begin = next_arrival_;
    if (plan_.autoscaler) roster_.emplace(*plan_.autoscaler, result_.begin);
    for (;;) {
      const Picoseconds now = std::min({next_arrival_, next_change(), delivery()});
      if (now == never_ps || result_.clock_ended || result_.stopped) break;
      go_to(roster_ ? std::min(now, roster_->next()) : now);
      constexpr std::int64_t between = 1 << 16;
      if (plan_.tell && ++turns_ % between == 0 && !plan_.tell(result_.metrics.requests)) result_.stopped = true;
    }
    take_counts();
    result_.metrics.ended_requests = nullptr;
    return std::move(result_);
  }

 private:
  void add_replica(bool prefills) {
    SchedulerOptions own = options_;
    own.hands_over = plan_.disaggregation && prefills;
    if (!prefills) own.prefix_cache.reset();  // what it decodes was sent to it
    replicas_.emplace_back(std::ssize(replicas_), cost_, own, kv_, plan_.advance, result_.metrics, log_);
    seen_.emplace_back();
  }

  Pool pool(std::int64_t first, std::int64_t count) const {
    return {static_cast<std::size_t>(first), make_router(plan_.routing),
            std::vector<ReplicaLoad>(static_cast<std::size_t>(count))};
  }

  void go_to(Picoseconds now) {
    due_.clear();
    while (next_change() == now) {
      const std::size_t at = changes_.top().second;
      changes_.pop();
      if (replicas_[at].busy()) complete(at, now);
      due_.push_back(at);
    }
    if (roster_ && roster_->next() <= now) scale(now);
    while (next_arrival_ <= now) welcome(now);
    while (delivery() <= now) deliver(now);
    for (const std::size_t at : due_) {
      if (replicas_[at].busy()) continue;  // it was due twice
      replicas_[at].begin(now, replicas_.size() == 1 ? next_arrival_ : never_ps);
      expect(at);
    }
    result_.clock_ended = result_.clock_ended || now > picoseconds(clock_ends_s);
  }

  void scale(Picoseconds now) {
    roster_->go_to(now, arrivals_.loads);
    while (replicas_.size() < arrivals_.loads.size()) add_replica(true);
    for (const std::size_t at : roster_->started()) {
      seen_[at].clear();
      replicas_[at].scheduler().forget_prefixes();
    }
  }

  /// `at` changes next when it says.
  void expect(std::size_t at) {
    if (replicas_[at].next() != never_ps) changes_.emplace(replicas_[at].next(), at);
  }
  /// When the first replica changes. A replica whose run was shortened has an entry that holds no more.
  Picoseconds next_change() {
    while (!changes_.empty() && replicas_[changes_.top().second].next() != changes_.top().first) changes_.pop();
    return changes_.empty() ? never_ps : changes_.top().first;
  }

  /// A closed loop brings requests at the instant at which others end; seconds do not hold every picosecond.
  static Picoseconds instant(double time_s, Picoseconds now) {
    return time_s == seconds(now) ? now : picoseconds(time_s);
  }

  void look_for_arrival(Picoseconds now) {
    std::optional<double> arrival_s = traffic_.next_arrival_s();
    if (arrival_s && *arrival_s > clock_ends_s) {
      result_.clock_ended = true;
      arrival_s.reset();
    }
    next_arrival_ = arrival_s ? instant(*arrival_s, now) : never_ps;
  }

  void welcome(Picoseconds now) {
    const Request request = traffic_.take();
    Sequence sequence;
    sequence.number = arrived_++;
    sequence.arrival = instant(request.arrival_s, now) - handling_;
    sequence.prompt = request.input_tokens;
    sequence.output = request.output_tokens;
    sequence.prefix = request.prefix;
    send(arrivals_, request, sequence, now);
    look_for_arrival(now);
  }

  void send(Pool& pool, const Request& request, Sequence& sequence, Picoseconds now) {
    const std::size_t chosen = pool.loads.size() == 1 ? 0 : pool.router->choose(request, pool.loads);
    const std::size_t at = pool.first + chosen;
    if (options_.prefix_hit_rate > 0 && request.prefix > 0 && seen_[at].insert(request.prefix).second)
      sequence.prefix = like_no_other;
    const Picoseconds before = replicas_[at].next();
    replicas_[at].arrive(sequence, now);
    if (!replicas_[at].busy()) {
      due_.push_back(at);
    } else if (replicas_[at].next() != before) {
      expect(at);
    }
    note_load(at);
  }

  void note_load(std::size_t at) {
    Pool& pool = decoders_.loads.empty() || at < decoders_.first ? arrivals_ : decoders_;
    ReplicaLoad& load = pool.loads[at - pool.first];
    const bool serves = load.serves;
    load = replicas_[at].scheduler().load();
    load.serves = serves;
  }

  void complete(std::size_t at, Picoseconds now) {
    const int ended = replicas_[at].complete();
    note_load(at);
    if (plan_.disaggregation) hand_over(at, now);
    if (roster_ && ended > 0) roster_->note_ended(now, at, arrivals_.loads[at].requests);
    bool sooner = false;
    for (const std::int32_t prefix : replicas_[at].scheduler().ended())
      sooner |= traffic_.ended(seconds(now + handling_), prefix);
    if (sooner) look_for_arrival(now);
    result_.stopped = result_.metrics.missed() > plan_.stop_after_missed;
  }

  /// Sends what `at` has prefilled on its way, one cache after another.
  void hand_over(std::size_t at, Picoseconds now) {
    for (const Sequence& sequence : replicas_[at].scheduler().handed_over()) {
      const KvTransfer& transfer = plan_.disaggregation->transfer;
      Picoseconds& until = sending_until_[at];
      until = std::max(until, now) + picoseconds(transfer.sending_s(sequence.prompt));
      on_their_way_.push({until + picoseconds(transfer.latency_s), sequence});
      ++result_.kv_transfers;
    }
  }

  Picoseconds delivery() const { return on_their_way_.empty() ? never_ps : on_their_way_.top().time; }

  void deliver(Picoseconds now) {
    Sequence sequence = on_their_way_.top().sequence;
    on_their_way_.pop();
    send(decoders_, Request{seconds(sequence.arrival), sequence.prompt, sequence.output, 0}, sequence, now);
  }

  void take_counts() {
    result_.sessions = traffic_.sessions();
    if (roster_) {
      result_.scaling = roster_->record(result_.metrics.end);
      result_.replicas = result_.scaling->held_peak;
    }
    for (const ReplicaEngine& replica : replicas_) {
      const ReplicaCounts& counts = replica.counts();
      const KvBlocks& kv = replica.scheduler().kv();
      result_.iterations += counts.iterations;
      result_.runs += counts.runs;
      result_.busy_s += seconds(counts.busy);
      result_.preemptions += replica.scheduler().preemptions();
      result_.prefixes.asked_tokens += replica.scheduler().prefix_counts().asked_tokens;
      result_.prefixes.hit_tokens += replica.scheduler().prefix_counts().hit_tokens;
      result_.prefixes.loaded_tokens += replica.scheduler().prefix_counts().loaded_tokens;
      result_.queue_peak = std::max(result_.queue_peak, counts.queue_peak);
      result_.running_peak = std::max(result_.running_peak, counts.running_peak);
      result_.kv_blocks = kv.blocks();
      result_.kv_blocks_peak = std::max(result_.kv_blocks_peak, kv.peak());
    }
  }

  Traffic& traffic_;
  const IterationCost& cost_;
  const SchedulerOptions& options_;
  const KvBlocks& kv_;
  const FleetPlan& plan_;
  EngineLog* log_;
  ServingSimulation result_;
  std::vector<ReplicaEngine> replicas_;
  using Change = std::pair<Picoseconds, std::size_t>;
  std::priority_queue<Change, std::vector<Change>, std::greater<>> changes_;  ///< of replicas, by time
  std::vector<std::size_t> due_;                                              ///< replicas that plan what comes now
  std::vector<std::unordered_set<std::int32_t>> seen_;                        ///< prefixes, by replica
  std::vector<Picoseconds> sending_until_;                                    ///< by prefill replica
  Pool arrivals_, decoders_;
  std::optional<ReplicaRoster> roster_;
  std::priority_queue<Delivery, std::vector<Delivery>, std::greater<>> on_their_way_;
  const Picoseconds handling_;  ///< of a request, from when it comes to when an engine sees it
  Picoseconds next_arrival_ = never_ps;
  std::int64_t arrived_ = 0, turns_ = 0;
};

}  // namespace

ServingSimulation simulate_fleet(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options,
                                 const KvBlocks& kv, const FleetPlan& plan, EngineLog* log) {
  return Fleet(traffic, cost, options, kv, plan, log).serve();
}

}  // namespace hakaru
