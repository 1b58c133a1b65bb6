// What makers say of how long their software will be there, and what is compiled before a first step:
// data/support.toml.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/message.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/job/job.h"

namespace hakaru {

struct SupportNotice {
  enum class State { ended, ending, maintained, beta };

  std::vector<std::string> accelerators;  ///< of those whose names begin so
  std::string job;                        ///< "train", "serve", "infer"; empty: any
  std::string software;
  State state = State::ending;
  std::string until;    ///< the release that ends it, or since which it is so
  std::string instead;  ///< what new work goes to; empty: nothing is named
  std::string date;     ///< of what says so
};

struct CompileTime {
  std::string kind;  ///< of accelerators, "neuroncore"
  double from_s = 0, to_s = 0;
};

struct SupportNotices {
  std::vector<SupportNotice> notices;
  std::vector<CompileTime> compiled;

  static Result<SupportNotices> read(const DataFiles& data);
  /// What is to be said of a job on an accelerator; of what was said after the day `as_of`, nothing ("": all).
  std::vector<Message> told(const Job& job, const Accelerator& accelerator, const std::string& as_of) const;
};

}  // namespace hakaru
