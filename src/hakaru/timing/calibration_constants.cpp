#include "hakaru/timing/calibration_constants.h"

#include "hakaru/core/ranges.h"

namespace hakaru {

double Calibration::*calibration_member(std::string_view name) {
  const auto* const found = ranges::find(calibration_members, name, &CalibrationMember::name);
  return found != calibration_members.end() ? found->value : nullptr;
}

Result<std::vector<CalibrationConstant>> read_calibration_constants(const DataFiles& data) {
  std::vector<CalibrationConstant> constants;
  for (const DataFiles::File& file : data.under("calibration_constants.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields all(*table, file.name);
    for (const auto& [name, member] : calibration_members) {
      Fields one = all.inside(name);
      constants.push_back({name, member, one.number_or("least", 0, {}), one.number("most", {}), false});
      constants.back().optional = one.boolean_or("optional", false);
      one.refuse_unknown();
      all.keep(one);
    }
    all.refuse_unknown();
    if (all.error()) return tl::unexpected(*all.error());
  }
  return constants;
}

}  // namespace hakaru
