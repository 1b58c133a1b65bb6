// Facts of runs that a serving benchmark fixes and rows do not state: data/serving_benchmarks.toml.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"

namespace hakaru {

class ServingBenchmarks {
 public:
  static Result<ServingBenchmarks> read(const DataFiles& data);

  /// Sequences that `series` decodes for one answer of `model`.
  std::int64_t beams(std::string_view series, std::string_view model) const;

 private:
  std::map<std::pair<std::string, std::string>, std::int64_t> beams_;
};

}  // namespace hakaru
