// Choice of constants to fit where rows are too few for all of them: the one that brings the rows nearest, then
// the one that does so beside it, and so on. Each is tried at a few values across its range.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "hakaru/calibrating/fitted_calibration.h"

namespace hakaru {

/// The misfit of all rows with the constants of a calibration.
using Misfit = std::function<double(const Calibration&)>;
/// A constant, and the value that brought the rows nearest.
using ChosenConstant = std::pair<const TunedConstant*, double>;

/// At most `most` of `candidates`, the most helpful first.
std::vector<ChosenConstant> most_helpful(const Misfit& misfit, const Calibration& start,
                                         std::vector<const TunedConstant*> candidates, std::size_t most);

}  // namespace hakaru
