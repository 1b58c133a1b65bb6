// A training plan in miniature, by real processes that whoever asks starts, beside what was predicted.
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "hakaru/asking/rehearsing/ranks_work.h"
#include "hakaru/asking/rehearsing/rehearsal_ask.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/output/rehearsal_trace.h"
#include "hakaru/output/timeline.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_text_bytes = std::uint64_t{1} << 30;

/// Makes the folder.
Result<void> check_cache(const std::string& folder) {
  if (folder.empty()) return {};
  std::error_code unknown;
  std::filesystem::create_directories(folder, unknown);
  if (access(folder.c_str(), W_OK) != 0 || !std::filesystem::is_directory(folder, unknown))
    return bad_input("{}: no folder that can be written; accepted: a folder for compiled programs", folder);
  return {};
}

Result<std::string> text_to_train_on(const std::string& asked, const Asking& asking) {
  if (asked.empty()) return shipped_text(asking.data);
  Result<std::string> text = file_or_text(asked, largest_text_bytes);
  if (text && text->size() < 2)
    return bad_input("{}: too short to train on; accepted: at least 2 bytes", name_of_file(asked));
  return text;
}

/// The executed step, and the same miniature's step simulated on the plan's cluster.
Result<AnswerFile> trace_of(std::shared_ptr<const Rehearsed> rehearsed, const Cluster& cluster, const Asking& asking) {
  const TrainingJob& job = rehearsed->miniature.job;
  const Accelerator& accelerator = cluster.instance().accelerator;
  Calibrations calibrations(asking.data);
  const Result<Calibration> calibration = training_constants(calibrations, job, accelerator);
  if (!calibration) return fail(calibration);
  StepEstimator estimator(job, cluster, *calibration);
  const StepWork work = estimator.work(rehearsed->miniature.layout);
  const Translator& translator = asking.translator;
  const auto text = [rehearsed = std::move(rehearsed), name = accelerator.name, &translator,
                     simulated = trace_text(work, simulate_step(work), translator)] {
    return rehearsal_trace(*rehearsed, simulated, name, translator);
  };
  return AnswerFile{"trace", text, timeline_viewer};
}

RanksTask task_of(const RehearsalAsk& asked) {
  RanksTask task;
  task.cache = asked.cache;
  task.precision = asked.precision;
  task.network = asked.network;
  task.scale = asked.scale;
  task.ranks = asked.ranks;
  task.steps = asked.steps;
  task.seed = static_cast<std::int64_t>(asked.seed);
  task.core_bytes = asked.core_bytes;
  task.timed = asked.traced;
  return task;
}

/// By all ranks, beside what is predicted and what one of them does alone.
Result<Rehearsed> rehearse(const RehearsalAsk& asked, ToRehearse& with, const std::string& text,
                           const KeyReader& reader, const Asking& asking) {
  const Result<void> taken = take_precision(asked.precision, asked.seed, with.miniature, with.device);
  if (!taken) return fail(taken);
  if (const Result<void> room = check_room(with.miniature, reader); !room) return fail(room);
  if (const Result<void> cache = check_cache(asked.cache); !cache) return fail(cache);
  Result<std::vector<Expected>> expected = expected_of_ranks(with.miniature);
  if (!expected) return fail(expected);
  RankTask one{0, asked.steps, asked.seed, text, with.device};
  one.goes_on = told_steps(asking, asked.steps);
  Result<RankRecord> reference = run_rank(alone(with.miniature), std::move(one));
  if (!reference) return fail(reference);
  Result<RankOutcomes> outcomes = asking.run_ranks({task_of(asked), with.miniature, with.saved, text, *reference});
  if (!outcomes) return fail(outcomes);
  Result<std::vector<RankRecord>> records = records_of(std::move(*outcomes), *expected, reader.named("core_memory"));
  if (!records) return fail(records);
  return compared(with.miniature, std::move(*expected), std::move(*records), std::move(*reference));
}

Result<Answer> ranks_answer(const RehearsalAsk& asked, ToRehearse with, const std::string& text,
                            const KeyReader& reader, const Asking& asking) {
  Result<Rehearsed> made = rehearse(asked, with, text, reader, asking);
  if (!made) return fail(made);
  const auto rehearsed = std::make_shared<const Rehearsed>(std::move(*made));
  Answer answer;
  answer.json = json_of(*rehearsed, asking.translator);
  answer.rows = answer.json["memory"];
  answer.text = [rehearsed](const Pen& pen) { return rehearsal_text(*rehearsed, pen); };
  answer.none = !rehearsed->agrees();
  if (!asked.traced) return answer;
  Result<AnswerFile> trace = trace_of(rehearsed, with.saved.plan.cluster, asking);
  if (!trace) return fail(trace);
  answer.files.push_back(std::move(*trace));
  return answer;
}

}  // namespace

Result<Answer> rehearse_answer(const Json& keys, const Asking& asking) {
  constexpr const char* usage = "hakaru rehearse FILE[#RANK]";
  if (!keys.contains("plan")) return bad_input("{} is missing: {}", "PLAN", usage);
  KeyReader reader(keys, asking.place);
  const Result<RehearsalAsk> asked = read_rehearsal(reader);
  if (!asked) return fail(asked);
  const bool runs_ranks = asked->sequence_lengths.empty() && asked->compared_precisions.empty();
  if (runs_ranks && !asking.run_ranks)
    return bad_input("a rehearsal runs processes, and none are started here; accepted: {} or {}, or {} in a shell",
                     reader.named("compare_precision"), reader.named("sequence_lengths"), "hakaru rehearse");
  Result<SavedPlan> saved = asked_training_plan(keys, usage, asking);
  if (!saved) return fail(saved);
  if (auto error = refuse_to_run(*saved, shown_plan(keys))) return tl::unexpected(std::move(*error));
  const Result<MiniatureWish> wish = miniature_wish(asked->network, asked->scale);
  if (!wish) return fail(wish);
  Result<Miniature> miniature = miniature_of(saved->training_job(), saved->plan.layout, asked->ranks, *wish);
  if (!miniature) return fail(miniature);
  Result<tracing::DeviceOptions> device = rehearsal_device(saved->plan.cluster.instance().accelerator, asking.data);
  if (!device) return fail(device);
  ToRehearse with{std::move(*saved), std::move(*miniature), std::move(*device)};
  if (!asked->sequence_lengths.empty()) return sequence_shapes_answer(*asked, with, reader, asking);
  const Result<std::string> text = text_to_train_on(asked->text, asking);
  if (!text) return fail(text);
  if (!asked->compared_precisions.empty()) return compare_precisions_answer(*asked, with, *text, reader, asking);
  return ranks_answer(*asked, std::move(with), *text, reader, asking);
}

}  // namespace hakaru
