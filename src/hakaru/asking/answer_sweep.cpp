// The best plan of each of many scenarios, as far as one answer holds them; millions go into a file (hakaru sweep).
#include <algorithm>
#include <atomic>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/output/sweep_rows.h"
#include "hakaru/planning/sweep_planner.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_scenarios_answered = 10'000;

struct Swept {
  ScenarioSweep sweep;
  std::vector<Result<Plan>> plans = {};  ///< by index
};

/// The tables of the sweep, and nothing else of the question.
Json tables_of(const Json& keys) {
  Json tables = Json::object();
  for (const char* table : {"base", "grid", "list"}) {
    if (keys.contains(table)) tables[table] = keys[table];
  }
  return tables;
}

/// Files that keys of the scenarios name, where none are read.
std::optional<Error> refuse_files_of(const ScenarioSweep& sweep, const Json& tables, const Asking& asking) {
  const Question* const plan = question_named("plan_" + sweep.job());
  if (asking.reads_files || plan == nullptr) return std::nullopt;
  std::vector<Json> all{tables.value("base", Json::object()), tables.value("grid", Json::object())};
  for (const Json& entry : tables.value("list", Json::array())) all.push_back(entry);
  for (const Json& keys : all) {
    if (std::optional<Error> error = refuse_files(plan->keys, keys, asking)) return error;
  }
  return std::nullopt;
}

Result<ScenarioSweep> asked_sweep(const Json& keys, const Asking& asking) {
  const Json tables = tables_of(keys);
  const std::string name = asking.scenario_name();
  Result<ScenarioSweep> sweep = ScenarioSweep::of(tables, name);
  if (!sweep) return sweep;
  if (sweep->scenarios() > most_scenarios_answered)
    return bad_input("{}: {} scenarios; accepted in one answer: up to {}; more go into a file: {}", name,
                     with_separators(sweep->scenarios()), with_separators(most_scenarios_answered),
                     "hakaru sweep SWEEP.toml -o out.csv");
  if (std::optional<Error> error = refuse_files_of(*sweep, tables, asking)) return tl::unexpected(std::move(*error));
  ScenarioSources sources(asking.data, asking.catalog);
  if (std::optional<Error> error = sweep->unusable(sources)) return tl::unexpected(std::move(*error));
  return sweep;
}

/// Columns of the first scenario of the sweep that can be read; empty: none can.
PlanColumns columns_of_sweep(const ScenarioSweep& sweep, const Asking& asking) {
  ScenarioSources sources(asking.data, asking.catalog);
  for (std::int64_t index = 0; index < sweep.scenarios(); ++index) {
    const Result<Scenario> scenario = read_scenario(sweep.keys(index), sweep.name(), sources);
    if (scenario) return columns_of(*scenario, asking.translator);
  }
  return {};
}

/// Plans every scenario of the sweep; true if all were planned, false if it was stopped.
bool plan_all(Swept& swept, const Asking& asking) {
  std::atomic<bool> unwanted = false;
  Executor executor = asking.executor;
  executor.watch.stopped = [&] { return unwanted || asking.executor.watch.stopped(); };
  SweepPlanners planners(swept.sweep, asking.data, asking.catalog, executor);
  const std::int64_t all = swept.sweep.scenarios();
  const auto take = [&](Result<Plan> plan) {
    swept.plans.push_back(std::move(plan));
    const std::int64_t done = std::ssize(swept.plans);
    const auto so_far = [&] { return message("{} of {} scenarios", with_separators(done), with_separators(all)); };
    if (!asking.tell(static_cast<double>(done) / static_cast<double>(all), so_far)) unwanted = true;
  };
  const auto keep = [](std::int64_t, const Json&, Result<Plan> plan) { return plan; };
  planners.each<Result<Plan>>(0, all, keep, take);
  return std::ssize(swept.plans) == all;
}

}  // namespace

std::vector<QuestionKey> sweep_keys() {
  QuestionKey list{"list", "", "TABLES", "each of these with the whole grid, over what the base says"};
  list.most = most_scenarios_answered;
  return {{"base", "", "TABLE", "keys of every scenario, those of plan, and its job", true},
          {"grid", "", "TABLE", "every combination of these, each a list of values"},
          std::move(list)};
}

Result<Answer> sweep_answer(const Json& keys, const Asking& asking) {
  Result<ScenarioSweep> sweep = asked_sweep(keys, asking);
  if (!sweep) return fail(sweep);
  const auto swept = std::make_shared<Swept>(Swept{std::move(*sweep)});
  if (!plan_all(*swept, asking)) return bad_input("the sweep was stopped");
  const SweepRows rows(swept->sweep, asking.translator);
  Answer answer;
  answer.rows = OrderedJson::array();
  for (std::size_t at = 0; at < swept->plans.size(); ++at) {
    const auto index = static_cast<std::int64_t>(at);
    answer.rows.push_back(rows.record(index, swept->sweep.keys(index), swept->plans[at]));
  }
  const auto with_plan = std::count_if(swept->plans.begin(), swept->plans.end(),
                                       [](const Result<Plan>& plan) { return plan.has_value(); });
  answer.json = {{"job", swept->sweep.job()},
                 {"scenarios", swept->sweep.scenarios()},
                 {"with_plan", with_plan},
                 {"rows", answer.rows}};
  answer.text = [swept, columns = columns_of_sweep(swept->sweep, asking)](const Pen& pen) {
    return sweep_text(swept->sweep, swept->plans, columns, pen);
  };
  return answer;
}

}  // namespace hakaru
