#include "sweep_run.h"

#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>

#include "hakaru/core/text.h"
#include "hakaru/output/sweep_rows.h"
#include "hakaru/planning/sweep_planner.h"
#include "parallel.h"
#include "sweep_file.h"

namespace hakaru::cli {
namespace {

constexpr std::uint64_t largest_sweep_bytes = 256 << 20;
constexpr std::int64_t rows_of_block = 64;

/// Rows in their order, and how many of them have a plan.
struct Block {
  std::string rows;
  std::int64_t planned = 0;

  std::string packed() const { return std::to_string(planned) + "\n" + rows; }
  static Block of(const std::string& packed) {
    const std::size_t end = packed.find('\n');
    Block block{packed.substr(end + 1), 0};
    std::from_chars(packed.data(), packed.data() + end, block.planned);
    return block;
  }
};

class Blocks {
 public:
  Blocks(const ScenarioSweep& sweep, const DataFiles& data, const Catalog& catalog, const Translator& translator)
      : sweep_(sweep), rows_(sweep, translator), executor_(all_cores()) {
    for (std::size_t worker = 0; worker < executor_.workers; ++worker)
      planners_.push_back(std::make_unique<SweepPlanner>(sweep, data, catalog));
  }

  std::string header() const { return rows_.header(); }

  Block operator()(std::int64_t first, std::int64_t end) {
    std::vector<Block> each(static_cast<std::size_t>(end - first));
    executor_.for_each(each.size(), [&](std::size_t task, std::size_t worker) {
      const std::int64_t index = first + static_cast<std::int64_t>(task);
      const Json keys = sweep_.keys(index);
      const Result<Plan> plan = (*planners_[worker])(keys);
      each[task] = {rows_.row(index, keys, plan), plan ? 1 : 0};
    });
    Block block;
    for (const Block& one : each) {
      block.rows += one.rows;
      block.planned += one.planned;
    }
    return block;
  }

