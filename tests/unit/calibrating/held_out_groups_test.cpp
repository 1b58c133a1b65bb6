// Constants without each model, row and series, of an accelerator and of one that sets out from it.
#include "hakaru/calibrating/held_out_groups.h"

#include <gtest/gtest.h>

#include "hakaru/timing/kernel_calibration.h"

namespace hakaru {
namespace {

const TunedConstant tuned[] = {{"layer_overhead_s", &Calibration::layer_overhead_s, "s", "all of it", 1e-3, 1e3}};

/// Each row takes as long as the constant; `measured_s` by row.
HeldOutGroup group(const std::string& accelerator, std::vector<std::string> line,
                   const std::vector<std::pair<std::string, double>>& rows) {
  HeldOutGroup group;
  group.accelerator = accelerator;
  group.software = "s";
  group.line = std::move(line);
  group.table = accelerator;
  group.is_its_own = true;
  for (std::size_t at = 0; at < rows.size(); ++at) group.rows.push_back({rows[at].first, rows[at].first, at, true});
  group.make_fit = [rows] {
    FigureFit fit;
    fit.constants = fit.kept = tuned;
    fit.start.layer_overhead_s = fit.usual.layer_overhead_s = 50;
    for (std::size_t at = 0; at < rows.size(); ++at) fit.figures.push_back({rows[at].second, 1, "", at, 0});
    fit.rows = rows.size();
    fit.predict_s = [](const Calibration& calibration, std::size_t) { return calibration.layer_overhead_s; };
    fit.most_constants = 1;
    fit.pull = 1e-3;
    fit.by_metric = false;
    return fit;
  };
  return group;
}

TEST(HeldOutGroups, AModelIsPredictedByTheOthersOnItsAcceleratorAndByTheOthersOfItsRelative) {
  const std::vector<HeldOutGroup> groups{group("new", {"new", "old"}, {{"a", 8}, {"a", 8}, {"b", 16}, {"b", 16}}),
                                         group("old", {"old"}, {{"a", 2}, {"a", 2}, {"b", 4}, {"b", 4}})};
  const auto seconds = held_out_seconds(groups, [](double) {});
  ASSERT_TRUE(seconds);
  const UnseenSeconds& new_a = (*seconds)[0][0];
  const auto of = [](const UnseenSeconds& unseen, Nearness near) { return unseen[static_cast<std::size_t>(near)]; };
  EXPECT_NEAR(*of(new_a, Nearness::pair), 16, 0.1);     // b on new
  EXPECT_NEAR(*of(new_a, Nearness::software), 4, 0.1);  // b on old
  EXPECT_NEAR(*of(new_a, Nearness::none), 50, 1e-9);
  EXPECT_NEAR(*of((*seconds)[1][2], Nearness::pair), 2, 0.1);  // a on old
  EXPECT_FALSE(of((*seconds)[1][2], Nearness::software));      // it sets out from nothing
}

TEST(HeldOutGroups, WithoutAnotherModelNothingIsCalledUnseenModel) {
  const auto seconds = held_out_seconds({group("old", {"old"}, {{"a", 2}, {"a", 2}})}, [](double) {});
  ASSERT_TRUE(seconds);
  EXPECT_FALSE((*seconds)[0][0][static_cast<std::size_t>(Nearness::pair)]);
}

}  // namespace
}  // namespace hakaru
