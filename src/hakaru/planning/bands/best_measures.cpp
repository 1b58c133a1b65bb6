#include "hakaru/planning/bands/best_measures.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hakaru {

void BestMeasures::keep(double value, const std::string& instance, int instances) {
  const auto place = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) { return each.value > value; });
  kept_.insert(place, {value, instance, instances});
  std::map<std::pair<std::string, int>, std::int64_t> of_cluster;
  std::map<std::string, std::int64_t> of_instance;
  std::erase_if(kept_, [&](const Kept& each) {
    return ++of_cluster[{each.instance, each.instances}] > variety_.per_cluster ||
           ++of_instance[each.instance] > variety_.per_instance;
  });
  if (std::ssize(kept_) > wanted_) kept_.pop_back();
}

}  // namespace hakaru
