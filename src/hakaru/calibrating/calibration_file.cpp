// The fitted constants as a calibration file (timing/kernel_calibration.h).
#include "hakaru/calibrating/calibrate_operators.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string source_of(const OperatorCalibration& fitted, const OperatorCalibration::Group& group) {
  const std::string name = fitted.file.substr(fitted.file.rfind('/') + 1);
  return fmt::format("{} rows of {}{}; median error {}, 90th percentile {}; on rows held back {} and {}",
                     group.fitted.rows, name, fitted.software.empty() ? "" : " (" + fitted.software + ")",
                     in_percent(group.fitted.median_pct), in_percent(group.fitted.p90_pct),
                     in_percent(group.unseen.median_pct), in_percent(group.unseen.p90_pct));
}

}  // namespace

std::string calibration_path(const OperatorCalibration& fitted) {
  return fmt::format("calibrations/{}/{}.toml", kernel_kinds[static_cast<std::size_t>(fitted.format)],
                     fitted.accelerator);
}

std::string calibration_text(const OperatorCalibration& fitted) {
  std::string text = fmt::format("# Made by hakaru calibrate operators.\naccelerator = \"{}\"\n", fitted.accelerator);
  for (const OperatorCalibration::Group& group : fitted.groups) {
    text += fmt::format("\n[{}]\n", group.label);
    if (!group.library.empty()) text += fmt::format("library = \"{}\"\n", group.library);
    text += "source = " + Json(source_of(fitted, group)).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (const auto& [constant, value, determined] : group.values) {
      const std::string unit = constant.unit.empty() ? "" : constant.unit + ": ";
      text += fmt::format("{} = {:.5g} # {}{}{}\n", constant.name, value, unit, constant.meaning,
                          determined ? "" : " (no row depends on it)");
    }
  }
  return text;
}

}  // namespace hakaru
