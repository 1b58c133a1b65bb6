#include "data_folder.h"

#include <filesystem>

#include "environment.h"

namespace hakaru::native {
namespace {

namespace fs = std::filesystem;

/// hakaru within the folder of the user's data; "": the environment says of none.
fs::path usual_folder() {
  const fs::path stated = environment("XDG_DATA_HOME");
  if (stated.is_absolute()) return stated / "hakaru";  // others mean nothing, by the specification
  const fs::path home = environment("HOME");
  return home.is_absolute() ? home / ".local" / "share" / "hakaru" : fs::path();
}

/// The folder that the user names, in one of two ways; "": in none.
std::string stated_folder(const std::string& named) { return named.empty() ? environment("HAKARU_DATA") : named; }

}  // namespace

std::string data_folder(const std::string& named) {
  if (std::string stated = stated_folder(named); !stated.empty()) return stated;
  const fs::path usual = usual_folder();
  std::error_code none;
  return fs::is_directory(usual, none) ? usual.string() : "";
}

Result<std::string> own_data_folder(const std::string& named) {
  if (std::string stated = stated_folder(named); !stated.empty()) return stated;
  const fs::path usual = usual_folder();
  if (usual.empty()) return bad_input("no folder for your data is known: HOME is not set; accepted: {}", "--data DIR");
  return usual.string();
}

bool has_own_file(const std::string& folder, const std::string& place) {
  std::error_code none;
  return fs::is_regular_file(fs::path(folder) / place, none);
}

}  // namespace hakaru::native
