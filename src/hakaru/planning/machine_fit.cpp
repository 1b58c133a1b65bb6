#include "hakaru/planning/machine_fit.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/search/served_on.h"

namespace hakaru {
namespace {

/// A model as one accelerator serves it, weighed under layouts and contexts.
class MachineFit {
 public:
  MachineFit(ServedOn served, const Accelerator& accelerator)
      : served_(std::move(served)),
        accelerator_(accelerator),
        asked_context_(served_.job.context),
        context_(asked_context_),
        input_length_(served_.job.input_length) {}

  ServingMemory memory(const Layout& layout, std::int64_t context) {
    hold_context(served_, context);
    // Prompt and answer keep their shares: of a prompt that is encoded less is kept.
    const double share = static_cast<double>(input_length_) / static_cast<double>(asked_context_);
    served_.job.input_length = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(context)), 1, context);
    return serving_memory(served_.job, layout, accelerator_, served_.reserve, 1);
  }

  bool fits(const Layout& layout, std::int64_t context) { return memory(layout, context).sequences_that_fit >= 1; }

  ServedSplit split(const Layout& layout) {
    return {layout.tp, longest_context(layout), memory(layout, context_).sequences_that_fit};
  }

  /// Shortens the context to the longest from `least` on, which fits, that fits.
  void shorten(const Layout& layout, std::int64_t least) { context_ = longest_within(layout, least, context_); }
  void shorten_to(std::int64_t context) { context_ = context; }

  double usable_bytes() const { return served_.reserve.usable_bytes(accelerator_); }
  bool has_a_longest() const { return model().max_positions > 0 && !encodes_its_prompt(model()); }
  std::int64_t context() const { return context_; }
  const Model& model() const { return served_.job.model; }

 private:
  std::int64_t longest_context(const Layout& layout) {
    const std::int64_t most = has_a_longest() ? model().max_positions : longest_looked_at;
    return fits(layout, most) ? most : longest_within(layout, context_, most);
  }

  /// The longest context that fits, between one that does and one that does not.
  std::int64_t longest_within(const Layout& layout, std::int64_t fitting, std::int64_t too_long) {
    while (too_long - fitting > 1) {
      const std::int64_t middle = fitting + (too_long - fitting) / 2;
      (fits(layout, middle) ? fitting : too_long) = middle;
    }
    return fitting;
  }

  ServedOn served_;
  const Accelerator& accelerator_;
  const std::int64_t asked_context_;
  std::int64_t context_;
  const std::int64_t input_length_;
};

/// One replica, split by tensor parallelism alone, over fewer accelerators first.
std::vector<Layout> tensor_splits(const Model& model, const Instance& machine) {
  LayoutRequest request;
  request.pp = 1;
  request.dp = 1;
  return legal_serving_layouts(model, Cluster{machine, 1}, request);
}

/// Fills in the memory, in bytes, that the split nearest to fitting needs and lacks.
void add_what_is_missing(const std::vector<Layout>& splits, MachineFit& weighed, ModelFit& fit) {
  double fullest = 0;
  for (const Layout& layout : splits) {
    const double device_bytes = weighed.memory(layout, weighed.context()).device.total_bytes();
    if (fullest > 0 && device_bytes >= fullest) continue;
    fullest = device_bytes;
    fit.needed_bytes = device_bytes * static_cast<double>(layout.tp);
    fit.lacking_bytes = (device_bytes - weighed.usable_bytes()) * static_cast<double>(layout.tp);
  }
}

}  // namespace

Result<ModelFit> fit_of(const Scenario& scenario, const Instance& machine, PlanningSources& sources) {
  const auto& job = std::get<ServingJob>(scenario.job);
  Result<ServedOn> served = served_on(job, machine.accelerator, sources.constants(scenario));
  if (!served) return fail(served);
  MachineFit weighed(std::move(*served), machine.accelerator);
  ModelFit fit;
  fit.model = job.model.name;
  fit.parameters = count_parameters(job.model).total;
  fit.weights_bytes = weighed.memory(Layout{}, job.context).device.weights_bytes;
  fit.asked_context = job.context;
  fit.has_a_longest = weighed.has_a_longest();
  fit.usable_bytes = weighed.usable_bytes();
  const std::vector<Layout> splits = tensor_splits(job.model, machine);
  const auto fewest_for = [&](std::int64_t context) {
    return ranges::find_if(splits, [&](const Layout& layout) { return weighed.fits(layout, context); });
  };
  auto fewest = fewest_for(job.context);
  const std::int64_t least = std::min(least_batch_context, job.context);
  if (fewest == splits.end() && least < job.context) {
    fewest = fewest_for(least);
    if (fewest != splits.end())
      weighed.shorten(*fewest, least);
    else
      weighed.shorten_to(least);
  }
  fit.batch_context = weighed.context();
  if (fewest == splits.end()) {
    add_what_is_missing(splits, weighed, fit);
    return fit;
  }
  fit.fewest = weighed.split(*fewest);
  fit.widest = weighed.split(splits.back());
  return fit;
}

void sort_by_size(std::vector<ModelFit>& fits) {
  std::sort(fits.begin(), fits.end(), [](const ModelFit& left, const ModelFit& right) {
    return std::tuple(-left.parameters, left.model) < std::tuple(-right.parameters, right.model);
  });
}

}  // namespace hakaru
