// Files that run a plan: a script for each command, the file of settings that goes with them, the files that wrap them
// for the platforms where they run, the plan, and a README.md that says how. A plan's name of its model never leaves
// its word: command.h quotes it, and comments stay on their line.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/files.h"
#include "hakaru/core/translate.h"
#include "hakaru/launching/launch.h"
#include "hakaru/launching/platforms.h"

namespace hakaru {

/// Names of the script that starts a plan, or a part of it, and of the plan's file beside it.
inline constexpr const char* own_script = "launch.sh";
inline constexpr const char* own_plan = "plan.json";

struct ScriptFile {
  std::string name, text;
  OfUser of_user = OfUser::refused;
};

/// A line of a shell script, or of YAML or TOML, that no word of a plan can leave.
std::string comment(const std::string& text);

/// "words of vLLM 0.10.2 to 0.33.0 (looked up 2026-11-20)"
std::string releases_of(const LaunchProgram& program, const Translator& translator);

struct LaunchText {
  std::vector<std::string> head;           ///< what launch.sh begins with: its plan, and what is predicted
  std::vector<std::string> short_head;     ///< the same of platforms' files, with where more stands
  std::string plan_file;                   ///< for plan.json
  std::vector<const Platform*> platforms;  ///< where it is to run besides a machine itself
  std::optional<double> longest_s = {};    ///< of a run that ends, at its band's end; empty: it has none
  Holes users = {};                        ///< what only the user knows: namespace, partition, reservation
};

/// `platforms` has those of `told`. Fails where one of these cannot run the plan.
Result<std::vector<ScriptFile>> launch_files(const Launch& launch, const Plan& plan, const Platforms& platforms,
                                             const LaunchText& told, const Translator& translator);

/// The script of a command: it sets what that needs, then runs it.
std::string launch_script(const LaunchCommandOf& command, const Launch& launch, const std::vector<std::string>& head,
                          const Translator& translator);

}  // namespace hakaru
