// Error bands in tables and sentences: "-8 +9 %", "step 28.1 to 33.5 s".
#pragma once

#include <string>

#include "hakaru/output/plan_text.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

/// The ends of the band of the step, the output token or the batch, from what is predicted; "–": there is none.
std::string band_cell(const Plan& plan, Objective objective);
/// "87 %"; "–": not known.
std::string chance_cell(const std::optional<double>& chance);
/// The bands of the plan's figures, and the runs that they rest on: lines with an end, indented; "": there are none.
std::string interval_line(const Plan& plan, const Scenario& scenario, const Pen& pen);
/// "time 22.5 h to 2.81 days, cost $1,359 to $2,717": what of them is told in words; "": none.
std::string ends_of_bands(const std::vector<FigureBand>& bands, const Translator& t);
/// The plan, of those that are shown, that is worth a measurement beside the first; "": there is none, or the order is
/// not known.
std::string choice_lines(const PlanResult& result, const std::vector<Plan>& shown, const Scenario& scenario,
                         const Translator& t);

}  // namespace hakaru
