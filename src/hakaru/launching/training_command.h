// The command that trains as a plan says: a launcher of ranks, the program, its words, and the file of settings that
// goes with them.
#pragma once

#include "hakaru/launching/launch_programs.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// The software of training: `stack` was asked for, or the plan has its constants; the command of `measured` runs
/// it, the same unless `stack` has no command of today. Both may be names of constants, that several stacks share.
struct TrainedBy {
  std::string stack;
  bool asked = false;
  std::string measured;
};
TrainedBy trained_by(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs);

/// A run and its machines; the objects that it points to must outlive it.
struct TrainingLaunch {
  std::string name;
  const Cluster* cluster = nullptr;
  const Layout* layout = nullptr;
  std::int64_t global_batch = 1;
  std::int64_t steps = 1;
  std::string folder;  ///< that it writes to
};

/// A command, what is set before it, and the words of its file of settings.
struct LaunchCommand {
  Command command;
  Command settings;                           ///< "path.to.key=value"; empty: no file goes with it
  std::vector<std::string> unsaid;            ///< what the program has no words for: "zero 2"
  const ConditionalWords* refused = nullptr;  ///< what it has words for, and does not run; null: nothing
};

/// `maker` is told all of a layout.
void say_layout(CommandMaker& maker, const TrainingJob& job, const Layout& layout);

LaunchCommand training_command(const TrainingJob& job, const TrainingLaunch& launch, const LaunchProgram& program,
                               const LaunchPrograms& programs, LaunchPurpose purpose);

}  // namespace hakaru
