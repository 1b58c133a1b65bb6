// The replica with the fewest prompt tokens of requests that wait or run: long prompts count for more than short ones.
#include "hakaru/serving/fleet/router.h"

namespace hakaru {
namespace {

class LeastLoaded : public Router {
 public:
  std::size_t choose(const Request&, const std::vector<ReplicaLoad>& replicas) override {
    last_ = least_of(replicas, last_, [](const ReplicaLoad& load) { return load.prompt_tokens; });
    return last_;
  }

 private:
  std::size_t last_ = static_cast<std::size_t>(-1);
};

}  // namespace

std::unique_ptr<Router> least_loaded_router() { return std::make_unique<LeastLoaded>(); }

}  // namespace hakaru
