#include "hakaru/output/timeline.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

constexpr int most_lines = 32;

enum Cell : char { idle = 0, forward, backward, weight, optimizer, cell_kinds };

Cell cell_of(TaskKind kind) {
  switch (kind) {
    case TaskKind::forward:
      return forward;
    case TaskKind::backward:
      return backward;
    case TaskKind::weight:
      return weight;
    case TaskKind::optimizer:
      return optimizer;
    default:
      return idle;
  }
}

/// Seconds of one cell of the picture by kind of work; it shows the kind that has most.
struct Slice {
  std::array<double, cell_kinds> seconds{};
  int micro_batch = 0;  ///< of the forward pass that has most of it
  double most_s = 0;
};

std::string painted(Cell cell, const std::string& letter, const Style& style) {
  if (!style.colour || cell == idle) return letter;
  constexpr std::array<int, cell_kinds> colours{0, 34, 32, 36, 35};
  return fmt::format("\033[{}m{}\033[0m", colours.at(static_cast<std::size_t>(cell)), letter);
}

std::string drawn(const Slice& slice, const Style& style) {
  const auto most = std::max_element(slice.seconds.begin(), slice.seconds.end());
  const auto cell = static_cast<Cell>(most - slice.seconds.begin());
  constexpr std::array<std::string_view, cell_kinds> letters{"·", "", "B", "W", "O"};
  const std::string letter = cell == forward ? std::to_string(slice.micro_batch % 10)
                                             : std::string(letters.at(static_cast<std::size_t>(cell)));
  return painted(cell, letter, style);
}

/// The compute of each stage from `origin_s` on, in `cells` slices of `cell_s`.
std::vector<std::vector<Slice>> slices_of(const StepWork& work, const SimulatedStep& step, double origin_s,
                                          double cell_s, int cells) {
  std::vector<std::vector<Slice>> lines(static_cast<std::size_t>(work.shape.stages),
                                        std::vector<Slice>(static_cast<std::size_t>(cells)));
  for (auto& line : lines) {
    for (Slice& slice : line) slice.seconds[idle] = cell_s;
  }
  for (std::size_t task = 0; task < step.tasks.labels.size() && cell_s > 0; ++task) {
    const TaskLabel& label = step.tasks.labels[task];
    const Cell cell = cell_of(label.kind);
    if (cell == idle) continue;
    const double from_s = std::max(0.0, step.timeline.start_s[task] - origin_s);
    const double to_s = step.timeline.end_s[task] - origin_s;
    const int last = static_cast<int>(std::min(cells - 1.0, to_s / cell_s));
    if (to_s <= 0 || from_s >= cells * cell_s) continue;
    for (int at = static_cast<int>(from_s / cell_s); at <= last; ++at) {
      Slice& slice = lines[static_cast<std::size_t>(label.stage)][static_cast<std::size_t>(at)];
      const double here_s = std::min(to_s, (at + 1) * cell_s) - std::max(from_s, at * cell_s);
      slice.seconds[static_cast<std::size_t>(cell)] += here_s;
      slice.seconds[idle] -= here_s;
      if (cell == forward && here_s > slice.most_s) {
        slice.most_s = here_s;
        slice.micro_batch = label.micro_batch;
      }
    }
  }
  return lines;
}

/// A forward pass of the first stage, the shortest that the picture should show; 0: none.
double forward_pass_s(const SimulatedStep& step) {
  for (std::size_t task = 0; task < step.tasks.labels.size(); ++task) {
    const TaskLabel& label = step.tasks.labels[task];
    if (label.kind == TaskKind::forward && label.micro_batch > 0)
      return step.timeline.end_s[task] - step.timeline.start_s[task];
  }
  return 0;
}

std::string percent(double part, double whole) { return fmt::format("{:.1f} %", whole > 0 ? 100 * part / whole : 0); }

std::string slice_name(const TaskLabel& label, bool chunks) {
  const std::string of =
      chunks ? fmt::format("{}, chunk {}", label.micro_batch, label.chunk) : std::to_string(label.micro_batch);
  switch (label.kind) {
    case TaskKind::forward:
      return "forward " + of;
    case TaskKind::backward:
      return "backward " + of;
    case TaskKind::weight:
      return "weight gradients " + of;
    case TaskKind::send_next:
      return "activations " + of;
    case TaskKind::send_previous:
      return "gradients " + of;
    case TaskKind::gather:
      return fmt::format("all-gather {}.{}", label.chunk, label.part);
    case TaskKind::reduce:
      return fmt::format("reduce {}.{}", label.chunk, label.part);
    case TaskKind::optimizer:
      return "optimizer";
    case TaskKind::norm:
      return "gradient norm";
  }
  return "";
}

/// The track of a task within its stage.
int track_of(TaskKind kind) {
  switch (kind) {
    case TaskKind::gather:
    case TaskKind::reduce:
    case TaskKind::norm:
      return 1;
    case TaskKind::send_next:
      return 2;
    case TaskKind::send_previous:
      return 3;
    default:
      return 0;
  }
}
constexpr std::array<std::string_view, 4> track_names{"compute", "data parallel", "to the next stage",
                                                      "to the stage before"};

/// A counter's value from a time on.
struct Change {
  double time_s;
  int stage;
  int by;
};

