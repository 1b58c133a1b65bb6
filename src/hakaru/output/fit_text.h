// The answer of `fit`: which models a machine can serve, and what those lack that it cannot.
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/machine_fit.h"

namespace hakaru {

/// `named`: the models were asked for by name; each that does not fit has its line.
std::string fit_text(const Instance& machine, const std::vector<ModelFit>& fits, bool named, const Pen& pen);
OrderedJson json_of(const Instance& machine, const std::vector<ModelFit>& fits);

}  // namespace hakaru
