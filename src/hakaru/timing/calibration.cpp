#include "hakaru/timing/calibration.h"

#include <algorithm>
#include <optional>

#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

constexpr std::string_view folder = "calibrations/";
constexpr std::string_view relatives_path = "calibrations/relatives.toml";

bool is_called(const Accelerator& accelerator, std::string_view name) {
  return accelerator.name == name ||
         std::find(accelerator.aliases.begin(), accelerator.aliases.end(), name) != accelerator.aliases.end();
}

struct Parsed {
  std::string file;
  Json table;
};

/// The last file under data/calibrations/ at `path`: the user's own wins.
Result<std::optional<Parsed>> parsed(const DataFiles& data, std::string_view path) {
  std::optional<Parsed> found;
  for (const DataFiles::File& file : data.under(folder)) {
    if (file.path != path) continue;
    Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    found = Parsed{file.name, std::move(*table)};
  }
  return found;
}

Result<std::optional<Parsed>> file_of(const DataFiles& data, std::string_view accelerator) {
  return parsed(data, std::string(folder) + std::string(accelerator) + ".toml");
}

/// The relative that relatives.toml names for an accelerator, or for its kind; empty: none.
Result<std::string> relative_of(const DataFiles& data, const Accelerator& accelerator, std::string_view name) {
  const Result<std::optional<Parsed>> relatives = parsed(data, relatives_path);
  if (!relatives) return fail(relatives);
  if (!*relatives) return std::string();
  const Json& table = (*relatives)->table;
  Fields fields(table, (*relatives)->file);
  Fields named(fields.value("accelerators"), (*relatives)->file, "accelerators");
  Fields kinds(fields.value("kinds"), (*relatives)->file, "kinds");
  std::string relative = named.text_or(name, "");
  if (relative.empty()) relative = kinds.text_or(name_of(accelerator.kind), "");
  for (const Fields* each : {&fields, &named, &kinds}) {
    if (each->error()) return tl::unexpected(*each->error());
  }
  return relative;
}

/// The constants of `use`, those of [all] where it has none of its own.
Result<Calibration> read_use(const Parsed& parsed, std::string_view accelerator, std::string_view use) {
  Fields file(parsed.table, parsed.file);
  file.text("accelerator");
  static const Json nothing = Json::object();
  const auto table_of = [&](std::string_view key) -> const Json& { return file.has(key) ? file.value(key) : nothing; };
  const Json& own = table_of(use);
  const Json& all = table_of("all");
  if (file.error()) return tl::unexpected(*file.error());

  Calibration calibration;
  Fields own_fields(own, parsed.file, std::string(use));
  const std::string stack = own_fields.text_or("stack", "");
  for (const CalibrationConstant& constant : calibration_constants()) own_fields.value(constant.name);
  own_fields.refuse_unknown();
  if (own_fields.error()) return tl::unexpected(*own_fields.error());
  calibration.name = std::string(accelerator) + " " + std::string(use) + (stack.empty() ? "" : " (" + stack + ")");
  for (const CalibrationConstant& constant : calibration_constants()) {
    const bool is_own = own_fields.has(constant.name);
    const std::string where = std::string(is_own ? use : "all");
    Fields fields(is_own ? own : all, parsed.file, where);
    const Json& entry = fields.has(constant.name) ? fields.value(constant.name) : nothing;
    Fields figure(entry, parsed.file, where + "." + std::string(constant.name));
    calibration.*constant.member = figure.number("value", {.max = constant.max});
    calibration.sources[std::string(constant.name)] = figure.text("source");
    figure.refuse_unknown();
    if (figure.error()) return tl::unexpected(*figure.error());
  }
  return calibration;
}

}  // namespace

const std::vector<CalibrationConstant>& calibration_constants() {
  constexpr double seconds = 10;
  static const std::vector<CalibrationConstant> constants = {
      {"gemm_efficiency", &Calibration::gemm_efficiency, 1},
      {"narrow_gemm_efficiency", &Calibration::narrow_gemm_efficiency, 1},
      {"attention_efficiency", &Calibration::attention_efficiency, 1},
      {"convolution_efficiency", &Calibration::convolution_efficiency, 1},
      {"memory_efficiency", &Calibration::memory_efficiency, 1},
      {"small_gemm_tokens", &Calibration::small_gemm_tokens, 4096},
      {"launch_s", &Calibration::launch_s, seconds},
      {"layer_overhead_s", &Calibration::layer_overhead_s, seconds},
      {"iteration_overhead_s", &Calibration::iteration_overhead_s, seconds},
      {"collective_efficiency", &Calibration::collective_efficiency, 1},
      {"network_efficiency", &Calibration::network_efficiency, 1},
      {"compute_overlap", &Calibration::compute_overlap, 1},
      {"tensor_overlap", &Calibration::tensor_overlap, 1}};
  return constants;
}

std::string Calibration::source_of(std::string_view constant) const {
  const auto found = sources.find(constant);
  return found == sources.end() ? std::string() : found->second;
}

Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use) {
  std::string name = accelerator.name;
  std::vector<std::string> tried;
  while (!name.empty() && std::find(tried.begin(), tried.end(), name) == tried.end()) {
    const Result<std::optional<Parsed>> file = file_of(data, name);
    if (!file) return fail(file);
    if (*file) {
      Result<Calibration> calibration = read_use(**file, name, use);
      if (calibration && !is_called(accelerator, name)) calibration->relative_of = name;
      return calibration;
    }
    tried.push_back(name);
    const Result<std::string> relative = relative_of(data, accelerator, name);
    if (!relative) return fail(relative);
    name = *relative;
  }
  return unsatisfiable(
      "no calibration for {}: data/calibrations/ has no file of that name and relatives.toml names no relative of it",
      accelerator.name);
}

}  // namespace hakaru
