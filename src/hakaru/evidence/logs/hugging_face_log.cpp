#include "hakaru/evidence/logs/hugging_face_log.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

constexpr double most_steps = 1e12, longest_run_s = 1e10;

TrainingLog of_trainer(double step_s, double steps, double left_out) {
  TrainingLog log;
  log.format = "Hugging Face Trainer";
  log.software = "hf-trainer";
  log.of_others_too = true;  // who builds on it, and where DeepSpeed or Neuron runs its steps
  log.figure = step_s;
  log.steps = static_cast<std::size_t>(std::clamp(steps, 1.0, most_steps));
  log.left_out_steps = static_cast<std::size_t>(std::clamp(left_out, 0.0, most_steps));
  return log;
}

std::optional<double> number_of(const Json& table, const char* key, double most) {
  const auto found = table.find(key);
  if (found == table.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  return value > 0 && value <= most ? std::optional(value) : std::nullopt;
}

/// "1:02:03", "00:12"; empty: it is no time.
std::optional<double> seconds_of(std::string_view clock) {
  double seconds = 0;
  bool any = false;
  double part = 0;
  for (const char each : clock) {
    if (each == ':') {
      seconds = (seconds + part) * 60;
      part = 0;
    } else if (each >= '0' && each <= '9') {
      part = part * 10 + (each - '0');
      any = true;
    } else {
      return std::nullopt;
    }
  }
  const double all = seconds + part;
  return any && all <= longest_run_s ? std::optional(all) : std::nullopt;
}

/// The number behind a key of a dictionary; since Transformers 5 in quotes.
std::optional<double> number_in(std::string_view line, const std::string& key) {
  const std::optional<double> bare = number_after(line, key);
  return bare ? bare : number_after(line, key + " '");
}

/// The whole number that ends just before `end` of `line`.
std::optional<double> number_before(std::string_view line, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  return number_after(line.substr(begin, end - begin), "");
}

}  // namespace

std::optional<Result<TrainingLog>> read_trainer_state(std::string_view text, std::string_view name) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || text[begin] != '{') return std::nullopt;
  const Result<Json> state = parse_json(text, name);
  if (!state || !state->is_object()) return std::nullopt;
  const auto history = state->find("log_history");
  if (history == state->end() || !history->is_array()) return std::nullopt;
  std::optional<double> runtime_s, loss;
  std::optional<double> steps = number_of(*state, "global_step", most_steps);
  for (const Json& entry : *history) {
    if (!entry.is_object()) continue;
    if (const auto found = number_of(entry, "loss", longest_run_s)) loss = found;
    if (const auto found = number_of(entry, "train_runtime", longest_run_s)) {
      runtime_s = found;
      if (const auto at = number_of(entry, "step", most_steps)) steps = at;
    }
  }
  if (!runtime_s || !steps)
    return bad_input("{}: has no 'train_runtime' with its 'step': the run did not end; accepted: what it printed",
                     name);
  TrainingLog log = of_trainer(*runtime_s / *steps, *steps, 0);
  log.format = "trainer_state.json";
  if (const auto batch = number_of(*state, "train_batch_size", most_steps); batch && std::floor(*batch) == *batch)
    log.says["micro_batch"] = fmt::format("{:.0f}", *batch);
  if (loss) log.says["loss"] = fmt::format("{:g}", *loss);
  return log;
}

std::optional<HuggingFaceLog::Progress> HuggingFaceLog::progress_in(std::string_view line) {
  const std::size_t clock = line.find(" [");
  if (clock == std::string_view::npos) return std::nullopt;
  const std::size_t until = line.find('<', clock), slash = line.rfind('/', clock);
  if (until == std::string_view::npos || slash == std::string_view::npos) return std::nullopt;
  const auto steps = number_before(line, slash);
  const auto elapsed_s = seconds_of(line.substr(clock + 2, until - clock - 2));
  const auto all = number_after(line.substr(slash + 1, clock - slash - 1), "");
  if (!steps || !all || !elapsed_s || *steps > *all) return std::nullopt;
  return Progress{*steps, *all, *elapsed_s};
}

void HuggingFaceLog::read(std::string_view line) {
  if (const auto progress = progress_in(line); progress && progress->steps > 0) {
    constexpr double first_share = 0.1;
    Bar& bar = bars_[drawn_ = progress->of];
    if (!bar.first && progress->steps >= std::max(1.0, first_share * progress->of)) bar.first = progress;
    if (bar.first && progress->steps > bar.first->steps) bar.last = progress;
  }
  if (const auto total = number_after(line, "Total optimization steps =")) total_steps_ = total;
  if (line.find("{'") == std::string_view::npos) return;
  const bool ends = line.find('}') != std::string_view::npos;
  if (line.find("'loss':") != std::string_view::npos) {
    printed_loss_ = true;
    ++bars_[drawn_].losses;
    if (!ends) ++partial_lines_;
    if (ends) loss_ = number_in(line, "'loss':");
  }
  if (line.find("'train_runtime':") == std::string_view::npos) return;
  printed_loss_ = true;
  runtime_s_ = number_in(line, "'train_runtime':");
  steps_per_s_ = number_in(line, "'train_steps_per_second':");
  if (!ends || !runtime_s_ || !steps_per_s_) ++partial_lines_;
}

const HuggingFaceLog::Bar* HuggingFaceLog::training_bar() const {
  if (total_steps_) {
    const auto stated = bars_.find(*total_steps_);
    return stated == bars_.end() ? nullptr : &stated->second;
  }
  const auto most = ranges::max_element(bars_, {}, [](const auto& each) { return each.second.losses; });
  return most == bars_.end() || most->second.losses == 0 ? nullptr : &most->second;
}

std::optional<TrainingLog> HuggingFaceLog::log() const {
  if (!printed_loss_) return std::nullopt;
  constexpr double long_enough_s = 60;  // the bar tells whole seconds
  std::optional<TrainingLog> log;
  const Bar* const bar = training_bar();
  if (bar != nullptr && bar->last && bar->last->elapsed_s - bar->first->elapsed_s >= long_enough_s) {
    log = of_trainer((bar->last->elapsed_s - bar->first->elapsed_s) / (bar->last->steps - bar->first->steps),
                     bar->last->steps, bar->first->steps);
  } else if (runtime_s_ && *runtime_s_ > 0 && total_steps_ && *total_steps_ >= 1) {
    log = of_trainer(*runtime_s_ / *total_steps_, *total_steps_, 0);
  } else if (runtime_s_ && steps_per_s_ && *steps_per_s_ > 0) {
    log = of_trainer(1 / *steps_per_s_, *runtime_s_ * *steps_per_s_, 0);
  }
  if (!log) return std::nullopt;
  log->partial_lines = partial_lines_;
  if (loss_) log->says["loss"] = fmt::format("{:g}", *loss_);
  return log;
}

}  // namespace hakaru
