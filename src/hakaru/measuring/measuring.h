// The smallest set of runs that would tell most about a plan, and why each.
//
//   serving     one replica at three to five numbers of requests in flight (serving_loads.h)
//   training    fifty steps (of long ones fewer: a quarter of an hour, at least ten) of the plan's layout on as few
//               machines as hold it, of one neighbour (neighbour.h), of the plan itself; tests of the collectives that
//               take most of its step
//   inference   the repeated call at three batches
// What each should give, and within which error bands, is what the plan's constants predict, and so is how long it
// takes: starting, loading and compiling are not counted.
//
//   const Result<Measuring> measuring = runs_worth_making(saved.scenario, saved.plan, data);
//   in_script(measuring->runs.front().command);
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

/// A folder beside the scripts, where runs leave what they print.
inline constexpr std::string_view results_folder = "results";

struct MeasuringRun {
  std::string name;  ///< also of its script: "concurrency-16"
  std::string tool;  ///< as people call it: "vllm bench serve"
  Command command;
  Message why;
  std::vector<std::pair<std::string, double>> expected;  ///< predicted figures, units in their names
  std::vector<FigureBand> bands = {};                    ///< of those that have one
  double seconds = 0;
  int instances = 1;
  std::string log = {};     ///< within results/: what it prints goes there as well; empty: it writes a file itself
  std::string says = {};    ///< a line before it: what the program may not print of its run
  std::string result = {};  ///< within results/: what `hakaru calibrate` reads; empty: nothing
  bool is_collective = false;
  std::vector<ScriptFile> files = {};  ///< of settings, that it is started with
  bool on_each_machine = false;        ///< to be started on each of several

  std::string typed() const { return as_typed(command); }
  double minutes() const { return seconds / 60; }
};

/// All but its cost, which the price of the machines gives.
template <>
inline constexpr auto record<MeasuringRun> =
    described("measuring_run", "a run worth making", field("name", &MeasuringRun::name, "its name, also of its script"),
              field("tool", &MeasuringRun::tool, "what measures"),
              field("command", &MeasuringRun::typed, "as it is typed; what the user fills in stands as a variable"),
              field("why", &MeasuringRun::why, "what it tells"),
              field("expected", &MeasuringRun::expected, "predicted figures, their units in their names"),
              field("expected_band", &MeasuringRun::bands, "of those, the figures that have an error band"),
              field("instances", &MeasuringRun::instances, "how many instances"),
              field("minutes", &MeasuringRun::minutes, "without starting, loading and compiling"));

struct MeasuredServer {
  std::string tool;
  Command command;
  std::vector<ScriptFile> files = {};  ///< of settings, that it is started with
};

struct Measuring {
  std::vector<MeasuringRun> runs;
  std::optional<MeasuredServer> server;  ///< that runs ask
  std::vector<ScriptVariable> variables;
  std::vector<Command> then;  ///< what makes constants of the results
  std::vector<Message> notes;
  std::optional<double> instance_usd_per_h;
  bool calls_python = false;  ///< runs are calls of time_calls.py

  /// The variable of that name is known to be `value`, here and in all commands.
  void set(const std::string& name, const std::string& value);
  double seconds() const;
  std::optional<double> cost_usd(const MeasuringRun& run) const;
  std::optional<double> cost_usd() const;
};

/// `reference`: the plan within the folder of the scripts, "plan.json" or "plan.json#2".
Result<Measuring> runs_worth_making(const Scenario& scenario, const Plan& plan, const DataFiles& data,
                                    const std::string& reference = "plan.json");

}  // namespace hakaru
