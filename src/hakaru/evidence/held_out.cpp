#include "hakaru/evidence/held_out.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/ranges.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr double largest_figure = 1e12;
constexpr IntegerRange ranks_of_a_run{.min = 1, .max = 10'000'000};
constexpr std::array<std::string_view, nearnesses> columns_by_nearness{"unseen_row",  "unseen_series", "unseen_model",
                                                                       "unseen_pair", "relative",      "unknown"};

constexpr std::int64_t short_prompt = 1024, middling_prompt = 4096;
constexpr std::array scales{8.0, 64.0, 512.0};  // a node, a rack, a row of racks

/// The class of a count by factors of four: 1 to 3 are class 0.
int class_of(double count) { return static_cast<int>(std::floor(elementary::log2(std::max(1.0, count)) / 2)); }

Result<HeldOutRun> held_out_run(const CsvTable& table, const CsvTable::Row& row) {
  CsvFields fields(table, row);
  HeldOutRun run;
  run.id = fields.text("id");
  run.metric = fields.text("metric");
  run.accelerator = fields.text("accelerator");
  run.vendor = fields.text("vendor");
  run.software = fields.text_or("software", "");
  run.model = fields.text_or("model", "");
  run.model_kind = fields.text_or("model_kind", "");
  run.identity = fields.text_or("identity", "");
  run.configuration = fields.text_or("configuration", "");
  run.load = fields.text_or("load", "");
  const std::optional<LayoutTraits> traits = traits_in(fields.text_or("parts", ""));
  if (!traits)
    return bad_input("{}: line {}: '{}' is '{}'; accepted: parts of layouts, such as pp tp", table.file, row.line,
                     "parts", fields.text_or("parts", ""));
  run.traits = *traits;
  run.accelerators = static_cast<double>(fields.whole("accelerators", ranks_of_a_run));
  run.measured = fields.positive("measured", largest_figure);
  run.fitted = fields.positive("fitted", largest_figure);
  for (std::size_t at = 0; at < nearnesses; ++at) {
    if (fields.has(columns_by_nearness[at])) run.unseen[at] = fields.positive(columns_by_nearness[at], largest_figure);
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return run;
}

}  // namespace

bool is_same_run(const HeldOutRun& one, const HeldOutRun& other) {
  return one.id == other.id && one.identity == other.identity;  // own runs of two models may have one name
}

bool is_rate(std::string_view metric) { return metric.ends_with("_per_s"); }

std::string_view kind_of(const Model& model) {
  if (model.experts > 0) return "moe";
  if (model.family == Family::decoder || model.family == Family::encoder_decoder) return "dense";
  return name_of(model.family);
}

std::string configuration_of(const ServingJob& job, const Layout& layout) {
  return fmt::format("tp{} pp{} ep{} {}", layout.tp, layout.pp, layout.ep, name_of(job.weights));
}

std::string configuration_of(const TrainingJob& job) {
  // Counts fp16 as bf16, which is as fast: the same width in the same units.
  const std::string_view recipe = job.recipe.name == "fp16" ? "bf16" : std::string_view(job.recipe.name);
  return fmt::format("{} {}", recipe, !job.lora ? "full" : job.lora->base ? "qlora" : "lora");
}

std::string configuration_of(const BatchInferenceJob& job) { return std::string(name_of(job.compute)); }

double ranks_of_a_replica(const Layout& layout) { return static_cast<double>(layout.tp * layout.pp); }

std::string load_of(const ServingJob& job, double in_flight) {
  const char* const prompt = job.input_length <= short_prompt      ? "short"
                             : job.input_length <= middling_prompt ? "middling"
                                                                   : "long";
  return fmt::format("c{} {}", class_of(in_flight), prompt);
}

std::string load_of_batch(std::int64_t batch) { return fmt::format("b{}", class_of(static_cast<double>(batch))); }

std::string load_of_training(double accelerators) {
  return fmt::format("n{}", ranges::count_if(scales, [&](double end) { return accelerators > end; }));
}

std::optional<double> HeldOutRun::residual(Nearness nearness) const {
  const std::optional<double>& predicted = unseen[static_cast<std::size_t>(nearness)];
  if (!predicted) return std::nullopt;
  const double log_ratio = elementary::log(measured / *predicted);
  return is_rate(metric) ? -log_ratio : log_ratio;
}

Result<std::vector<HeldOutRun>> read_held_out(const DataFiles& data, std::string_view kind) {
  std::vector<HeldOutRun> runs;
  for (const DataFiles::File& file : data.under(fmt::format("evidence/{}/", kind))) {
    CsvReader reader(file.text, file.name);
    for (;;) {
      const Result<const CsvTable::Row*> row = reader.next();
      if (!row) return fail(row);
      if (*row == nullptr) break;
      Result<HeldOutRun> run = held_out_run(reader.table(), **row);
      if (!run) return fail(run);
      runs.push_back(std::move(*run));
    }
  }
  return runs;
}

}  // namespace hakaru
