#include "hakaru/evidence/band.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/evidence/conformal.h"
#include "hakaru/evidence/residual_pool.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr double percent = 100, median = 0.5;
constexpr std::string_view memory_metric = "memory_gib";
constexpr double scale_that_is_beyond = 10;  // times the accelerators of the largest run

/// The models that ran in a group of the figure's shape, by their names: others than the figure's are among them.
Message models_that_ran(const std::vector<const HeldOutRun*>& runs) {
  constexpr std::size_t most_named = 3;
  std::set<std::string> names;
  for (const HeldOutRun* run : runs) {
    if (!run->model.empty()) names.insert(run->model);
  }
  if (names.empty()) return message("this model");
  std::vector<Message> models;
  for (const std::string& name : names) {
    if (models.size() < most_named) models.push_back(Message{"{}", {name}});
  }
  if (names.size() > most_named) models.push_back(message("{} more", names.size() - most_named));
  return list_of(models);
}

/// Runs of the figure's model in its configuration, which tells the layout of a service alone (held_out.h).
Message name_of_same_model(const RunContext& figure, const Message& models, bool at_this_load) {
  const auto& [software, accelerator, formats] = std::tie(figure.software, figure.accelerator, figure.configuration);
  if (figure.metric == "step_time_s" && at_this_load)
    return message("{} on {}, {} ({}) on about as many accelerators, in any layout", software, accelerator, models,
                   formats);
  if (figure.metric == "step_time_s")
    return message("{} on {}, {} ({}), in any layout", software, accelerator, models, formats);
  if (figure.metric == "latency_ms_p50" || figure.metric == "items_per_s")
    return at_this_load ? message("{} on {}, {} ({}), batches about as large", software, accelerator, models, formats)
                        : message("{} on {}, {} ({})", software, accelerator, models, formats);
  return at_this_load ? message("{} on {}, {} split and loaded like this", software, accelerator, models)
                      : message("{} on {}, {} split like this", software, accelerator, models);
}

/// Names a group of this level by what its `runs` have in common.
Message name_of_alike(const RunContext& figure, std::optional<GroupLevel> level,
                      const std::vector<const HeldOutRun*>& runs) {
  const auto& [software, accelerator] = std::tie(figure.software, figure.accelerator);
  if (!level) return message("any software, models of any kind");
  switch (*level) {
    case GroupLevel::load:
    case GroupLevel::series:
      return name_of_same_model(figure, models_that_ran(runs), *level == GroupLevel::load);
    case GroupLevel::model:
      return message("{} on {}, {}", software, accelerator, models_that_ran(runs));
    case GroupLevel::kind:
      return message("{} on {}, models of its kind ({})", software, accelerator, figure.model_kind);
    case GroupLevel::pair:
      return message("{} on {}", software, accelerator);
    case GroupLevel::kind_of_vendor:
      return message("{} on other accelerators of {}, models of its kind ({})", software, figure.vendor,
                     figure.model_kind);
    case GroupLevel::kind_of_software:
      return message("{} on other accelerators, models of its kind ({})", software, figure.model_kind);
    case GroupLevel::any_of_vendor:
      return message("any software on accelerators of {}, models of its kind ({})", figure.vendor, figure.model_kind);
    case GroupLevel::any:
      break;
  }
  return message("any software, models of its kind ({})", figure.model_kind);
}

/// The statistic of a run that publishers report for `metric`.
Message covered_by(std::string_view metric) {
  if (metric == "step_time_s") return message("the mean step of a run");
  if (metric == memory_metric) return message("the peak of the fullest device");
  if (metric == "latency_ms_p50") return message("the median batch of a run");
  if (is_rate(metric)) return message("the mean rate of a run");
  return message("the mean or median request of a run");
}

/// Clears accelerator, vendor, load, traits and count of a memory peak: its error is grouped by none of these.
void make_like_its_kind(RunContext& run) {
  if (run.metric != memory_metric) return;
  run.accelerator.clear();
  run.vendor.clear();
  run.load.clear();
  run.traits.reset();
  run.accelerators = 1;
}

