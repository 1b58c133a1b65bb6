// The replica with the fewest requests that wait or run.
#include "hakaru/serving/fleet/router.h"

namespace hakaru {
namespace {

class JoinShortestQueue : public Router {
 public:
  std::size_t choose(const Request&, const std::vector<ReplicaLoad>& replicas) override {
    last_ = least_of(replicas, last_, [](const ReplicaLoad& load) { return load.requests; });
    return last_;
  }

 private:
  std::size_t last_ = static_cast<std::size_t>(-1);
};

}  // namespace

std::unique_ptr<Router> join_shortest_queue_router() { return std::make_unique<JoinShortestQueue>(); }

}  // namespace hakaru
