#include "guard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "hakaru/formats/rehearsal_record.h"

namespace hakaru {
namespace {

constexpr int signalled = 128;  // added to a signal's number, as shells have it

std::int64_t own_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK"}) {
    if (const char* rank = std::getenv(name)) return std::strtoll(rank, nullptr, 10);
  }
  return 0;
}

/// The first rank to end is the one that is told of: others may end because of it.
void tell(const std::string& folder, const RankEnd& end) {
  const int file = open(end_file(folder).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  const std::string text = json_text(json_of(end));
  if (write(file, text.data(), text.size()) < 0) unlink(end_file(folder).c_str());
  close(file);
}

}  // namespace

void stand_guard(const std::string& folder) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // of mpirun: nothing is left running
  const pid_t guard = getpid();
  const pid_t computes = fork();
  if (computes < 0) return;  // unguarded
  if (computes == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard) _exit(signalled + SIGKILL);
    return;
  }
  int status = 0;
  while (waitpid(computes, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) _exit(0);
  const bool killed = WIFSIGNALED(status);
  const int number = killed ? WTERMSIG(status) : WEXITSTATUS(status);
  tell(folder, {.rank = own_rank(), .by_signal = killed, .number = number});
  _exit(killed ? signalled + number : number);
}

void tell_status(const std::string& folder, int status) {
  tell(folder, {.rank = own_rank(), .by_signal = false, .number = status});
}

}  // namespace hakaru
