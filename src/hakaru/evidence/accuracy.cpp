#include "hakaru/evidence/accuracy.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "hakaru/core/ranges.h"
#include "hakaru/evidence/chosen_runs.h"
#include "hakaru/evidence/likely_cause.h"
#include "hakaru/evidence/validate_inference.h"
#include "hakaru/evidence/validate_serving.h"
#include "hakaru/evidence/validate_training.h"

namespace hakaru {
namespace {

constexpr double in_hundred = 100;
constexpr const char* never_held_out = "not held out";  ///< of a row that was never predicted by others' constants
constexpr std::size_t worst_told = 20;
constexpr double stale_by = 1e-3;

using ValidateKind = Result<Validation>(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                        const Catalog& catalog);
constexpr std::pair<const char*, ValidateKind*> measured_kinds[] = {{"training", validate_training},
                                                                    {"serving", validate_serving},
                                                                    {"inference", validate_inference},
                                                                    {"memory", validate_memory}};

/// One figure's errors while they are gathered.
struct Gathered {
  const Prediction* shipped = nullptr;
  const HeldOutRun* held_out = nullptr;
  std::optional<HeldOutBand> band;          ///< of that
  std::optional<HeldOutBand> by_strangers;  ///< likewise, of other sources' runs
};

std::optional<double> held_out_value(const HeldOutRun& run) {
  const std::optional<Nearness> near = held_out_nearness(run);
  return near ? run.unseen[static_cast<std::size_t>(*near)] : std::nullopt;
}

/// Figures that are within the bands of their predictions or not, and half-widths of these bands, in %.
struct Covered {
  std::vector<bool> within;
  std::vector<double> half_widths_pct;

  void add(const std::optional<HeldOutBand>& band) {
    if (!band) return;
    within.push_back(band->covers);
    half_widths_pct.push_back(in_hundred * band->half_width);
  }
};

AccuracyErrors errors_of_values(const std::vector<double>& errors_pct, const Covered& covered) {
  AccuracyErrors errors;
  errors.figures = errors_pct.size();
  if (errors_pct.empty()) return errors;
  std::vector<double> absolute;
  double sum = 0;
  for (const double each : errors_pct) {
    absolute.push_back(std::abs(each));
    sum += absolute.back();
  }
  constexpr double median = 0.5, ninetieth = 0.9;
  errors.mean_pct = sum / static_cast<double>(absolute.size());
  errors.median_pct = percentile(absolute, median);
  errors.p90_pct = percentile(absolute, ninetieth);
  errors.bias_pct = percentile(errors_pct, median);
  if (covered.within.empty()) return errors;
  const auto count = static_cast<double>(ranges::count(covered.within, true));
  errors.band_coverage_pct = in_hundred * count / static_cast<double>(covered.within.size());
  errors.half_width_pct = percentile(covered.half_widths_pct, median);
  return errors;
}

void add_errors(const std::vector<Gathered>& figures, AccuracyGroup& group) {
  std::vector<double> held_out_pct, fitted_pct;
  Covered held_out_covered, by_strangers_covered, fitted_covered;
  for (const Gathered& figure : figures) {
    const Prediction& shipped = *figure.shipped;
    fitted_pct.push_back(shipped.error_pct());
    if (shipped.low && shipped.high) {
      fitted_covered.within.push_back(*shipped.low <= shipped.measured && shipped.measured <= *shipped.high);
      fitted_covered.half_widths_pct.push_back(in_hundred * (*shipped.high - *shipped.low) / 2 / shipped.predicted);
    }
    if (figure.held_out == nullptr) continue;
    if (const std::optional<double> value = held_out_value(*figure.held_out))
      held_out_pct.push_back(in_hundred * (*value / shipped.measured - 1));
    held_out_covered.add(figure.band);
    by_strangers_covered.add(figure.by_strangers);
  }
  group.held_out = errors_of_values(held_out_pct, held_out_covered);
  group.new_source = errors_of_values(held_out_pct, by_strangers_covered);
  group.fitted = errors_of_values(fitted_pct, fitted_covered);
}

using RunsByFigure = std::map<std::pair<std::string, std::string>, const HeldOutRun*>;  // id, metric

/// The rows of one kind beside what is known of them.
class KindOfRows {
 public:
  KindOfRows(const CsvTable& table, const Validation& validation, const Bands& bands,
             const std::vector<HeldOutRun>& runs)
      : table_(table),
        validation_(validation),
        runs_at_(runs),
        bands_(HeldOutBands::without_model(bands, runs)),
        by_strangers_(HeldOutBands::without_source(bands, runs, sources())) {
    for (const HeldOutRun& run : runs) runs_.emplace(std::pair(run.id, run.metric), &run);
  }

