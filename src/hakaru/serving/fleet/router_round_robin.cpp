// One after another, whatever they have to do.
#include "hakaru/serving/fleet/router.h"

namespace hakaru {
namespace {

class RoundRobin : public Router {
 public:
  std::size_t choose(const Request&, const std::vector<ReplicaLoad>& replicas) override {
    while (!replicas[next_ % replicas.size()].serves) ++next_;
    return next_++ % replicas.size();
  }

 private:
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Router> round_robin_router() { return std::make_unique<RoundRobin>(); }

}  // namespace hakaru
