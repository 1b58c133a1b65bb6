// The answer of `run`: a plan's whole run with failures, checkpoints, money, energy and emissions.
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/training/run.h"

namespace hakaru {

std::string run_text(const Scenario& scenario, const Plan& plan, const RunEstimate& run,
                     const std::vector<FigureBand>& bands, const Pen& pen);
OrderedJson json_of(const Plan& plan, const RunEstimate& run, const std::vector<FigureBand>& bands,
                    const RunConditions& conditions, const Translator& translator);

}  // namespace hakaru
