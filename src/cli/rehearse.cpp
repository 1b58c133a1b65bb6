// hakaru rehearse PLAN[#RANK]: the plan in miniature, by real processes on this machine, beside what was predicted.
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/output/rehearsal_trace.h"
#include "hakaru/output/table.h"
#include "hakaru/output/timeline.h"
#include "hakaru/training/step.h"
#include "ranks_run.h"
#include "rehearse_shapes.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t most_ranks = 8, most_steps = 100'000;
constexpr std::uint64_t largest_text_bytes = std::uint64_t{1} << 30;

struct RehearseCommand {
  std::string plan, ranks = "8", steps = "10", seed = "1", text, precisions, core_memory, cache, trace, lengths,
                    buckets, precision, network = "-", scale = "-";
  bool compares = false;
};

Result<std::int64_t> number(std::string_view flag, const std::string& text, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < least || value > most)
    return bad_input("{} is '{}'; accepted: {} … {}", flag, text, least, most);
  return value;
}

/// A folder that is gone when this is.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hakaru-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string place_of(std::int64_t rank, const Layout& layout) {
  const RankPlace place = RankPlace::of(rank, layout);
  std::string text = fmt::format("tp {}, pp {}, dp {}", place.tensor, place.stage, place.data);
  if (layout.cp > 1) text += fmt::format(", cp {}", place.context);
  return text;
}

/// The ranks' own lines, without mpirun's and Open MPI's.
void tell_what_ranks_said(const RanksRun& run) {
  std::istringstream lines(run.said);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 7, "hakaru:") == 0) std::fputs((line + "\n").c_str(), stderr);
  }
}

/// Runs `words` to their end, or to that of this process.
Result<void> run_to_its_end(const std::vector<std::string>& words, const Layout& layout) {
  using End = RanksRun::End;
  const RanksRun run = run_ranks(words);
  const auto signal = [&] { return fmt::format("{} ({})", run.number, strsignal(run.number)); };
  switch (run.end) {
    case End::well:
      return {};
    case End::not_started:
      return bad_input("{} cannot be run; install OpenMPI (openmpi-bin)", words.front());
    case End::asked_to:
      return bad_input("the rehearsal was stopped");
    case End::launcher_signal:
      return bad_input("{} was ended by signal {}, and its ranks with it", words.front(), signal());
    case End::rank_signal:
      return bad_input("rank {} ({}) was ended by signal {}, and the rehearsal with it", run.rank,
                       place_of(run.rank, layout), signal());
    case End::rank_stopped:
      return bad_input("rank {} ({}) stood still for {} s, stopped by a signal; the rehearsal was ended", run.rank,
                       place_of(run.rank, layout), patience_s);
    case End::rank_status:
      tell_what_ranks_said(run);
      return bad_input("rank {} ({}) ended with status {}, and the rehearsal with it", run.rank,
                       place_of(run.rank, layout), run.number);
    case End::unknown:
      break;
  }
  std::fputs(run.said.c_str(), stderr);
  return bad_input("the rehearsal ended before its time; what its ranks said stands above");
}

/// What only ranks that run can do is not given to what runs none.
Result<void> check_together(const RehearseCommand& command) {
  const char* const instead = command.compares           ? "--compare-precision"
                              : !command.lengths.empty() ? "--sequence-lengths"
                                                         : nullptr;
  if (instead == nullptr) return {};
  if (command.compares && !command.lengths.empty())
    return bad_input("{} and {} cannot be asked for together", "--sequence-lengths", instead);
  for (const auto& [flag, value] :
       {std::pair("--trace", &command.trace), std::pair("--cache", &command.cache),
        std::pair("--core-memory", &command.core_memory), std::pair("--precision", &command.precision)}) {
    if (!value->empty()) return bad_input("{} and {} cannot be asked for together", flag, instead);
  }
  return {};
}

/// What is written is nothing that is read, and can be.
Result<void> check_written(const RehearseCommand& command) {
  std::error_code unknown;
  for (const std::string& read : {command.plan, command.plan.substr(0, command.plan.rfind('#')), command.text}) {
    if (!command.trace.empty() && std::filesystem::equivalent(command.trace, read, unknown))
      return bad_input("--trace is {}, which the rehearsal reads; accepted: another file", read);
  }
  if (command.cache.empty()) return {};
  std::filesystem::create_directories(command.cache, unknown);
  if (access(command.cache.c_str(), W_OK) != 0 || !std::filesystem::is_directory(command.cache, unknown))
    return bad_input("{}: no folder that can be written; accepted: a folder for compiled programs", command.cache);
  return {};
}

std::string precision_of(const RehearseCommand& command) {
  return command.precision.empty() ? "fp32" : command.precision;
}

struct Asked {
  std::int64_t ranks = 8, steps = 10;
  std::int64_t seed = 1;
  std::int64_t core_bytes = 0;  ///< 0: the accelerator's
};