/// The reason for a wider band: no run of `software` had `part`.
Message why_untried(const std::string& software, LayoutTrait part) {
  switch (part) {
    case LayoutTrait::uneven_experts:
      return message("no run of {} chose experts unevenly", software);
    case LayoutTrait::recompute:
      return message("no run of {} recomputed activations", software);
    case LayoutTrait::offload:
      return message("no run of {} offloaded states or activations", software);
    case LayoutTrait::encoders:
      return message("no run of {} encoded its items within the step", software);
    case LayoutTrait::zero2:
      return message("no run of {} had {}", software, "ZeRO 2");
    case LayoutTrait::zero3:
      return message("no run of {} had {}", software, "ZeRO 3");
    case LayoutTrait::dpo:
      return message("no run of {} had {}", software, "DPO");
    case LayoutTrait::grpo:
      return message("no run of {} had {}", software, "GRPO");
    default:
      return message("no run of {} had {}", software, name_of(part));
  }
}

/// The time that a rate is judged by; empty: the metric is none, or judged by itself. Tokens a second are: as far off
/// as TPOT, of those measured at a load 74.5 % would be within their band (of items a second, as far off as the latency
/// of their batch, 92.4 %).
std::string_view time_beside(std::string_view metric) { return metric == "items_per_s" ? "latency_ms_p50" : ""; }

/// Reads the differences between repeated runs: ln, by metric and software.
Result<std::map<std::pair<std::string, std::string>, double>> read_repeats(const DataFiles& data) {
  constexpr double most = 10;
  std::map<std::pair<std::string, std::string>, double> repeats;
  for (const DataFiles::File& file : data.under("evidence/repeats.csv")) {
    const Result<CsvTable> table = parse_csv(file.text, file.name);
    if (!table) return fail(table);
    for (const CsvTable::Row& row : table->rows) {
      CsvFields fields(*table, row);
      repeats[{fields.text("metric"), fields.text_or("software", "")}] = fields.positive("log_ratio", most);
      if (fields.error()) return tl::unexpected(*fields.error());
    }
  }
  return repeats;
}

/// Group levels, the nearest first, and the nearness of a figure if runs of its group were predicted from so near.
constexpr std::pair<GroupLevel, Nearness> levels_known[] = {
    {GroupLevel::series, Nearness::series}, {GroupLevel::model, Nearness::model}, {GroupLevel::pair, Nearness::pair}};

struct BandRules {
  GroupShrinkage shrinkage;
  std::map<std::string, std::string> same_memory;
  double least_half_width_of_grpo = 0;
  double own_share = 0;
};

/// `kind`: of job, which may have rules of its own.
Result<BandRules> read_rules(const DataFiles& data, std::string_view kind) {
  constexpr NumberRange units{.min = 0.1, .max = 1e6}, spread{.min = 1e-6, .max = 10}, medians{.min = 1, .max = 1e6},
      share{.min = 0, .max = 1};
  constexpr std::array<std::string_view, 4> kinds_of_job{"training", "serving", "inference", "memory"};
  const Json empty = Json::object();
  BandRules rules;
  for (const DataFiles::File& file : data.under("evidence/bands.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields fields(*table, file.name);
    fields.text("source");
    rules.shrinkage.units = fields.number("units", units);
    rules.shrinkage.least_spread = fields.number("least_spread", spread);
    Fields own(fields.has(kind) ? fields.value(kind) : empty, file.name, std::string(kind));
    if (own.has("most_medians")) rules.shrinkage.most_medians = own.number("most_medians", medians);
    rules.own_share = own.number_or("own_share", fields.number("own_share", share), share);
    for (const std::string_view other : kinds_of_job) fields.value(other);
    Fields same(fields.value("same_memory"), file.name, "same_memory");
    for (const std::string& software : same.keys()) rules.same_memory[software] = same.text(software);
    Fields grpo(fields.value("grpo"), file.name, "grpo");
    rules.least_half_width_of_grpo = grpo.number("least_half_width", spread);
    grpo.text("source");
    for (Fields* each : {&fields, &own, &grpo}) each->refuse_unknown();
    for (const Fields* each : {&fields, &own, &same, &grpo}) {
      if (each->error()) return tl::unexpected(*each->error());
    }
  }
  return rules;
}

}  // namespace

