// The answers as JSON. Keys carry their units and are never renamed; a figure that is not known is null.
//
// For serving and inference `cost_usd` and `energy_kwh` are those of one hour and `duration_s` is null: a rate has no
// end. Inference of so many `items` has one: all three are of the lot.
#pragma once

#include "hakaru/core/translate.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/formats/layout_json.h"
#include "hakaru/hardware/price_book.h"
#include "hakaru/job/scenario.h"
#include "hakaru/model/model.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

OrderedJson json_of(const Model& model);
/// `capacity_bytes` empty: no device was named. `headroom_bytes`: of these, what must stay free.
OrderedJson json_of(const MemoryBreakdown& device, std::optional<double> capacity_bytes, double headroom_bytes);
OrderedJson json_of(const Terms& terms);
/// Where, how split, how fast, how much: a plan's first keys.
OrderedJson summary_of(const Plan& plan);
OrderedJson json_of(const Plan& plan, const Scenario& scenario, const Translator& translator);
/// The JSON that `plan --json` prints.
OrderedJson json_of(const Scenario& scenario, const PlanResult& result, double elapsed_s, const Translator& translator);

/// Without wall-clock time: what a CSV holds is the same from run to run.
OrderedJson without_elapsed(OrderedJson json);
/// As text, indented, in UTF-8 whatever the texts in it hold, with a last newline.
std::string json_text(const OrderedJson& json);

}  // namespace hakaru
