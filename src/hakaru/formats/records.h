// Every record that is described (core/record.h). A new one takes a line here: tests write, read and refuse each.
#pragma once

#include "hakaru/formats/record_json.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/training/simulation.h"

namespace hakaru {

/// Written and read back.
using ReadRecords = std::tuple<Exposed, StepEstimate, SimulatedStep, MemoryBreakdown, Price, BlockOffer, RolloutFigures,
                               BaseAndPeak, ScalingFigures, LiveFigures, ServingFigures, LotFigures, InferenceFigures>;
/// Written alone.
using WrittenRecords = std::tuple<Porting, DataCosts>;

}  // namespace hakaru
