// Serving software as measurements name it, and how it runs where a row does not say: data/serving_stacks.toml.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"
#include "hakaru/serving/steady/closed_loop.h"

namespace hakaru {

struct ServingStack {
  std::string name;  ///< the table of data/calibrations/serving/*.toml that holds its constants
  std::vector<std::string> engines;
  bool continuous = true;  ///< requests join a running batch; else a batch begins and ends together
  std::int64_t prefill_tokens = 0;
  std::int64_t most_sequences = 0;
  std::optional<std::int64_t> output_length;
  bool evenly = false;               ///< where a rate is stated, requests come at equal intervals
  std::int64_t compiled_tokens = 0;  ///< that prompts and caches are padded to; 0: shapes are as they come
};

class ServingStacks {
 public:
  static Result<ServingStacks> read(const DataFiles& data);

  /// By the engine's name with its version ("vllm 0.12.0"); null: not known.
  const ServingStack* find(std::string_view engine) const;
  /// Sequences that `series` decodes for one answer of `model`.
  std::int64_t beams(std::string_view series, std::string_view model) const;
  /// Sequences that decoding of `model` on so many ranks was compiled for, where more than its requests in flight; 1:
  /// not said.
  std::int64_t compiled_sequences(const std::string& stack, const std::string& accelerator, std::string_view model,
                                  std::int64_t tp) const;
  /// What sampling on the host takes in a setup that the name of a measurement tells; nothing: it does none.
  HostSampling sampling(const std::string& stack, const std::string& measurement) const;
  std::vector<std::string> engine_names() const;

 private:
  struct Setup {
    std::string stack, name_has;
    HostSampling sampling;
  };

  std::optional<Error> take_beams(const Json& tree, const std::string& file);
  std::optional<Error> take_compiled(const Json& tree, const std::string& file);
  std::optional<Error> take_host_sampling(const Json& tree, const std::string& file);
  std::vector<std::string> stack_names() const;

  std::map<std::string, ServingStack> stacks_;
  std::vector<Setup> sampling_on_hosts_;
  std::map<std::pair<std::string, std::string>, std::int64_t> beams_;
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> compiled_sequences_;
};

}  // namespace hakaru