  AccuracyKind told(const std::string& kind, const std::optional<AccuracyBy>& by) const {
    AccuracyKind told;
    told.kind = kind;
    told.rows = validation_.summary.count;
    told.predicted = validation_.summary.predicted;
    told.skipped = reasons();
    told.chosen = chosen_runs(table_, runs_at_, bands_);
    Groups metrics, sources, groups;
    for (const ValidatedRow& row : validation_.rows) {
      Gathering& source = sources[source_of(row)];
      ++source.group.rows;
      if (!row.predictions.empty()) ++source.group.predicted;
      for (const Prediction& prediction : row.predictions) {
        const Gathered figure = gathered(row, prediction);
        source.figures.push_back(figure);
        metrics[prediction.metric].add(figure);
        if (by) groups[prediction.metric + ", " + group_of(row, figure, *by)].add(figure);
        if (figure.held_out != nullptr && is_stale(*figure.held_out, prediction)) ++told.stale;
        told.figures.push_back({kind, row.id, prediction.metric, prediction.measured, prediction.predicted,
                                figure.held_out == nullptr ? std::nullopt : held_out_value(*figure.held_out),
                                figure.band ? std::optional(figure.band->covers) : std::nullopt, Message()});
      }
    }
    told.metrics = errors_of(metrics);
    told.sources = errors_of(sources);
    told.groups = errors_of(groups);
    return told;
  }

  const HeldOutRun* run_of(const std::string& id, const std::string& metric) const {
    const auto found = runs_.find({id, metric});
    return found == runs_.end() ? nullptr : found->second;
  }

 private:
  static bool is_stale(const HeldOutRun& run, const Prediction& today) {
    return std::abs(today.predicted / run.fitted - 1) > stale_by;
  }

  /// A group while it is gathered.
  struct Gathering {
    AccuracyGroup group;
    std::vector<Gathered> figures;

    void add(const Gathered& figure) {
      ++group.rows;
      ++group.predicted;
      figures.push_back(figure);
    }
  };
  using Groups = std::map<std::string, Gathering>;

  static std::vector<AccuracyGroup> errors_of(const Groups& gathered) {
    std::vector<AccuracyGroup> groups;
    for (const auto& [name, gathering] : gathered) {
      groups.push_back(gathering.group);
      groups.back().name = name;
      add_errors(gathering.figures, groups.back());
    }
    return groups;
  }

  std::string group_of(const ValidatedRow& row, const Gathered& figure, AccuracyBy by) const {
    if (by == AccuracyBy::accelerator)
      return CsvFields(table_, table_.rows[row.at]).text_or("accelerator", never_held_out);
    if (figure.held_out == nullptr) return never_held_out;
    const RunContext& run = *figure.held_out;
    const std::string& name = by == AccuracyBy::software ? run.software : run.model_kind;
    return name.empty() ? never_held_out : name;
  }

  Gathered gathered(const ValidatedRow& row, const Prediction& prediction) const {
    const HeldOutRun* run = run_of(row.id, prediction.metric);
    if (run == nullptr) return {&prediction, run, {}, {}};
    return {&prediction, run, bands_.of(*run), by_strangers_.of(*run)};
  }

  /// The source of a row in short: the column `series`, else the start of the id.
  std::string source_of(const ValidatedRow& row) const {
    return CsvFields(table_, table_.rows[row.at]).text_or("series", row.id.substr(0, row.id.find('-')));
  }

  RunSources sources() const {
    RunSources sources;
    for (const ValidatedRow& row : validation_.rows) sources.emplace(row.id, source_of(row));
    return sources;
  }

  std::vector<std::pair<Message, std::size_t>> reasons() const {
    std::map<std::string, std::pair<Message, std::size_t>> counted;
    for (const ValidatedRow& row : validation_.rows) {
      if (!row.predictions.empty()) continue;
      auto& [why, rows] = counted[in_english(row.skipped_because)];
      why = row.skipped_because;
      ++rows;
    }
    std::vector<std::pair<Message, std::size_t>> reasons;
    for (auto& [text, reason] : counted) reasons.push_back(std::move(reason));
    ranges::stable_sort(reasons, std::greater(), [](const auto& reason) { return reason.second; });
    return reasons;
  }

  const CsvTable& table_;
  const Validation& validation_;
  const std::vector<HeldOutRun>& runs_at_;
  HeldOutBands bands_, by_strangers_;
  RunsByFigure runs_;
};

Result<CsvTable> measured_table(const DataFiles& data, const std::string& kind) {
  const std::string path = "measurements/" + kind + ".csv";
  for (const DataFiles::File& file : data.under(path)) {
    if (file.path == path) return parse_csv(file.text, file.name);
  }
  return bad_input("data/{}: is missing", path);
}

}  // namespace

Result<Accuracy> accuracy_of(const DataFiles& data, const Catalog& catalog, std::optional<AccuracyBy> by) {
  Accuracy accuracy;
  for (const auto& [kind, validate] : measured_kinds) {
    const Result<CsvTable> table = measured_table(data, kind);
    if (!table) return fail(table);
    const Result<Validation> validation = validate(*table, {}, data, catalog);
    if (!validation) return fail(validation);
    const Result<std::vector<HeldOutRun>> runs = read_held_out(data, kind);
    if (!runs) return fail(runs);
    const Result<Bands> bands = Bands::read(data, kind);
    if (!bands) return fail(bands);
    accuracy.kinds.push_back(KindOfRows(*table, *validation, *bands, *runs).told(kind, by));
    LikelyCauses causes(*table, *validation, accuracy.kinds.back().figures);
    std::vector<AccuracyFigure> worst = worst_figures(accuracy.kinds.back().figures, worst_told);
    for (AccuracyFigure& figure : worst) figure.cause = causes.of(figure);
    accuracy.worst.insert(accuracy.worst.end(), worst.begin(), worst.end());
  }
  accuracy.worst = worst_figures(accuracy.worst, worst_told);
  return accuracy;
}

}  // namespace hakaru
