// A launch file or command that was read, the plan that it is, and what would be better: what `plan --from` answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/formats/json.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/launching/read_launch.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// A change of a launch, the plan that it gives, and its gain.
struct Better {
  Message what;
  Plan plan;
  double gain_share = 0;  ///< of the time of a step, or of machines for a token
};

struct Launched {
  LaunchPrograms programs;
  LaunchRead read = {};  ///< points into `programs`
  Json keys = {};        ///< of the scenario
  std::int64_t experts_cut = 1, experts_over = 1;
  std::vector<Message> notes = {};        ///< what is predicted otherwise than it is said
  std::vector<std::string> assumed = {};  ///< what nothing says; with its value, once the scenario is read
  Catalog catalog = {};                   ///< with machines of which a part idles
  Scenario scenario = {};
  std::optional<Plan> plan = {};
  std::optional<Error> why_none = {};
  bool has_verdict = true;  ///< all that may decide memory or time is known
  std::vector<Better> better = {};
};

std::string launched_text(const Launched& made, const Pen& pen);
OrderedJson json_of(const Launched& made, const Translator& translator);

}  // namespace hakaru
