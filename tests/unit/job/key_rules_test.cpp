#include "hakaru/job/key_rules.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "hakaru/asking/question.h"
#include "hakaru/job/scenario.h"

namespace hakaru {
namespace {

std::string refused(const KeyRules& rules, const Json& keys, std::string_view job = "",
                    ReadKeys read = ReadKeys::as_given, std::string_view usual = "") {
  KeyReader reader(keys, "");
  refuse_by_rules(rules, {"time", "DURATION", usual}, job, reader, read);
  return reader.error() ? in_english(reader.error()->message) : "";
}

TEST(KeyRules, SayWhatIsFoundAndWhatIsAccepted) {
  const Json keys{{"time", "40d"}, {"mode", "slow"}, {"off", false}, {"none", "0"}};
  EXPECT_EQ(refused({.needs = "mode mode=fast|slow none off|mode"}, keys), "");
  EXPECT_EQ(refused({.needs = "off"}, keys), "--time needs --off");
  EXPECT_EQ(refused({.needs = "off|other"}, keys), "--time needs --off, --other");
  EXPECT_EQ(refused({.needs = "mode=fast|even"}, keys), "--time needs --mode fast|even; found slow");
  EXPECT_EQ(refused({.excludes = "off other mode=fast"}, keys), "");
  EXPECT_EQ(refused({.excludes = "none"}, keys), "--time and --none exclude each other; accepted: one of them");
  EXPECT_EQ(refused({.excludes = "mode"}, keys), "--time and --mode exclude each other; accepted: one of them");
  EXPECT_EQ(refused({.excludes = "mode=fast|slow"}, keys),
            "--time and --mode slow exclude each other; accepted: one of them");
  EXPECT_EQ(refused({.least = "1s", .most = "30d"}, keys), "--time is 40d; accepted: 1s … 30d");
}

TEST(KeyRules, MatterToSomeJobsAndNotToKeysThatAskForNothing) {
  const Json keys{{"time", "1d"}, {"mode", "slow"}};
  EXPECT_EQ(refused({.needs = "infer:items"}, keys, "train"), "");
  EXPECT_EQ(refused({.needs = "infer:items"}, keys, "infer"), "--time needs --items");
  EXPECT_EQ(refused({.excludes = "mode"}, keys, "", ReadKeys::of_plan), "");
  const Json nothing{{"time", "0"}, {"mode", "slow"}};
  EXPECT_EQ(refused({.needs = "items"}, nothing, "", ReadKeys::as_given, "0"), "");
  EXPECT_EQ(refused({.needs = "items"}, nothing), "--time needs --items");
}

/// The names in a rule: "infer:items other|another=value" has three.
std::vector<std::string> names_in(const std::string& rule) {
  const std::regex beside("[a-z]+:|=[^ ]+"), name("[a-z_]+");
  const std::string names = std::regex_replace(rule, beside, " ");
  return {std::sregex_token_iterator(names.begin(), names.end(), name), std::sregex_token_iterator()};
}

template <typename Key>
void expect_known(const std::vector<Key>& keys, const std::string& of) {
  std::set<std::string> known;
  for (const Key& key : keys) known.insert(key.name);
  for (const Key& key : keys) {
    for (const std::string& name : names_in(key.rules.needs + " " + key.rules.excludes))
      EXPECT_TRUE(known.contains(name)) << of << ", " << key.name << ": " << name;
    EXPECT_EQ(key.rules.least.empty(), key.rules.most.empty()) << of << ", " << key.name;
  }
}

TEST(KeyRules, NameKeysThatAreKnown) {
  expect_known(scenario_keys(), "scenario");
  for (const Question& question : questions()) expect_known(question.keys, question.name);
}

}  // namespace
}  // namespace hakaru
