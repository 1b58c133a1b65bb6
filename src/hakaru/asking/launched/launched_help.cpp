#include "hakaru/asking/launched/launched_help.h"

#include <array>

#include "hakaru/asking/launched/launch_refusals.h"
#include "hakaru/asking/launched/launched_plans.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {

void note_little_memory(Launched& made, const Json& given, const Asking& asking) {
  if (!made.plan || made.plan->training() == nullptr || given.contains("headroom")) return;
  const Result<Plan> usual = best_with(made.keys, {}, asking);
  if (usual || usual.error().kind != ErrorKind::unsatisfiable) return;
  made.notes.push_back(
      message("{} free on each device is less than {} keeps free unasked: the run may end for lack of memory",
              in_gib(made.plan->capacity_bytes - made.plan->memory.total_bytes()), "hakaru plan train"));
}

namespace {

/// The words by which the launch's program, or its file, says a choice; else the choice as it is called here.
std::string words_for(const Launched& made, const std::string& what, const std::string& value) {
  for (const LaunchProgram* program : {made.read.program, made.programs.find(made.read.program->settings)}) {
    if (program == nullptr) continue;
    if (const auto choice = program->choices.find(what + "." + value); choice != program->choices.end())
      return join(choice->second, " ");
    if (const auto flag = program->flags.find(what); flag != program->flags.end())
      return flag->second + (flag->second.ends_with('=') ? "" : " ") + value;
  }
  return what + " " + value;
}

}  // namespace

std::optional<Error> why_not_in_share(const Launched& made, const Json& given, const Asking& asking) {
  constexpr std::array larger{0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95};
  const auto said = made.read.said.find("memory_share");
  if (said == made.read.said.end() || given.contains("headroom") || !made.keys.contains("headroom"))
    return std::nullopt;
  double share = 0;
  from_chars(said->second.data(), said->second.data() + said->second.size(), share);
  for (const double each : larger) {
    if (each <= share) continue;
    Launched other = made;
    other.keys["headroom"] = fmt::format("{:g}%", 100 * (1 - each));
    const Result<Plan> plan = plan_of_service(other, asking);
    if (!plan) continue;
    return unsatisfiable("weights of {} and a KV cache do not fit {} × {} ({}); accepted: {}",
                         in_gib(plan->memory.weights_bytes), said->second, in_gib(plan->capacity_bytes),
                         words_for(made, "memory_share", said->second),
                         words_for(made, "memory_share", fmt::format("{:g}", each)))
        .value();
  }
  return std::nullopt;
}

void note_what_helps(Launched& made, const Asking& asking) {
  constexpr std::array<std::int64_t, 5> times{2, 4, 8, 16, 32};
  constexpr std::int64_t shortest_sequence = 512;
  std::vector<std::string> helps;
  const auto degree = [&](const char* key) { return count_of_key(made.keys, key); };
  const Result<Instance> machine = made.catalog.instance(made.keys.value("instance", ""));
  if (!machine ||
      degree("tp") * degree("pp") * degree("cp") * degree("dp") != degree("instances") * machine->accelerators)
    return;
  const auto fits = [&](const Json& changes) {
    Json keys = made.keys;
    keys.update(changes);
    return best_with(std::move(keys), {}, asking).has_value();
  };
  const auto try_choice = [&](const char* what, const Json& changes, const std::string& value) {
    if (made.keys.value(what, Json()) != changes.at(what) && fits(changes))
      helps.push_back(words_for(made, what, value));
  };
  const std::int64_t machines = degree("instances");
  for (const std::int64_t each : times) {
    Json changes{{"instances", machines * each}, {"dp", degree("dp") * each}};
    if (!made.read.said.contains("global_batch")) changes["global_batch"] = degree("global_batch") * each;
    if (!fits(changes)) continue;
    helps.push_back(fmt::format("{} × {}", machines * each, made.keys.value("instance", "")));
    break;
  }
  try_choice("offload_optimizer", {{"offload_optimizer", true}}, "true");
  try_choice("optimizer", {{"optimizer", "adamw-8bit"}}, "adamw-8bit");
  try_choice("recompute", {{"recompute", "full"}}, "full");
  try_choice("zero", {{"zero", "3"}}, "3");
  if (const auto* const job = std::get_if<TrainingJob>(&made.scenario.job)) {
    for (std::int64_t length = job->sequence_length / 2; length >= shortest_sequence; length /= 2) {
      if (!fits({{"sequence_length", length}})) continue;
      helps.push_back(words_for(made, "sequence_length", std::to_string(length)));
      break;
    }
  }
  if (degree("micro_batch") > 1 && fits({{"micro_batch", 1}})) helps.push_back(words_for(made, "micro_batch", "1"));
  made.notes.push_back(helps.empty()
                           ? message("it fits neither on {} machines, nor with 8-bit states, states on the host, all "
                                     "recomputed, all sharded, or sequences of {} tokens",
                                     machines * times.back(), shortest_sequence)
                           : message("it fits with any one of these: {}", join(helps, "; ")));
}

}  // namespace hakaru
