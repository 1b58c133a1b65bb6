#include "hakaru/asking/launched/launch_refusals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <tuple>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/planning/money/in_region.h"
#include "hakaru/planning/money/pricing.h"
#include "hakaru/planning/search/candidates.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/planning/search/state_blocks.h"

namespace hakaru {

std::int64_t count_of_key(const Json& keys, const char* key) {
  const Result<std::int64_t> count =
      keys.contains(key) ? parse_count(as_text(keys.at(key)), key) : Result<std::int64_t>(std::int64_t{1});
  return count ? std::max<std::int64_t>(1, *count) : 1;
}

namespace {

/// Names of machines for rent with the accelerator that the launch names, those of the usual region and the largest
/// first.
std::vector<std::string> machines_stated(const LaunchRead& read, const Catalog& catalog) {
  constexpr std::size_t most = 6;
  const Result<Accelerator> accelerator = catalog.accelerator(read.accelerator);
  std::vector<std::string> names;
  if (read.accelerator.empty() || !accelerator) return names;
  std::vector<const Instance*> found;
  for (const Instance& each : catalog.instances()) {
    if (each.accelerator.name == accelerator->name && !catalog.prices().regions_of(each.name).empty())
      found.push_back(&each);
  }
  const std::string usual = HardwareRequest().region;
  ranges::stable_sort(found, std::greater<>(), [&](const Instance* each) {
    return std::pair(ranges::count(catalog.prices().regions_of(each->name), usual) > 0, each->accelerators);
  });
  for (const Instance* each : found) {
    if (names.size() < most) names.push_back(each->name);
  }
  return names;
}

/// Names of machines of the usual region whose accelerators could take the weights and the ranks of a server, the
/// cheapest first.
std::vector<std::string> machines_for(const Launched& launched, const Json& keys, double weights_bytes,
                                      const Catalog& catalog) {
  constexpr std::size_t most = 3;
  constexpr double usable_share = 0.9, with_cache = 1.15;
  const std::int64_t ranks = keys.value("tp", std::int64_t{1}) * keys.value("pp", std::int64_t{1});
  const std::int64_t replicas = keys.value("dp", std::int64_t{1});
  std::vector<std::pair<double, std::string>> found;
  for (const Instance& each : catalog.instances()) {
    const Accelerator& accelerator = each.accelerator;
    const auto price = catalog.prices().find_any(each.name, HardwareRequest().region);
    const bool is_fit =
        each.accelerators >= ranks * replicas &&
        static_cast<double>(ranks) * accelerator.memory_bytes * usable_share > weights_bytes * with_cache;
    const bool runs = lower_case(accelerator.vendor) == "nvidia" && runs_on(*launched.read.program, accelerator);
    if (price && is_fit && runs) found.emplace_back(price->usd_per_h, each.name);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (const auto& [usd_per_h, name] : found) {
    if (names.size() < most) names.push_back(name);
  }
  return names;
}

/// Sizes of a service that need no machine.
struct SizesOfService {
  double weights_bytes = 0;
  Message said;  ///< weights, and KV cache of a token
};
std::optional<SizesOfService> sizes_of_service(const Json& keys, const Asking& asking) {
  const Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return std::nullopt;
  const auto& job = std::get<ServingJob>(scenario->job);
  const double weights_bytes =
      job.model.stored && job.experts != job.weights
          ? job.model.stored->bytes
          : static_cast<double>(count_parameters(job.model).total) * bytes_per_value(job.weights);
  const double token_bytes =
      kv_cache_bytes_per_token(job.model) * bytes_per_value(job.kv_cache) / bytes_per_value(DataType::bf16);
  const Message sizes =
      token_bytes == 0
          ? message("{} takes {} of weights in {}", job.model.name, in_gib(weights_bytes), name_of(job.weights))
          : message("{} takes {} of weights in {} and {} bytes of KV cache a token in {}", job.model.name,
                    in_gib(weights_bytes), name_of(job.weights), with_separators(std::llround(token_bytes)),
                    name_of(job.kv_cache));
  return SizesOfService{weights_bytes, sizes};
}

/// Accelerators that a machine must have: all of a training's ranks there; of a server those of one, over its machines.
std::int64_t accelerators_needed(const Launched& launched, const Json& keys) {
  const LaunchRead& read = launched.read;
  const auto count = [&](const char* key) { return count_of_key(keys, key); };
  if (!launched.programs.serves(read.program->name))
    return read.devices.value_or(read.ranks ? (*read.ranks + count("instances") - 1) / count("instances") : 1);
  const auto said = read.said.find("machines");
  std::int64_t machines = 1;
  if (said != read.said.end())
    std::from_chars(said->second.data(), said->second.data() + said->second.size(), machines);
  machines = std::max<std::int64_t>(1, machines);
  return (count("tp") * count("pp") + machines - 1) / machines;
}

}  // namespace

std::vector<Instance> machines_to_try(const Launched& launched, const Json& keys, const Asking& asking) {
  const LaunchRead& read = launched.read;
  const Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return {};
  const Result<Accelerator> stated = asking.catalog.accelerator(read.accelerator);
  const bool is_stated = !read.accelerator.empty();
  std::vector<Instance> all;
  if (is_stated && stated) {
    std::copy_if(asking.catalog.instances().begin(), asking.catalog.instances().end(), std::back_inserter(all),
                 [&](const Instance& each) { return each.accelerator.name == stated->name; });
  } else if (!is_stated) {
    Result<std::vector<Instance>> ranked = candidate_instances(*scenario, asking.catalog);
    if (ranked) all = std::move(*ranked);
  }
  struct Priced {
    bool is_elsewhere;
    double usd_per_h;
    const Instance* instance;
  };
  const std::vector<std::string> clouds = clouds_looked_at(scenario->hardware, asking.catalog);
  std::vector<Priced> found;
  for (const bool of_nvidia : {true, false}) {
    for (const Instance& each : all) {
      const PriceBook& prices = asking.catalog.prices();
      const std::optional<Price> here = price_of(each, scenario->hardware, prices);
      const std::optional<Price> price = here || !is_stated ? here : prices.find_any(each.name, "");
      const std::int64_t machines = 1 + (accelerators_needed(launched, keys) - 1) / std::max(1, each.accelerators);
      const bool is_one = machines == 1 || count_of_key(keys, "tp") <= each.accelerators;
      if (price && is_one && runs_on(*read.program, each.accelerator) &&
          (lower_case(each.accelerator.vendor) == "nvidia") == of_nvidia)
        found.push_back(
            {!here || ranges::count(clouds, each.cloud) == 0, price->usd_per_h * static_cast<double>(machines), &each});
    }
    if (!found.empty()) break;
  }
  ranges::stable_sort(found, std::less<>(), [](const Priced& each) {
    return std::tuple(each.is_elsewhere, each.usd_per_h, each.instance->name);
  });
  std::vector<Instance> machines;
  for (const Priced& each : found) machines.push_back(*each.instance);
  return machines;
}

Error no_machine(const Launched& launched, const Json& keys, const Asking& asking) {
  const bool serves = launched.programs.serves(launched.read.program->name);
  const std::optional<SizesOfService> sizes = serves ? sizes_of_service(keys, asking) : std::nullopt;
  const std::vector<std::string> stated = machines_stated(launched.read, asking.catalog);
  const std::vector<std::string> fitting =
      sizes ? machines_for(launched, keys, sizes->weights_bytes, asking.catalog) : stated;
  const std::string accepted =
      !stated.empty()    ? fmt::format("--instance ({}: {})", lower_case(launched.read.accelerator), join(stated))
      : !fitting.empty() ? fmt::format("--instance ({})", join(fitting))
                         : "--instance";
  if (sizes) return bad_input("the command names no machine; accepted: {}; {}", accepted, sizes->said).value();
  return bad_input("the command names no machine; accepted: {}", accepted).value();
}

std::optional<Message> why_too_few_are_shown(const Launched& made) {
  const LaunchRead& read = made.read;
  if (!read.visible) return std::nullopt;
  const bool serves = made.programs.serves(read.program->name);
  const std::int64_t copies = serves
                                  ? std::max<std::int64_t>(1, count_of_key(made.keys, "dp") /
                                                                  std::max<std::int64_t>(1, read.servers.value_or(1)))
                                  : 1;
  const std::int64_t needed = accelerators_needed(made, made.keys) * copies;
  if (needed <= *read.visible) return std::nullopt;
  const auto flag = read.program->flags.find("tp");
  const std::int64_t fewer = *read.visible * count_of_key(made.keys, "tp") / needed;
  if (!serves || flag == read.program->flags.end() || fewer == 0)
    return message("it needs {} accelerators of a machine, and the command shows it {} ({}); accepted: {} of them",
                   needed, *read.visible, read.shows, needed);
  return message(
      "it needs {} accelerators of a machine, and the command shows it {} ({}); accepted: {} of them, or {} {}", needed,
      *read.visible, read.shows, needed, flag->second, fewer);
}

std::optional<Message> why_it_does_not_load(const Launched& made, std::int64_t tp, std::int64_t expert_ranks) {
  const LaunchProgram& program = *made.read.program;
  const std::int64_t block = made.programs.block_kept_by(program.name, made.checkpoint);
  if (block == 0) return std::nullopt;
  for (const Block& layer : model_of(made.scenario.job).layer_kinds) {
    for (const Module& module : layer.modules) {
      const auto* const matrix = std::get_if<Linear>(&module.kind);
      if (matrix == nullptr || (matrix->experts > 0 ? matrix->expert_split : matrix->split) != Split::row) continue;
      const std::int64_t ranks = matrix->experts > 0 ? expert_ranks : tp, width = matrix->in;
      const auto is_cut = [&](std::int64_t of_ranks) {
        return width % (block * std::max<std::int64_t>(1, of_ranks)) != 0;
      };
      if (ranks <= 1 || !is_cut(ranks)) continue;
      std::int64_t fewer = tp - 1;
      while (fewer > 1 && (tp % fewer != 0 || is_cut(ranks * fewer / tp))) --fewer;
      std::vector<std::string> accepted;
      const auto spread = program.choices.find("expert_parallel.true");
      if (matrix->experts > 0 && spread != program.choices.end()) accepted.push_back(join(spread->second, " "));
      accepted.push_back(fmt::format("{} {}", program.flags.at("tp"), std::max<std::int64_t>(1, fewer)));
      return message(
          "{0} cannot load {1}: its weights are quantised in blocks of {2} × {2}, and a width of {3} over {4} ranks is "
          "{5}, no multiple of {2}; accepted: {6}",
          program.shown, made.checkpoint, block, width, ranks, width / ranks, join(accepted, " / "));
    }
  }
  return std::nullopt;
}

Result<std::optional<Message>> why_it_does_not_start(const Launched& made, const Asking& asking) {
  if (!made.plan || made.plan->serving() == nullptr) return std::optional<Message>();
  Scenario all_of_memory = made.scenario;
  all_of_memory.headroom_share = 0;
  Result<ServedOn> served = served_as_planned(all_of_memory, *made.plan, asking.data);
  if (!served) return fail(served);
  if (!served->engine.states) return std::optional<Message>();
  served->reserve.left_free_share = 0;  // the engine's own share stands for it
  double share = served->engine.states->share_of_memory;
  if (const auto said = made.read.said.find("memory_share"); said != made.read.said.end())
    from_chars(said->second.data(), said->second.data() + said->second.size(), share);
  const std::int64_t sequences = served->engine.limits.options.max_num_seqs;
  served->options.max_num_seqs = sequences;
  const auto blocks = state_blocks(*served, made.plan->layout, made.plan->cluster.instance().accelerator,
                                   1 - std::clamp(share, 0.0, 1.0));
  if (!blocks || sequences <= blocks->all) return std::optional<Message>();
  return std::optional(message(
      "{} cannot start: {} sequences (max_num_seqs) > {} blocks of the KV cache, of which each takes {} for its states "
      "and tokens; accepted: max_num_seqs {} or fewer, as many as run at once",
      made.read.program->shown, sequences, blocks->all, blocks->of_a_sequence,
      std::max<std::int64_t>(1, blocks->all / blocks->of_a_sequence)));
}

}  // namespace hakaru
