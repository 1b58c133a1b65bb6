// hakaru rehearse PLAN[#RANK]: the plan in miniature, by real processes on this machine, beside what was predicted.
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/output/rehearsal_trace.h"
#include "hakaru/output/table.h"
#include "hakaru/output/timeline.h"
#include "hakaru/training/step.h"
#include "rehearse_precisions.h"
#include "rehearse_ranks.h"
#include "rehearse_shapes.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_ranks = 8, most_steps = 100'000;
constexpr std::uint64_t largest_text_bytes = std::uint64_t{1} << 30;

struct RehearseCommand {
  std::string plan, ranks = "8", steps = "10", seed = "1", text, precisions, core_memory, cache, trace, lengths,
                    buckets, precision = "fp32", network, scale;
  std::set<std::string> given;  ///< flags

  bool has(const std::string& flag) const { return given.count(flag) > 0; }
};

Result<std::int64_t> number(std::string_view flag, const std::string& text, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < least || value > most)
    return bad_input("{} is '{}'; accepted: {} … {}", flag, text, least, most);
  return value;
}

/// What only ranks that run can do is not given to what runs none, nor what nothing is made of.
Result<void> check_together(const RehearseCommand& command) {
  static const std::map<std::string, std::vector<std::string>> not_with{
      {"--compare-precision", {"--sequence-lengths", "--trace", "--cache", "--core-memory", "--precision"}},
      {"--sequence-lengths",
       {"--trace", "--cache", "--core-memory", "--precision", "--steps", "--seed", "--text", "--ranks"}}};
  for (const auto& [instead, flags] : not_with) {
    if (!command.has(instead)) continue;
    for (const std::string& flag : flags) {
      if (command.has(flag)) return bad_input("{} and {} cannot be asked for together", flag, instead);
    }
  }
  if (command.has("--buckets") && !command.has("--sequence-lengths"))
    return bad_input("{} needs {}", "--buckets", "--sequence-lengths");
  return {};
}

Result<void> check_written(const RehearseCommand& command) {
  std::error_code unknown;
  if (command.has("--cache")) {
    std::filesystem::create_directories(command.cache, unknown);
    if (access(command.cache.c_str(), W_OK) != 0 || !std::filesystem::is_directory(command.cache, unknown))
      return bad_input("{}: no folder that can be written; accepted: a folder for compiled programs", command.cache);
  }
  if (const std::optional<Error> error = unwritable({command.trace})) return tl::unexpected(*error);
  return {};
}

struct RehearsalSize {
  std::int64_t ranks = 8, steps = 10;
  std::int64_t seed = 1;
  std::int64_t core_bytes = 0;  ///< 0: the accelerator's
};

Result<RehearsalSize> asked_of(const RehearseCommand& command) {
  const Result<std::int64_t> ranks = number("--ranks", command.ranks, 1, most_ranks);
  if (!ranks) return fail(ranks);
  const Result<std::int64_t> steps = number("--steps", command.steps, 1, most_steps);
  if (!steps) return fail(steps);
  const Result<std::int64_t> seed = number("--seed", command.seed, 0, INT64_MAX);
  if (!seed) return fail(seed);
  RehearsalSize asked{*ranks, *steps, *seed, 0};
  if (command.core_memory.empty()) return asked;
  const Result<double> bytes = parse_bytes(command.core_memory, "--core-memory");
  if (!bytes) return fail(bytes);
  constexpr double most_core_bytes = 1e18;
  if (!(*bytes >= 1 && *bytes <= most_core_bytes))
    return bad_input("{} is '{}'; accepted: {} … {}", "--core-memory", command.core_memory, "1 B", "1 EB");
  asked.core_bytes = static_cast<std::int64_t>(*bytes);
  return asked;
}

