// Answers as people read them (…_text) and as programs do (json_of), a question each.
#pragma once

#include <string>
#include <vector>

#include "hakaru/evidence/accuracy.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/formats/json.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/measuring/measuring.h"
#include "hakaru/memory/memory.h"
#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/fleet/scaling.h"
#include "hakaru/planning/machine_fit.h"
#include "hakaru/rehearsal/sequence_shapes.h"
#include "hakaru/training/run.h"

namespace hakaru {

/// The cost of a live fleet that follows its load: of the plan cheapest so, or without prices of the first.
std::string followed_text(const Scenario& scenario, const PlanResult& result, const Pen& pen);

/// The runs that say most about a plan.
std::string measuring_text(const Measuring& measuring, const Pen& pen);
OrderedJson json_of(const Measuring& measuring, const Translator& translator);

/// Models that a machine can serve, and what the others lack.
/// `named`: the models were asked for by name; each that does not fit has its line. `in_int4`: the same models with
/// weights in int4; empty: nothing is said of them.
std::string fit_text(const Instance& machine, const std::vector<ModelFit>& fits, const std::vector<ModelFit>& in_int4,
                     bool named, const Pen& pen);
OrderedJson json_of(const Instance& machine, const std::vector<ModelFit>& fits);

/// Errors of predictions: held out first, fitted second, then the worst.
OrderedJson json_of(const Accuracy& accuracy, const Translator& translator);
/// Every figure, a row each.
OrderedJson accuracy_rows(const Accuracy& accuracy);
std::string accuracy_text(const Accuracy& accuracy, const Pen& pen);

/// A table for each instance type, efficiency drawn as a bar.
std::string scaling_text(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                         const Pen& pen);
OrderedJson json_of(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                    const Translator& translator);

/// A run with its failures, checkpoints, money, energy and emissions.
std::string run_text(const Scenario& scenario, const Plan& plan, const RunEstimate& run,
                     const std::vector<FigureBand>& bands, const Pen& pen);
OrderedJson json_of(const Plan& plan, const RunEstimate& run, const std::vector<FigureBand>& bands,
                    const RunConditions& conditions, const Translator& translator);

/// The rule of thumb, line by line, beside the detailed estimate.
/// `detailed` is the estimate for one accelerator of `machine`; an accelerator alone is a machine of one, of no family.
/// `instances` are looked through for the smallest of the same family and accelerator that together hold what the rule
/// asks for.
std::string rule_text(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Instance& machine,
                      const std::vector<Instance>& instances, const Pen& pen);

/// Graphs that sequences of many lengths compile to.
/// The keys of `rehearse --sequence-lengths --json`.
OrderedJson json_of(const SequenceShapes& shapes);
std::string shapes_text(const SequenceShapes& shapes, const Pen& pen);

}  // namespace hakaru
