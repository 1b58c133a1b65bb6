#include "hakaru/traffic/session_traffic.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/traffic/length_source.h"

namespace hakaru {
namespace {

class SessionTraffic : public Traffic {
 public:
  SessionTraffic(const TrafficPlan& plan, const std::vector<Request>* trace, std::unique_ptr<Traffic> beginnings)
      : plan_(plan), sessions_(*plan.sessions), lengths_(plan, trace), beginnings_(std::move(beginnings)) {}

  std::optional<double> next_arrival_s() const override {
    return begins_next() ? next_beginning_s() : thinking_.top().first;
  }

  Request take() override {
    if (begins_next()) return begin();
    const auto [time_s, number] = thinking_.top();
    thinking_.pop();
    Session& session = alive_.at(number);
    Request request = lengths_.of_turn(number, session.turn);
    request.arrival_s = time_s;
    return as_turn(request, number, session);
  }

  bool ended(double time_s, std::int32_t prefix) override {
    const std::int64_t number = prefix - 1;
    const auto session = alive_.find(number);
    if (session->second.turn < session->second.turns) {
      thinking_.emplace(time_s + sessions_.think_s, number);
      return true;
    }
    alive_.erase(session);
    return beginnings_->ended(time_s, prefix);
  }

  SessionCounts sessions() const override { return counts_; }

 private:
  struct Session {
    std::int64_t turn = 0, turns = 1;  ///< the next, of so many
    std::int64_t tokens = 0;           ///< of the conversation so far
  };

  std::optional<double> next_beginning_s() const {
    return promised_ < plan_.count ? beginnings_->next_arrival_s() : std::nullopt;
  }

  bool begins_next() const {
    if (thinking_.empty()) return true;
    const std::optional<double> beginning_s = next_beginning_s();
    return beginning_s && *beginning_s < thinking_.top().first;
  }

  Request begin() {
    const Request first = beginnings_->take();
    const std::int64_t number = counts_.begun++;
    Session& session = alive_[number];
    session.turns = turns_of(number);
    session.tokens = sessions_.system_tokens;
    promised_ += session.turns;
    return as_turn(first, number, session);
  }

  /// `added`: what the turn adds to the conversation.
  static Request as_turn(Request added, std::int64_t number, Session& session) {
    const std::int64_t before = session.tokens;
    session.tokens += tokens_of(added);
    ++session.turn;
    added.input_tokens += static_cast<std::int32_t>(before);
    added.prefix = static_cast<std::int32_t>(number) + 1;
    added.last_turn = session.turn == session.turns;
    return added;
  }

  /// Turns of a session that begins now.
  std::int64_t turns_of(std::int64_t number) {
    const RandomBits bits(~plan_.seed, static_cast<std::uint64_t>(number));
    const auto span = static_cast<std::uint64_t>(sessions_.most_turns - sessions_.fewest_turns + 1);
    const std::int64_t drawn = sessions_.fewest_turns + static_cast<std::int64_t>(bits(1) % span);
    const std::int64_t wanted = std::min(drawn, plan_.count - promised_);
    std::int64_t tokens = sessions_.system_tokens + tokens_of(lengths_.of_turn(number, 0)), turns = 1;
    for (; turns < wanted; ++turns) {
      tokens += tokens_of(lengths_.of_turn(number, turns));
      if (tokens > sessions_.context) break;
    }
    counts_.cut_short += turns < wanted ? 1 : 0;
    return turns;
  }

  TrafficPlan plan_;
  SessionPlan sessions_;
  LengthSource lengths_;
  std::unique_ptr<Traffic> beginnings_;
  std::unordered_map<std::int64_t, Session> alive_;
  using Turn = std::pair<double, std::int64_t>;  ///< when it is sent, of which session
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> thinking_;
  std::int64_t promised_ = 0;  ///< requests of the sessions that have begun
  SessionCounts counts_;
};

}  // namespace

TrafficPlan beginnings_of(const TrafficPlan& plan) {
  TrafficPlan beginnings = plan;
  beginnings.rate_per_s /= plan.sessions->mean_turns();
  beginnings.share_of = 1;
  beginnings.sessions.reset();
  return beginnings;
}

std::unique_ptr<Traffic> session_traffic(const TrafficPlan& plan, const std::vector<Request>* trace,
                                         std::unique_ptr<Traffic> beginnings) {
  return std::make_unique<SessionTraffic>(plan, trace, std::move(beginnings));
}

}  // namespace hakaru
