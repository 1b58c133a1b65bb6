#include <algorithm>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/purchase_keys.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/planning/bands/run_bands.h"
#include "hakaru/training/run_conditions.h"

namespace hakaru {
namespace {

constexpr const char* usual_storage = "fsx-lustre";  ///< for checkpoints, on AWS
constexpr double largest_pue = 10, dirtiest_grid = 10;

/// "2TB/s" or "2TB", of the whole cluster.
Result<double> parse_bandwidth(std::string_view text, std::string_view name) {
  if (text.ends_with("/s")) text.remove_suffix(2);
  Result<double> bytes = parse_bytes(text, name);
  if (bytes && *bytes <= 0)
    return bad_input("{} is '{}'; accepted: bytes with their unit such as 500GB, 2TiB", name, text);
  return bytes;
}

/// Replaces a known value by the one that the user says; `said` empty: the known one stays.
void state(std::optional<Sourced>& known, std::optional<double> said, const KeyReader& reader, const char* key) {
  if (said) known = Sourced{*said, reader.shown(key)};
}

/// "local-nvme, --checkpoint-bandwidth": of storage, what `instance` has or reaches.
std::vector<std::string> ways_to_say_bandwidth(const KeyReader& reader, const Catalog& catalog,
                                               const Instance& instance) {
  std::vector<std::string> ways;
  for (const Storage& each : catalog.storages()) {
    const bool there = each.local ? instance.local_storage_bytes > 0 : is_within_reach(each, instance);
    if (there) ways.push_back(each.name);
  }
  ways.push_back(reader.shown("checkpoint_bandwidth"));
  return ways;
}

void read_storage(KeyReader& reader, const Catalog& catalog, const Cluster& cluster, RunConditions& conditions) {
  const std::optional<std::string> usual =
      cluster.instance().cloud == "aws" ? std::optional<std::string>(usual_storage) : std::nullopt;
  if (const auto named = reader.has("checkpoint_storage") ? reader.text("checkpoint_storage") : usual) {
    const auto storage = reader.keep(catalog.storage(*named));
    const Instance& instance = cluster.instance();
    if (storage && !is_within_reach(*storage, instance))
      reader.refuse(bad_input("{} is '{}', storage of {}; accepted for a machine of {}: {}",
                              reader.shown("checkpoint_storage"), storage->name, storage->cloud, instance.cloud,
                              join(ways_to_say_bandwidth(reader, catalog, instance))));
    else if (storage)
      conditions.checkpoint_bytes_per_s = write_bandwidth(*storage, cluster);
  }
  state(conditions.checkpoint_bytes_per_s, reader.parsed<double>("checkpoint_bandwidth", parse_bandwidth), reader,
        "checkpoint_bandwidth");
}

/// A region may have a grid that is known, or prices, or both.
std::optional<std::string> checked_region(KeyReader& reader, const DataFiles& data, const Catalog& catalog) {
  const std::optional<std::string> region = reader.text("region");
  std::vector<std::string> known = catalog.prices().regions();
  for (const std::string& each : grid_regions(data)) known.push_back(each);
  if (!region || std::find(known.begin(), known.end(), *region) != known.end()) return region;
  if (const Result<std::string> meant = catalog.known_region(*region, "region")) return *meant;
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  reader.refuse(bad_input("{} is '{}', which is not known; nearest: {}", reader.shown("region"), *region,
                          join(nearest_names(*region, known))));
  return region;
}

Result<RunConditions> conditions_of(KeyReader& reader, const Plan& plan, const DataFiles& data,
                                    const Catalog& catalog) {
  const std::string region = checked_region(reader, data, catalog).value_or(plan.price ? plan.price->region : "");
  Result<RunConditions> conditions = known_conditions(data, plan.cluster.instance(), region);
  if (!conditions) return conditions;
  state(conditions->node_mtbf_s, reader.parsed<double>("node_mtbf", parse_duration_s), reader, "node_mtbf");
  state(conditions->restart_s, reader.parsed<double>("restart", parse_duration_s), reader, "restart");
  conditions->checkpoint_interval_s = reader.parsed<double>("checkpoint_interval", parse_duration_s);
  state(conditions->pue, reader.number("pue", 1, largest_pue), reader, "pue");
  state(conditions->kgco2e_per_kwh, reader.number("grid_kgco2e_per_kwh", 0, dirtiest_grid), reader,
        "grid_kgco2e_per_kwh");
  read_storage(reader, catalog, plan.cluster, *conditions);
  std::vector<std::string> storages = ways_to_say_bandwidth(reader, catalog, plan.cluster.instance());
  storages.pop_back();  // the flag of the bandwidth itself
  for (const char* const asks : {"node_mtbf", "checkpoint_interval"}) {
    if (reader.has(asks) && !conditions->checkpoint_bytes_per_s && !reader.error())
      reader.refuse(
          bad_input("{} needs the speed at which checkpoints are written, not known of {}; accepted: {} 5GB, or {}: {}",
                    reader.shown(asks), plan.cluster.instance().name, reader.named("checkpoint_bandwidth"),
                    reader.named("checkpoint_storage"), join(storages)));
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return conditions;
}

/// Removes the cost from the estimate and its bands: no offered block can hold the run, at any price.
void forget_cost(RunEstimate& run, std::vector<FigureBand>& bands) {
  run.cost_usd.reset();
  std::erase_if(run.run, [](const Term& term) { return term.name == "cost"; });
  std::erase_if(bands, [](const FigureBand& band) { return band.key == "cost_usd"; });
}

}  // namespace

std::vector<QuestionKey> run_keys() {
  QuestionKey purchase{"purchase", "purchase", "LIST", "how the instances are bought (on_demand=48,spot=16)"};
  QuestionKey spot{"spot_interruptions_per_hour", "purchase", "NUMBER",
                   "how often one spot instance is taken away (0.02)"};
  purchase.beside_rows = spot.beside_rows = true;
  return {plan_key(),
          ruled({.least = "1us", .most = "1000000d"},
                {"node_mtbf", "failures", "DURATION", "mean time between failures of one node (264d)"}),
          {"restart", "failures", "DURATION", "from a failure until the checkpoint is read (11m)"},
          ruled({.excludes = "checkpoint_bandwidth"},
                {"checkpoint_storage", "failures", "NAME", "where checkpoints lie (on AWS fsx-lustre)"}),
          {"checkpoint_bandwidth", "failures", "BYTES", "of writing them, of all nodes in a second (2TB)"},
          ruled({.least = "1us", .most = "1000000d"},
                {"checkpoint_interval", "failures", "DURATION", "between two of them (default: the best)"}),
          {"region", "energy", "NAME", "region of the grid (default: that of the price)"},
          {"pue", "energy", "RATIO", "power of the data centre over that of its machines (1.14)"},
          {"grid_kgco2e_per_kwh", "energy", "KG", "emissions of the grid (0.379)"},
          purchase,
          spot,
          {"deadline", "purchase", "DURATION", "the cheapest way to buy must end within (30d)"},
          {"budget", "purchase", "MONEY", "and cost at most ($20k)"},
          {"start_date", "purchase", "DATE", "day on which the run may begin, from which the deadline counts (today)"}};
}

Result<Answer> run_answer(const Json& keys, const Asking& asking) {
  Result<SavedPlan> read = asked_training_plan(keys, "hakaru run FILE[#RANK]", asking);
  if (!read) return fail(read);
  const auto saved = std::make_shared<const SavedPlan>(std::move(*read));
  const Plan& plan = saved->plan;
  KeyReader reader(keys, asking.place);
  const Result<RunConditions> conditions = conditions_of(reader, plan, asking.data, asking.catalog);
  if (!conditions) return fail(conditions);
  const bool in_blocks = plan.price && plan.price->kind == PriceKind::capacity_block;
  const TrainingFigures& figures = *plan.training();
  const std::optional<double>& usd_per_h = plan.costs.usd_per_h;
  IdealRun ideal{figures.step.step_time_s, figures.duration_s, usd_per_h, in_blocks ? usd_per_h.value_or(0) : 0};
  const Result<RunConditions> priced = conditions_as_priced(reader, plan, *conditions);
  if (!priced) return fail(priced);
  Result<RunEstimate> estimate = estimate_run(saved->training_job(), plan.cluster, ideal, *priced);
  if (!estimate) return fail(estimate);
  const Result<BlockOfRun> offered = block_of_run(reader, *saved, estimate->duration_s, asking.catalog, asking.today);
  if (!offered) return fail(offered);
  if (offered->block) {
    ideal.block = offered->block;
    estimate = estimate_run(saved->training_job(), plan.cluster, ideal, *priced);
    if (!estimate) return fail(estimate);
  }
  Result<std::vector<FigureBand>> bands = run_bands(saved->training_job(), plan, ideal, *priced, asking.data);
  if (!bands) return fail(bands);
  if (offered->why_none) forget_cost(*estimate, *bands);
  const bool spot = plan.price && plan.price->kind == PriceKind::spot;
  if (spot && !reader.has("spot_interruptions_per_hour"))
    estimate->notes.push_back(message(
        "priced as spot, whose interruptions are not counted: --spot-interruptions-per-hour says how often they come"));
  if (const CostComponent* const data_set = plan.costs.data_set())
    estimate->notes.push_back(message("keeping and moving its data set costs {} on top", in_usd(data_set->usd)));
  const Result<std::optional<PurchaseAnswer>> purchase =
      purchase_answer(reader, *saved, *conditions, asking.catalog, asking.today);
  if (!purchase) return fail(purchase);
  if (!*purchase && offered->block)
    estimate->notes.push_back(told_of_block(*offered->block));  // the table tells it too
  if (!*purchase && offered->why_none) estimate->notes.push_back(*offered->why_none);
  Answer answer;
  answer.json = json_of(plan, *estimate, *bands, *priced, asking.translator);
  answer.rows = OrderedJson::array({answer.json});
  if (*purchase) answer.json["purchase"] = json_of(**purchase, asking.translator);
  answer.text = [saved, estimate = *estimate, bands = *bands, purchase = *purchase](const Pen& pen) {
    const std::string text = run_text(saved->scenario, saved->plan, estimate, bands, pen);
    return purchase ? text + "\n" + purchase_text(*purchase, pen) : text;
  };
  return answer;
}

}  // namespace hakaru
