// A scenario: a job, what hardware may be used, what part of the layout is fixed, and what matters.
//
// It is written as TOML, or as command-line flags that stand for it; both become one table of keys, read here. Keys are
// the long flags with _ for -:
//
//   job = "train"            # train, serve, infer
//   model = "gpt3-175b"
//   tokens = "300B"
//   sequence_length = 2048
//   global_batch = 1536
//   accelerator = "a100-80gb"
//   accelerators = 1024
//   precision = ["bf16", "fp8"]   # or one, "bf16"
//   objective = "cost"       # cost, time, energy, throughput, accelerators
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/fields.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/demand.h"
#include "hakaru/job/hardware_request.h"
#include "hakaru/job/job.h"
#include "hakaru/job/key_rules.h"
#include "hakaru/job/layout_request.h"
#include "hakaru/job/quantisation.h"

namespace hakaru {

enum class Objective { cost, time, energy, throughput, accelerators };
template <>
inline constexpr auto choice_names<Objective> = std::to_array<std::string_view>({"cost", "time", "energy", "throughput",
                                                                                 "accelerators"});

/// With which probability a plan must keep its limits, at least, where nothing is said.
inline constexpr double usual_confidence = 0.8;

/// Share of device memory that is left free where none is stated and no peaks were measured.
inline constexpr double usual_headroom_share = 0.05;

/// Price of a service that sells tokens, in USD per million of them.
struct ApiPrice {
  double usd_per_million_input = 0, usd_per_million_output = 0;
};

/// Most replicas that a fleet that follows its load may be asked to grow to.
inline constexpr std::int64_t most_scaled_replicas = 10'000;

/// Request for a fleet that follows its load.
struct FollowRequest {
  std::optional<std::int64_t> most;  ///< replicas; empty: as the plan's fleet suggests
  std::optional<double> compile_s;   ///< of a new replica of compiled shapes; empty: its graphs are cached
};

struct Scenario {
  Job job;
  HardwareRequest hardware;
  LayoutRequest layout;
  std::vector<PrecisionRecipe> other_recipes;  ///< training: to be looked at beside the job's own
  std::optional<PrecisionRecipe> fp16;  ///< training: what stands for bf16 where an accelerator multiplies fp16 alone
  bool precision_is_stated = false;     ///< then it stands for nothing
  std::vector<Quantisation> other_quantisations;  ///< serving: likewise
  std::optional<ServingDemand> demand;            ///< serving: a live service; empty: requests in flight, offline
  bool disaggregate = false;                      ///< serving: fleets that prefill and decode apart, beside the others
  std::optional<FollowRequest> follow;            ///< serving: fleets that follow a trace too
  Objective objective = Objective::cost;
  double confidence = usual_confidence;
  bool confidence_is_stated = false;
  bool prefer_supported = false;  ///< productivity: plans that need no porting come first
  std::optional<double> deadline_s;
  std::optional<double> budget_usd;        ///< of a run, or of a lot; serving: of a month
  std::optional<double> headroom_share;    ///< of device memory, at least, that plans leave free; empty: not said
  std::optional<double> person_month_usd;  ///< prices the porting effort, when stated
  std::optional<ApiPrice> api_price;       ///< serving: what a service that sells tokens takes, to be compared with
  std::int64_t top = 10;                   ///< plans to keep
  bool exhaustive = false;
  bool pareto = false;              ///< the front of time, cost and energy too
  bool recommends_machine = false;  ///< what the team values was stated: the class of machine for it is told
  bool offline = false;             ///< serving: --offline; not said of a plan that was made without it
  std::string traffic;              ///< serving: the named traffic, or mixture, of the requests; empty: none
  std::string requests_file;        ///< serving: the name of the trace whose requests are replayed; empty: none
  std::string percentile;           ///< serving: that latencies are kept at, "p95"; empty: not said
  Json echo;  ///< the keys as given and as taken, to be written into JSON and plan files; nothing is read from it
};

/// Reads a scenario from its keys (values may be numbers or texts such as "300B"). `name` is the file or "command
/// line".
Result<Scenario> read_scenario(const Json& keys, const std::string& name, const DataFiles& data,
                               const Catalog& catalog);
class ScenarioSources;
/// The same, from sources that many scenarios share (scenario_sources.h).
Result<Scenario> read_scenario(const Json& keys, const std::string& name, ScenarioSources& sources);

/// The names of all recipes that are to be looked at, the job's own first: "bf16", "fp8".
std::vector<std::string> recipes_asked_for(const Scenario& scenario);

/// Every key a scenario may have, in the order of the help: for flags and completion.
struct ScenarioKey {
  std::string name;            ///< "global_batch"
  std::string jobs;            ///< which jobs take it: "train serve infer"
  std::string group;           ///< "job", "hardware", "layout", "objective"
  std::string value;           ///< what it takes: "COUNT", "TOKENS", "NAME", …
  std::string help;            ///< one line, English; Japanese in data/messages
  std::string needed_by = {};  ///< jobs that cannot do without it
  std::string instead = {};    ///< another key that may stand for it where it is needed
  std::string usual = {};      ///< its value where it is not given; "": that depends, the help says on what
  bool beside_rows = false;    ///< asks for what a table has no place for
  bool repeatable = false;     ///< may be given several times, as JSON as a list
  std::string also_in = {};    ///< questions that take it beside those of a scenario: "memory_train fit"
  KeyRules rules = {};         ///< of other keys beside it, and of its value
};
const std::vector<ScenarioKey>& scenario_keys();

}  // namespace hakaru
