#include "hakaru/launching/server_command.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/launching/model_config.h"
#include "hakaru/launching/variables.h"

namespace hakaru {

/// The fewest replicas that are a server of their own: where experts are spread over several, these.
Layout one_server(const Layout& planned) {
  Layout layout = planned;
  layout.dp = planned.ep <= 1                   ? 1
              : planned.experts_across_tensor() ? std::max<std::int64_t>(1, planned.ep / planned.tp)
                                                : planned.ep;
  return layout;
}

/// A type of fewer than 16 bits that the weights are to be kept in and are not published in; empty: none.
std::optional<DataType> converted_to(const ServingJob& job) {
  constexpr double bytes_of_16_bits = 2;
  for (const DataType type : {job.weights, job.experts}) {
    if (bytes_per_value(type) >= bytes_of_16_bits) continue;
    const bool is_stored = type == job.model.stored_type || type == job.model.stored_expert_type;
    return is_stored ? std::nullopt : std::optional<DataType>(type);
  }
  return std::nullopt;
}

namespace {

/// True if the program, or its file, converts weights to that type while it loads them.
bool converts(const LaunchProgram& program, const LaunchPrograms& programs, DataType type) {
  const auto has_words = [&](const LaunchProgram* each) {
    return each != nullptr && each->choices.contains("weights." + std::string(name_of(type)));
  };
  return has_words(&program) || has_words(programs.find(program.settings));
}

std::string as_list(const std::vector<std::int64_t>& values) { return Json(values).dump(); }

/// Says the tokens and sequences that graphs are compiled for, where the engine takes them.
void say_shapes(CommandMaker& maker, const ServedOn& served) {
  const std::string lengths = as_list(token_buckets(served.options));
  maker.tell("prompt_buckets", lengths);
  maker.tell("context_buckets", lengths);
  maker.tell("sequences_buckets", as_list({served.options.max_num_seqs}));
}

void say_drafting(CommandMaker& maker, const Drafting& drafting) {
  if (drafting.tokens == 0) return;
  maker.must_tell("draft", drafting.method);
  if (!drafting.model.empty()) maker.must_tell("draft_model", drafting.model);
  const std::string tokens = std::to_string(drafting.tokens);
  if (!drafting.uses_own_layers() || !maker.tell("own_draft_tokens", tokens)) maker.must_tell("draft_tokens", tokens);
  maker.tell("verified_tokens", std::to_string(drafting.tokens + 1));  // one more: the model's own
}

}  // namespace

ServerCommand server_command(const ServedOn& served, const ServerLaunch& launch, const EnginePrograms& engine,
                             const LaunchPrograms& programs) {
  const LaunchProgram& program = programs.program(engine.server);
  const ServingJob& job = served.job;
  const Layout& layout = launch.layout;
  Command before;
  if (!launch.role.empty() && !program.environment_apart.empty()) {
    before.push_back({"env"});
    for (const std::string& setting : program.environment_apart) before.push_back(word_of(setting));
  }
  CommandMaker maker(programs, program, launch.purpose, before);
  const std::optional<DataType> small = converted_to(job);
  const bool in_another = small && !converts(program, programs, *small);
  const bool is_open = in_another && launch.purpose == LaunchPurpose::running;  // no checkpoint that is known is that
  maker.tell("model", variable("MODEL", is_open ? "" : weights_of(job.model)));
  const bool spread = layout.dp > 1;  // experts, over replicas
  maker.must_tell("tp", std::to_string(spread && program.tp_is_of_all ? layout.tp * layout.dp : layout.tp));
  if (layout.pp > 1) maker.must_tell("pp", std::to_string(layout.pp));
  if (spread && program.tp_is_of_all) maker.must_tell("attention", "of_each_replica");
  const bool each_rank = program.tp_is_of_all && layout.tp == 1;  // a replica of its own, unsaid
  if (spread && !maker.tell("replicas", std::to_string(layout.dp)) && !each_rank)
    maker.must_tell("replicas", std::to_string(layout.dp));
  // Some spread experts over all ranks, or not at all.
  const bool over_all = layout.ep == layout.tp * layout.dp || layout.ep == layout.dp;
  if (layout.ep > 1 && !(over_all && maker.chooses("expert_parallel", "true")))
    maker.must_tell("experts", std::to_string(layout.ep));
  maker.must_tell("context", std::to_string(launch.context));
  const std::int64_t limited = spread && program.limits_are_of_all ? layout.dp : 1;  // replicas together
  maker.must_tell("sequences", std::to_string(limited * served.options.max_num_seqs));
  if (served.compiles()) say_shapes(maker, served);
  if (!served.compiles())
    maker.must_tell("batched_tokens", std::to_string(limited * served.options.max_num_batched_tokens));
  maker.must_tell("compute", std::string(name_of(served.wanted)));
  maker.must_tell("kv_cache", std::string(name_of(job.kv_cache)));
  if (small && !in_another) maker.tell("weights", std::string(name_of(*small)));
  if (launch.machines > 1) {
    maker.must_tell("machines", std::to_string(launch.machines));
    for (const std::string& word : program.several_machines) maker.add({word_of(word)});
  }
  if (!launch.role.empty()) maker.must_tell("role", launch.role);
  if (!launch.network.empty()) maker.tell("network", launch.network);
  say_kind(maker, job.model, programs);
  say_drafting(maker, launch.drafting);
  const std::string port = std::to_string(engine.port);
  maker.tell("port", launch.purpose == LaunchPurpose::running ? variable("PORT", port) : Word{port});
  return {maker.command(), maker.settings(), maker.unsaid(), maker.refused(), in_another ? small : std::nullopt};
}

}  // namespace hakaru
