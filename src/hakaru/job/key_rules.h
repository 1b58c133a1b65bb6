// Rules in the declaration of a key: which other keys it needs beside it, which it excludes, and between which limits
// its value is. One check makes the refusals of all of them, once, when keys are read.
//
//   const KeyRules rules{.needs = "max_replicas", .least = "0s", .most = "7d"};  // of compile_time, a DURATION
//   refuse_by_rules(rules, {"compile_time", "DURATION"}, "serve", reader);
//   // --compile-time needs --max-replicas
//   // --compile-time is 40d; accepted: 0s … 7d
//
// Limits: a rule knows keys as they were given. What depends on a model, a machine, a plan or on what is usual is
// refused where that is read, by the same sentences (KeyReader::refuse_both, KeyReader::refuse_without).
#pragma once

#include <string>
#include <string_view>

#include "hakaru/job/key_reader.h"

namespace hakaru {

/// Other keys are words with blanks between: "items", any of several "ttft|tpot", one with a value
/// "algorithm=dpo|grpo", one that matters to a job alone "infer:items".
struct KeyRules {
  std::string needs = {};             ///< each of these
  std::string excludes = {};          ///< any of these
  std::string least = {}, most = {};  ///< as they are typed, "1s" and "30d": both, or none
};

enum class ReadKeys {
  as_given,
  of_plan  ///< with what was taken beside what was given, so that nothing excludes another
};

struct RuledKey {
  std::string_view name;
  std::string_view value;       ///< its kind, "DURATION"
  std::string_view usual = "";  ///< its value where it is not given; a usual 0 that is given asks for nothing
};

/// Refuses what breaks the rules of a key in a scenario of `job` ("": of none).
void refuse_by_rules(const KeyRules& rules, const RuledKey& ruled, std::string_view job, KeyReader& reader,
                     ReadKeys read = ReadKeys::as_given);

}  // namespace hakaru
