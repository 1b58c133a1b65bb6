// Runs as a folder of scripts: one for each, settings.sh with what the user fills in, run-all.sh, a copy of the plan,
// and a README.md that says how to come back. What a plan calls its model never leaves its word: command.h quotes it,
// and comments stay on their line.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/translate.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/measuring/measuring.h"

namespace hakaru {

/// `plan_file`: its text, for plan.json.
std::vector<ScriptFile> scripts_of(const Measuring& measuring, const Plan& plan, const std::string& plan_file,
                                   const Translator& translator);

/// "TTFT 28 ms, TPOT 7.1 ms, 138 output tokens/s"
std::string expected_text(const MeasuringRun& run, const Translator& translator);

}  // namespace hakaru
