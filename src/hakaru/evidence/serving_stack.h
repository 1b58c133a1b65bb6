// Serving software as measurements name it, and how it runs where a row does not say: data/serving_stacks.toml.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"

namespace hakaru {

struct ServingStack {
  std::string name;  ///< the table of data/calibrations/serving/*.toml that holds its constants
  std::vector<std::string> engines;
  bool continuous = true;  ///< requests join a running batch; else a batch begins and ends together
  std::int64_t prefill_tokens = 0;
  std::int64_t most_sequences = 0;
  std::optional<std::int64_t> output_length;
};

class ServingStacks {
 public:
  static Result<ServingStacks> read(const DataFiles& data);

  /// By the engine's name with its version ("vllm 0.12.0"); null: not known.
  const ServingStack* find(std::string_view engine) const;
  /// Sequences that `series` decodes for one answer of `model`.
  std::int64_t beams(std::string_view series, std::string_view model) const;
  std::vector<std::string> names() const;

 private:
  std::map<std::string, ServingStack> stacks_;
  std::map<std::pair<std::string, std::string>, std::int64_t> beams_;
};

}  // namespace hakaru
