// A question typed as flags; a scenario also in a TOML file, over which flags stand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hakaru/asking/question.h"
#include "session.h"

namespace hakaru::cli {

class QuestionFlags {
 public:
  explicit QuestionFlags(const Question& question) : question_(question) {}

  /// A flag or word for each key, and the scenario file. Must outlive the parsing of the command line.
  void add_to(CLI::App& command, const Session& session);

  /// The flags that were typed, as one table of keys; amounts of money as `in_dollars` has them.
  Result<Json> keys(const std::function<std::string(const std::string&)>& in_dollars) const;
  /// The file of the scenario; "": there is none.
  std::string place() const { return names_model() ? "" : file_; }
  /// True if the word that stands where the file may is a model.
  bool names_model() const;

 private:
  const Question& question_;
  std::string file_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// "--global-batch" of "global_batch".
std::string flag_of(std::string_view key);

}  // namespace hakaru::cli
