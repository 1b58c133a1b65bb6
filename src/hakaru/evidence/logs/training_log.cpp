#include "hakaru/evidence/logs/training_log.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/logs/hugging_face_log.h"
#include "hakaru/evidence/logs/training_formats.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

/// Steps read so far from lines of one format.
struct StepsOfFormat {
  struct Step {
    double count = 0, figure = 0;
    double batch = 0;  ///< 0: not told
  };
  StepFigure figure_is = StepFigure::seconds;
  std::vector<Step> steps;
  std::set<double> counts;
  std::size_t partial_lines = 0, repeated_lines = 0;

  void read(const TrainingFormat& format, std::string_view line, bool is_cut);
};

constexpr double largest_figure = 1e12, largest_count = 1e15;

std::pair<std::optional<double>, StepFigure> figure_in(const TrainingFormat& format, std::string_view line) {
  double sum = 0;
  for (const StepLabel& label : format.figures) {
    const std::optional<double> found = number_after(line, label.label, label.unit);
    if (!format.parts && found) return {found, label.is};
    if (format.parts && !found) return {std::nullopt, label.is};
    sum += found.value_or(0);
  }
  return {format.parts ? std::optional(sum) : std::nullopt, format.figures.front().is};
}

void StepsOfFormat::read(const TrainingFormat& format, std::string_view line, bool is_cut) {
  if (line.find(format.marker) == std::string_view::npos) return;
  if (!format.beside.empty() && line.find(format.beside) == std::string_view::npos) return;
  std::optional<double> count;
  for (const std::string_view label : format.count) {
    if (!count) count = number_after(line, label);
  }
  const auto [figure, is] = figure_in(format, line);
  // DeepSpeed's average and its current figure bear the same marker in one line.
  const bool once = stands_once(line, format.marker) || line.find("RunningAvg") != std::string_view::npos;
  const bool whole = once && !is_cut && figure && *figure > 0 && *figure <= largest_figure &&
                     (format.count.empty() || (count && *count >= 0 && *count <= largest_count));
  if (!whole || (!steps.empty() && is != figure_is)) {
    ++partial_lines;
    return;
  }
  figure_is = is;
  const double at = count.value_or(static_cast<double>(steps.size()));
  if (!counts.insert(at).second) {
    ++repeated_lines;
    return;
  }
  steps.push_back({at, *figure, format.batch.empty() ? 0 : number_after(line, format.batch).value_or(0)});
}

/// Lines of the first ten steps: at least one, at most half of all.
std::size_t first_lines(const std::vector<StepsOfFormat::Step>& steps) {
  constexpr double first_steps = 10;
  const double until = steps.front().count + first_steps;
  std::size_t lines = 0;
  while (lines < steps.size() && steps[lines].count < until) ++lines;
  return std::min(std::max<std::size_t>(lines, 1), steps.size() / 2);
}

TrainingLog log_of(const TrainingFormat& format, StepsOfFormat found) {
  std::sort(found.steps.begin(), found.steps.end(),
            [](const auto& left, const auto& right) { return left.count < right.count; });
  TrainingLog log;
  const double batch = found.steps.back().batch;  // a ramp ends at it
  const std::size_t of_other_batches =
      std::erase_if(found.steps, [&](const StepsOfFormat::Step& step) { return step.batch != batch; });
  if (batch > 0) log.says["global_batch"] = fmt::format("{:.0f}", batch);
  log.format = format.name;
  log.software = format.software;
  log.of_others_too = format.of_others_too;
  log.figure_is = found.figure_is;
  const std::size_t first = first_lines(found.steps);
  log.steps = found.steps.size() + of_other_batches;
  log.left_out_steps = first + of_other_batches;
  log.partial_lines = found.partial_lines;
  log.repeated_lines = found.repeated_lines;
  std::vector<double> steady;
  for (std::size_t at = first; at < found.steps.size(); ++at) steady.push_back(found.steps[at].figure);
  log.figure = percentile(steady, 0.5);
  return log;
}

/// The cell of `column` for a word that a program printed; empty: none.
std::string cell_of(std::string_view column, const std::string& word) {
  const std::string small = lower_case(word);
  const bool nothing = small == "none" || small == "null";
  if (column == "recompute") return small == "full" || small == "selective" ? small : nothing ? "none" : "";
  if (column == "sequence_parallel")
    return small == "true" || small == "1" ? "1" : small == "false" || small == "0" ? "0" : "";
  if (column == "vpp" && nothing) return "1";
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() && value >= 0 ? std::to_string(value) : "";
}

void take_settings(std::string_view line, LogCells& says) {
  for (const TrainingSetting& setting : training_settings()) {
    if (says.contains(setting.column)) continue;
    const std::optional<std::string> word = setting_in(line, setting.key);
    if (!word) continue;
    if (const std::string cell = cell_of(setting.column, *word); !cell.empty()) says.emplace(setting.column, cell);
  }
}

/// Takes the settings that only the line of `hakaru measure` has.
void take_own_settings(std::string_view line, LogCells& says) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end), key = word.substr(0, word.find('='));
    if (key.size() + 1 < word.size() && ranges::count(own_settings(), key) > 0)
      says.emplace(key, word.substr(key.size() + 1));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

