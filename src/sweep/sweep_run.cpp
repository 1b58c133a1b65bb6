#include "sweep_run.h"

#include <charconv>
#include <chrono>
#include <optional>

#include "../cli/progress_line.h"
#include "../native/cores.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/plan_file.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/output/sweep_rows.h"
#include "hakaru/planning/sweep_planner.h"
#include "hakaru/tracing/digest.h"
#include "sweep_file.h"

namespace hakaru::cli {
namespace {

constexpr std::uint64_t largest_sweep_bytes = 256 << 20;

/// Rows of a block. One rank writes each row as it is done: enough that cores seldom wait at its end. Several ranks,
/// whose blocks arrive in full, have few, so that little is lost by a kill.
std::int64_t rows_of_block(const SweepRanks& ranks) { return ranks.ranks == 1 ? 256 : 16; }

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
      : sweep_(sweep), rows_(sweep, translator), planners_(sweep, data, catalog, native::all_cores()) {}

  std::string header() const { return rows_.header(); }

  std::string beginning(std::int64_t index) const { return rows_.beginning(index, sweep_.keys(index)); }

  std::string row(std::int64_t index) { return rows_.row(index, sweep_.keys(index), planners_.plan(index)); }

  /// Takes rows as they are done, in their order; from one thread at a time.
  using Take = std::function<void(const Block&)>;

  void each(std::int64_t first, std::int64_t end, const Take& take) {
    const auto row = [this](std::int64_t index, const Json& keys, const Result<Plan>& plan) {
      return Block{rows_.row(index, keys, plan), plan ? 1 : 0};
    };
    planners_.each<Block>(first, end, row, take);
  }

 private:
  const ScenarioSweep& sweep_;
  SweepRows rows_;
  SweepPlanners planners_;
};

/// The line of a sweep's progress: scenarios done, their rate and the time left.
class SweepProgress {
 public:
  SweepProgress(std::int64_t kept, std::int64_t all, const Translator& translator)
      : kept_(kept), all_(all), translator_(translator), line_(std::chrono::milliseconds(200)) {}

  double elapsed_s() const { return line_.elapsed_s(); }

  void at(std::int64_t done) {
    line_.show([&] {
      const double rate = static_cast<double>(done - kept_) / elapsed_s();
      const double left_s = static_cast<double>(all_ - done) / rate;
      return translator_.say("{} of {} scenarios, {}/s, {} left", with_separators(done), with_separators(all_),
                             fmt::format("{:.0f}", rate), translator_.time(left_s));
    });
  }

 private:
  std::int64_t kept_, all_;
  const Translator& translator_;
  ProgressLine line_;
};

/// The rows that a file keeps from before. Those that another sweep made, or this one before a key or the program was
/// changed, are no part of this one: every row must begin with its index and its keys; the first and the last one, of
/// those with a plan and of those without, whose reasons are in one language, must be what this sweep gives.
class KeptRows {
 public:
  KeptRows(const ScenarioSweep& sweep, Blocks& blocks, std::string path)
      : sweep_(sweep), blocks_(blocks), path_(std::move(path)) {}

  std::optional<Error> look(std::int64_t index, const std::string& row) {
    if (index >= sweep_.scenarios()) return std::nullopt;  // too many: said when all are counted
    if (!row.starts_with(blocks_.beginning(index))) return not_of_this(index);
    const bool planned = row.ends_with(",\n");  // no reason why there is none
    Ends& ends = planned ? planned_ : unplanned_;
    if (!ends.first) ends.first = Row(index, row);
    ends.last = Row(index, row);
    return std::nullopt;
  }

  std::optional<Error> not_of(const SweepFile& file) {
    if (file.rows() > sweep_.scenarios())
      return bad_input("{}: has {} rows, the sweep only {}; name another file, or remove it", path_, file.rows(),
                       sweep_.scenarios())
          .value();
    for (const std::optional<Row>* kept : {&planned_.first, &planned_.last, &unplanned_.first, &unplanned_.last}) {
      if (*kept && blocks_.row((*kept)->first) != (*kept)->second) return not_of_this((*kept)->first);
    }
    return std::nullopt;
  }

 private:
  using Row = std::pair<std::int64_t, std::string>;
  struct Ends {
    std::optional<Row> first, last;
  };
  std::optional<Error> not_of_this(std::int64_t index) const {
    return bad_input("{}: row {} is not what this sweep gives; name another file, or remove it", path_, index).value();
  }

