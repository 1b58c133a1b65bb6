// hakaru run PLAN[#RANK]: the whole training run of a plan, failures and checkpoints counted.
#include <algorithm>
#include <memory>

#include "commands.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/json.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/run_text.h"
#include "hakaru/training/run_conditions.h"
#include "named_flags.h"
#include "run_purchase.h"

namespace hakaru::cli {
namespace {

constexpr const char* usual_storage = "fsx-lustre";  ///< for checkpoints, on AWS
constexpr double largest_pue = 10, dirtiest_grid = 10;

struct RunCommand {
  std::string plan;
  NamedFlags flags;
};

/// "2TB/s" or "2TB", of the whole cluster.
Result<double> parse_bandwidth(std::string_view text, std::string_view name) {
  if (text.ends_with("/s")) text.remove_suffix(2);
  Result<double> bytes = parse_bytes(text, name);
  if (bytes && *bytes <= 0)
    return bad_input("{} is '{}'; accepted: bytes with their unit such as 500GB, 2TiB", name, text);
  return bytes;
}

/// What the user says, over what is known.
void state(std::optional<Sourced>& known, std::optional<double> said, const KeyReader& reader, const char* key) {
  if (said) known = Sourced{*said, reader.shown(key)};
}

void read_storage(KeyReader& reader, const Catalog& catalog, const Cluster& cluster, RunConditions& conditions) {
  if (reader.has("checkpoint_storage") && reader.has("checkpoint_bandwidth")) {
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("checkpoint_storage"),
                            reader.shown("checkpoint_bandwidth")));
  }
  const std::optional<std::string> usual =
      cluster.instance().cloud == "aws" ? std::optional<std::string>(usual_storage) : std::nullopt;
  if (const auto named = reader.has("checkpoint_storage") ? reader.text("checkpoint_storage") : usual) {
    if (const auto storage = reader.keep(catalog.storage(*named)))
      conditions.checkpoint_bytes_per_s = write_bandwidth(*storage, cluster);
  }
  state(conditions.checkpoint_bytes_per_s, reader.parsed<double>("checkpoint_bandwidth", parse_bandwidth), reader,
        "checkpoint_bandwidth");
}

/// A region may have a grid that is known, or prices, or both.
void check_region(KeyReader& reader, const DataFiles& data, const Catalog& catalog) {
  const std::optional<std::string> region = reader.text("region");
  std::vector<std::string> known = catalog.prices().regions();
  for (const std::string& each : grid_regions(data)) known.push_back(each);
  if (!region || std::find(known.begin(), known.end(), *region) != known.end()) return;
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  reader.refuse(bad_input("{} is '{}', which is not known; nearest: {}", reader.shown("region"), *region,
                          join(nearest_names(*region, known))));
}

Result<RunConditions> conditions_of(const Json& keys, const Plan& plan, const DataFiles& data, const Catalog& catalog) {
  KeyReader reader(keys, "");
  check_region(reader, data, catalog);
  const std::string region = reader.text("region").value_or(plan.price ? plan.price->region : "");
  Result<RunConditions> conditions = known_conditions(data, plan.cluster.instance(), region);
  if (!conditions) return conditions;
  const auto positive_duration = [&](const char* key) {
    const std::optional<double> seconds = reader.parsed<double>(key, parse_duration_s);
    if (seconds && *seconds <= 0)
      reader.refuse(bad_input("{} is {}; accepted: more than 0", reader.shown(key), *seconds));
    return seconds;
  };
  state(conditions->node_mtbf_s, positive_duration("node_mtbf"), reader, "node_mtbf");
  state(conditions->restart_s, reader.parsed<double>("restart", parse_duration_s), reader, "restart");
  conditions->checkpoint_interval_s = positive_duration("checkpoint_interval");
  state(conditions->pue, reader.number("pue", 1, largest_pue), reader, "pue");
  state(conditions->kgco2e_per_kwh, reader.number("grid_kgco2e_per_kwh", 0, dirtiest_grid), reader,
        "grid_kgco2e_per_kwh");
  read_storage(reader, catalog, plan.cluster, *conditions);
  if (reader.error()) return tl::unexpected(*reader.error());
  return conditions;
}

Result<std::string> run(const RunCommand& command, Session& session) {
  if (command.plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru run FILE[#RANK]");
  const Result<SavedPlan> saved = session.training_plan(command.plan);
  if (!saved) return fail(saved);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Plan& plan = saved->plan;
  const Result<RunConditions> conditions = conditions_of(command.flags.keys(), plan, **data, **catalog);
  if (!conditions) return fail(conditions);
  const bool in_blocks = plan.price && plan.price->kind == PriceKind::capacity_block;
  const IdealRun ideal{plan.step.step_time_s, plan.duration_s, plan.usd_per_h,
                       in_blocks ? plan.usd_per_h.value_or(0) : 0};
  const Result<RunConditions> priced = conditions_as_priced(command.flags.keys(), plan, *conditions);
  if (!priced) return fail(priced);
  Result<RunEstimate> estimate = estimate_run(saved->training_job(), plan.cluster, ideal, *priced);
  if (!estimate) return fail(estimate);
  if (plan.price && plan.price->kind == PriceKind::spot &&
      !command.flags.keys().contains("spot_interruptions_per_hour"))
    estimate->notes.push_back(message(
        "priced as spot, whose interruptions are not counted: --spot-interruptions-per-hour says how often they come"));
  const Result<std::optional<PurchaseAnswer>> purchase =
      purchase_answer(command.flags.keys(), *saved, *conditions, **catalog);
  if (!purchase) return fail(purchase);
  OrderedJson json = json_of(plan, *estimate, *priced, session.translator());
  if (session.csv && *purchase)
    return bad_input("{} and {} exclude each other", "--csv", "--purchase, --spot-interruptions-per-hour");
  if (session.csv) return csv_of(OrderedJson::array({json}));
  if (*purchase) json["purchase"] = json_of(**purchase, session.translator());
  if (session.json) return json_text(json);
  std::string text = run_text(saved->scenario, plan, *estimate, session.pen());
  if (*purchase) text += "\n" + purchase_text(**purchase, session.pen());
  return text;
}

}  // namespace

void add_run_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "run", t.say("days, money, energy and emissions of a plan, failures counted"));
  const auto state = std::make_shared<RunCommand>();
  command.add_option("PLAN", state->plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  const auto add = [&](const char* key, const char* type, const char* group, const std::string& help) {
    state->flags.add(command, key, type, group, help);
  };
  add("node_mtbf", "DURATION", "failures", t.say("mean time between failures of one node (264d)"));
  add("restart", "DURATION", "failures", t.say("from a failure until the checkpoint is read (11m)"));
  add("checkpoint_storage", "NAME", "failures", t.say("where checkpoints lie (on AWS fsx-lustre)"));
  add("checkpoint_bandwidth", "BYTES", "failures", t.say("of writing them, of all nodes in a second (2TB)"));
  add("checkpoint_interval", "DURATION", "failures", t.say("between two of them (default: the best)"));
  add("region", "NAME", "energy", t.say("region of the grid (default: that of the price)"));
  add("pue", "RATIO", "energy", t.say("power of the data centre over that of its machines (1.14)"));
  add("grid_kgco2e_per_kwh", "KG", "energy", t.say("emissions of the grid (0.379)"));
  add_purchase_flags(command, state->flags, t);
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
