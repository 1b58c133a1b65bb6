#include "rehearse_ranks.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "hakaru/core/text.h"
#include "ranks_run.h"
#include "session.h"

namespace hakaru::cli {
namespace {

/// A folder that is gone when this is; what would end this process waits until then.
class Folder {
 public:
  Folder() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
    sigprocmask(SIG_BLOCK, &ends, &usual_);
    std::error_code none;
    std::string pattern = (std::filesystem::temp_directory_path(none) / "hakaru-XXXXXX").string();
    if (!none && mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    sigprocmask(SIG_SETMASK, &usual_, nullptr);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }  ///< empty where none could be made

 private:
  sigset_t usual_{};
  std::string path_;
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
Result<void> run_to_its_end(const std::vector<std::string>& words, const std::string& folder, const Layout& layout) {
  using End = RanksRun::End;
  const RanksRun run = run_ranks(words, folder);
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

struct Failure {
  std::int64_t rank = 0;
  Message reason;
};

/// What ranks said that did not fit, beside what was predicted of them.
tl::unexpected<Error> too_small(const std::vector<Failure>& failed, const std::vector<Expected>& expected,
                                std::int64_t core_bytes) {
  constexpr std::size_t told = 4;  // needed, core, its memory, tensors (tracing/device_cut.cpp)
  std::vector<std::string> ranks;
  std::int64_t most = 0;
  const Message* fullest = nullptr;
  bool as_predicted = true;
  for (const auto& [rank, reason] : failed) {
    if (reason.arguments.size() != told) continue;  // another rank did not fit
    const std::int64_t predicted = expected[static_cast<std::size_t>(rank)].peak_bytes();
    as_predicted = as_predicted && reason.arguments.front() == with_separators(predicted);
    ranks.push_back(std::to_string(rank));
    if (fullest != nullptr && predicted <= most) continue;
    most = predicted;
    fullest = &reason;
  }
  if (fullest == nullptr) return tl::unexpected(Error{ErrorKind::unsatisfiable, failed.front().reason});
  const std::vector<std::string>& said = fullest->arguments;
  const auto predicted = std::count_if(expected.begin(), expected.end(),
                                       [&](const Expected& each) { return each.peak_bytes() > core_bytes; });
  if (!as_predicted || predicted != std::ssize(ranks))
    return unsatisfiable("ranks {} do not fit, which was not predicted: {} B needed, {} B predicted, {} B there",
                         join(ranks), said[0], with_separators(most), said[2]);
  return unsatisfiable(
      "ranks {} do not fit, as predicted: the fullest needs {} B and its core has {} B; --core-memory {}B would do; "
      "its largest tensors: {}",
      join(ranks), said[0], said[2], most, said[3]);
}

Result<std::vector<RankRecord>> records_in(const std::string& folder, const std::vector<Expected>& expected,
                                           std::int64_t core_bytes) {
  constexpr std::uint64_t largest_record_bytes = std::uint64_t{1} << 30;
  std::vector<RankRecord> records;
  std::vector<Failure> failed;
  for (std::int64_t rank = 0; rank < static_cast<std::int64_t>(expected.size()); ++rank) {
    const std::string file = record_file(folder, rank);
    const Result<std::string> text = read_file(file, largest_record_bytes);
    if (!text) return fail(text);
    if (std::optional<Message> reason = read_failure(*text)) {
      failed.push_back({rank, std::move(*reason)});
      continue;
    }
    Result<RankRecord> record = read_record(*text, file);
    if (!record) return fail(record);
    records.push_back(std::move(*record));
  }
  if (!failed.empty()) return too_small(failed, expected, core_bytes);
  return records;
}

}  // namespace

Result<std::vector<RankRecord>> run_ranks_of(const Miniature& miniature, const std::vector<Expected>& expected,
                                             RanksWork work) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = (self.parent_path() / "hakaru-rank").string();
  if (error || !std::filesystem::exists(program, error))
    return bad_input("{} is missing; it is built beside hakaru where OpenMPI is installed", program);
  const Folder folder;
  if (folder.path().empty()) return bad_input("no temporary folder can be made; accepted: TMPDIR that can be written");
  const std::string plan = folder.path() + "/plan.json";
  work.task.plan = fmt::format("{}#{}", plan, work.plan_rank);
  work.task.text = folder.path() + "/text";
  for (const auto& [file, text] : {std::pair(plan, work.plan_file), std::pair(work.task.text, work.text),
                                   std::pair(task_file(folder.path()), json_text(json_of(work.task)))}) {
    if (const std::optional<Error> unwritten = write_file(file, text)) return tl::unexpected(*unwritten);
  }
  const Result<void> kept = write_gradients(work.reference, folder.path());
  if (!kept) return fail(kept);
  const Result<void> ran = run_to_its_end({"mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
                                           "-np", std::to_string(miniature.layout.ranks()), program, folder.path()},
                                          folder.path(), miniature.layout);
  if (!ran) return fail(ran);
  return records_in(folder.path(), expected, work.task.core_bytes);
}

}  // namespace hakaru::cli
