#include "kept_plans.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru::api {
namespace {

constexpr const char* prefix = "plan-";

/// `file` with the plan of `rank` alone; empty: it has none.
std::optional<Json> of_rank(Json file, std::int64_t rank) {
  for (Json& plan : file["plans"]) {
    if (plan.value("rank", Json()) != rank) continue;
    plan["rank"] = 1;
    file["plans"] = Json::array({Json(plan)});
    return file;
  }
  return std::nullopt;
}

}  // namespace

std::string KeptPlans::keep(const OrderedJson& file) {
  constexpr std::size_t most = 32;
  const std::lock_guard<std::mutex> lock(keeping_);
  plans_.push_back({prefix + std::to_string(++so_far_), json_text(file)});
  if (plans_.size() > most) plans_.pop_front();
  return plans_.back().name;
}

std::vector<std::string> KeptPlans::names() const {
  const std::lock_guard<std::mutex> lock(keeping_);
  std::vector<std::string> names;
  for (const Kept& each : plans_) names.push_back(each.name);
  return names;
}

Result<Json> KeptPlans::named(const std::string& reference) const {
  const std::size_t mark = reference.find('#');
  const std::string name = reference.substr(0, mark);
  std::string text;
  {
    const std::lock_guard<std::mutex> lock(keeping_);
    const auto found = std::find_if(plans_.begin(), plans_.end(), [&](const Kept& each) { return each.name == name; });
    if (found != plans_.end()) text = found->file;
  }
  if (text.empty()) {
    const std::string kept = names().empty() ? "-" : join(names());
    return bad_input("'{}' is no plan that was asked for here; kept: {}", reference, kept);
  }
  Result<Json> file = parse_json(text, name);
  if (!file || mark == std::string::npos) return file;
  const Result<std::int64_t> rank = parse_count(reference.substr(mark + 1), reference);
  if (!rank) return fail(rank);
  if (std::optional<Json> plan = of_rank(*file, *rank)) return std::move(*plan);
  return bad_input("{}: has no plan of rank {}; it has {}", name, *rank, (*file)["plans"].size());
}

Result<Json> KeptPlans::in_place(const Question& question, Json keys) const {
  const auto put = [&](Json& plan) -> std::optional<Error> {
    if (!plan.is_string() || !plan.get_ref<const std::string&>().starts_with(prefix)) return std::nullopt;
    Result<Json> file = named(plan.get<std::string>());
    if (!file) return file.error();
    plan = std::move(*file);
    return std::nullopt;
  };
  for (const QuestionKey& key : question.keys) {
    if (key.place != "PLAN" || !keys.contains(key.name)) continue;
    Json& value = keys[key.name];
    if (!value.is_array()) value = Json::array({value});
    for (Json& plan : value) {
      if (const std::optional<Error> error = put(plan)) return tl::unexpected(*error);
    }
    if (!key.repeatable && value.size() == 1) value = Json(value[0]);
  }
  return keys;
}

}  // namespace hakaru::api