Band::Band(std::shared_ptr<const std::vector<HeldOutRun>> runs, std::shared_ptr<const ResidualPool> pool,
           const GroupsOfRun& groups, std::vector<Widening> wider)
    : widenings(std::move(wider)), runs_(std::move(runs)), pool_(std::move(pool)), groups_(groups) {
  const double quantile = pool_->quantile().value_or(0);
  of_runs = quantile * pool_->spread_of(groups);
  radius = of_runs;
  for (const Widening& each : widenings) radius *= each.times;
  stretch_ = quantile > 0 ? radius / quantile : radius;
}

Band Band::together_with(const Band& other, double share, const Message& why) const {
  const auto both = [&](double own, double others) {
    return elementary::log((1 - share) * elementary::exp(own) + share * elementary::exp(others));
  };
  Band together = *this;
  std::vector<double> drawn;
  const std::vector<std::pair<double, double>> beside = residuals_beside(other);  // of each run with both signs
  for (std::size_t at = 0; at + 1 < beside.size(); at += 2) {
    const auto& [own, others] = beside[at];
    drawn.push_back(std::max(std::abs(both(own, others)), std::abs(both(-own, -others))));
  }
  const std::optional<double> of_same_runs = conformal_radius(std::move(drawn), band_coverage);
  const double times = std::max(1.0, of_same_runs.value_or(both(radius, other.radius)) / radius);
  together.radius = radius * times;
  together.stretch_ = stretch_ * times;
  together.widenings.push_back({why, times});
  return together;
}

Band Band::of_grpo(double least_half_width) const {
  Band wide = *this;
  const double wider = std::max(1.0, least_half_width / radius);
  wide.radius *= wider;
  wide.stretch_ *= wider;
  wide.widenings.push_back({message("few published steps of GRPO tell what frameworks do between its phases"), wider});
  return wide;
}

double Band::half_radius() const { return stretch_ * pool_->half_quantile(); }
double Band::low(double predicted) const { return predicted * elementary::exp(-radius); }
double Band::high(double predicted) const { return predicted * elementary::exp(radius); }
double Band::half_low(double predicted) const { return predicted * elementary::exp(-half_radius()); }
double Band::half_high(double predicted) const { return predicted * elementary::exp(half_radius()); }
BandEnds Band::ends_of_time(double predicted, double least) const {
  const auto end = [&](double times) { return predicted * std::max(least, times); };
  return {end(low(1)), end(high(1)), end(half_low(1)), end(half_high(1))};
}
BandEnds Band::ends_of_rate(double predicted, double least) const {
  const BandEnds time = ends_of_time(1, least);
  return {predicted / time.high, predicted / time.low, predicted / time.half_high, predicted / time.half_low};
}
double Band::error_pct() const { return percent * std::max(high(1) - 1, 1 - low(1)); }

double Band::chance_at_most(double predicted, double limit) const {
  const double room = elementary::log(limit / predicted) / stretch_;
  std::size_t kept = 0;
  for (const auto& [run, value] : pool_->normalised()) kept += (value <= room ? 1 : 0) + (-value <= room ? 1 : 0);
  return probability_kept(kept, 2 * runs_in_all());
}

double Band::factor_within(double probability) const {
  std::vector<double> all = residuals();
  const std::size_t kept = fewest_kept(probability, all.size());
  if (kept > all.size()) return std::numeric_limits<double>::infinity();
  if (kept == 0) return 0;
  const auto last = all.begin() + static_cast<std::ptrdiff_t>(kept - 1);
  std::nth_element(all.begin(), last, all.end());
  return elementary::exp(*last);
}

std::vector<double> Band::residuals() const {
  std::vector<double> all;
  all.reserve(2 * runs_in_all());
  for (const ResidualPool::Normalised& each : pool_->normalised()) {
    all.push_back(residual_of(each));
    all.push_back(-residual_of(each));
  }
  return all;
}

