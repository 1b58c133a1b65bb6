// A launch file or command that was read, the plan that it is, and what would be better: what `plan --from` answers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/formats/json.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/launching/read_launch.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Ways to run a service as it was read, the first that it can.
enum class Served { within_limits, beyond_limits, saturated };
template <>
inline constexpr auto choice_names<Served> = std::to_array<std::string_view>({"within_limits", "beyond_limits",
                                                                              "saturated"});

/// A change of a launch, the plan that it gives, and its gain.
struct Better {
  Message what;
  Plan plan;
  std::optional<double> gain_share = {};  ///< of the time of a step, or of machines for a token; empty: not comparable
  Served served = Served::within_limits;  ///< of a service
};

struct Launched {
  LaunchPrograms programs;
  LaunchRead read = {};         ///< points into `programs`
  Json keys = {};               ///< of the scenario
  std::string checkpoint = {};  ///< the model by the name that it was said by, also where that says how it is kept
  std::int64_t experts_cut = 1, experts_over = 1;
  std::vector<Message> notes = {};            ///< what is predicted otherwise than it is said
  std::optional<Message> machine_taken = {};  ///< where the launch names no machine: the one that it is predicted on
  std::vector<std::string> assumed = {};      ///< what nothing says; with its value, once the scenario is read
  Catalog catalog = {};                       ///< with machines of which a part idles
  Scenario scenario = {};
  std::optional<Plan> plan = {};
  Served served = Served::within_limits;
  std::optional<Plan> saturated = {};  ///< of a live service: the same with as many such requests in flight as fit
  std::optional<Error> why_none = {};
  bool has_verdict = true;  ///< all that may decide memory or time is known
  std::vector<Better> better = {};
};

std::string launched_text(const Launched& made, const Pen& pen);
OrderedJson json_of(const Launched& made, const Translator& translator);

}  // namespace hakaru