 private:
  const ScenarioSweep& sweep_;
  SweepRows rows_;
  Executor executor_;
  std::vector<std::unique_ptr<SweepPlanner>> planners_;
};

/// How far a sweep is, on a terminal only.
class SweepProgress {
 public:
  SweepProgress(std::int64_t kept, std::int64_t all, const Translator& translator)
      : kept_(kept), all_(all), translator_(translator), shown_(isatty(STDERR_FILENO) == 1) {}
  ~SweepProgress() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  SweepProgress(const SweepProgress&) = delete;

  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  void at(std::int64_t done) {
    constexpr auto between = std::chrono::milliseconds(200);
    if (!shown_ || Clock::now() - last_ < between) return;
    last_ = Clock::now();
    const double rate = static_cast<double>(done - kept_) / elapsed_s();
    const double left_s = static_cast<double>(all_ - done) / rate;
    const std::string line =
        translator_.say("{} of {} scenarios, {}/s, {} left", with_separators(done), with_separators(all_),
                        fmt::format("{:.0f}", rate), translator_.time(left_s));
    std::fputs(("\r\033[K" + line).c_str(), stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::int64_t kept_, all_;
  const Translator& translator_;
  bool shown_;
  Clock::time_point started_ = Clock::now(), last_ = started_;
};

/// Rows that another sweep made, or this one before a key or the program was changed, are no part of this one.
std::optional<Error> not_of(const ScenarioSweep& sweep, Blocks& blocks, const SweepFile& file,
                            const std::string& path) {
  const std::int64_t rows = file.rows();
  if (rows == 0) return std::nullopt;
  if (rows > sweep.scenarios())
    return bad_input("{}: has {} rows, the sweep only {}; name another file, or remove it", path, rows,
                     sweep.scenarios())
        .value();
  for (const auto& [index, row] :
       {std::pair(std::int64_t{0}, &file.first_row()), std::pair(rows - 1, &file.last_row())}) {
    if (blocks(index, index + 1).rows != *row)
      return bad_input("{}: row {} is not what this sweep gives; name another file, or remove it", path, index).value();
  }
  return std::nullopt;
}

struct Swept {
  std::int64_t kept = 0, made = 0, planned = 0;
  double elapsed_s = 0;
};

Result<Swept> as_first(const ScenarioSweep& sweep, Blocks& blocks, const std::string& path, Session& session,
                       const SweepRanks& ranks) {
  Result<SweepFile> file = SweepFile::open(path, blocks.header());
  std::optional<Error> error;
  if (!file) {
    error = file.error();
  } else {
    error = not_of(sweep, blocks, *file, path);
  }
  if (!error) {
    if (const Result<void> begun = file->begin(); !begun) error = begun.error();
  }
  if (ranks.ranks > 1) ranks.as_first_says(error ? -1 : file->rows());
  if (error) return tl::unexpected(*error);
  Swept swept{.kept = file->rows()};
  SweepProgress progress(swept.kept, sweep.scenarios(), session.translator());
  int rank = 0;
  for (std::int64_t first = swept.kept; first < sweep.scenarios(); first += rows_of_block) {
    const std::int64_t end = std::min(first + rows_of_block, sweep.scenarios());
    const Block block = rank == 0 ? blocks(first, end) : Block::of(ranks.receive_from(rank));
    if (const Result<void> written = file->append(block.rows); !written) return fail(written);
    swept.made += end - first;
    swept.planned += block.planned;
    progress.at(end);
    rank = (rank + 1) % ranks.ranks;
  }
  swept.elapsed_s = progress.elapsed_s();
  return swept;
}

void as_other(const ScenarioSweep& sweep, Blocks& blocks, const SweepRanks& ranks) {
  const std::int64_t kept = ranks.as_first_says(0);
  if (kept < 0) return;
  for (std::int64_t first = kept + ranks.rank * rows_of_block; first < sweep.scenarios();
       first += ranks.ranks * rows_of_block) {
    ranks.send_to_first(blocks(first, std::min(first + rows_of_block, sweep.scenarios())).packed());
  }
}

std::string said(const Swept& swept, const ScenarioSweep& sweep, const std::string& path, Session& session) {
  const double rate = swept.elapsed_s > 0 ? static_cast<double>(swept.made) / swept.elapsed_s : 0;
  if (session.json) {
    return json_text({{"file", path},
                      {"scenarios", sweep.scenarios()},
                      {"kept", swept.kept},
                      {"made", swept.made},
                      {"made_with_plan", swept.planned},
                      {"elapsed_s", swept.elapsed_s},
                      {"scenarios_per_s", rate}});
  }
  const Translator& t = session.translator();
  std::string text = t.say("{}: {} scenarios, {} of them kept from before", path, with_separators(sweep.scenarios()),
                           with_separators(swept.kept)) +
                     "\n";
  if (swept.made > 0) {
    text += t.say("{} planned now, {} of them with a plan, in {}: {}/s", with_separators(swept.made),
                  with_separators(swept.planned), t.time(swept.elapsed_s), fmt::format("{:.3g}", rate)) +
            "\n";
  }
  return text;
}

}  // namespace

Result<std::string> run_sweep(const SweepCommand& command, Session& session, const SweepRanks& ranks) {
  if (command.sweep.empty()) return bad_input("{} is missing: {}", "SWEEP", "hakaru sweep SWEEP.toml -o out.csv");
  if (command.out.empty()) return bad_input("{} is missing: {}", "-o", "hakaru sweep SWEEP.toml -o out.csv");
  const Result<std::string> text = read_file(command.sweep, largest_sweep_bytes);
  if (!text) return fail(text);
  const Result<ScenarioSweep> sweep = ScenarioSweep::read(*text, command.sweep);
  if (!sweep) return fail(sweep);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  ScenarioSources sources(**data, **catalog);
  if (const std::optional<Error> error = sweep->unusable(sources)) return tl::unexpected(*error);
  Blocks blocks(*sweep, **data, **catalog, session.translator());
  if (ranks.rank != 0) {
    as_other(*sweep, blocks, ranks);
    return "";
  }
  const Result<Swept> swept = as_first(*sweep, blocks, command.out, session, ranks);
  if (!swept) return fail(swept);
  return said(*swept, *sweep, command.out, session);
}

}  // namespace hakaru::cli
