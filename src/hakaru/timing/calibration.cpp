#include "hakaru/timing/calibration.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/timing/calibration_constants.h"
#include "hakaru/timing/caused_constants.h"

namespace hakaru {
namespace {

constexpr std::string_view calibrations_folder = "calibrations/";
constexpr std::string_view relatives_path = "calibrations/relatives.toml";
constexpr std::string_view dispatchers_path = "calibrations/dispatchers.toml";
constexpr std::string_view elementwise_path = "calibrations/elementwise.toml";

bool is_called(const Accelerator& accelerator, std::string_view name) {
  return accelerator.name == name ||
         std::find(accelerator.aliases.begin(), accelerator.aliases.end(), name) != accelerator.aliases.end();
}

/// Adds to the source of each efficiency the kernels from which the dependence on shape was fitted.
void add_kernel_sources(Calibration& calibration, const KernelCalibration& kernels) {
  Calibration::Sources sources = *calibration.sources;
  const auto add = [&](std::string_view constant, const std::string& source) {
    if (!source.empty()) sources[std::string(constant)] += "; kernels: " + source;
  };
  for (const auto& [type, fit] : kernels.gemm)
    add(bytes_per_value(type) < 2 ? "narrow_gemm_efficiency" : "gemm_efficiency", fit.source);
  if (!kernels.prefill.empty()) add("attention_efficiency", kernels.prefill.begin()->second.source);
  if (!kernels.decode.empty()) add("attention_efficiency", kernels.decode.begin()->second.source);
  if (kernels.collectives) add("collective_efficiency", kernels.collectives_source);
  calibration.sources = std::make_shared<Calibration::Sources>(std::move(sources));
}

}  // namespace

Calibrations::Calibrations(const DataFiles& data) : data_(data) {}
Calibrations::Calibrations(Calibrations&&) noexcept = default;
Calibrations::~Calibrations() = default;

/// The last file under data/ at `path`: the user's own wins. Null: there is none.
Result<const Calibrations::Parsed*> Calibrations::parsed(const std::string& path) {
  auto known = files_.find(path);
  if (known == files_.end()) {
    std::optional<Parsed> last;
    for (const DataFiles::File& file : data_.under(path)) {
      if (file.path != path) continue;
      Result<Json> table = parse_toml(file.text, file.name);
      if (!table) return fail(table);
      last = Parsed{file.name, std::move(*table)};
    }
    known = files_.emplace(path, std::move(last)).first;
  }
  return known->second ? &*known->second : nullptr;
}

std::vector<std::string> Calibrations::files_read() const {
  std::vector<std::string> paths;
  for (const auto& [path, found] : files_) {
    if (found) paths.push_back(path);
  }
  return paths;
}

/// The relative that relatives.toml names for an accelerator, or for its kind; empty: none.
Result<std::string> Calibrations::relative_of(const Accelerator& accelerator, std::string_view name) {
  const Result<const Parsed*> relatives = parsed(std::string(relatives_path));
  if (!relatives) return fail(relatives);
  if (*relatives == nullptr) return std::string();
  const auto& [file, table] = **relatives;
  Fields fields(table, file);
  Fields named(fields.value("accelerators"), file, "accelerators");
  Fields kinds(fields.value("kinds"), file, "kinds");
  std::string relative = named.text_or(name, "");
  if (relative.empty()) relative = kinds.text_or(name_of(accelerator.kind), "");
  for (const Fields* each : {&fields, &named, &kinds}) {
    if (each->error()) return tl::unexpected(*each->error());
  }
  return relative;
}

std::optional<Error> Calibrations::of_nobody(const std::vector<Accelerator>& known) {
  std::set<std::string> names{"relatives", "memory", "by_cause", "dispatchers", "elementwise"};
  for (const Accelerator& accelerator : known) names.insert(accelerator.name);
  const Result<const Parsed*> relatives = parsed(std::string(relatives_path));
  if (!relatives) return relatives.error();
  for (const char* group : {"accelerators", "kinds"}) {
    const Json none = Json::object();
    const Json named = *relatives == nullptr ? none : (*relatives)->table.value(group, none);
    for (const auto& [unused, relative] : named.items()) {
      if (relative.is_string()) names.insert(relative.get<std::string>());
    }
  }
  for (const DataFiles::File& file : data_.under(calibrations_folder)) {
    const std::string stem = std::filesystem::path(file.path).stem().string();
    if (names.contains(stem)) continue;
    for (const Accelerator& accelerator : known) {
      if (is_called(accelerator, stem))
        return bad_input("{}: '{}' is no accelerator; nearest: {}", file.name, stem, accelerator.name).value();
    }
    return bad_input("{}: '{}' is no accelerator; nearest: {}", file.name, stem,
                     join(nearest_names(stem, {names.begin(), names.end()})))
        .value();
  }
  return std::nullopt;
}

/// The file of `accelerator` in `folder`, or of the first of its relatives that has one there.
Result<Calibrations::Found> Calibrations::nearest(const Accelerator& accelerator, const std::string& folder) {
  const Result<std::vector<std::string>> line = line_of(accelerator);
  if (!line) return fail(line);
  for (const std::string& name : *line) {
    const Result<const Parsed*> file = parsed(folder + name + ".toml");
    if (!file) return fail(file);
    if (*file != nullptr) return Found{name, *file};
  }
  return Found{};
}

/// True if the accelerator's maker has kernels of its own: those of another maker say nothing of them.
Result<bool> Calibrations::has_kernels_of_its_own(const Accelerator& accelerator) {
  const Result<const Parsed*> relatives = parsed(std::string(relatives_path));
  if (!relatives) return fail(relatives);
  if (*relatives == nullptr || !(*relatives)->table.contains("kernels")) return false;
  Fields fields((*relatives)->table["kernels"], (*relatives)->file, "kernels");
  const std::vector<std::string> makers = fields.texts("of_their_own");
  if (fields.error()) return tl::unexpected(*fields.error());
  return ranges::find(makers, accelerator.vendor) != makers.end();
}

/// Each kind of kernel from the nearest accelerator on which it was measured.
Result<KernelCalibration> Calibrations::kernels(const Accelerator& accelerator, std::string& kernels_of) {
  KernelCalibration kernels;
  const Result<bool> of_its_own = has_kernels_of_its_own(accelerator);
  if (!of_its_own) return fail(of_its_own);
  for (const std::string_view kind : kernel_kinds) {
    const Result<Found> found = nearest(accelerator, fmt::format("{}{}/", calibrations_folder, kind));
    if (!found) return fail(found);
    if (found->parsed == nullptr || (*of_its_own && !is_called(accelerator, found->accelerator))) continue;
    if (const std::optional<Error> error = add_kernels(kernels, kind, found->parsed->table, found->parsed->file))
      return tl::unexpected(*error);
    if (!is_called(accelerator, found->accelerator)) kernels_of = found->accelerator;
  }
  return kernels;
}

std::optional<Error> Calibrations::read_constants() {
  if (!constants_.empty()) return std::nullopt;
  Result<std::vector<CalibrationConstant>> constants = read_calibration_constants(data_);
  if (!constants) return constants.error();
  constants_ = std::move(*constants);
  return std::nullopt;
}

/// The constants of `use`, those of [all] where it has none of its own.
Result<Calibration> Calibrations::read_use(const Parsed& parsed, std::string_view accelerator, std::string_view use) {
  if (std::optional<Error> wrong = read_constants()) return tl::unexpected(std::move(*wrong));
  Fields file(parsed.table, parsed.file);
  file.text("accelerator");
  static const Json nothing = Json::object();
  const auto table_of = [&](std::string_view key) -> const Json& { return file.has(key) ? file.value(key) : nothing; };
  const Json& own = table_of(use);
  const Json& all = table_of("all");
  if (file.error()) return tl::unexpected(*file.error());

  Calibration calibration;
  Calibration::Sources sources;
  Fields own_fields(own, parsed.file, std::string(use));
  const std::string stack = own_fields.text_or("stack", "");
  for (const CalibrationConstant& constant : constants_) own_fields.value(constant.name);
  own_fields.refuse_unknown();
  if (own_fields.error()) return tl::unexpected(*own_fields.error());
  calibration.name = std::string(accelerator) + " " + std::string(use) + (stack.empty() ? "" : " (" + stack + ")");
  for (const CalibrationConstant& constant : constants_) {
    const bool is_own = own_fields.has(constant.name);
    const std::string where = std::string(is_own ? use : "all");
    Fields fields(is_own ? own : all, parsed.file, where);
    if (!fields.has(constant.name) && constant.optional) continue;
    const Json& entry = fields.has(constant.name) ? fields.value(constant.name) : nothing;
    Fields figure(entry, parsed.file, where + "." + std::string(constant.name));
    calibration.*constant.member = figure.number("value", {constant.min, constant.max});
    sources[std::string(constant.name)] = figure.text("source");
    figure.refuse_unknown();
    if (figure.error()) return tl::unexpected(*figure.error());
  }
  calibration.sources = std::make_shared<Calibration::Sources>(std::move(sources));
  return calibration;
}

std::string Calibration::source_of(std::string_view constant) const {
  const auto found = sources->find(constant);
  return found == sources->end() ? std::string() : found->second;
}

Result<Calibration> Calibrations::find(const Accelerator& accelerator, std::string_view use) {
  const Result<Found> found = nearest(accelerator, std::string(calibrations_folder));
  if (!found) return fail(found);
  if (found->parsed == nullptr) {
    return unsatisfiable(
        "no calibration for {}: data/calibrations/ has no file of that name and relatives.toml names no relative of it",
        accelerator.name);
  }
  Result<Calibration> calibration = read_use(*found->parsed, found->accelerator, use);
  if (!calibration) return calibration;
  if (!is_called(accelerator, found->accelerator)) calibration->relative_of = found->accelerator;
  Result<KernelCalibration> measured = kernels(accelerator, calibration->kernels_of);
  if (!measured) return fail(measured);
  add_kernel_sources(*calibration, *measured);
  calibration->kernels = std::make_shared<KernelCalibration>(std::move(*measured));
  return calibration;
}

namespace {

/// The constants in `table`, with their source.
std::optional<Error> add_step_constants(Calibration& calibration, const Json& table, const std::string& file,
                                        const std::string& stack, const std::vector<CalibrationConstant>& constants) {
  Fields fields(table, file, stack);
  const std::string source = fields.text("source");
  calibration.of_kernels = fields.boolean_or("of_kernels", false);
  Calibration::Sources sources = *calibration.sources;
  for (const CalibrationConstant& constant : constants) {
    if (!fields.has(constant.name)) continue;
    calibration.*constant.member = fields.number(constant.name, {constant.min, constant.max});
    sources[std::string(constant.name)] = source;
  }
  fields.refuse_unknown();
  calibration.sources = std::make_shared<Calibration::Sources>(std::move(sources));
  return fields.error();
}

}  // namespace

/// Takes the constants of `stack` from `accelerator` or a relative; whether there were any.
Result<bool> Calibrations::add_stack(Calibration& calibration, const Accelerator& accelerator, std::string_view use,
                                     const std::string& stack, const std::string& version, Own own) {
  const Result<std::vector<std::string>> line = line_of(accelerator);
  if (!line) return fail(line);
  for (const std::string& name : *line) {
    const Result<const Parsed*> found = parsed(fmt::format("{}{}/{}.toml", calibrations_folder, use, name));
    if (!found) return fail(found);
    const bool allowed = own == Own::with || name != accelerator.name;
    if (allowed && *found != nullptr && (*found)->table.contains(stack)) {
      calibration.stack_of = name;
      for (const std::string& each : {stack, version}) {
        if (each.empty() || !(*found)->table.contains(each)) continue;
        calibration.stack = each;
        calibration.name = fmt::format("{} {} ({})", name, use, each);
        const bool came_with_the_program = (*found)->file.starts_with("data/");
        calibration.own_file = came_with_the_program ? "" : (*found)->file;
        if (auto error = add_step_constants(calibration, (*found)->table[each], (*found)->file, each, constants_))
          return tl::unexpected(*error);
      }
      return true;
    }
    if (name == calibration.stack_of) return true;  // by causes it was measured nearer than any file beyond
  }
  return false;
}

Result<const Calibrations::Parsed*> Calibrations::causes_of(CausedUse use) {
  Result<const Parsed*> found = parsed(std::string(causes_path(use)));
  if (!found || *found == nullptr || caused_constants_.contains(use)) return found;
  Result<std::vector<CausedConstant>> constants = read_caused_constants(data_, use);
  if (!constants) return fail(constants);
  caused_constants_.emplace(use, std::move(*constants));
  return found;
}

/// Takes the constants of software by their causes, where there are any.
std::optional<Error> Calibrations::add_causes(Calibration& calibration, CausedUse use, const SoftwareOn& on) {
  const Result<const Parsed*> found = causes_of(use);
  if (!found) return found.error();
  if (*found == nullptr) return std::nullopt;
  return add_by_cause(calibration, caused_constants_.at(use), {(*found)->table, (*found)->file, use}, on);
}

/// `accelerator` and its relatives, the nearest first.
Result<std::vector<std::string>> Calibrations::line_of(const Accelerator& accelerator) {
  std::vector<std::string> line;
  for (std::string name = accelerator.name; !name.empty() && ranges::find(line, name) == line.end();) {
    line.push_back(name);
    const Result<std::string> relative = relative_of(accelerator, name);
    if (!relative) return fail(relative);
    name = *relative;
  }
  return line;
}

/// True if the constants of `stack` on the accelerator itself are known; for training, also those of their pair.
Result<bool> Calibrations::is_measured(const Accelerator& accelerator, std::string_view use, const std::string& stack) {
  const Result<const Parsed*> own = parsed(fmt::format("{}{}/{}.toml", calibrations_folder, use, accelerator.name));
  if (!own) return fail(own);
  if (*own != nullptr && (*own)->table.contains(stack)) return true;
  if (use != "training") return false;
  const Result<const Parsed*> causes = causes_of(CausedUse::training);
  if (!causes) return fail(causes);
  static const Json nothing = Json::object();
  return *causes != nullptr && (*causes)
                                   ->table.value(tables_of(Cause::pair, CausedUse::training), nothing)
                                   .contains(stack + " " + accelerator.name);
}

/// The stack, or those of a group for the accelerator's maker or kind; those that it was itself measured with come
/// first.
Result<std::vector<std::string>> Calibrations::stacks_of(const Accelerator& accelerator, std::string_view use,
                                                         const std::string& stack_or_group) {
  const Result<const Parsed*> relatives = parsed(std::string(relatives_path));
  if (!relatives) return fail(relatives);
  const std::vector<std::string> itself{stack_or_group};
  if (*relatives == nullptr) return itself;
  Fields fields((*relatives)->table, (*relatives)->file);
  if (!fields.has("stacks")) return itself;
  Fields groups(fields.value("stacks"), (*relatives)->file, "stacks");
  if (!groups.has(stack_or_group)) return itself;
  Fields members(groups.value(stack_or_group), (*relatives)->file, "stacks." + stack_or_group);
  std::vector<std::string> stacks =
      members.texts(members.has(accelerator.vendor) ? accelerator.vendor : name_of(accelerator.kind));
  for (const Fields* each : {&fields, &groups, &members}) {
    if (each->error()) return tl::unexpected(*each->error());
  }
  std::set<std::string> own;
  for (const std::string& stack : stacks) {
    const Result<bool> measured = is_measured(accelerator, use, stack);
    if (!measured) return fail(measured);
    if (*measured) own.insert(stack);
  }
  std::stable_partition(stacks.begin(), stacks.end(), [&](const std::string& stack) { return own.contains(stack); });
  return stacks;
}

/// The first of them that a relative was measured with, else the first.
Result<std::string> Calibrations::nearest_stack(const Accelerator& accelerator,
                                                const std::vector<std::string>& stacks) {
  const Result<std::vector<std::string>> line = line_of(accelerator);
  if (!line) return fail(line);
  Accelerator relative = accelerator;
  for (const std::string& stack : stacks) {
    for (const std::string& name : *line) {
      relative.name = name;
      const Result<bool> measured = is_measured(relative, "training", stack);
      if (!measured) return fail(measured);
      if (*measured) return stack;
    }
  }
  return stacks.empty() ? "" : stacks.front();
}

namespace {

/// Takes the host's times of software whose operations run one by one, for any accelerator; a table of an
/// accelerator overrides them.
void take_usual_host(Calibration& calibration, const std::string& software) {
  const ElementwiseRuns& runs = *calibration.elementwise;
  if (!runs.eager) return;
  calibration.stack = software;
  calibration.layer_overhead_s = runs.inference_layer_overhead_s;
  calibration.iteration_overhead_s = runs.inference_iteration_overhead_s;
  auto sources = std::make_shared<Calibration::Sources>(*calibration.sources);
  (*sources)["layer_overhead_s"] = (*sources)["iteration_overhead_s"] = runs.host_source;
  calibration.sources = std::move(sources);
}

}  // namespace

Result<Calibration> Calibrations::find_stack(const Accelerator& accelerator, std::string_view use,
                                             const std::string& stack, Own own, const std::string& version,
                                             const std::string& kind) {
  Result<Calibration> calibration = find(accelerator, use);
  if (!calibration) return calibration;
  const Result<std::vector<std::string>> stacks = stacks_of(accelerator, use, stack);
  if (!stacks) return fail(stacks);
  Result<std::vector<std::string>> line = line_of(accelerator);
  if (!line) return fail(line);
  const bool training = use == "training";
  const Result<std::string> nearest = training ? nearest_stack(accelerator, *stacks) : stack;
  if (!nearest) return fail(nearest);
  if (training) {
    if (auto error = add_dispatch(*calibration, accelerator, *nearest)) return tl::unexpected(*error);
  }
  // On other devices networks are compiled, whatever records them.
  if (use == "inference" && accelerator.kind == AcceleratorKind::gpu) {
    if (auto error = add_elementwise(*calibration, stack)) return tl::unexpected(*error);
    take_usual_host(*calibration, stack);
  }
  if (own == Own::bare) return calibration;
  if (training) {
    if (own == Own::without) std::erase(*line, accelerator.name);
    if (auto error = add_causes(*calibration, CausedUse::training, {*nearest, version, *line, kind}))
      return tl::unexpected(*error);
  }
  if (use == "serving") {
    // A file of its own was fitted over an engine's constants, and stands instead of what a version's are.
    const Result<const Parsed*> of_its_own =
        parsed(fmt::format("{}serving/{}.toml", calibrations_folder, accelerator.name));
    if (!of_its_own) return fail(of_its_own);
    const bool has_own = *of_its_own != nullptr && (*of_its_own)->table.contains(stack);
    if (auto error = add_causes(*calibration, CausedUse::serving, {stack, has_own ? "" : version, *line}))
      return tl::unexpected(*error);
  }
  for (const std::string& each : training ? std::vector{*nearest} : *stacks) {
    const Result<bool> found = add_stack(*calibration, accelerator, use, each, version, own);
    if (!found) return fail(found);
    if (*found) break;
  }
  return calibration;
}

std::optional<Error> Calibrations::add_dispatch(Calibration& calibration, const Accelerator& accelerator,
                                                const std::string& software) {
  const Result<const Parsed*> dispatchers = parsed(std::string(dispatchers_path));
  if (!dispatchers) return dispatchers.error();
  if (*dispatchers == nullptr) return std::nullopt;
  Result<SoftwareDispatch> dispatch =
      dispatch_of((*dispatchers)->table, (*dispatchers)->file, software, accelerator.name);
  if (!dispatch) return dispatch.error();
  calibration.dispatch = std::make_shared<SoftwareDispatch>(std::move(*dispatch));
  return add_elementwise(calibration, software);
}

std::optional<Error> Calibrations::add_elementwise(Calibration& calibration, const std::string& software) {
  const Result<const Parsed*> elementwise = parsed(std::string(elementwise_path));
  if (!elementwise) return elementwise.error();
  if (*elementwise == nullptr) return std::nullopt;
  Result<ElementwiseRuns> runs = elementwise_runs((*elementwise)->table, (*elementwise)->file, software);
  if (!runs) return runs.error();
  calibration.elementwise = std::make_shared<ElementwiseRuns>(std::move(*runs));
  return std::nullopt;
}

Result<std::map<std::string, std::string>> Calibrations::releases_of(const Accelerator& accelerator,
                                                                     std::string_view use,
                                                                     const std::vector<std::string>& names) {
  const CausedUse caused = use == "training" ? CausedUse::training : CausedUse::serving;
  const Result<const Parsed*> by_cause = causes_of(caused);
  if (!by_cause) return fail(by_cause);
  const Result<const Parsed*> own = parsed(fmt::format("{}{}/{}.toml", calibrations_folder, use, accelerator.name));
  if (!own) return fail(own);
  static const Json nothing = Json::object();
  const Json fitted =
      *by_cause == nullptr ? nothing : (*by_cause)->table.value(tables_of(Cause::version, caused), nothing);
  std::map<std::string, std::string> releases;
  for (const Json* tables : {&fitted, *own == nullptr ? &nothing : &(*own)->table}) {
    for (const auto& [table, unused] : tables->items()) {
      for (const std::string& name : names) {
        if (table.starts_with(name + " ")) releases.try_emplace(table.substr(name.size() + 1), table);
      }
    }
  }
  return releases;
}

Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use) {
  return Calibrations(data).find(accelerator, use);
}

}  // namespace hakaru
