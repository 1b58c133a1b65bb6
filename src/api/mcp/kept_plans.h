// Plans that a model asked for, kept by a short name so that it can ask further about them: a whole plan is longer than
// a model should read.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/asking/question.h"

namespace hakaru::api {

class KeptPlans {
 public:
  /// Its name: "plan-1". The oldest of many are dropped.
  std::string keep(const OrderedJson& file);
  /// "plan-1", or "plan-1#2": the plan of rank 2 alone, as the first of its file.
  Result<Json> named(const std::string& reference) const;
  std::vector<std::string> names() const;

  /// `keys` of `question` with whole plans where it names those that are kept.
  Result<Json> in_place(const Question& question, Json keys) const;

 private:
  struct Kept {
    std::string name;
    std::string file;
  };
  mutable std::mutex keeping_;
  std::size_t so_far_ = 0;
  std::deque<Kept> plans_;
};

}  // namespace hakaru::api
