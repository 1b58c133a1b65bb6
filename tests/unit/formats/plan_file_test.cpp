// A plan's file says everything: what is missing, of another type or out of range is refused by its key.
#include "hakaru/formats/plan_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "hakaru/formats/json.h"

namespace hakaru {
namespace {

using Pointer = Json::json_pointer;

const DataFiles& data() {
  static const DataFiles files;
  return files;
}
const Catalog& catalog() {
  static const Catalog known = Catalog::read(data()).value();
  return known;
}

/// Plans of every job, which the fuzzer starts from.
Json saved_by(const std::string& name) {
  const Result<std::string> text = read_file(HAKARU_SOURCE_DIR "/fuzz/corpus/plan_file/" + name, 1 << 20);
  return parse_json(text.value_or(""), name).value_or(Json());
}

/// Result for the first plan of a file: the plan written again and explained; or the refusal.
struct Outcome {
  Json written, explained;
  std::string refusal;
  bool finite = true;
};

Outcome outcome_of(const Json& file) {
  const Result<SavedPlan> saved = plan_in(file.dump(), "plan.json", 1, data(), catalog());
  if (!saved) return {{}, {}, in_english(saved.error().message)};
  PlanResult result;
  result.plans.push_back(saved->plan);
  const Translator english;
  Outcome outcome{Json(plan_file(saved->scenario, result, 0, english, data()))["plans"][0], Json::array(), ""};
  const Result<PlanExplanation> explanation = explain_plan(saved->scenario, saved->plan, data());
  if (!explanation) return {{}, {}, in_english(explanation.error().message)};
  for (const Terms* terms : {&explanation->memory, &explanation->time, &explanation->money}) {
    for (const Term& term : *terms) outcome.finite = outcome.finite && std::isfinite(term.value);
    outcome.explained.push_back(Json(json_of(*terms)));
  }
  return outcome;
}

/// Every value of a plan; of a list only the first. What a reader never takes back is left out: the scenario and the
/// model have their own tests.
void find_values(const Json& value, const Pointer& at, std::vector<Pointer>& found) {
  for (const auto& [key, member] : value.items()) {
    if (at.empty() && (key == "scenario" || key == "model" || key == "porting" || key == "step" || key == "notes"))
      continue;
    found.push_back(at / key);
    if (member.is_object()) find_values(member, at / key, found);
  }
}

class SavedPlans : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    file = saved_by(GetParam());
    before = outcome_of(file);
    ASSERT_EQ(before.refusal, "");
    find_values(file["plans"][0], Pointer(), values);
    ASSERT_GT(values.size(), 80U);
  }
  /// Nobody reads it: it changes nothing.
  bool is_the_same(const Outcome& after) const {
    return after.written == before.written && after.explained == before.explained;
  }
  bool refused_by_key(const Outcome& after, const Pointer& at) const {
    return after.refusal.find(at.back()) != std::string::npos ||
           after.refusal.find(at.parent_pointer().back()) != std::string::npos;
  }

  Json file;
  Outcome before;
  std::vector<Pointer> values;
};

TEST_P(SavedPlans, NeedEveryKey) {
  for (const Pointer& at : values) {
    if (!at.parent_pointer().empty() && at.parent_pointer().back() == "data_types")
      continue;  // as many as the accelerator computes in
    Json changed = file;
    Json& table = changed["plans"][0][at.parent_pointer()];
    table.erase(at.back());
    const Outcome after = outcome_of(changed);
    EXPECT_TRUE(after.refusal.empty() ? is_the_same(after) : after.refusal.find(at.back()) != std::string::npos)
        << at.to_string() << ": " << (after.refusal.empty() ? "accepted" : after.refusal);
  }
}

TEST_P(SavedPlans, TakeNoNonsense) {
  for (const Pointer& at : values) {
    for (const Json& nonsense : {Json(), Json("NaN"), Json("abc"), Json(-1), Json(0), Json(1e300), Json(1e-300),
                                 Json(true), Json::array(), Json::object()}) {
      Json changed = file;
      changed["plans"][0][at] = nonsense;
      const Outcome after = outcome_of(changed);
      if (!after.refusal.empty()) continue;
      EXPECT_TRUE(after.finite) << at.to_string() << " = " << nonsense.dump();
      const Json written = after.written.value(at, Json("nothing"));
      const bool unknown = (nonsense.is_null() && written == 0) || (nonsense == 0 && written.is_null());
      const bool taken = written == nonsense || unknown;
      EXPECT_TRUE(taken || is_the_same(after))
          << at.to_string() << " = " << nonsense.dump() << " became " << written.dump();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryJob, SavedPlans,
                         testing::Values("train.json", "serve.json", "simulated.json", "infer.json"));

}  // namespace
}  // namespace hakaru
