// A sweep: many scenarios, written in one TOML file or as the same tables in JSON.
//
//   [base]                               # keys of every scenario (scenario.h)
//   job = "train"
//   model = "gpt3-175b"
//   tokens = "300B"
//   sequence_length = 2048
//   [grid]                               # every combination of these
//   global_batch = [768, 1536]
//   instances = [32, 64, 128]
//   [[list]]                             # each of these with the whole grid; over what the base says
//   instance = "p4d.24xlarge"
//   [[list]]
//   instance = "p5.48xlarge"
//   price = "spot"
//
// makes 2 · 2 · 3 = 12 scenarios. They are numbered from 0, the last key of the grid (in alphabetical order) changing
// fastest, the list slowest. Without a grid there is one combination, without a list one entry that says nothing.
//
// A key or value that no scenario can have is bad input for the whole sweep. What is wrong in some combinations only is
// an answer: the reason why there is no plan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/job/scenario.h"

namespace hakaru {

class ScenarioSweep {
 public:
  /// `name` is the file's, for messages.
  static Result<ScenarioSweep> read(std::string_view text, const std::string& name);
  /// {"base": {…}, "grid": {…}, "list": [{…}, …]}; `name`: what messages call it.
  static Result<ScenarioSweep> of(const Json& table, const std::string& name);

  std::int64_t scenarios() const { return scenarios_; }
  /// "train", "serve", "infer": the same for all.
  const std::string& job() const { return job_; }
  const std::string& name() const { return name_; }
  /// The keys of the grid and of the list, in alphabetical order.
  const std::vector<std::string>& varied() const { return varied_; }
  /// True if some scenario asks for more than one precision recipe, or type of weights or KV cache.
  bool compares_recipes() const;
  /// True if some scenario may be a live service.
  bool may_be_live() const;
  /// True if some scenario has this key.
  bool mentions(const std::string& key) const;
  /// All keys of one scenario.
  Json keys(std::int64_t index) const;

  /// The first value that no scenario can have. Each is read with the base and, of other axes, only what a scenario
  /// needs: two values that exclude each other are both fine.
  std::optional<Error> unusable(ScenarioSources& sources) const;

 private:
  /// One entry of the list, or one value of a grid's key, at each place.
  using Choices = std::vector<Json>;
  using Places = std::vector<std::size_t>;
  Json keys_at(const Places& places) const;
  /// Some axes, and the place taken of each.
  using Chosen = std::map<std::size_t, std::size_t>;
  Json keys_of(const Chosen& chosen) const;
  std::optional<Error> why_unreadable(const Chosen& chosen, ScenarioSources& sources) const;
  bool mended(Chosen& chosen, std::optional<Error>& error, ScenarioSources& sources) const;
  bool readable_otherwise(const Chosen& chosen, std::size_t axis, ScenarioSources& sources) const;

  std::string name_;
  std::string job_;
  Json base_;
  std::vector<Choices> axes_;  ///< tables of keys; the list first, then each key of the grid
  std::vector<std::string> varied_;
  std::int64_t scenarios_ = 1;
};

}  // namespace hakaru