std::vector<std::pair<double, double>> Band::residuals_beside(const Band& other) const {
  std::vector<std::pair<double, double>> both;
  if (runs_ != other.runs_) return both;  // of other files
  const auto& others = other.pool_->normalised();
  auto beside = others.begin();
  // Pools keep the order of the file, in which the metrics of a run stand together.
  for (const ResidualPool::Normalised& each : pool_->normalised()) {
    beside = std::find_if(beside, others.end(), [&](const ResidualPool::Normalised& its) {
      return is_same_run(*its.run, *each.run) || its.run > each.run;
    });
    if (beside == others.end()) break;
    if (!is_same_run(*beside->run, *each.run)) continue;
    both.emplace_back(residual_of(each), other.residual_of(*beside));
    both.emplace_back(-residual_of(each), -other.residual_of(*beside));
  }
  return both;
}

std::size_t Band::models_alike() const {
  std::set<std::string_view> shapes, names;
  for (const HeldOutRun* run : like()) {
    shapes.insert(run->identity);
    names.insert(run->model);
  }
  return shapes.size() == 1 ? names.size() : shapes.size();
}

double Band::median_error_pct() const {
  std::vector<double> errors;
  for (const HeldOutRun* run : like()) errors.push_back(percent * std::abs(elementary::exp(-log_ratio_of(*run)) - 1));
  return percentile(std::move(errors), median);
}

Result<Bands> Bands::read(const DataFiles& data, std::string_view kind) {
  Result<std::vector<HeldOutRun>> runs = read_held_out(data, kind);
  if (!runs) return fail(runs);
  auto repeats = read_repeats(data);
  if (!repeats) return fail(repeats);
  Result<BandRules> rules = read_rules(data, kind);
  if (!rules) return fail(rules);
  for (HeldOutRun& run : *runs) make_like_its_kind(run);
  Bands bands;
  bands.runs_ = std::make_shared<const std::vector<HeldOutRun>>(std::move(*runs));
  bands.groups_ = std::make_shared<const RunGroups>(*bands.runs_);
  bands.repeats_ = std::move(*repeats);
  bands.shrinkage_ = rules->shrinkage;
  bands.same_memory_ = std::move(rules->same_memory);
  bands.least_half_width_of_grpo_ = rules->least_half_width_of_grpo;
  bands.own_share_ = rules->own_share;
  for (std::size_t at = 0; at < bands.runs_->size(); ++at) {
    const HeldOutRun& run = (*bands.runs_)[at];
    const auto is_predicted = [](const std::optional<double>& unseen) { return unseen.has_value(); };
    if (ranges::none_of(run.unseen, is_predicted)) continue;  // nothing is judged by it
    for (const auto& [level, nearness] : levels_known) {
      if (run.residual(nearness))
        bands.predicted_[{run.metric, nearness}].insert(bands.groups_->of_run(at)[static_cast<std::size_t>(level)]);
    }
    OfSoftware& software = bands.of_software_[run.software];
    software.largest = std::max(software.largest, run.accelerators);
    software.traits |= run.traits;
    bands.measured_software_.emplace(run.metric, run.software);
    bands.measured_accelerators_.emplace(run.metric, run.accelerator);
    bands.measured_pairs_.emplace(run.metric, run.software + "\t" + run.accelerator);
    if (run.residual(Nearness::apart)) bands.told_apart_.insert(run.metric);
  }
  return bands;
}

const Bands::Pool& Bands::pool_of(const std::string& metric, Nearness nearness) {
  Pool& pool = pools_[{metric, nearness}];
  if (!pool) pool = std::make_shared<const ResidualPool>(*runs_, *groups_, metric, nearness, shrinkage_);
  return pool;
}

Nearness Bands::nearness_of(const RunContext& figure) const {
  const RunContext measured = as_measured(figure);
  return nearness_of(measured, groups_->of(measured));
}

Nearness Bands::nearness_of(const RunContext& figure, const GroupsOfRun& groups) const {
  for (const auto& [level, nearness] : levels_known) {
    const auto found = predicted_.find({figure.metric, nearness});
    if (found != predicted_.end() && found->second.contains(groups[static_cast<std::size_t>(level)])) return nearness;
  }
  if (!measured_software_.contains({figure.metric, figure.software})) return Nearness::none;
  const bool is_known = measured_accelerators_.contains({figure.metric, figure.accelerator});
  return is_known && told_apart_.contains(figure.metric) ? Nearness::apart : Nearness::software;
}

