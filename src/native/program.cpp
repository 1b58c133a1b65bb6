#include "program.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace hakaru::native {

std::string program_beside(const std::string& name) {
  constexpr const char* self = "/proc/self/exe";
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::read_symlink(self, unknown);
  return ((unknown ? std::filesystem::path(self) : here).parent_path() / name)
      .string();  // beside the link there is none
}

bool is_there(const std::string& program) {
  std::error_code unknown;
  return std::filesystem::exists(program, unknown);
}

tl::unexpected<Error> become(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(words.front().c_str(), arguments.data());
  return bad_input("{}: cannot be started: {}", words.front(), std::strerror(errno));
}

}  // namespace hakaru::native
