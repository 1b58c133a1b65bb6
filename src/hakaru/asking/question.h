// Every question that can be asked, in one table: what it takes, in the order of its help, and who answers it. Flags,
// JSON questions and their schema are made from it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/asking/answer.h"
#include "hakaru/core/fields.h"
#include "hakaru/job/key_rules.h"

namespace hakaru {

struct QuestionKey {
  std::string name;   ///< "global_batch"
  std::string group;  ///< of the help; "": only a question as JSON has it
  std::string value;  ///< what it takes: "COUNT", "closed|flow"; "": nothing, it is there or not
  std::string help;   ///< one line, English; Japanese in data/messages
  bool needed = false;
  bool repeatable = false;
  std::string place = {};  ///< a word of the command line instead of a flag, "PLAN", or another flag, "-o"
  std::string also = {};   ///< another name of it
  bool is_output = false;  ///< names a file, or a folder of several, to be written; as JSON it is true, and the answer
                           ///< has the text under its name, or the texts of several by theirs
  bool beside_rows = false;  ///< asks for what a table has no place for
  std::string instead = {};  ///< another key that may stand for it where it is needed
  std::string usual = {};    ///< its value where it is not given; "": that depends
  int times = 0;             ///< how often it must be given; 0: as often as one likes, up to `most`
  std::size_t most = most_values_of_a_key;
  KeyRules rules = {};  ///< of other keys beside it, and of its value; a scenario's keys are checked where it is read

  bool is_flag() const { return place.empty() || place.front() == '-'; }
  bool is_switch() const { return value.empty() || value == "true|false"; }
  bool is_model() const { return value == "MODEL"; }
  bool is_plan() const { return value == "PLAN"; }
  bool is_file() const { return value == "FILE" && !is_output; }
  bool is_folder() const { return value == "DIR"; }
  bool reads() const { return is_model() || is_plan() || is_file() || is_folder(); }
};

/// `key`, which is taken for `value` where it is not given.
inline QuestionKey usually(std::string value, QuestionKey key) {
  key.usual = std::move(value);
  return key;
}

/// `key`, with what its declaration says of others.
inline QuestionKey ruled(KeyRules rules, QuestionKey key) {
  key.rules = std::move(rules);
  return key;
}

struct Question {
  std::string name;  ///< as it is typed: "plan serve"
  std::string help;
  std::string job;  ///< train, serve, infer; "": it is about none
  std::vector<QuestionKey> keys;
  Result<Answer> (*answer)(const Json& keys, const Asking& asking);
  bool is_scenario = false;       ///< its keys are those of a scenario, which may stand in a file
  std::string answer_shape = {};  ///< of answer_shapes.h; "": that of its own name, "plan_train_answer"

  /// As JSON has it: "plan_serve".
  std::string json_name() const;
  bool has(std::string_view key) const {
    return std::any_of(keys.begin(), keys.end(), [&](const QuestionKey& each) { return each.name == key; });
  }
};

const std::vector<Question>& questions();

/// By its name as JSON has it; null: there is none.
const Question* question_named(std::string_view name);

/// Its answer, unless `keys` break the rules of their declarations.
Result<Answer> answer_to(const Question& question, const Json& keys, const Asking& asking);

/// {"question": "plan_serve", "model": …}: keys with values as flags have them, or as JSON has numbers, truths and
/// lists; a model may be a config.json itself, a plan a whole plan file, which "whole": true gives of plans that are
/// asked for. Times that differ from call to call are left out.
Result<Answer> ask(const Json& question, const Asking& asking);

/// JSON Schema (2020-12) of everything that may be asked and is answered; schema.h has it one by one.
OrderedJson question_schema();

}  // namespace hakaru
