#include "hakaru/evidence/band.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/fields.h"
#include "hakaru/evidence/residual_pool.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

constexpr double percent = 100, median = 0.5;
constexpr double widening = 2;               // where the evidence ends
constexpr double scale_that_is_beyond = 10;  // times the accelerators of the largest run

std::vector<std::string_view> parts_in(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// What runs are alike in, of the groups that a figure of `nearness` has.
Message name_of_alike(const RunContext& figure, Nearness nearness, std::size_t level) {
  constexpr std::array<std::size_t, nearnesses> first{0, 2, 3, 5, 6};
  const auto& [software, accelerator] = std::tie(figure.software, figure.accelerator);
  switch (first[static_cast<std::size_t>(nearness)] + level) {
    case 0:
      return message("{} on {}, this model split and loaded like this", software, accelerator);
    case 1:
      return message("{} on {}, this model split like this", software, accelerator);
    case 2:
      return message("{} on {}, this model", software, accelerator);
    case 3:
      return message("{} on {}, models of its kind ({})", software, accelerator, figure.model_kind);
    case 4:
      return message("{} on {}", software, accelerator);
    case 5:
      return message("{} on other accelerators, models of its kind ({})", software, figure.model_kind);
    default:
      return message("other software, models of its kind ({})", figure.model_kind);
  }
}

/// What repeated runs differ by: ln, by metric and software.
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

Result<std::array<GroupShrinkage, nearnesses>> read_shrinkage(const DataFiles& data) {
  constexpr NumberRange runs{.min = 0.1, .max = 1e6}, spread{.min = 0, .max = 10};
  std::array<GroupShrinkage, nearnesses> shrinkage;
  for (const DataFiles::File& file : data.under("evidence/bands.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields fields(*table, file.name);
    fields.text("source");
    const double least_spread = fields.number("least_spread", spread);
    for (std::size_t at = 0; at < nearnesses; ++at)
      shrinkage[at] = {fields.number(fmt::format("runs_of_{}", name_of(static_cast<Nearness>(at))), runs),
                       least_spread};
    fields.refuse_unknown();
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return shrinkage;
}

/// The first part of `figure`'s layout that no run of its software has; empty: each is there, or no part is known.
std::string_view unseen_part(const RunContext& figure, const std::vector<HeldOutRun>& runs) {
  std::set<std::string_view> known;
  for (const HeldOutRun& run : runs) {
    if (run.software != figure.software) continue;
    for (const std::string_view part : parts_in(run.parts)) known.insert(part);
  }
  for (const std::string_view part : parts_in(figure.parts)) {
    if (!known.empty() && !known.contains(part)) return part;
  }
  return {};
}

}  // namespace

double Band::low(double predicted) const { return predicted * std::exp(centre - radius); }
double Band::high(double predicted) const { return predicted * std::exp(centre + radius); }
double Band::half_low(double predicted) const { return predicted * std::exp(centre - half_radius); }
double Band::half_high(double predicted) const { return predicted * std::exp(centre + half_radius); }
double Band::error_pct() const { return percent * std::max(high(1) - 1, 1 - low(1)); }

double Band::chance_at_most(double predicted, double limit) const {
  const double room = std::log(limit / predicted);
  const auto kept = std::ranges::count_if(residuals, [&](const Residual& each) { return each.log_ratio <= room; });
  constexpr double half = 0.5;  // between those that miss it and those that keep it, however few they are
  return (static_cast<double>(kept) + half) / (static_cast<double>(residuals.size()) + 1);
}

Result<Bands> Bands::read(const DataFiles& data, std::string_view kind) {
  Result<std::vector<HeldOutRun>> runs = read_held_out(data, kind);
  if (!runs) return fail(runs);
  auto repeats = read_repeats(data);
  if (!repeats) return fail(repeats);
  const auto shrinkage = read_shrinkage(data);
  if (!shrinkage) return fail(shrinkage);
  Bands bands;
  bands.runs_ = std::make_shared<const std::vector<HeldOutRun>>(std::move(*runs));
  bands.repeats_ = std::move(*repeats);
  bands.shrinkage_ = *shrinkage;
  return bands;
}

const ResidualPool& Bands::pool_of(const std::string& metric, Nearness nearness) {
  std::shared_ptr<const ResidualPool>& pool = pools_[{metric, nearness}];
  if (!pool)
    pool =
        std::make_shared<const ResidualPool>(*runs_, metric, nearness, shrinkage_[static_cast<std::size_t>(nearness)]);
  return *pool;
}

Nearness Bands::nearness_of(const RunContext& figure) const {
  Nearness nearest = Nearness::none;
  for (const HeldOutRun& run : *runs_) {
    if (run.metric != figure.metric || run.software != figure.software) continue;
    const Nearness nearness = run.accelerator != figure.accelerator       ? Nearness::software
                              : run.identity != figure.identity           ? Nearness::pair
                              : run.configuration != figure.configuration ? Nearness::model
                                                                          : Nearness::series;
    nearest = std::min(nearest, nearness);
  }
  return nearest;
}

double Bands::repeat_of(const RunContext& figure) const {
  const auto own = repeats_.find({figure.metric, figure.software});
  const auto any = own != repeats_.end() ? own : repeats_.find({figure.metric, ""});
  return any != repeats_.end() ? any->second : 0;
}

std::optional<Band> Bands::of(const RunContext& figure) {
  Band band;
  band.runs = runs_;
  band.nearness = nearness_of(figure);
  // Where nothing was predicted from as far as this is, what was from nearer stands in; it is widened below.
  int nearness = static_cast<int>(band.nearness);
  std::optional<double> quantile;
  for (; nearness >= 0; --nearness) {
    quantile = pool_of(figure.metric, static_cast<Nearness>(nearness)).quantile(band_coverage);
    if (quantile) break;
  }
  if (!quantile) return std::nullopt;
  const auto judged_by = static_cast<Nearness>(nearness);
  const ResidualPool& pool = pool_of(figure.metric, judged_by);
  const ResidualPool::Place place = pool.place_of(figure);
  band.centre = place.centre;
  band.radius = std::max(*quantile * place.spread, repeat_of(figure));
  widen_beyond_runs(band, figure);
  const double stretch = band.radius / *quantile;
  band.half_radius = stretch * pool.quantile(half_coverage).value_or(*quantile);
  for (const ResidualPool::Normalised& each : pool.normalised())
    band.residuals.push_back({each.run->id, band.centre + stretch * each.value});
  const ResidualPool::Alike alike = pool.alike(figure);
  std::set<std::string_view> models;
  std::vector<double> errors;
  for (const HeldOutRun* run : alike.runs) {
    models.insert(run->identity);
    band.like.push_back({run, *run->residual(judged_by)});
    errors.push_back(percent * std::abs(std::exp(-band.like.back().log_ratio) - 1));
  }
  band.alike = name_of_alike(figure, judged_by, alike.level);
  band.models = models.size();
  band.median_error_pct = percentile(std::move(errors), median);
  return band;
}

void Bands::widen_beyond_runs(Band& band, const RunContext& figure) {
  if (band.nearness == Nearness::software || band.nearness == Nearness::none) {
    const ResidualPool& were_it_run = pool_of(figure.metric, Nearness::pair);
    if (const std::optional<double> quantile = were_it_run.quantile(band_coverage))
      band.radius = std::max(band.radius, widening * *quantile * were_it_run.place_of(figure).spread);
    band.why.push_back(band.nearness == Nearness::software
                           ? message("{} was not measured on {}", figure.software, figure.accelerator)
                           : message("its software is not among what was measured"));
  }
  double largest = 0;
  for (const HeldOutRun& run : *runs_) {
    if (run.software == figure.software) largest = std::max(largest, run.accelerators);
  }
  if (largest > 0 && figure.accelerators >= scale_that_is_beyond * largest) {
    band.radius *= widening;
    band.why.push_back(message("the largest run of {} had {} accelerators", figure.software, largest));
  }
  if (const std::string_view part = unseen_part(figure, *runs_); !part.empty()) {
    band.radius *= widening;
    band.why.push_back(message("no run of {} had {}", figure.software, part));
  }
}

}  // namespace hakaru