void add_counter(std::string& text, std::string_view name, std::string_view unit, double scale,
                 std::vector<Change> changes) {
  ranges::stable_sort(changes, {}, [](const Change& change) { return change.time_s; });
  std::vector<int> values;
  for (const Change& change : changes) {
    const auto stage = static_cast<std::size_t>(change.stage);
    if (values.size() <= stage) values.resize(stage + 1);
    values[stage] += change.by;
    text += fmt::format(",\n{{\"ph\":\"C\",\"pid\":{},\"name\":\"{}\",\"ts\":{:.3f},\"args\":{{\"{}\":{:.6g}}}}}",
                        change.stage, name, change.time_s * mega, unit, values[stage] * scale);
  }
}

/// Activations are kept from a forward pass until the backward (or, where it is split, weight) pass ends.
void add_counters(std::string& text, const StepWork& work, const SimulatedStep& step) {
  std::vector<Change> kept, busy;
  for (std::size_t task = 0; task < step.tasks.labels.size(); ++task) {
    const TaskLabel& label = step.tasks.labels[task];
    const double start_s = step.timeline.start_s[task], end_s = step.timeline.end_s[task];
    if (label.kind == TaskKind::forward && label.part == 0) kept.push_back({start_s, label.stage, 1});
    if (label.frees) kept.push_back({end_s, label.stage, -1});
    if (track_of(label.kind) > 0 && end_s > start_s) {
      busy.push_back({start_s, label.stage, 1});
      busy.push_back({end_s, label.stage, -1});
    }
  }
  add_counter(text, "activations in flight", "micro-batches", 1.0 / work.shape.chunks, std::move(kept));
  add_counter(text, "links in use", "messages", 1, std::move(busy));
}

}  // namespace

OrderedJson json_of(const SimulatedStep& step, double closed_form_s, double elapsed_s) {
  OrderedJson json = write_record(step);
  json.update({{"step_time_closed_form_s", closed_form_s}, {"events", step.events}, {"elapsed_s", elapsed_s}});
  return json;
}

std::string step_text(const SimulatedStep& step, double closed_form_s, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("part of the step")}, {t.say("time"), Align::right}, {t.say("share"), Align::right}});
  const auto add = [&](const std::string& name, double seconds) {
    if (seconds > 0) table.add({name, t.time(seconds), percent(seconds, step.step_time_s)});
  };
  each_shown(step, [&](const std::string&, const char* column, double seconds) { add(t.word(column), seconds); });
  add(t.say("whole step"), step.step_time_s);
  return table.text(pen.style) + "\n" +
         t.say("Told from stage {}, the slowest; {} events. The closed form says {}.", step.slowest_stage,
               with_separators(step.events), t.time(closed_form_s)) +
         "\n";
}

std::string gantt_text(const StepWork& work, const SimulatedStep& step, int columns, const Pen& pen) {
  const Translator& t = pen.translator;
  const int stages = work.shape.stages;
  const std::string widest = t.say("stage {}", stages - 1);
  const int margin = display_width(widest) + 2;
  const int cells = std::max(10, columns - margin);
  // Too few cells for one pass each: the beginning and the end of the step are drawn, a forward pass a cell.
  const double whole_s = step.timeline.total_s / cells, pass_s = forward_pass_s(step);
  const bool cut = pass_s > 0 && pass_s < whole_s;
  const double cell_s = cut ? pass_s : whole_s;
  const int head_cells = cut ? (cells - 3) / 2 : cells, tail_cells = cut ? cells - 3 - head_cells : 0;
  const auto head = slices_of(work, step, 0, cell_s, head_cells);
  const auto tail = slices_of(work, step, step.timeline.total_s - tail_cells * cell_s, cell_s, tail_cells);
  std::string text;
  for (int stage = 0; stage < stages; ++stage) {
    const bool left_out = stages > most_lines && stage >= most_lines / 2 && stage < stages - most_lines / 2;
    if (left_out) {
      if (stage == most_lines / 2) text += "…\n";
      continue;
    }
    const std::string name = t.say("stage {}", stage);
    text += name + std::string(static_cast<std::size_t>(margin - display_width(name)), ' ');
    for (const Slice& slice : head[static_cast<std::size_t>(stage)]) text += drawn(slice, pen.style);
    text += cut ? " … " : "";
    for (const Slice& slice : tail[static_cast<std::size_t>(stage)]) text += drawn(slice, pen.style);
    text += "\n";
  }
  return text +
         t.say("digits: forward, by micro-batch; B backward, W weight gradients, O optimizer, · waiting; {} a column",
               t.time(cell_s)) +
         "\n";
}

std::string trace_text(const StepWork& work, const SimulatedStep& step, const Translator& translator) {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  for (int stage = 0; stage < work.shape.stages; ++stage) {
    text += fmt::format("{}{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":\"{}\"}}}}",
                        stage == 0 ? "" : ",\n", stage, translator.say("stage {}", stage));
    for (std::size_t track = 0; track < track_names.size(); ++track) {
      text +=
          fmt::format(",\n{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{}\"}}}}",
                      stage, track, track_names.at(track));
    }
  }
  for (std::size_t task = 0; task < step.tasks.labels.size(); ++task) {
    const TaskLabel& label = step.tasks.labels[task];
    const double start_s = step.timeline.start_s[task], end_s = step.timeline.end_s[task];
    if (label.kind == TaskKind::norm) continue;
    text += fmt::format(
        ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"name\":\"{}\",\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{"
        "\"micro_batch\":{},\"chunk\":{},\"part\":{}}}}}",
        label.stage, track_of(label.kind), slice_name(label, work.shape.chunks > 1), start_s * mega,
        (end_s - start_s) * mega, label.micro_batch, label.chunk, label.part);
  }
  add_counters(text, work, step);
  return text + "\n]}\n";
}

}  // namespace hakaru
