#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace hakaru::native {

namespace {

std::filesystem::path path_beside(const std::string& name) {
  constexpr const char* self = "/proc/self/exe";
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::read_symlink(self, unknown);
  return (unknown ? std::filesystem::path(self) : here).parent_path() / name;  // beside the link there is none
}

/// Runs the script of scripts/hakaru that builds further programs, where there is one; it says what it does itself.
void build(const std::string& name) {
  const char* const script = std::getenv("HAKARU_BUILD");
  if (script == nullptr) return;
  const pid_t child = fork();
  if (child == 0) {
    execl(script, script, name.c_str(), static_cast<char*>(nullptr));
    _exit(EXIT_FAILURE);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

/// Becomes `program`, called with `words`. Comes back only where that fails.
void start(const std::string& program, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
}

}  // namespace

Result<std::string> program_beside(const std::string& name) {
  std::string program = path_beside(name).string();
  const auto is_there = [&] { return access(program.c_str(), X_OK) == 0; };
  if (!is_there()) build(name);
  if (!is_there()) return bad_input("{} is missing; it is built beside hakaru, by scripts/build {}", program, name);
  return program;
}

tl::unexpected<Error> become(const std::string& name, std::vector<std::string> words) {
  Result<std::string> program = program_beside(name);
  if (!program) return fail(program);
  start(*program, std::move(words));
  return bad_input("{}: cannot be started: {}", *program, std::strerror(errno));
}

Result<Ran> run_beside(const std::string& name, std::vector<std::string> words) {
  const Result<std::string> program = program_beside(name);
  if (!program) return fail(program);
  int ends[2];
  if (pipe(ends) != 0) return bad_input("{}: cannot be started: {}", *program, std::strerror(errno));
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    for (const int end : ends) close(end);
    start(*program, std::move(words));
    _exit(EXIT_FAILURE);
  }
  close(ends[1]);
  std::string output;
  constexpr std::size_t most_bytes = 4096;
  for (std::string part(most_bytes, '\0'); child > 0;) {
    const ssize_t bytes = read(ends[0], part.data(), part.size());
    if (bytes <= 0 && !(bytes < 0 && errno == EINTR)) break;
    if (bytes > 0 && output.size() < most_bytes) output.append(part, 0, static_cast<std::size_t>(bytes));
  }
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return bad_input("{}: cannot be started: {}", *program, std::strerror(errno));
  output.resize(std::min(output.size(), output.find('\n')));
  return Ran{WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::move(output)};
}

}  // namespace hakaru::native
