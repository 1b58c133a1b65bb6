#include "hakaru/evidence/serving_benchmarks.h"

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {

Result<ServingBenchmarks> ServingBenchmarks::read(const DataFiles& data) {
  constexpr IntegerRange beam_range{.min = 1, .max = 64};
  ServingBenchmarks benchmarks;
  for (const DataFiles::File& file : data.under("serving_benchmarks.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [series, table] : tree->items()) {
      Fields fields(table, file.name, series);
      Fields beams(fields.value("beams"), file.name, series + ".beams");
      for (const std::string& model : beams.keys())
        benchmarks.beams_[{series, model}] = beams.integer(model, beam_range);
      fields.text("source");
      fields.refuse_unknown();
      for (const Fields* each : {&fields, &beams}) {
        if (each->error()) return tl::unexpected(*each->error());
      }
    }
  }
  return benchmarks;
}

std::int64_t ServingBenchmarks::beams(std::string_view series, std::string_view model) const {
  const auto found = beams_.find({std::string(series), lower_case(model)});
  return found == beams_.end() ? 1 : found->second;
}

}  // namespace hakaru