  const ScenarioSweep& sweep_;
  Blocks& blocks_;
  std::string path_;
  Ends planned_, unplanned_;
};

struct Swept {
  std::int64_t kept = 0, made = 0, planned = 0;
  double elapsed_s = 0;
};

/// True if all ranks go on; the first rank that refuses has its error, the others false.
Result<bool> all_go_on(const SweepRanks& ranks, const std::optional<Error>& refusal) {
  const int refuses = ranks.first_to_refuse(refusal.has_value());
  if (refusal && refuses == ranks.rank) return tl::unexpected(*refusal);
  return refuses == ranks.ranks;
}

/// The file, in which only what was torn has changed.
Result<SweepFile> opened(const ScenarioSweep& sweep, Blocks& blocks, const std::string& path) {
  KeptRows kept(sweep, blocks, path);
  Result<SweepFile> file = SweepFile::open(
      path, blocks.header(), [&](std::int64_t index, const std::string& row) { return kept.look(index, row); });
  if (!file) return file;
  if (std::optional<Error> other = kept.not_of(*file)) return tl::unexpected(std::move(*other));
  if (const Result<void> begun = file->begin(); !begun) return fail(begun);
  return file;
}

Result<Swept> as_first(const ScenarioSweep& sweep, Blocks& blocks, SweepFile& file, Session& session,
                       const SweepRanks& ranks) {
  ranks.from_first(std::to_string(file.rows()));
  Swept swept{.kept = file.rows()};
  SweepProgress progress(swept.kept, sweep.scenarios(), session.translator());
  Result<void> written;
  const auto take = [&](const Block& block) {
    if (written) written = file.append(block.rows);
    swept.planned += block.planned;
  };
  int rank = 0;
  const std::int64_t at_once = rows_of_block(ranks);
  for (std::int64_t first = swept.kept; first < sweep.scenarios(); first += at_once) {
    const std::int64_t end = std::min(first + at_once, sweep.scenarios());
    if (rank == 0) {
      std::int64_t done = first;
      blocks.each(first, end, [&](const Block& block) {
        take(block);
        progress.at(++done);
      });
    } else {
      take(Block::of(ranks.receive_from(rank)));
    }
    if (!written) return fail(written);
    swept.made += end - first;
    progress.at(end);
    rank = (rank + 1) % ranks.ranks;
  }
  swept.elapsed_s = progress.elapsed_s();
  return swept;
}

void as_other(const ScenarioSweep& sweep, Blocks& blocks, const SweepRanks& ranks) {
  const std::string kept_rows = ranks.from_first("");
  std::int64_t kept = 0;
  std::from_chars(kept_rows.data(), kept_rows.data() + kept_rows.size(), kept);
  const std::int64_t at_once = rows_of_block(ranks);
  for (std::int64_t first = kept + ranks.rank * at_once; first < sweep.scenarios(); first += ranks.ranks * at_once) {
    Block all;
    blocks.each(first, std::min(first + at_once, sweep.scenarios()), [&](const Block& block) {
      all.rows += block.rows;
      all.planned += block.planned;
    });
    ranks.send_to_first(all.packed());
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

/// Digest of what must be alike wherever rows of one file are made.
std::string setting_of(const Session& session, const DataFiles& data) {
  tracing::Digest digest;
  digest.add(program_version());
  digest.add(std::string_view(session.language));
  for (const DataFiles::File& file : data.under("")) {
    digest.add(std::string_view(file.path));
    digest.add(file.text);
  }
  return digest.text();
}

Result<std::string> read_sweep(const SweepCommand& command, bool needs_file) {
  if (command.sweep.empty()) return bad_input("{} is missing: {}", "SWEEP", "hakaru sweep SWEEP.toml -o out.csv");
  if (command.out.empty() && needs_file)
    return bad_input("{} is missing: {}", "-o", "hakaru sweep SWEEP.toml -o out.csv");
  return read_file(command.sweep, largest_sweep_bytes);
}

/// Every rank comes to what is asked of all, whatever it lacks.
Result<ScenarioSweep> sweep_of(const SweepCommand& command, Session& session, const SweepRanks& ranks) {
  const Result<std::string> read =
      ranks.rank == 0 ? read_sweep(command, session.json || ranks.ranks > 1) : Result<std::string>("");
  const std::string text = ranks.from_first(read.value_or(""));
  const Result<const DataFiles*> data = session.data();
  const std::string setting = data ? setting_of(session, **data) : "";
  const bool alike = ranks.from_first(setting) == setting;
  if (!read) return fail(read);
  if (!data) return fail(data);
  if (!alike)
    return bad_input("rank {} has another program, language or data than rank 0; accepted: the same on every machine",
                     ranks.rank);
  Result<ScenarioSweep> sweep = ScenarioSweep::read(text, command.sweep);
  if (!sweep) return sweep;
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  ScenarioSources sources(**data, **catalog);
  if (std::optional<Error> error = sweep->unusable(sources)) return tl::unexpected(std::move(*error));
  return sweep;
}

/// Writes the rows as they are done, where no file is named.
Result<std::string> to_standard_output(const ScenarioSweep& sweep, Blocks& blocks, const Session& session) {
  SweepProgress progress(0, sweep.scenarios(), session.translator());
  std::optional<Error> error = write_answer(blocks.header());
  std::int64_t done = 0;
  blocks.each(0, sweep.scenarios(), [&](const Block& block) {
    if (!error) error = write_answer(block.rows);
    progress.at(++done);
  });
  if (error) return tl::unexpected(std::move(*error));
  return "";
}

}  // namespace

Result<std::string> run_sweep(const SweepCommand& command, Session& session, const SweepRanks& ranks) {
  const Result<ScenarioSweep> sweep = sweep_of(command, session, ranks);
  std::optional<Error> refusal;
  if (!sweep) refusal = sweep.error();
  Result<bool> go_on = all_go_on(ranks, refusal);
  if (!go_on) return fail(go_on);
  if (!*go_on) return "";
  Blocks blocks(*sweep, **session.data(), **session.catalog(), session.translator());
  if (command.out.empty()) return to_standard_output(*sweep, blocks, session);
  std::optional<SweepFile> file;
  if (ranks.rank == 0) {
    Result<SweepFile> begun = opened(*sweep, blocks, command.out);
    if (begun) file.emplace(std::move(*begun));
    if (!begun) refusal = begun.error();
  }
  go_on = all_go_on(ranks, refusal);
  if (!go_on) return fail(go_on);
  if (!*go_on) return "";
  if (ranks.rank != 0) {
    as_other(*sweep, blocks, ranks);
    return "";
  }
  const Result<Swept> swept = as_first(*sweep, blocks, *file, session, ranks);
  if (!swept) return fail(swept);
  return said(*swept, *sweep, command.out, session);
}

}  // namespace hakaru::cli