Result<Asked> asked_of(const RehearseCommand& command) {
  const Result<std::int64_t> ranks = number("--ranks", command.ranks, 1, most_ranks);
  if (!ranks) return fail(ranks);
  const Result<std::int64_t> steps = number("--steps", command.steps, 1, most_steps);
  if (!steps) return fail(steps);
  const Result<std::int64_t> seed = number("--seed", command.seed, 0, INT64_MAX);
  if (!seed) return fail(seed);
  Asked asked{*ranks, *steps, *seed, 0};
  if (command.core_memory.empty()) return asked;
  const Result<double> bytes = parse_bytes(command.core_memory, "--core-memory");
  if (!bytes) return fail(bytes);
  asked.core_bytes = static_cast<std::int64_t>(*bytes);
  if (asked.core_bytes < 1)
    return bad_input("{} is '{}'; accepted: at least {}", "--core-memory", command.core_memory, "1 B");
  return asked;
}

/// What ranks said that did not fit, beside what was predicted of them.
tl::unexpected<Error> too_small(const std::vector<std::pair<std::int64_t, Message>>& failed,
                                const Miniature& miniature) {
  constexpr std::size_t told = 4;  // needed, core, its memory, tensors
  std::vector<std::string> ranks;
  std::int64_t most = 0;
  const Message* fullest = nullptr;
  bool as_predicted = true;
  for (const auto& [rank, reason] : failed) {
    if (reason.arguments.size() != told) continue;
    const Expected expected = expected_of(miniature, RankPlace::of(rank, miniature.layout));
    as_predicted = as_predicted && reason.arguments.front() == with_separators(expected.peak_bytes());
    ranks.push_back(std::to_string(rank));
    if (fullest != nullptr && expected.peak_bytes() <= most) continue;
    most = expected.peak_bytes();
    fullest = &reason;
  }
  if (fullest == nullptr) return bad_input("the rehearsal ended before its time; what its ranks said stands above");
  const std::vector<std::string>& said = fullest->arguments;
  if (!as_predicted)
    return unsatisfiable("ranks {} do not fit, which was not predicted: {} B needed, {} B predicted, {} B there",
                         join(ranks), said[0], with_separators(most), said[2]);
  return unsatisfiable(
      "ranks {} do not fit, as predicted: the fullest needs {} B and its core has {} B; --core-memory {}B would do; "
      "its "
      "largest tensors: {}",
      join(ranks), said[0], said[2], most, said[3]);
}

/// What the names of the files of ranks begin with.
std::string ranks_file(const std::filesystem::path& folder) { return (folder / "rank").string(); }

/// The ranks' records, after they ran.
Result<std::vector<RankRecord>> ranks_of(const RehearseCommand& command, const Asked& asked, const Miniature& miniature,
                                         const std::string& text_file, const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = (self.parent_path() / "hakaru-rank").string();
  if (error || !std::filesystem::exists(program))
    return bad_input("{} is missing; it is built beside hakaru where OpenMPI is installed", program);
  const std::int64_t ranks = miniature.layout.ranks();
  const std::string out = ranks_file(folder);
  const Result<void> ran = run_to_its_end({"mpirun",
                                           "--allow-run-as-root",
                                           "--oversubscribe",
                                           "--bind-to",
                                           "none",
                                           "-np",
                                           std::to_string(ranks),
                                           program,
                                           command.plan,
                                           std::to_string(asked.ranks),
                                           std::to_string(asked.steps),
                                           std::to_string(asked.seed),
                                           text_file,
                                           out,
                                           std::to_string(asked.core_bytes),
                                           command.cache.empty() ? "-" : command.cache,
                                           command.trace.empty() ? "0" : "1",
                                           precision_of(command),
                                           command.network,
                                           command.scale},
                                          miniature.layout);
  if (!ran) return fail(ran);
  std::vector<RankRecord> records;
  std::vector<std::pair<std::int64_t, Message>> failed;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const std::string file = out + "." + std::to_string(rank) + ".json";
    const Result<std::string> text = read_file(file, largest_text_bytes);
    if (!text) return fail(text);
    if (std::optional<Message> reason = read_failure(*text)) {
      failed.emplace_back(rank, std::move(*reason));
      continue;
    }
    Result<RankRecord> record = read_record(*text, file);
    if (!record) return fail(record);
    records.push_back(std::move(*record));
  }
  if (!failed.empty()) return too_small(failed, miniature);
  return records;
}

