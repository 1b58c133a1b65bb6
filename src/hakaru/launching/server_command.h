// The command that serves one replica of a plan, or the replicas that share their experts.
#pragma once

#include "hakaru/launching/launch_programs.h"
#include "hakaru/planning/search/served_on.h"

namespace hakaru {

/// The fewest replicas that are a server of their own: where experts are spread over several, these.
Layout one_server(const Layout& planned);

/// A type of fewer than 16 bits that the weights are to be kept in and are not published in; empty: none.
std::optional<DataType> converted_to(const ServingJob& job);

/// Speculative decoding: a draft proposes tokens, which the model verifies in one pass.
struct Drafting {
  std::int64_t tokens = 0;  ///< 0: none is proposed
  std::string method = {};  ///< as tables name it: "eagle3", "mtp"
  std::string model = {};   ///< the draft's weights; empty: the model's own layers

  bool uses_own_layers() const { return method == "mtp"; }
};

struct ServerLaunch {
  Layout layout;             ///< of one_server
  std::int64_t context = 0;  ///< tokens of the longest request
  LaunchPurpose purpose = LaunchPurpose::running;
  std::int64_t machines = 1;  ///< that one server spans
  std::string role = {};      ///< "prefill", "decode"; empty: both
  std::string network = {};   ///< between machines, "efa"; empty: another
  Drafting drafting = {};
};

struct ServerCommand {
  Command command;
  Command settings;                           ///< "path.to.key=value"; empty: no file goes with it
  std::vector<std::string> unsaid;            ///< what the program has no words for: "kv_cache fp8"
  const ConditionalWords* refused = nullptr;  ///< what it has words for, and does not run; null: nothing
  std::optional<DataType> other_weights;      ///< the weights must be a copy in this type: it does not convert them
};

ServerCommand server_command(const ServedOn& served, const ServerLaunch& launch, const EnginePrograms& engine,
                             const LaunchPrograms& programs);

}  // namespace hakaru