/// Chunks of a stage, where the log tells how many layers one has instead: layers = pp · vpp · layers of a chunk.
void settle_chunks(LogCells& says) {
  const auto taken = [&](std::string_view column) -> std::int64_t {
    const auto found = says.find(column);
    const double number = found == says.end() ? 0 : number_after(found->second, "").value_or(0);
    return number <= largest_count ? static_cast<std::int64_t>(number) : 0;
  };
  const std::int64_t layers = taken(layers_in_all), pp = taken("pp"), of_chunk = taken(layers_of_chunk);
  const std::int64_t of_stage = pp > 0 && layers % pp == 0 ? layers / pp : 0;
  if (!says.contains("vpp") && of_stage > 0 && of_chunk > 0 && of_stage % of_chunk == 0)
    says.emplace("vpp", std::to_string(of_stage / of_chunk));
  for (const std::string_view helper : {layers_in_all, layers_of_chunk}) {
    if (const auto found = says.find(helper); found != says.end()) says.erase(found);
  }
}

/// torchtitan's "Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=8, cp=1, tp=2, ep=1".
void take_mesh(std::string_view line, LogCells& says) {
  const std::size_t mesh = line.find("device mesh with parallelism:");
  if (mesh == std::string_view::npos || says.contains("accelerators")) return;
  const std::string_view degrees = line.substr(mesh);
  double ranks = 1;
  for (const std::string_view name : {"pp=", "dp_replicate=", "dp_shard=", "cp=", " tp="}) {
    const auto degree = number_after(degrees, name);
    if (!degree || *degree < 1 || *degree > largest_count) return;
    ranks *= *degree;
    if (name == "pp=" || name == "cp=" || name == " tp=") {
      const std::string column(name.substr(name.front() == ' ' ? 1 : 0, 2));
      says.emplace(column, fmt::format("{:.0f}", *degree));
    } else if (name == "dp_replicate=" && *degree > 1) {
      says.emplace("dp_replicate", fmt::format("{:.0f}", *degree));
    }
  }
  if (ranks <= largest_count) says.emplace("accelerators", fmt::format("{:.0f}", ranks));
}

/// The most memory that a line tells of, in GiB.
void take_memory(std::string_view line, double& most_gib) {
  struct MemoryLabel {
    std::string_view label, unit;
    double per_gib;
  };
  constexpr MemoryLabel labels[]{{"MaxMemAllocated=", "GB", 1},
                                 {" max allocated:", "", kibi},
                                 {"memory:", "GiB", 1},
                                 {"peak_memory_usage:", "", gibi}};
  constexpr double largest_gib = 1e6;
  for (const MemoryLabel& each : labels) {
    const auto found = number_after(line, each.label, each.unit);
    if (found && *found > 0 && *found / each.per_gib < largest_gib)
      most_gib = std::max(most_gib, *found / each.per_gib);
  }
}

Error no_format(std::string_view name, std::size_t partial_lines) {
  if (partial_lines > 0)
    return bad_input("{}: all {} lines that tell of a step are cut off or written into each other", name, partial_lines)
        .value();
  return bad_input("{}: no line tells of a training step; accepted: logs of {}", name, training_format_names()).value();
}

}  // namespace

Result<TrainingLog> read_training_log(std::string_view text, std::string_view name) {
  if (auto state = read_trainer_state(text, name)) return *state;
  const std::vector<TrainingFormat>& formats = training_formats();
  std::vector<StepsOfFormat> found(formats.size());
  HuggingFaceLog trainer;
  LogCells says;
  double most_gib = 0;
  while (!text.empty()) {
    const bool is_last = text.find_first_of("\r\n") == std::string_view::npos;
    const std::string line = take_log_line(text);
    if (line.starts_with(own_settings_line)) {  // a run begins, maybe behind another
      found.assign(formats.size(), {});
      trainer = {};
      says.clear();
      most_gib = 0;
      take_own_settings(line, says);
    }
    for (std::size_t at = 0; at < formats.size(); ++at) found[at].read(formats[at], line, is_last);
    trainer.read(line);
    take_settings(line, says);
    take_mesh(line, says);
    take_memory(line, most_gib);
  }
  std::optional<TrainingLog> log;
  std::size_t partial_lines = 0;
  for (std::size_t at = 0; at < formats.size(); ++at) {
    partial_lines += found[at].partial_lines;
    if (!log && !found[at].steps.empty()) log = log_of(formats[at], std::move(found[at]));
  }
  if (!log) log = trainer.log();
  if (!log) return tl::unexpected(no_format(name, partial_lines));
  settle_chunks(says);
  log->says.insert(says.begin(), says.end());
  if (most_gib > 0) log->says.emplace("memory_gib", fmt::format("{:.4g}", most_gib));
  return *log;
}

std::optional<double> step_time_s(const TrainingLog& log, const LogCells& cells) {
  const auto number = [&](std::string_view column) -> double {
    const auto found = cells.find(column);
    return found == cells.end() ? 0 : number_after(found->second, "").value_or(0);
  };
  double seconds = 0;
  switch (log.figure_is) {
    case StepFigure::seconds:
      seconds = log.figure;
      break;
    case StepFigure::milliseconds:
      seconds = log.figure / 1000;
      break;
    case StepFigure::samples_per_s:
      seconds = number("global_batch") / log.figure;
      break;
    case StepFigure::tokens_per_s_of_rank:
      if (number("accelerators") > 0)
        seconds = number("global_batch") * number("seq_len") / (log.figure * number("accelerators"));
      break;
  }
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

}  // namespace hakaru
