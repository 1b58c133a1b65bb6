// hakaru scale train --instance I --counts 1,2,4 [--weak]: the same job on more and more instances.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/output/json.h"
#include "hakaru/output/scaling_text.h"
#include "parallel.h"
#include "scenario_flags.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_instances_asked = 100'000, largest_batch = 1'000'000'000;
constexpr std::size_t most_points = 64;

struct ScaleCommand {
  ScenarioFlags flags;
  std::string counts, up_to, batches;
  bool weak = false;
};

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
Result<std::vector<std::int64_t>> doubling_to(std::string_view text) {
  const Result<std::vector<std::int64_t>> last = numbers_of(text, "--instances-to", most_instances_asked);
  if (!last) return fail(last);
  if (last->size() > 1) return bad_input("{} takes exactly one value", "--instances-to");
  std::vector<std::int64_t> counts;
  for (std::int64_t count = 1; count < last->front(); count *= 2) counts.push_back(count);
  counts.push_back(last->front());
  return counts;
}

/// What is swept; the keys are made whole for the scenario's reader.
Result<Sweep> sweep_of(const ScaleCommand& command, Json& keys) {
  const int ways =
      (command.counts.empty() ? 0 : 1) + (command.up_to.empty() ? 0 : 1) + (command.batches.empty() ? 0 : 1);
  if (ways != 1) return bad_input("scale needs one of {}; found {}", "--counts, --instances-to, --batches", ways);
  if (!keys.contains("instance")) return bad_input("scale needs --instance at least once; found none");
  for (const auto& [key, flag] :
       {std::pair{"deadline", "--deadline"}, std::pair{"budget", "--budget"}, std::pair{"objective", "--objective"},
        std::pair{"top", "--top"}, std::pair{"pareto", "--pareto"}}) {
    if (keys.contains(key))
      return bad_input("{} means nothing to scale, which takes the fastest plan of each point", flag);
  }
  if (command.batches.empty()) {
    if (keys.contains("instances")) return bad_input("{} and {} exclude each other", "--instances", "--counts");
    return command.weak ? Sweep::weak : Sweep::strong;
  }
  if (keys.contains("global_batch")) return bad_input("{} and {} exclude each other", "--global-batch", "--batches");
  if (command.weak) return bad_input("{} and {} exclude each other", "--weak", "--batches");
  if (!keys.contains("instances")) return bad_input("--batches needs --instances: how many take each batch");
  keys["global_batch"] = "1";
  return Sweep::batch;
}

Result<std::vector<ScalePoint>> points_of(const ScaleCommand& command, Sweep sweep, const Scenario& scenario) {
  if (sweep == Sweep::batch) {
    const Result<std::vector<std::int64_t>> batches = numbers_of(command.batches, "--batches", largest_batch);
    if (!batches) return fail(batches);
    std::vector<ScalePoint> points;
    for (const std::int64_t batch : *batches) points.push_back({*scenario.hardware.instance_count, batch});
    return points;
  }
  const Result<std::vector<std::int64_t>> counts = command.counts.empty()
                                                       ? doubling_to(command.up_to)
                                                       : numbers_of(command.counts, "--counts", most_instances_asked);
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

Result<std::string> run(const ScaleCommand& command, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  Result<Json> keys = command.flags.keys();
  if (!keys) return fail(keys);
  if (const std::optional<Error> error = command.flags.refuse_pareto(*keys, "scale")) return tl::unexpected(*error);
  const Result<Sweep> sweep = sweep_of(command, *keys);
  if (!sweep) return fail(sweep);
  const Result<Scenario> scenario = read_scenario(*keys, command.flags.name(), **data, **catalog);
  if (!scenario) return fail(scenario);
  if (!scenario->other_recipes.empty())
    return bad_input("{} names several recipes; {} takes one", "--precision", "hakaru scale");
  const Result<std::vector<ScalePoint>> points = points_of(command, *sweep, *scenario);
  if (!points) return fail(points);

  std::vector<ScalingCurve> curves;
  for (const std::string& instance : scenario->hardware.instances) {
    Result<ScalingCurve> curve = scale(*scenario, *sweep, instance, *points, **catalog, **data, all_cores());
    if (!curve) return fail(curve);
    curves.push_back(std::move(*curve));
  }
  if (const std::optional<Message> why = why_nothing(curves))
    return tl::unexpected(Error{ErrorKind::unsatisfiable, *why});
  const OrderedJson json = json_of(*sweep, curves, session.translator());
  if (session.json) return json_text(json);
  if (session.csv) {
    OrderedJson rows = OrderedJson::array();
    for (const OrderedJson& curve : json["curves"]) {
      for (const OrderedJson& point : curve["points"]) {
        rows.push_back({{"instance", curve["instance"]}});
        rows.back().update(point);
      }
    }
    return csv_of(rows);
  }
  Scenario shown = *scenario;
  std::get<TrainingJob>(shown.job).global_batch = points->front().global_batch;
  return scaling_text(shown, *sweep, curves, session.pen());
}

}  // namespace

void add_scale_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& scale = add_command(app, "scale", t.say("the same job on more and more instances"));
  CLI::App& command = add_command(scale, "train", t.say("strong and weak scaling of a training run"));
  const auto state = std::make_shared<ScaleCommand>();
  state->flags.add_to(command, "train", session);
  command.add_option("--counts", state->counts, t.say("numbers of instances (1,2,4,8)"))
      ->type_name("LIST")
      ->group("scaling");
  command.add_option("--instances-to", state->up_to, t.say("1, 2, 4 … and that many instances"))
      ->type_name("COUNT")
      ->group("scaling");
  command.add_option("--batches", state->batches, t.say("global batches, the instances staying (16,32,64)"))
      ->type_name("LIST")
      ->group("scaling");
  command.add_flag("--weak", state->weak, t.say("the global batch grows with the instances"))->group("scaling");
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