/// The executed step, and the same miniature's step simulated on the plan's cluster.
Result<void> write_trace(const std::string& file, const Rehearsed& rehearsed, const Cluster& cluster,
                         const DataFiles& data, const Session& session) {
  const TrainingJob& job = rehearsed.miniature.job;
  const Accelerator& accelerator = cluster.instance().accelerator;
  const Result<Calibration> calibration = Calibrations(data).find_training(accelerator, job.software_or_group());
  if (!calibration) return fail(calibration);
  StepEstimator estimator(job, cluster, *calibration);
  const StepWork work = estimator.work(rehearsed.miniature.layout);
  const std::string simulated = trace_text(work, simulate_step(work), session.translator());
  const std::string trace = rehearsal_trace(rehearsed, simulated, accelerator.name, session.translator());
  if (const std::optional<Error> error = write_file(file, trace)) return tl::unexpected(*error);
  return {};
}

/// Whether this machine can hold all ranks, and the one alone that they are compared with.
Result<void> check_room(const Miniature& miniature) {
  constexpr std::int64_t most_values = INT32_MAX;  // MPI counts no more of one message
  double bytes = 0;
  std::int64_t values = 0;
  for (std::int64_t rank = 0; rank < miniature.layout.ranks(); ++rank) {
    const Expected expected = expected_of(miniature, RankPlace::of(rank, miniature.layout));
    bytes += static_cast<double>(expected.estimate_bytes());
    values = std::max(values, static_cast<std::int64_t>(static_cast<double>(expected.weights_bytes) /
                                                        bytes_per_value(miniature.job.recipe.weights)));
  }
  bytes *= 2;  // the one alone holds as much as all replicas, at most
  const double room = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes > room)
    return bad_input(
        "the miniature takes about {} and this machine has {}; accepted: a smaller --scale, or fewer --ranks",
        in_gib(bytes), in_gib(room));
  if (values > most_values)
    return bad_input("the miniature has {} parameters on one rank; accepted: at most {}", values, most_values);
  return {};
}

/// By real processes, beside what is predicted.
Result<std::string> rehearse(const RehearseCommand& command, const RehearsalSize& asked, const SavedPlan& saved,
                             Miniature miniature, tracing::DeviceOptions device, const std::string& text,
                             Session& session) {
  const auto seed = static_cast<std::uint64_t>(asked.seed);
  const Result<void> taken = take_precision(command.precision, seed, miniature, device);
  if (!taken) return fail(taken);
  if (const Result<void> room = check_room(miniature); !room) return fail(room);
  if (const Result<void> writable = check_written(command); !writable) return fail(writable);
  Result<std::vector<Expected>> expected = expected_of_ranks(miniature);
  if (!expected) return fail(expected);
  Result<RankRecord> reference = run_rank(alone(miniature), {0, asked.steps, seed, text, std::move(device)});
  if (!reference) return fail(reference);
  RanksTask task;
  task.data = session.data_folder;
  task.cache = command.cache;
  task.precision = command.precision;
  task.network = command.network;
  task.scale = command.scale;
  task.ranks = asked.ranks;
  task.steps = asked.steps;
  task.seed = asked.seed;
  task.core_bytes = asked.core_bytes;
  task.timed = command.has("--trace");
  Result<std::vector<RankRecord>> ranks =
      run_ranks_of(miniature, *expected, {std::move(task), saved.file, saved.plan.rank, text, *reference});
  if (!ranks) return fail(ranks);
  const Rehearsed rehearsed =
      compared(std::move(miniature), std::move(*expected), std::move(*ranks), std::move(*reference));
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  if (command.has("--trace")) {
    const Result<void> written = write_trace(command.trace, rehearsed, saved.plan.cluster, **data, session);
    if (!written) return fail(written);
  }
  if (!rehearsed.agrees()) session.status = 1;
  const OrderedJson json = json_of(rehearsed, session.translator());
  if (session.csv) return csv_of(json["memory"]);
  return session.json ? json_text(json) : rehearsal_text(rehearsed, session.pen());
}

