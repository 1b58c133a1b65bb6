#include "hakaru/tracing/step_report.h"

#include <fmt/format.h>

#include <numeric>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru::tracing {

std::string text_of(const StepReport& report) {
  std::vector<std::string> reasons;
  for (const Message& reason : report.why) reasons.push_back(in_english(reason));
  if (report.store_trouble) reasons.push_back(in_english(*report.store_trouble));
  const std::string because = reasons.empty() ? "" : " (" + join(reasons, "; ") + ")";
  const std::int64_t saved = std::accumulate(report.saved_bytes.begin(), report.saved_bytes.end(), std::int64_t{0});
  return fmt::format(
      "step {}: {}{}, cut by {}: {} operations in {} instructions, peak {} B, of it resident {} B; saved for backward "
      "{} B; {} simulated",
      report.step, name_of(report.outcome), because, in_english(report.cut_by), report.operations, report.instructions,
      with_separators(report.peak_bytes), with_separators(report.resident_bytes()), with_separators(saved),
      in_time(report.simulated_s));
}

}  // namespace hakaru::tracing
