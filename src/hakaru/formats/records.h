// Every record that is described (core/record.h). A new one takes a line here: tests write, read and refuse each.
#pragma once

#include "hakaru/evidence/accuracy.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/formats/rehearsal_record.h"
#include "hakaru/measuring/measuring.h"
#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/planning/machine_fit.h"
#include "hakaru/planning/money/api_comparison.h"
#include "hakaru/rehearsal/comparison.h"
#include "hakaru/rehearsal/sequence_shapes.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/fleet/serving_bill.h"
#include "hakaru/timing/network_flow.h"
#include "hakaru/training/purchase.h"
#include "hakaru/training/simulation.h"

namespace hakaru {

/// Written and read back.
using ReadRecords =
    std::tuple<Engines, Accelerator, Interconnect, Instance, Exposed, StepEstimate, SimulatedStep, MemoryBreakdown,
               Price, BlockOffer, RolloutFigures, BaseAndPeak, ScalingFigures, LiveFigures, ServingFigures, LotFigures,
               InferenceFigures, PlanEvidence, RanksTask, RankNotRun, RankEnd, tracing::OutOfMemory>;
/// Written alone.
using WrittenRecords =
    std::tuple<Rate, Porting, DataCosts, AccuracyErrors, AccuracyGroup, AccuracyFigure, ChosenRuns, Prediction,
               ValidationSummary, Validation::Group, Term, RuleOfThumb, ParameterCounts, Model::Stored, BandEnds,
               WorthMeasuring, FewestInTime, PlanExplanation, ModelFit, PlanChoice, Sourced, RunConditions, RunEstimate,
               PurchaseShare, PurchaseOption, NetworkTime, FlowAnswer, ServedSplit, ApiComparison::Beside,
               ApiComparison, ScriptVariable, ComparedGradients, MadeSmaller, ShapeCount, ServingSimulation,
               ServingBill, PrefixCounts, ScalingRecord::Look, ScalingRecord, MeasuringRun>;

}  // namespace hakaru