Result<std::string> run(const RehearseCommand& command, Session& session) {
  const Result<void> together = check_together(command);
  if (!together) return fail(together);
  const Result<RehearsalSize> asked = asked_of(command);
  if (!asked) return fail(asked);
  const Result<SavedPlan> saved = session.training_plan(command.plan);
  if (!saved) return fail(saved);
  const Result<MiniatureWish> wish = miniature_wish(command.network, command.scale);
  if (!wish) return fail(wish);
  Result<Miniature> miniature = miniature_of(saved->training_job(), saved->plan.layout, asked->ranks, *wish);
  if (!miniature) return fail(miniature);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  Result<tracing::DeviceOptions> device = rehearsal_device(saved->plan.cluster.instance().accelerator, **data);
  if (!device) return fail(device);
  if (command.has("--sequence-lengths"))
    return rehearse_shapes(command.lengths, command.buckets, *miniature, *device, session);
  const Result<std::string> text =
      command.text.empty() ? shipped_text(**data) : read_file(command.text, largest_text_bytes);
  if (!text) return fail(text);
  if (text->size() < 2) return bad_input("{}: too short to train on; accepted: at least 2 bytes", command.text);
  if (command.has("--compare-precision")) {
    if (const Result<void> room = check_room(alone(*miniature)); !room) return fail(room);
    const RankTask task{0, asked->steps, static_cast<std::uint64_t>(asked->seed), *text, std::move(*device)};
    return rehearse_precisions(command.precisions, *miniature, task, *saved, session);
  }
  return rehearse(command, *asked, *saved, std::move(*miniature), std::move(*device), *text, session);
}

}  // namespace

void add_rehearse_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "rehearse", t.say("a training plan in miniature, by real processes"));
  const auto state = std::make_shared<RehearseCommand>();
  command.add_option("PLAN", state->plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  const auto add = [&](const char* flag, std::string& value, const char* type, const std::string& help) {
    command.add_option(flag, value, help)->type_name(type)->group("rehearsal");
  };
  add("--ranks", state->ranks, "N", t.say("most processes (default 8)"));
  add("--steps", state->steps, "N", t.say("optimizer steps (default 10)"));
  add("--seed", state->seed, "N", t.say("of the first parameters (default 1)"));
  add("--precision", state->precision, "NAME",
      t.say("number format of all tensors but the optimizer's: fp32, bf16, bf16-sr, … (default fp32)"));
  add("--network", state->network, "NAME",
      t.say("rehearse the layout with mlp, cnn, gpt or llama (default: the nearest to the plan's model)"));
  add("--scale", state->scale, "SIZES", t.say("of the miniature, such as layers=4,hidden=/64,sequence=64"));
  add("--compare-precision", state->precisions, "NAMES",
      t.say("train in each of these instead (fp32,bf16,bf16-sr,fp8-e4m3,cfp8) and compare what is learnt"));
  add("--text", state->text, "FILE", t.say("what to train on (default: Genesis, 1611)"));
  add("--core-memory", state->core_memory, "BYTES",
      t.say("of each simulated core, such as 512KiB (default: the accelerator's)"));
  add("--sequence-lengths", state->lengths, "FILE|LIST",
      t.say("count the graphs of sequences of these lengths instead: a trace of requests, or 128,512,2k"));
  add("--buckets", state->buckets, "LIST|powers", t.say("lengths to pad them to, or powers of two"));
  add("--trace", state->trace, "FILE", t.say("write the last step, executed and simulated, for Perfetto or Chrome"));
  add("--cache", state->cache, "DIR", t.say("where compiled programs outlive the run (default: nowhere)"));
  command.callback([state, &session, &command] {
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() > 0) state->given.insert(option->get_name());
    }
    session.command = [state, &session]() -> Result<std::string> {
      if (state->plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru rehearse FILE[#RANK]");
      return run(*state, session);
    };
  });
}

}  // namespace hakaru::cli
