#include "hakaru/serving/schedulers/engine_defaults.h"

#include <algorithm>
#include <map>
#include <optional>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr IntegerRange engine_limits{1, 1'000'000};

bool fits(Fields& fields, const Accelerator& accelerator) {
  const double least_bytes = fields.number_or("least_memory_gib", 0, {}) * gibi;
  const std::vector<std::string> alone = fields.texts("accelerators"), others = fields.texts("other_than");
  const auto begins = [&](const std::string& start) { return accelerator.name.starts_with(start); };
  const bool named = alone.empty() || std::any_of(alone.begin(), alone.end(), begins);
  return accelerator.memory_bytes >= least_bytes && named && std::none_of(others.begin(), others.end(), begins);
}

Policy read_policy(Fields& fields) {
  const std::string name = fields.text_or("policy", name_of(Policy::vllm));
  const Policy policy = policy_of(name);
  if (name != name_of(policy) || policy == Policy::fixed_batch)
    fields.refuse("policy", "'" + name + "'", "vllm, buckets");
  return policy;
}

/// Policy and limits of the first entry that fits; false: this one does not.
Result<bool> take_device(const Json& entry, const std::string& file, const Accelerator& accelerator,
                         EngineDefaults& defaults) {
  Fields fields(entry, file, "devices");
  const bool fitting = fits(fields, accelerator);
  const std::int64_t tokens = fields.integer("max_num_batched_tokens", engine_limits);
  const std::int64_t sequences = fields.integer("max_num_seqs", engine_limits);
  const Policy policy = read_policy(fields);
  const std::int64_t bucket = fields.integer_or("smallest_bucket", defaults.options.smallest_bucket, engine_limits);
  const std::int64_t prompts = fields.integer_or("prefill_batch", defaults.options.prefill_batch, engine_limits);
  const std::string source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!fitting) return false;
  defaults.options.policy = policy;
  defaults.options.max_num_batched_tokens = tokens;
  defaults.options.max_num_seqs = sequences;
  defaults.options.smallest_bucket = bucket;
  defaults.options.prefill_batch = prompts;
  defaults.source = source;
  return true;
}

/// Nothing where `accelerator` is none of its devices.
Result<std::optional<EngineDefaults>> read_engine(const Json& table, const std::string& file, const std::string& engine,
                                                  const Accelerator& accelerator) {
  Fields fields(table, file, engine);
  EngineDefaults defaults;
  defaults.name = engine;
  defaults.version = fields.text("version");
  defaults.named_only = fields.boolean_or("named_only", false);
  defaults.block_tokens = fields.integer("block_tokens", engine_limits);
  defaults.options.watermark = fields.number("watermark", {0, 1});
  fields.text("source");
  const Json& devices = fields.value("devices");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  for (const Json& device : devices.is_array() ? devices : Json::array()) {
    const Result<bool> taken = take_device(device, file, accelerator, defaults);
    if (!taken) return fail(taken);
    if (*taken) return std::optional(defaults);
  }
  return std::optional<EngineDefaults>();
}

}  // namespace

Result<EngineDefaults> find_engine(const DataFiles& data, const Accelerator& accelerator, std::string_view named) {
  std::map<std::string, std::optional<EngineDefaults>> engines;
  for (const DataFiles::File& file : data.under("engines.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [name, table] : tree->items()) {
      Result<std::optional<EngineDefaults>> engine = read_engine(table, file.name, name, accelerator);
      if (!engine) return fail(engine);
      engines[name] = std::move(*engine);  // of several files the last counts
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, engine] : engines) names.push_back(name);
  if (!named.empty() && !engines.contains(std::string(named)))
    return bad_input("data/engines.toml: has no engine '{}'; it has: {}", named, join(names));
  for (const auto& [name, engine] : engines) {
    if (engine && (named.empty() ? !engine->named_only : named == name)) return *engine;
  }
  if (!named.empty()) return unsatisfiable("'{}' is not known to run on {}", named, accelerator.name);
  return bad_input("{}: '{}' has no entry of devices for {}", "data/engines.toml", join(names), accelerator.name);
}

}  // namespace hakaru
