#include "launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "../native/program.h"
#include "hakaru/core/files.h"
#include "ranks_run.h"

namespace hakaru {
namespace {

/// A folder that is gone when this is; what would end this process waits until then. What a killed one left goes when
/// the next one is made: nobody holds its lock.
class Folder {
 public:
  Folder() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
    sigprocmask(SIG_BLOCK, &ends, &usual_);
    std::error_code none;
    const std::filesystem::path all = std::filesystem::temp_directory_path(none);
    if (none) return;
    for (std::filesystem::directory_iterator each(all, none), end; !none && each != end; each.increment(none)) {
      if (each->path().filename().string().starts_with(start_of_name)) remove_if_left(each->path());
    }
    std::string pattern = (all / start_of_name).string() + "XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) return;
    path_ = pattern;
    hold();
  }
  ~Folder() {
    if (!path_.empty()) remove(path_);
    if (lock_ >= 0) close(lock_);
    sigprocmask(SIG_SETMASK, &usual_, nullptr);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }  ///< empty where none could be made

 private:
  static constexpr const char *start_of_name = "hakaru-", *lock_name = "hakaru.lock";

  static void remove(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  /// Makes the lock under another name until it is locked: a free lock means that its process is gone.
  void hold() {
    constexpr mode_t own = 0600;
    const std::string name = path_ + "/" + lock_name, unlocked = name + ".new";
    lock_ = open(unlocked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, own);
    if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) std::rename(unlocked.c_str(), name.c_str());
  }
  static void remove_if_left(const std::filesystem::path& folder) {
    const int lock = open((folder / lock_name).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) return;
    struct stat of {};
    const bool is_own = fstat(lock, &of) == 0 && of.st_uid == geteuid();
    if (is_own && flock(lock, LOCK_EX | LOCK_NB) == 0) remove(folder);
    close(lock);
  }

  sigset_t usual_{};
  std::string path_;
  int lock_ = -1;
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

Result<RankOutcomes> outcomes_in(const std::string& folder, std::int64_t ranks) {
  constexpr std::uint64_t largest_record_bytes = std::uint64_t{1} << 30;
  RankOutcomes outcomes;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const std::string file = record_file(folder, rank);
    const Result<std::string> text = read_file(file, largest_record_bytes);
    if (!text) return fail(text);
    Result<RankOutcome> outcome = read_outcome(*text, file);
    if (!outcome) return fail(outcome);
    outcomes.by_rank.push_back(std::move(*outcome));
  }
  return outcomes;
}

Result<RankOutcomes> launch(const RanksWork& work, const std::string& data_folder) {
  const Result<std::string> program = native::program_beside("hakaru-rank");
  if (!program) return fail(program);
  const Folder folder;
  if (folder.path().empty()) return bad_input("no temporary folder can be made; accepted: TMPDIR that can be written");
  const std::string plan = folder.path() + "/plan.json";
  RanksTask task = work.task;
  task.data = data_folder;
  task.plan = fmt::format("{}#{}", plan, work.saved.plan.rank);
  task.text = folder.path() + "/text";
  for (const auto& [file, text] : {std::pair(plan, work.saved.file), std::pair(task.text, work.text),
                                   std::pair(task_file(folder.path()), json_text(json_of(task)))}) {
    if (const std::optional<Error> unwritten = write_file(file, text)) return tl::unexpected(*unwritten);
  }
  const Result<void> kept = write_gradients(work.reference, folder.path());
  if (!kept) return fail(kept);
  const Layout& layout = work.miniature.layout;
  const Result<void> ran = run_to_its_end({"mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
                                           "-np", std::to_string(layout.ranks()), *program, folder.path()},
                                          folder.path(), layout);
  if (!ran) return fail(ran);
  return outcomes_in(folder.path(), layout.ranks());
}

}  // namespace

std::function<Result<RankOutcomes>(const RanksWork&)> rank_launcher(std::string data_folder) {
  return [data_folder = std::move(data_folder)](const RanksWork& work) { return launch(work, data_folder); };
}

}  // namespace hakaru
