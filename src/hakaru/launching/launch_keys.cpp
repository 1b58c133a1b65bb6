#include "hakaru/launching/launch_keys.h"

#include <algorithm>
#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_count = 1'000'000'000;

/// Takes what was read, by its names.
class SaidWords {
 public:
  explicit SaidWords(const LaunchRead& read) : read_(read) {}

  bool has(std::string_view what) const { return read_.said.contains(what); }
  std::string text(std::string_view what) const {
    const auto found = read_.said.find(what);
    return found == read_.said.end() ? "" : found->second;
  }
  /// Empty: not said. What is no whole number is kept as a mistake.
  std::optional<std::int64_t> count(std::string_view what) {
    const std::string said = text(what);
    if (said.empty() || said == "None" || said == "null") return std::nullopt;
    std::int64_t value = 0;
    for (const char letter : said) {
      if (letter < '0' || letter > '9' || value > largest_count) {
        if (!error_)
          error_ =
              bad_input("{}: '{}' is said as '{}'; accepted: a whole number", read_.program->shown, what, said).value();
        return std::nullopt;
      }
      value = 10 * value + (letter - '0');
    }
    return value;
  }
  std::int64_t count_or_one(std::string_view what) { return std::max<std::int64_t>(1, count(what).value_or(1)); }
  bool is_true(std::string_view what) const { return text(what) == "true"; }
  const std::optional<Error>& error() const { return error_; }

 private:
  const LaunchRead& read_;
  std::optional<Error> error_;
};

/// The stack of data/stacks.toml that the program trains for, the last by name where it is several's.
const SoftwareStack* stack_of(const LaunchProgram& program, bool adapters, const LaunchPrograms& programs,
                              const SoftwareStacks& stacks) {
  const SoftwareStack* found = nullptr;
  for (const std::string& name : programs.stacks(adapters)) {
    if (programs.of_stack(name, adapters) != program.name) continue;
    if (const SoftwareStack* const stack = stacks.find(name); stack != nullptr) found = stack;
  }
  return found;
}

std::int64_t chunks_said(SaidWords& said, const LaunchContext& context, std::int64_t pp) {
  if (const auto chunks = said.count("chunks")) return std::max<std::int64_t>(1, *chunks);
  const auto layers = said.count("layers_of_a_chunk");
  if (!layers || *layers < 1 || context.layers < 1) return 1;
  return std::max<std::int64_t>(1, context.layers / (pp * *layers));
}

/// dp of all ranks, which tp, pp and cp must divide.
Result<std::int64_t> data_parallel(const LaunchRead& read, const LaunchContext& context, std::int64_t split) {
  std::optional<std::int64_t> ranks = read.ranks;
  const std::optional<std::int64_t> devices = read.devices               ? read.devices
                                              : context.per_instance > 0 ? std::optional(context.per_instance)
                                                                         : std::nullopt;
  if (!ranks && devices) ranks = *devices * read.machines.value_or(1);
  if (!ranks) return std::max<std::int64_t>(1, 0);
  if (*ranks % split != 0)
    return bad_input("{}: {} ranks cannot be divided by tp · pp · cp = {}", read.program->shown, *ranks, split);
  return *ranks / split;
}

