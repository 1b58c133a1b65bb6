// A plan file from anyone: read, with the constants that it carries, and its arithmetic told. Its model is always a
// description within the file, or a known one: the fuzzer must not open files.
#include "hakaru/formats/plan_file.h"

#include <cmath>

#include "hakaru/planning/plan/plan.h"
#include "told.h"

namespace {

using namespace hakaru;

void keep_from_files(Json& plan) {
  if (!plan.is_object() || !plan.contains("scenario") || !plan["scenario"].is_object()) return;
  Json& keys = plan["scenario"];
  if (keys.contains("model") && !keys["model"].is_object()) keys["model"] = "gpt2";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const DataFiles files;
  static const Catalog catalog = Catalog::read(files).value();
  Result<Json> json = parse_json({reinterpret_cast<const char*>(data), size}, "plan.json");
  if (!told(json)) return 0;
  if (json->is_object() && json->contains("plans") && json->at("plans").is_array()) {
    for (Json& plan : json->at("plans")) keep_from_files(plan);
  }
  const std::string text = json->dump(-1, ' ', false, Json::error_handler_t::replace);
  const Result<SavedPlan> saved = plan_in(text, "plan.json", 1, files, catalog);
  if (!told(saved)) return 0;
  const Result<PlanExplanation> explanation = explain_plan(saved->scenario, saved->plan, saved->constants_in(files));
  if (!told(explanation)) return 0;
  for (const Terms* terms : {&explanation->memory, &explanation->time, &explanation->money}) {
    for (const Term& term : *terms) {
      if (!std::isfinite(term.value)) __builtin_trap();
    }
  }
  return 0;
}
