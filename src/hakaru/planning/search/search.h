// The three searches behind make_plans, one per kind of job. Each looks at one instance type at a time.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "hakaru/memory/training_memory.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/planning/search/layout_search.h"

namespace hakaru {

/// Everything a search needs beside the instance it looks at.
struct SearchContext {
  const Scenario& scenario;
  const Catalog& catalog;
  ConstantsByAccelerator& constants;
  const Recommendations& recommendations;
  const PlanBands& bands;
  const Executor& executor;
  /// Training: which layouts to look at, and how many of a cluster to keep.
  Breadth breadth = Breadth::usual;
  std::size_t layouts_of_cluster = 1;
  bool wants_miss = false;  ///< whether what is nearest to fitting is to be found
  double share = 1;         ///< of the whole search, for who watches
};

/// The layout nearest to fitting, for the answer when nothing fits.
struct NearestMiss {
  Cluster cluster;
  Layout layout;
  std::string precision;  ///< as in Plan
  double needed_bytes = 0;
  MemoryReserve reserve;
  HostMemory host = {};

  const Accelerator& accelerator() const { return cluster.instance().accelerator; }
  double overflow() const {
    const double of_device = needed_bytes / reserve.usable_bytes(accelerator());
    return host.bytes > 0 ? std::max(of_device, host.bytes / host.capacity_bytes) : of_device;
  }
  /// True if the device would do, and the memory of its instance does not.
  bool lacks_host_memory_alone() const { return !host.fits() && needed_bytes <= reserve.usable_bytes(accelerator()); }
  /// True if it would fit with less headroom.
  bool lacks_headroom_alone() const {
    return host.fits() && needed_bytes <= (1 - reserve.left_free_share) * accelerator().memory_bytes;
  }
};

/// The plan nearest to keeping the limits, for the answer when nothing does.
struct NearLimit {
  double excess = 0;  ///< the worst limit's figure over the limit; above 1
  Message why;
};

/// A layout of a kind that no measurement covers, faster than all plans.
struct UnprovenPlan {
  TimedLayout timed;
  std::string precision;  ///< as in Plan
};

/// "tp8 pp4 dp32 mb1", and the recipe where one is named.
std::string in_short(const Layout& layout, const std::string& precision);

struct SearchResult {
  std::int64_t evaluated = 0;
  std::int64_t feasible = 0;
  std::vector<Plan> plans;  ///< legal, fitting, costed; limits not yet applied
  std::optional<NearestMiss> miss;
  std::optional<NearLimit> near;  ///< for limits that a search applies itself (latencies, rates)
  std::optional<UnprovenPlan> unproven;
  std::optional<Message> not_legal;  ///< why no layout was legal, or why the instance cannot do it at all

  void absorb(SearchResult other);
  void note_miss(const Cluster& cluster, const Layout& layout, const MemoryBreakdown& memory,
                 const MemoryReserve& reserve, const std::string& precision = "", const HostUpdate& update = {});
  void note_near(double excess, Message why);
  /// Nothing was found, for this reason.
  static SearchResult impossible(Message why);
  /// The same for what cannot be done; what was given wrong stays an error.
  static Result<SearchResult> impossible(Error error);
};

Result<SearchResult> search_training(const SearchContext& context, const Instance& instance);
/// The same on these counts only.
Result<SearchResult> search_training_on(const SearchContext& context, const Instance& instance,
                                        const std::set<int>& counts);
Result<SearchResult> search_serving(const SearchContext& context, const Instance& instance);
Result<SearchResult> search_inference(const SearchContext& context, const Instance& instance);

/// True if the smallest legal layout of the scenario's job fits a cluster: memory only, quickly.
bool some_layout_fits(const SearchContext& context, const Cluster& cluster);

}  // namespace hakaru
