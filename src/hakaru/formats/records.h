// Every record that is described (core/record.h). A new one takes a line here: tests write, read and refuse each.
#pragma once

#include "hakaru/formats/record_json.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/training/simulation.h"

namespace hakaru {

/// Written and read back.
using ReadRecords = std::tuple<Engines, Accelerator, Interconnect, Instance, Exposed, StepEstimate, SimulatedStep,
                               MemoryBreakdown, Price, BlockOffer, RolloutFigures, BaseAndPeak, ScalingFigures,
                               LiveFigures, ServingFigures, LotFigures, InferenceFigures>;
/// Written alone.
using WrittenRecords = std::tuple<Rate, Porting, DataCosts>;

}  // namespace hakaru