/// Bytes of the fullest device of the plan itself, in each run's recipe.
Result<std::vector<double>> memory_of(const std::vector<PrecisionRun>& runs, TrainingJob job, const Plan& plan,
                                      const DataFiles& data) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  const Result<MemoryReserve> reserve = find_reserve(data, accelerator, "training");
  if (!reserve) return fail(reserve);
  std::vector<double> bytes;
  for (const PrecisionRun& run : runs) {
    const Result<PrecisionRecipe> recipe = find_recipe(data, run.recipe);
    if (!recipe) return fail(recipe);
    job.recipe = *recipe;
    job.recipe.compute = job.recipe.weights = job.recipe.gradients = job.recipe.activations = run.type;
    job.recipe.states = DataType::fp32;  // as the small model has them
    bytes.push_back(training_memory(job, plan.layout, accelerator, *reserve).device.total_bytes());
  }
  return bytes;
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
  double bytes = 0;
  for (std::int64_t rank = 0; rank < miniature.layout.ranks(); ++rank)
    bytes += static_cast<double>(expected_of(miniature, RankPlace::of(rank, miniature.layout)).peak_bytes());
  bytes *= 2;  // the one alone holds as much as all replicas, at most
  const double room = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes <= room) return {};
  return bad_input(
      "the miniature takes about {} and this machine has {}; accepted: a smaller --scale, or fewer --ranks",
      in_gib(bytes), in_gib(room));
}

Result<std::string> run(const RehearseCommand& command, Session& session) {
  const Result<void> together = check_together(command);
  if (!together) return fail(together);
  const Result<Asked> asked = asked_of(command);
  if (!asked) return fail(asked);
  if (command.plan == "-") return bad_input("{}: a rehearsal needs a plan in a file", command.plan);
  if (!session.data_folder.empty()) setenv("HAKARU_DATA", session.data_folder.c_str(), 1);  // for the ranks
  const Result<SavedPlan> saved = session.training_plan(command.plan);
  if (!saved) return fail(saved);
  const TrainingJob& job = saved->training_job();
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<MiniatureWish> wish = miniature_wish(command.network, command.scale);
  if (!wish) return fail(wish);
  Result<Miniature> miniature = miniature_of(job, saved->plan.layout, asked->ranks, *wish);
  if (!miniature) return fail(miniature);
  if (const Result<void> room = check_room(*miniature); !room) return fail(room);
  const Result<std::string> text =
      command.text.empty() ? shipped_text(**data) : read_file(command.text, largest_text_bytes);
  if (!text) return fail(text);
  if (text->size() < 2) return bad_input("{}: too short to train on; accepted: at least 2 bytes", command.text);
  Result<tracing::DeviceOptions> device = rehearsal_device(saved->plan.cluster.instance().accelerator, **data);
  if (!device) return fail(device);
  if (!command.lengths.empty()) return rehearse_shapes(command.lengths, command.buckets, *miniature, *device, session);
  if (!command.buckets.empty()) return bad_input("{} needs {}", "--buckets", "--sequence-lengths");
  if (command.compares) {
    const Result<std::vector<std::string>> names = parse_columns(command.precisions, "--compare-precision");
    if (!names)
      return bad_input("precision '{}' cannot be rehearsed; accepted: {}", command.precisions, precision_names());
    const RankTask task{0, asked->steps, static_cast<std::uint64_t>(asked->seed), *text, std::move(*device)};
    const Result<std::vector<PrecisionRun>> runs = compare_precisions(*miniature, *names, task);
    if (!runs) return fail(runs);
    const Result<std::vector<double>> memory = memory_of(*runs, job, saved->plan, **data);
    if (!memory) return fail(memory);
    const OrderedJson json = json_of(*runs, *memory);
    if (session.csv) return csv_of(json["precisions"]);
    return session.json ? json_text(json) : precision_text(*runs, *memory, session.pen());
  }
  if (const Result<void> writable = check_written(command); !writable) return fail(writable);
  const Result<void> taken =
      take_precision(precision_of(command), static_cast<std::uint64_t>(asked->seed), *miniature, *device);
  if (!taken) return fail(taken);
  const Folder folder;
  if (folder.path().empty()) return bad_input("no temporary folder can be made");
  const std::string text_file = (folder.path() / "text").string();
  if (const auto error = write_file(text_file, *text)) return tl::unexpected(*error);
  Result<RankRecord> reference = run_rank(
      alone(*miniature), {0, asked->steps, static_cast<std::uint64_t>(asked->seed), *text, std::move(*device)});
  if (!reference) return fail(reference);
  const Result<void> kept = write_gradients(*reference, ranks_file(folder.path()));
  if (!kept) return fail(kept);
  Result<std::vector<RankRecord>> ranks = ranks_of(command, *asked, *miniature, text_file, folder.path());
  if (!ranks) return fail(ranks);
  const Rehearsed rehearsed = compared(std::move(*miniature), std::move(*ranks), std::move(*reference));
  if (!command.trace.empty()) {
    const Result<void> written = write_trace(command.trace, rehearsed, saved->plan.cluster, **data, session);
    if (!written) return fail(written);
  }
  const std::string said =
      session.json ? json_text(json_of(rehearsed, session.translator())) : rehearsal_text(rehearsed, session.pen());
  if (!rehearsed.agrees()) session.status = 1;
  return said;
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
    state->compares = command.count("--compare-precision") > 0;
    session.command = [state, &session]() -> Result<std::string> {
      if (state->plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru rehearse FILE[#RANK]");
      return run(*state, session);
    };
  });
}

}  // namespace hakaru::cli
