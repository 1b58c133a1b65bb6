// Makers' statements on how long their software will be supported, and the compiling before a first step:
// data/support.toml.
//
// Compiling, an estimate: of the largest pipeline stage, whose graphs no other stage shares,
//   time      layers × seconds of a layer: the least with all graphs side by side, the most one after another
// Example: 24 layers (BERT-Large on one core) × 19 to 200 s: 7.6 min to 80 min.
// Limits: two models give the time; the width of a layer is not in it, nor is the compiler's release.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/message.h"
#include "hakaru/core/result.h"
#include "hakaru/job/job.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

struct SupportNotice {
  enum class State { ended, ending, maintained, beta, unsupported };

  std::vector<std::string> accelerators;  ///< of those whose names begin so
  std::string job;                        ///< "train", "serve", "infer"; empty: any
  std::string software;
  State state = State::ending;
  std::string until;        ///< the release that ends it, or since which it is so
  std::string instead;      ///< what new work goes to; empty: nothing is named
  std::string date;         ///< of what says so
  bool only_named = false;  ///< nothing newer stands for it: its machines are ranked where they are named alone
};

struct Compiling {
  std::string kind;                                              ///< of accelerators, "neuroncore"
  double least_s_of_a_layer = 0, most_s_of_a_layer = 0;          ///< counted: their geometric mean
  double least_bytes_of_a_graph = 0, most_bytes_of_a_graph = 0;  ///< of the host's memory
};

struct SupportNotices {
  std::vector<SupportNotice> notices;
  std::vector<Compiling> compiling;

  static Result<SupportNotices> read(const DataFiles& data);
  /// True where machines of `accelerator` are ranked for the job only when named, by what was known on `as_of`.
  bool only_named(const Job& job, const Accelerator& accelerator, const std::string& as_of) const;
  /// Seconds that compiling takes ahead of the first step of training; 0: nothing is compiled there.
  double compile_s(const Model& model, const Plan& plan) const;
  /// Notes on a job as it is planned, by statements made up to the day `as_of` ("": by all).
  std::vector<Message> told(const Job& job, const Plan& plan, const std::string& as_of) const;
};

}  // namespace hakaru
