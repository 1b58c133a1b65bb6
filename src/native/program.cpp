#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

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
  words.insert(words.begin(), *program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(words.front().c_str(), arguments.data());
  return bad_input("{}: cannot be started: {}", words.front(), std::strerror(errno));
}

}  // namespace hakaru::native
