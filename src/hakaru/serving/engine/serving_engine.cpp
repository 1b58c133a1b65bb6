#include "hakaru/serving/engine/serving_engine.h"

#include <algorithm>
#include <filesystem>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view engines_folder = "engines/";
constexpr IntegerRange engine_limits{1, 1'000'000};

Policy read_policy(Fields& fields) {
  const std::string name = fields.text_or("policy", name_of(Policy{}));
  const std::optional<Policy> policy = choice_named<Policy>(name);
  if (!policy || !scheduling_policy(*policy).continuous)
    fields.refuse("policy", "'" + name + "'", policies_with(&SchedulingPolicy::continuous));
  return policy.value_or(Policy{});
}

Result<EngineLimits> read_limits(const Json& entry, const std::string& file, double watermark) {
  Fields fields(entry, file, "devices");
  EngineLimits limits;
  SchedulerOptions& options = limits.options;
  limits.least_memory_bytes = fields.number_or("least_memory_gib", 0, {.min = 0, .max = 1e6}) * gibi;
  limits.accelerators = fields.texts("accelerators");
  limits.other_than = fields.texts("other_than");
  options.watermark = watermark;
  options.policy = read_policy(fields);
  options.max_num_batched_tokens = fields.integer("max_num_batched_tokens", engine_limits);
  options.max_num_seqs = fields.integer("max_num_seqs", engine_limits);
  options.smallest_bucket = fields.integer_or("smallest_bucket", options.smallest_bucket, engine_limits);
  options.prefill_batch = fields.integer_or("prefill_batch", options.prefill_batch, engine_limits);
  limits.source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return limits;
}

/// One of two words; whether it is the second.
bool read_second(Fields& fields, std::string_view key, std::string_view first, std::string_view second) {
  const std::string word = fields.text_or(key, first);
  if (word != first && word != second) fields.refuse(key, "'" + word + "'", fmt::format("{}, {}", first, second));
  return word == second;
}

std::optional<Error> take_compiled(MeasuredRuns& runs, const Json& tables, const std::string& file) {
  for (const auto& [accelerator, models] : tables.items()) {
    Fields fields(models, file, "measured.compiled_sequences." + accelerator);
    for (const std::string& key : fields.keys())
      runs.compiled_sequences[{accelerator, key}] = fields.integer(key, engine_limits);
    if (fields.error()) return fields.error();
  }
  return std::nullopt;
}

std::optional<Error> take_sampling(MeasuredRuns& runs, const Json& entries, const std::string& file) {
  constexpr double longest_s = 1;
  for (const Json& entry : entries) {
    Fields fields(entry, file, "measured.host_sampling");
    const std::string name_has = fields.text("name_has");
    const double one_s = fields.number("one_sequence_s", {.max = longest_s});
    const double further_s = fields.number("further_sequence_s", {.max = longest_s});
    if (name_has.empty()) fields.refuse("name_has", "''", "a part of the names of measurements");
    fields.text("source");
    fields.refuse_unknown();
    if (fields.error()) return fields.error();
    runs.sampling_on_host.push_back({name_has, {one_s, further_s}});
  }
  return std::nullopt;
}

Result<MeasuredRuns> read_measured(const Json& table, const std::string& file) {
  Fields fields(table, file, "measured");
  MeasuredRuns runs;
  runs.names = fields.texts("names");
  runs.continuous = !read_second(fields, "batching", "continuous", "static");
  runs.evenly = read_second(fields, "arrivals", "random", "even");
  runs.prefill_tokens = fields.integer_or("prefill_tokens", 0, engine_limits);
  runs.most_sequences = fields.integer_or("most_sequences", 0, engine_limits);
  runs.output_length = fields.integer_or("output_length", 0, engine_limits);
  runs.compiled_tokens = fields.integer_or("compiled_tokens", 0, engine_limits);
  fields.text("source");
  const Json& compiled = fields.value("compiled_sequences");
  const Json& sampling = fields.value("host_sampling");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  if (std::optional<Error> wrong = take_compiled(runs, compiled, file)) return tl::unexpected(std::move(*wrong));
  if (std::optional<Error> wrong = take_sampling(runs, sampling, file)) return tl::unexpected(std::move(*wrong));
  return runs;
}

Result<StatesInBlocks> read_states(const Json& table, const std::string& file) {
  constexpr double most_times = 10;
  Fields fields(table, file, "states_in_blocks");
  StatesInBlocks states;
  states.share_of_memory = fields.number("share_of_memory", {0.01, 1});
  states.about_as_many = fields.number("about_as_many", {1, most_times});
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return states;
}

/// Reads the versions, the blocks and the limits by device of an engine; nothing where plans cannot be made for it.
std::optional<Error> take_devices(ServingEngine& engine, Fields& fields) {
  if (!fields.has("devices")) return std::nullopt;
  engine.versions = fields.text("versions");
  engine.also_called = fields.texts("also_called");
  engine.named_only = fields.boolean_or("named_only", false);
  engine.block_tokens = fields.integer("block_tokens", engine_limits);
  const double watermark = fields.number("watermark", {0, 1});
  fields.text("source");
  const Json& devices = fields.value("devices");
  if (!devices.is_array()) fields.refuse("devices", "no list", "a list of tables: [[devices]]");
  if (fields.error()) return fields.error();
  for (const Json& entry : devices) {
    Result<EngineLimits> limits = read_limits(entry, fields.file(), watermark);
    if (!limits) return limits.error();
    engine.devices.push_back(std::move(*limits));
  }
  return std::nullopt;
}

