// A scenario typed as flags, or written in a TOML file, or both: flags stand over the file.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hakaru/job/scenario.h"
#include "session.h"

namespace hakaru::cli {

class ScenarioFlags {
 public:
  /// A flag for each key that `job` (train, serve, infer) has, and the scenario file.
  void add_to(CLI::App& command, const std::string& job, const Session& session);

  /// The scenario as one table of keys.
  Result<Json> keys() const;
  /// What messages call the place the keys came from.
  std::string name() const { return file_.empty() ? "command line" : file_; }
  /// For commands that tell one plan of each instance or count.
  std::optional<Error> refuse_pareto(const Json& keys, std::string_view command) const;

 private:
  std::string job_;
  std::string file_;
  std::set<std::string> switches_;  ///< flags that may stand alone
  std::map<std::string, std::vector<std::string>> values_;
};

/// "--global-batch" of "global_batch".
std::string flag_of(std::string_view key);

}  // namespace hakaru::cli