Result<Json> training_keys(const LaunchRead& read, const LaunchContext& context, const LaunchPrograms& programs,
                           const SoftwareStacks& stacks) {
  SaidWords said(read);
  const bool adapters = said.text("task") == "adapters" || said.has("lora_rank");
  const SoftwareStack* const stack = stack_of(*read.program, adapters, programs, stacks);
  Json keys;
  const std::int64_t tp = said.count_or_one("tp"), pp = said.count_or_one("pp"), cp = said.count_or_one("cp");
  const Result<std::int64_t> dp = data_parallel(read, context, tp * pp * cp);
  if (!dp) return fail(dp);
  const std::int64_t vpp = chunks_said(said, context, pp);
  keys["tp"] = tp;
  keys["pp"] = pp;
  keys["cp"] = cp;
  keys["ep"] = said.count_or_one("ep");
  keys["dp"] = *dp;
  keys["vpp"] = vpp;
  if (const auto etp = said.count("etp"); etp && *etp != tp) keys["etp"] = *etp;
  const std::optional<std::int64_t> of_stage = said.count("pipeline_micro_batch");
  const std::int64_t local = said.count_or_one("micro_batch");
  const std::int64_t micro_batch = pp > 1 && of_stage ? *of_stage : local;
  keys["micro_batch"] = micro_batch;
  const std::int64_t accumulated = said.count_or_one("accumulation");
  keys["global_batch"] = std::max<std::int64_t>(1, said.count("global_batch").value_or(local * accumulated * *dp));
  const std::string recompute = said.has("recompute") ? said.text("recompute")
                                : stack != nullptr    ? std::string(name_of(stack->recompute))
                                                      : "none";
  const std::int64_t recomputed = said.count_or_one("recompute_layers");
  keys["recompute"] = recompute == "full" && recomputed > 1 ? fmt::format("full/{}", recomputed) : recompute;
  keys["zero"] = said.has("zero") ? said.text("zero") : std::to_string(stack != nullptr ? stack->zero : 0);
  keys["sequence_parallel"] = tp > 1 && (said.has("sequence_parallel") ? said.is_true("sequence_parallel")
                                                                       : stack != nullptr && stack->sequence_parallel);
  if (pp > 1)
    keys["schedule"] = said.has("schedule") && vpp == 1 ? said.text("schedule") : vpp > 1 ? "interleaved-1f1b" : "1f1b";
  if (cp > 1 && said.has("context_parallel")) keys["context_parallel"] = said.text("context_parallel");
  for (const char* what : {"first_stage_layers", "last_stage_layers", "mtp_layers", "sequence_length", "lora_rank"}) {
    if (const auto count = said.count(what); count && *count > 0) keys[what] = *count;
  }
  for (const char* what : {"expert_overlap", "captured_step", "offload_optimizer", "offload_activations"})
    keys[what] = said.is_true(what);
  for (const char* what : {"precision", "optimizer", "lora_base", "expert_capacity"}) {
    if (said.has(what)) keys[what] = said.text(what);
  }
  if (stack != nullptr) keys["software"] = stack->name;
  if (const auto steps = said.count("steps"); steps && *steps > 0) keys["steps"] = *steps;
  if (said.error()) return tl::unexpected(*said.error());
  return keys;
}

Result<Json> serving_keys(const LaunchRead& read, const LaunchPrograms& programs) {
  SaidWords said(read);
  Json keys;
  const LaunchProgram& program = *read.program;
  const bool each = said.text("attention") == "of_each_replica";
  const std::int64_t replicas = said.count_or_one("replicas");
  const std::int64_t ranks = said.count_or_one("tp");
  const bool divides = each && program.tp_is_of_all;
  const std::int64_t spread = divides ? (replicas > 1 ? replicas : ranks) : replicas;
  keys["tp"] = divides ? std::max<std::int64_t>(1, ranks / spread) : ranks;
  keys["pp"] = said.count_or_one("pp");
  keys["dp"] = spread * std::max<std::int64_t>(1, read.servers.value_or(1));
  keys["ep"] = said.count("experts").value_or(said.is_true("expert_parallel") ? ranks * (divides ? 1 : replicas) : 1);
  for (const char* what : {"context"}) {
    if (const auto count = said.count(what); count && *count > 0) keys[what] = *count;
  }
  for (const char* what : {"weights", "kv_cache"}) {
    if (said.has(what)) keys[what] = said.text(what);
  }
  if (const auto sequences = said.count("sequences"))
    keys["sequences"] = std::max<std::int64_t>(1, *sequences / (divides && program.limits_are_of_all ? spread : 1));
  keys["engine"] = programs.engine_of(program.name);
  if (said.error()) return tl::unexpected(*said.error());
  return keys;
}

}  // namespace

Result<Json> keys_of(const LaunchRead& read, const LaunchContext& context, const LaunchPrograms& programs,
                     const SoftwareStacks& stacks) {
  Result<Json> keys = programs.serves(read.program->name) ? serving_keys(read, programs)
                                                          : training_keys(read, context, programs, stacks);
  if (!keys) return keys;
  const auto model = read.said.find("model");
  if (model != read.said.end() && model->second.find("${") == std::string::npos) (*keys)["model"] = model->second;
  return keys;
}

}  // namespace hakaru
