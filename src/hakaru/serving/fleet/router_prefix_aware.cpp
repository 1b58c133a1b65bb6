// The replica that had a request of the same prefix last, where its blocks still are; the shortest queue where there is
// none, or where that one has more than its share:
//   requests there > ⌈1.25 · mean over all replicas that serve⌉, the one at hand counted
// Bounded loads: Mirrokni et al. 2018, arXiv 1608.01350; Apache brpc's c_murmurhash_bl takes the same factor.
#include <unordered_map>

#include "hakaru/serving/fleet/router.h"

namespace hakaru {
namespace {

constexpr double bound_over_mean = 1.25;

class PrefixAware : public Router {
 public:
  std::size_t choose(const Request& request, const std::vector<ReplicaLoad>& replicas) override {
    const auto home = request.prefix > 0 ? homes_.find(request.prefix) : homes_.end();
    std::size_t chosen = 0;
    if (home != homes_.end() && replicas[home->second].serves && !overloaded(home->second, replicas)) {
      chosen = home->second;
    } else {
      chosen = last_ = least_of(replicas, last_, [](const ReplicaLoad& load) { return load.requests; });
      if (request.prefix > 0) homes_[request.prefix] = chosen;
    }
    if (request.last_turn) homes_.erase(request.prefix);
    return chosen;
  }

 private:
  static bool overloaded(std::size_t at, const std::vector<ReplicaLoad>& replicas) {
    std::int64_t requests = 1, serving = 0;
    for (const ReplicaLoad& load : replicas) {
      requests += load.serves ? load.requests : 0;
      serving += load.serves ? 1 : 0;
    }
    const double mean = static_cast<double>(requests) / static_cast<double>(serving);
    return static_cast<double>(replicas[at].requests + 1) > std::ceil(bound_over_mean * mean);
  }

  std::unordered_map<std::int32_t, std::size_t> homes_;
  std::size_t last_ = static_cast<std::size_t>(-1);
};

}  // namespace

std::unique_ptr<Router> prefix_aware_router() { return std::make_unique<PrefixAware>(); }

}  // namespace hakaru
