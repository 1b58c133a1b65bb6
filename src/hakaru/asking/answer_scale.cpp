#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_instances_asked = 100'000, largest_batch = 1'000'000'000;
constexpr std::size_t most_points = 64;

/// The keys that scale takes beside those of a scenario.
struct ScaleKeys {
  std::string counts, up_to, batches;
  bool weak = false;
};

/// Takes them out of `keys`, which are a scenario's then.
Result<ScaleKeys> scale_keys(Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const ScaleKeys asked{reader.text("counts").value_or(""), reader.text("instances_to").value_or(""),
                        reader.text("batches").value_or(""), reader.boolean("weak").value_or(false)};
  if (reader.error()) return tl::unexpected(*reader.error());
  for (const char* key : {"counts", "instances_to", "batches", "weak"}) keys.erase(key);
  return asked;
}

/// "1,2,4": whole numbers that rise.
Result<std::vector<std::int64_t>> numbers_of(std::string_view text, std::string_view flag, std::int64_t most) {
  std::vector<std::int64_t> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const Result<std::int64_t> number = parse_count(rest.substr(0, comma), flag);
    if (!number) return fail(number);
    if (*number < 1 || *number > most) return bad_input("{} is {}; accepted: {} … {}", flag, *number, 1, most);
    if (!numbers.empty() && *number <= numbers.back())
      return bad_input("{} is '{}'; accepted: numbers that rise, such as 1,2,4,8", flag, text);
    numbers.push_back(*number);
    if (numbers.size() > most_points)
      return bad_input("{} holds more than {} numbers; accepted: up to {}", flag, most_points, most_points);
    if (comma == std::string_view::npos) return numbers;
    rest.remove_prefix(comma + 1);
  }
}

/// 1, 2, 4 … and the last.
Result<std::vector<std::int64_t>> doubling_to(std::string_view text, const Asking& asking) {
  const Result<std::vector<std::int64_t>> last =
      numbers_of(text, shown_key("instances_to", asking), most_instances_asked);
  if (!last) return fail(last);
  if (last->size() > 1) return bad_input("{} takes exactly one value", shown_key("instances_to", asking));
  std::vector<std::int64_t> counts;
  for (std::int64_t count = 1; count < last->front(); count *= 2) counts.push_back(count);
  counts.push_back(last->front());
  return counts;
}

/// Returns the quantity that is swept, and completes the keys for the scenario's reader.
Result<Sweep> sweep_of(const ScaleKeys& asked, Json& keys, const Asking& asking) {
  const int ways = (asked.counts.empty() ? 0 : 1) + (asked.up_to.empty() ? 0 : 1) + (asked.batches.empty() ? 0 : 1);
  if (ways != 1)
    return bad_input("scale needs one of {}; found {}", "--counts 4,8,16, --instances-to, --batches", ways);
  if (!keys.contains("instance")) return bad_input("scale needs --instance at least once; found none");
  for (const char* key : {"deadline", "budget", "objective", "top", "pareto"}) {
    if (keys.contains(key))
      return bad_input("{} means nothing to scale, which takes the fastest plan of each point", shown_key(key, asking));
  }
  if (asked.batches.empty()) return asked.weak ? Sweep::weak : Sweep::strong;
  keys["global_batch"] = "1";
  return Sweep::batch;
}

Result<std::vector<ScalePoint>> points_of(const ScaleKeys& asked, Sweep sweep, const Scenario& scenario,
                                          const Asking& asking) {
  if (sweep == Sweep::batch) {
    const Result<std::vector<std::int64_t>> batches =
        numbers_of(asked.batches, shown_key("batches", asking), largest_batch);
    if (!batches) return fail(batches);
    std::vector<ScalePoint> points;
    for (const std::int64_t batch : *batches) points.push_back({*scenario.hardware.instance_count, batch});
    return points;
  }
  const Result<std::vector<std::int64_t>> counts =
      asked.counts.empty() ? doubling_to(asked.up_to, asking)
                           : numbers_of(asked.counts, shown_key("counts", asking), most_instances_asked);
  if (!counts) return fail(counts);
  return points_of_counts(*counts, std::get<TrainingJob>(scenario.job).global_batch, sweep == Sweep::weak);
}

/// Nothing can be drawn where no point has a plan.
std::optional<Message> why_nothing(const std::vector<ScalingCurve>& curves) {
  for (const ScalingCurve& curve : curves) {
    for (const Scaled& point : curve.points) {
      if (point.plan) return std::nullopt;
    }
  }
  return curves.front().points.back().why_not;
}

OrderedJson rows_of(const OrderedJson& curves) {
  OrderedJson rows = OrderedJson::array();
  for (const OrderedJson& curve : curves) {
    for (const OrderedJson& point : curve["points"]) {
      rows.push_back({{"instance", curve["instance"]}});
      rows.back().update(point);
    }
  }
  return rows;
}

}  // namespace

Result<Answer> scale_answer(const Json& asked_keys, const Asking& asking) {
  Json keys = asked_keys;
  if (keys.contains("pareto"))
    return bad_input("{} means nothing to {}, which tells one plan of each; ask {}", shown_key("pareto", asking),
                     "scale", "hakaru plan train");
  const Result<ScaleKeys> asked = scale_keys(keys, asking);
  if (!asked) return fail(asked);
  const Result<Sweep> sweep = sweep_of(*asked, keys, asking);
  if (!sweep) return fail(sweep);
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return fail(scenario);
  if (!scenario->other_recipes.empty())
    return bad_input("{} names several recipes; {} takes one", shown_key("precision", asking), "hakaru scale");
  const Result<std::vector<ScalePoint>> points = points_of(*asked, *sweep, *scenario, asking);
  if (!points) return fail(points);

  const auto curves = std::make_shared<std::vector<ScalingCurve>>();
  for (const std::string& instance : scenario->hardware.instances) {
    Result<ScalingCurve> curve =
        scale(*scenario, *sweep, instance, *points, asking.catalog, asking.data, asking.executor);
    if (!curve) return fail(curve);
    curves->push_back(std::move(*curve));
  }
  if (const std::optional<Message> why = why_nothing(*curves))
    return tl::unexpected(Error{ErrorKind::unsatisfiable, *why});
  Answer answer;
  answer.json = json_of(*scenario, *sweep, *curves, asking.translator);
  answer.rows = rows_of(answer.json["curves"]);
  std::get<TrainingJob>(scenario->job).global_batch = points->front().global_batch;
  answer.text = [scenario = std::move(*scenario), sweep = *sweep, curves](const Pen& pen) {
    return scaling_text(scenario, sweep, *curves, pen);
  };
  return answer;
}

}  // namespace hakaru
