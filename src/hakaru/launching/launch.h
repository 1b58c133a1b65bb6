// The commands and files of settings of the program that trains or serves by a plan, for any machine of it.
//
//   training   one command, on each machine at once
//   serving    one command for a server, started as often as there are replicas; where prompts and answers are served
//              apart two, and the router's before them
//   inference  none: what calls a model in batches is the user's own program
// A part of the plan that the program has no words for is listed, and the program cannot run the plan as it is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/launching/server_command.h"
#include "hakaru/launching/variables.h"
#include "hakaru/planning/fleet/steady_replica.h"

namespace hakaru {

/// Parts where prompts and answers are served apart: two kinds of servers, and the router that takes the requests.
inline constexpr const char *prefill_part = "prefill", *decode_part = "decode", *router_part = "router";

struct LaunchCommandOf {
  std::string part;                              ///< "prefill", "decode", "router"; empty: it is all there is
  const LaunchProgram* program = nullptr;        ///< of the LaunchPrograms that the launch was made with
  const LaunchProgram* settings_form = nullptr;  ///< whose file goes with it; null: none
  Command command;
  Command settings = {};          ///< "path.to.key=value"; empty: no file goes with it
  std::int64_t servers = 1;       ///< how many of it run in all; of training 1
  std::int64_t accelerators = 1;  ///< of one
};

struct Launch {
  std::string engine;                       ///< as it was asked for; empty: it was not
  double published_bytes = 0;               ///< of those weights
  std::string model = {};                   ///< its weights: a name at Hugging Face, a folder
  const LaunchProgram* program = nullptr;   ///< of the LaunchPrograms that it was made with
  const LaunchProgram* settings = nullptr;  ///< whose file goes with it; null: none
  std::vector<LaunchCommandOf> commands = {};
  std::vector<ScriptVariable> variables = {};
  std::vector<std::string> unsaid = {};       ///< what the program has no words for, each once: "zero 2"
  const ConditionalWords* refused = nullptr;  ///< what it has words for, and does not run; null: nothing
  std::vector<Message> notes = {};
  std::optional<SpeedLine> speed = {};                         ///< of a server
  std::optional<double> ttft_limit_s = {}, tpot_limit_s = {};  ///< that the plan keeps; empty: it has none
  std::int64_t port = 0;                                       ///< that servers listen at; training 0
  std::int64_t fewest_servers = 0;  ///< that make as much as the plan does, whatever comes when; 0: not known
  Drafting drafting = {};
};

/// True if the program runs all of the plan.
bool can_run(const Launch& launch);

/// The engines of that job whose programs run there, as people name them.
std::vector<std::string> engines_on(const Accelerator& accelerator, bool training, const LaunchPrograms& programs);

/// `engine`: as people name it ([for] of data/launch); empty: what the plan is for.
Result<Launch> launch_of(const Scenario& scenario, const Plan& plan, std::string_view engine,
                         const LaunchPrograms& programs, const DataFiles& data, const Drafting& drafting = {});

}  // namespace hakaru
