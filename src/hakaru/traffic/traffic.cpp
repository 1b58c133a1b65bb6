#include "hakaru/traffic/traffic.h"

#include <algorithm>
#include <deque>

#include "hakaru/traffic/length_source.h"
#include "hakaru/traffic/random_draws.h"
#include "hakaru/traffic/session_traffic.h"

namespace hakaru {
namespace {

class TraceTraffic : public Traffic {
 public:
  TraceTraffic(const TrafficPlan& plan, const std::vector<Request>& trace)
      : plan_(plan),
        trace_(trace),
        count_(std::min(static_cast<std::size_t>(plan.count), trace.size())),
        stretch_(plan.rate_per_s > 0 && rate_of(trace) > 0 ? rate_of(trace) / plan.rate_per_s : 1) {}

  std::optional<double> next_arrival_s() const override {
    if (next_ >= count_) return std::nullopt;
    return (trace_[next_].arrival_s - trace_.front().arrival_s) * stretch_;
  }
  Request take() override {
    Request request = trace_[next_];
    request.arrival_s = *next_arrival_s();
    if (plan_.prefix_groups > 0) request.prefix = drawn_prefix(plan_, static_cast<std::int64_t>(next_));
    ++next_;
    return request;
  }

 private:
  TrafficPlan plan_;
  const std::vector<Request>& trace_;
  std::size_t count_;
  double stretch_;
  std::size_t next_ = 0;
};

class OpenTraffic : public Traffic {
 public:
  OpenTraffic(const TrafficPlan& plan, const std::vector<Request>* trace) : plan_(plan), lengths_(plan, trace) {
    wait();
  }

  std::optional<double> next_arrival_s() const override {
    return number_ < plan_.count ? std::optional(arrival_s_) : std::nullopt;
  }
  Request take() override {
    Request request = lengths_.of(number_);
    request.arrival_s = arrival_s_;
    ++number_;
    wait();
    return request;
  }

 private:
  void wait() {
    RandomDraws draws(plan_.seed, stream_of_gap(number_));
    double gap = 1;
    if (plan_.arrivals == Arrivals::poisson) gap = draws.exponential();
    if (plan_.arrivals == Arrivals::gamma) gap = draws.gamma(plan_.burstiness) / plan_.burstiness;
    if (plan_.arrivals == Arrivals::constant) {
      arrival_s_ = static_cast<double>(number_) / plan_.rate_per_s;
    } else {
      arrival_s_ += gap / plan_.rate_per_s;
    }
  }

  TrafficPlan plan_;
  LengthSource lengths_;
  std::int64_t number_ = 0;
  double arrival_s_ = 0;
};

class ClosedLoop : public Traffic {
 public:
  ClosedLoop(const TrafficPlan& plan, const std::vector<Request>* trace)
      : plan_(plan),
        lengths_(plan, trace),
        sent_s_(static_cast<std::size_t>(std::min(plan.concurrency, plan.count)), 0.0) {}

  std::optional<double> next_arrival_s() const override {
    if (number_ >= plan_.count || sent_s_.empty()) return std::nullopt;
    return sent_s_.front();
  }
  Request take() override {
    Request request = lengths_.of(number_);
    request.arrival_s = sent_s_.front();
    sent_s_.pop_front();
    ++number_;
    return request;
  }
  bool ended(double time_s, std::int32_t) override {
    sent_s_.push_back(time_s);
    return sent_s_.size() == 1;
  }

 private:
  TrafficPlan plan_;
  LengthSource lengths_;
  std::int64_t number_ = 0;
  std::deque<double> sent_s_;  ///< when each free client sends, the first first
};

/// Each n-th request of another.
class Share : public Traffic {
 public:
  Share(std::unique_ptr<Traffic> whole, std::int64_t of) : whole_(std::move(whole)), of_(of) {}

  std::optional<double> next_arrival_s() const override { return whole_->next_arrival_s(); }
  Request take() override {
    const Request request = whole_->take();
    for (std::int64_t other = 1; other < of_ && whole_->next_arrival_s(); ++other) whole_->take();
    return request;
  }

 private:
  std::unique_ptr<Traffic> whole_;
  std::int64_t of_;
};

}  // namespace

Result<Arrivals> parse_arrivals(std::string_view text, std::string_view name) {
  if (text == "poisson") return Arrivals::poisson;
  if (text == "gamma") return Arrivals::gamma;
  if (text == "constant") return Arrivals::constant;
  return bad_input("{} is '{}'; accepted: {}", name, text, "poisson, gamma, constant");
}

double rate_of(const std::vector<Request>& trace) {
  const double span_s = trace.empty() ? 0 : trace.back().arrival_s - trace.front().arrival_s;
  return span_s > 0 ? static_cast<double>(trace.size() - 1) / span_s : 0;
}

std::unique_ptr<Traffic> make_traffic(const TrafficPlan& plan, const std::vector<Request>* trace) {
  if (plan.sessions) return session_traffic(plan, trace, make_traffic(beginnings_of(plan), trace));
  if (plan.arrivals == Arrivals::closed_loop) {  // each replica has its own clients
    TrafficPlan own = plan;
    own.concurrency = (plan.concurrency + plan.share_of - 1) / plan.share_of;
    own.count = (plan.count + plan.share_of - 1) / plan.share_of;
    return std::make_unique<ClosedLoop>(own, trace);
  }
  std::unique_ptr<Traffic> whole;
  if (plan.arrivals == Arrivals::trace) {
    whole = std::make_unique<TraceTraffic>(plan, *trace);
  } else {
    whole = std::make_unique<OpenTraffic>(plan, trace);
  }
  if (plan.share_of == 1) return whole;
  return std::make_unique<Share>(std::move(whole), plan.share_of);
}

}  // namespace hakaru