/// True if the engine runs on `accelerator`; takes its limits there.
bool put_on(ServingEngine& engine, const Accelerator& accelerator) {
  const auto fits = [&](const EngineLimits& limits) { return limits.are_of(accelerator); };
  const auto found = std::find_if(engine.devices.begin(), engine.devices.end(), fits);
  if (found == engine.devices.end()) return false;
  engine.limits = *found;
  return true;
}

}  // namespace

Result<ServingEngine> read_serving_engine(std::string_view text, const std::string& file, const std::string& name) {
  const Result<Json> tree = parse_toml(text, file);
  if (!tree) return fail(tree);
  Fields fields(*tree, file);
  ServingEngine engine;
  engine.name = name;
  if (std::optional<Error> wrong = take_devices(engine, fields)) return tl::unexpected(std::move(*wrong));
  if (fields.has("states_in_blocks")) {
    const Result<StatesInBlocks> states = read_states(fields.value("states_in_blocks"), file);
    if (!states) return fail(states);
    engine.states = *states;
  }
  if (fields.has("measured")) {
    Result<MeasuredRuns> measured = read_measured(fields.value("measured"), file);
    if (!measured) return fail(measured);
    engine.measured = std::move(*measured);
  }
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return engine;
}

bool EngineLimits::are_of(const Accelerator& accelerator) const {
  const auto begins = [&](const std::string& start) { return accelerator.name.starts_with(start); };
  const bool named = accelerators.empty() || std::any_of(accelerators.begin(), accelerators.end(), begins);
  return accelerator.memory_bytes >= least_memory_bytes && named &&
         std::none_of(other_than.begin(), other_than.end(), begins);
}

std::int64_t MeasuredRuns::compiled_for(const std::string& accelerator, std::string_view model, std::int64_t tp) const {
  const auto found = compiled_sequences.find({accelerator, fmt::format("{} tp{}", lower_case(model), tp)});
  return found == compiled_sequences.end() ? 1 : found->second;
}

HostSampling MeasuredRuns::sampling(std::string_view measurement) const {
  for (const Setup& setup : sampling_on_host) {
    if (measurement.find(setup.name_has) != std::string_view::npos) return setup.sampling;
  }
  return {};
}

Result<ServingEngines> ServingEngines::read(const DataFiles& data) {
  ServingEngines engines;
  for (const DataFiles::File& file : data.under(engines_folder)) {
    Result<ServingEngine> engine =
        read_serving_engine(file.text, file.name, std::filesystem::path(file.path).stem().string());
    if (!engine) return fail(engine);
    engines.engines_.insert_or_assign(engine->name, std::move(*engine));
  }
  return engines;
}

const ServingEngine* ServingEngines::called(std::string_view name) const {
  for (const auto& [own, engine] : engines_) {
    const std::vector<std::string>& others = engine.also_called;
    if (own == name || std::find(others.begin(), others.end(), name) != others.end()) return &engine;
  }
  return nullptr;
}

Result<ServingEngine> ServingEngines::on(const Accelerator& accelerator, std::string_view named) const {
  std::vector<std::string> names;
  for (const auto& [name, engine] : engines_) {
    if (engine.devices.empty()) continue;
    names.push_back(name);
    ServingEngine own = engine;
    if (named.empty() && !engine.named_only && put_on(own, accelerator)) return own;
  }
  if (named.empty())
    return bad_input("{}: '{}' has no entry of devices for {}", "data/engines", join(names), accelerator.name);
  const std::size_t at = std::min(named.find('@'), named.size());
  const ServingEngine* const found = called(named.substr(0, at));
  if (found == nullptr || found->devices.empty() || at + 1 == named.size())
    return bad_input("engine '{}' is not known; accepted: {}, each also with @ and a version that was measured", named,
                     join(names));
  ServingEngine engine = *found;
  if (at < named.size()) engine.version = named.substr(at + 1);
  if (!put_on(engine, accelerator))
    return unsatisfiable("'{}' is not known to run on {}", engine.name, accelerator.name);
  return engine;
}

Result<ServingEngine> ServingEngines::measured_as(std::string_view engine, const Accelerator& accelerator) const {
  const std::string wanted = lower_case(engine) + " ";
  const ServingEngine* found = nullptr;
  std::size_t longest = 0;
  std::vector<std::string> names;
  for (const auto& [unused, each] : engines_) {
    for (const std::string& start : each.measured.names) {
      names.push_back(start);
      if (start.size() <= longest || !wanted.starts_with(start)) continue;
      found = &each;
      longest = start.size();
    }
  }
  if (found == nullptr) return bad_input("engine '{}' is not known; accepted: {}", engine, join(names));
  ServingEngine own = *found;
  MeasuredRuns& runs = own.measured;
  const bool is_told = runs.prefill_tokens > 0 && runs.most_sequences > 0;
  if (!put_on(own, accelerator) && !is_told)
    return unsatisfiable("'{}' is not known to run on {}", own.name, accelerator.name);
  if (runs.prefill_tokens == 0) runs.prefill_tokens = own.limits.options.max_num_batched_tokens;
  if (runs.most_sequences == 0) runs.most_sequences = own.limits.options.max_num_seqs;
  return own;
}

}  // namespace hakaru