LayoutTraits Bands::traits_run_with(const std::string& software) const {
  const auto known = of_software_.find(software);
  return known != of_software_.end() ? known->second.traits : LayoutTraits().set();
}

double Bands::repeat_of(const RunContext& figure) const {
  const auto own = repeats_.find({figure.metric, figure.software});
  const auto any = own != repeats_.end() ? own : repeats_.find({figure.metric, ""});
  return any != repeats_.end() ? any->second : 0;
}

RunContext Bands::as_measured(RunContext figure) const {
  make_like_its_kind(figure);
  if (figure.metric != memory_metric) return figure;
  if (const auto same = same_memory_.find(figure.software); same != same_memory_.end()) figure.software = same->second;
  return figure;
}

std::string Bands::judged_by(const RunContext& figure) const {
  RunContext time = figure;
  time.metric = time_beside(figure.metric);
  const bool all_there_is = figure.load.empty();
  return time.metric.empty() || all_there_is || nearness_of(time) > nearness_of(figure) ? figure.metric : time.metric;
}

std::optional<Band> Bands::of(const RunContext& figure) {
  RunContext measured = as_measured(figure);
  measured.metric = judged_by(measured);
  return band_of(measured);
}

std::optional<Band> Bands::band_of(const RunContext& figure) {
  const GroupsOfRun groups = groups_->of(figure);
  const Nearness nearness = nearness_of(figure, groups);
  // Falls back on runs predicted from nearer where none was from so far; the band is widened below.
  for (int judged_by = static_cast<int>(nearness); judged_by >= 0; --judged_by) {
    const Pool& pool = pool_of(figure.metric, static_cast<Nearness>(judged_by));
    const std::optional<double> quantile = pool->quantile();
    if (!quantile) continue;
    const double of_runs = *quantile * pool->spread_of(groups);
    Band band(runs_, pool, groups, widenings_of(of_runs, nearness, figure, groups));
    band.nearness = nearness;
    band.alike = name_of_alike(figure, pool->level_of(groups), band.like());
    band.covers = covered_by(figure.metric);
    return band;
  }
  return std::nullopt;
}

std::vector<Widening> Bands::widenings_of(double radius, Nearness nearness, const RunContext& figure,
                                          const GroupsOfRun& groups) {
  std::vector<Widening> widenings;
  const auto widen_to = [&](double least, Message why) {
    widenings.push_back({std::move(why), std::max(1.0, least / radius)});
    radius = std::max(radius, least);
  };
  if (repeat_of(figure) > radius)
    widen_to(repeat_of(figure), message("the same run differs as much when it is repeated"));
  if (nearness >= Nearness::apart) {
    const bool elsewhere = nearness != Nearness::none;
    const bool is_pair = measured_pairs_.contains({figure.metric, figure.software + "\t" + figure.accelerator});
    const Pool& nearer = pool_of(figure.metric, were_it_run(nearness));
    widen_to(widening * nearer->quantile().value_or(0) * nearer->spread_of(groups),
             is_pair     ? message("{} ran one other model on {}", figure.software, figure.accelerator)
             : elsewhere ? message("{} was not measured on {}", figure.software, figure.accelerator)
                         : message("its software is not among what was measured"));
  }
  const auto software = of_software_.find(figure.software);
  if (software == of_software_.end()) return widenings;
  const double largest = software->second.largest;
  if (largest == 1 && figure.accelerators > 1)
    widen_to(widening * radius, message("all runs of {} had one accelerator", figure.software));
  else if (figure.accelerators >= scale_that_is_beyond * largest)
    widen_to(widening * radius, message("the largest run of {} had {} accelerators", figure.software, largest));
  const LayoutTraits unknown = figure.traits & ~software->second.traits;
  if (unknown.any()) {
    const auto first = static_cast<LayoutTrait>(std::countr_zero(unknown.to_ulong()));
    widen_to(widening * radius, why_untried(figure.software, first));
  }
  return widenings;
}

}  // namespace hakaru
