#include "ranks_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "hakaru/formats/rehearsal_record.h"

namespace hakaru {
namespace {

using Clock = std::chrono::steady_clock;

/// Signals that are waited for rather than handled, so that ranks and folder go too: ends from outside, and SIGCHLD.
sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
  return signals;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// 'T' of a stopped process, '\0' of none.
char state_of(pid_t process) {
  const std::string text = contents("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_ends = text.rfind(')');
  return name_ends == std::string::npos || name_ends + 2 >= text.size() ? '\0' : text[name_ends + 2];
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code gone;
  const std::filesystem::path tasks = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator task(tasks, gone), end; !gone && task != end; task.increment(gone)) {
    std::istringstream list(contents(task->path() / "children"));
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

/// As mpirun told the process in its environment.
std::optional<std::int64_t> rank_of(pid_t process) {
  const std::string text = '\0' + contents("/proc/" + std::to_string(process) + "/environ");
  for (const std::string name : {"OMPI_COMM_WORLD_RANK=", "PMIX_RANK="}) {
    const std::size_t at = text.find('\0' + name);
    if (at == std::string::npos) continue;
    std::int64_t rank = 0;
    const char* const digits = text.data() + at + 1 + name.size();
    if (std::from_chars(digits, text.data() + text.size(), rank).ec == std::errc()) return rank;
  }
  return std::nullopt;
}

/// This process's environment, but what Open MPI keeps in /tmp and in /dev/shm (btl_vader up to 4, btl_sm since) lies
/// in `folder`.
std::vector<std::string> environment_with_files_in(const std::string& folder) {
  std::vector<std::string> settings;
  for (const std::string name :
       {"TMPDIR=", "OMPI_MCA_btl_vader_backing_directory=", "OMPI_MCA_btl_sm_backing_directory="})
    settings.push_back(name + folder);
  const auto is_set = [&](std::string_view other) {
    return std::any_of(settings.begin(), settings.end(), [&](const std::string& own) {
      return other.substr(0, other.find('=')) == own.substr(0, own.find('='));
    });
  };
  for (char** each = environ; *each != nullptr; ++each) {
    if (!is_set(*each)) settings.emplace_back(*each);
  }
  return settings;
}

/// As exec takes them; good as long as `texts` are.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

class Launcher {
 public:
  explicit Launcher(std::string folder) : folder_(std::move(folder)) {}

  RanksRun run(const std::vector<std::string>& words) {
    const sigset_t awaited = awaited_signals();
    sigset_t usual;
    sigprocmask(SIG_BLOCK, &awaited, &usual);
    signal(SIGCHLD, SIG_DFL);  // where it is ignored nobody can be waited for
    if (start(words, awaited)) {
      while (waitpid(child_, &status_, WNOHANG) == 0) watch(awaited);
      listen();
    }
    sigprocmask(SIG_SETMASK, &usual, nullptr);
    if (pipe_[0] >= 0) close(pipe_[0]);
    if (child_ > 0) find_out();
    return std::move(run_);
  }

 private:
  bool start(std::vector<std::string> words, const sigset_t& awaited) {
    run_.end = RanksRun::End::not_started;
    std::vector<std::string> settings = environment_with_files_in(folder_);
    const std::vector<char*> arguments = pointers(words), environment = pointers(settings);
    if (pipe2(pipe_, O_CLOEXEC) != 0) return false;
    fcntl(pipe_[0], F_SETFL, O_NONBLOCK);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const pid_t self = getpid();
    child_ = fork();
    if (child_ == 0) {
      setpgid(0, 0);  // a terminal's Ctrl-C comes here once, through hakaru: at the second signal nothing is tidied up
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != self) _exit(not_found);
      sigprocmask(SIG_UNBLOCK, &awaited, nullptr);
      dup2(nothing, STDIN_FILENO);
      dup2(pipe_[1], STDOUT_FILENO);
      dup2(pipe_[1], STDERR_FILENO);
      execvpe(arguments.front(), arguments.data(), environment.data());
      _exit(not_found);
    }
    close(pipe_[1]);
    close(nothing);
    return child_ > 0;
  }

  /// A moment of the run.
  void watch(const sigset_t& awaited) {
    constexpr timespec moment{0, 200'000'000};
    const int signal = sigtimedwait(&awaited, nullptr, &moment);
    listen();
    const Clock::time_point now = Clock::now();
    if (signal > 0 && signal != SIGCHLD && !ending_) {
      asked_to_end_ = true;
      kill(child_, SIGTERM);
      ending_ = now;
    }
    if (!ending_) find_stopped(now);
    std::error_code none;
    if (!ending_ && std::filesystem::exists(end_file(folder_), none)) ending_ = now;
    if (ending_ && now - *ending_ > patience) kill(child_, SIGKILL);  // its ranks go with it
  }

  /// Stopped by a signal, or ended and not taken note of by mpirun.
  void find_stopped(Clock::time_point now) {
    std::vector<pid_t> all{child_};
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const pid_t child : children_of(all[i])) all.push_back(child);
    }
    for (const pid_t process : all) {
      const char state = state_of(process);
      if (state != 'T' && state != 'Z') {
        stopped_since_.erase(process);
        continue;
      }
      if (now - stopped_since_.try_emplace(process, now).first->second < patience) continue;
      if (state == 'T') stopped_rank_ = rank_of(process);
      kill(process, SIGKILL);
      ending_ = now;
      return;
    }
  }

  void listen() {
    char part[4096];
    for (ssize_t size = 0; (size = read(pipe_[0], part, sizeof part)) > 0;)
      run_.said.append(part, static_cast<std::size_t>(size));
  }

  void find_out() {
    using End = RanksRun::End;
    const auto ended = [this](End end, int number) {
      run_.end = end;
      run_.number = number;
    };
    if (asked_to_end_) return ended(End::asked_to, 0);
    if (stopped_rank_) {
      run_.rank = *stopped_rank_;
      return ended(End::rank_stopped, SIGSTOP);
    }
    if (const Result<RankEnd> end = read_end(end_file(folder_))) {
      run_.rank = end->rank;
      return ended(end->by_signal ? End::rank_signal : End::rank_status, end->number);
    }
    if (WIFSIGNALED(status_) && !ending_) return ended(End::launcher_signal, WTERMSIG(status_));
    if (!WIFSIGNALED(status_) && WEXITSTATUS(status_) == 0) return ended(End::well, 0);
    const bool absent = !WIFSIGNALED(status_) && WEXITSTATUS(status_) == not_found && run_.said.empty();
    ended(absent ? End::not_started : End::unknown, 0);
  }

  static constexpr int not_found = 127;
  static constexpr auto patience = std::chrono::duration<double>(patience_s);

  std::string folder_;
  RanksRun run_;
  int pipe_[2] = {-1, -1};
  pid_t child_ = 0;
  int status_ = 0;
  bool asked_to_end_ = false;
  std::optional<Clock::time_point> ending_;
  std::optional<std::int64_t> stopped_rank_;
  std::map<pid_t, Clock::time_point> stopped_since_;
};

}  // namespace

RanksRun run_ranks(const std::vector<std::string>& words, const std::string& folder) {
  return Launcher(folder).run(words);
}

}  // namespace hakaru
