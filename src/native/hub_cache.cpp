#include "hub_cache.h"

#include <algorithm>
#include <array>

#include "environment.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru::native {
namespace {

namespace fs = std::filesystem;

/// `name` in the folder of the user's caches (XDG Base Directory Specification); empty: the environment names none.
fs::path cache_folder(const char* name) {
  if (const fs::path stated = environment("XDG_CACHE_HOME"); stated.is_absolute()) return stated / name;
  const fs::path home = environment("HOME");
  return home.is_absolute() ? home / ".cache" / name : fs::path();
}

fs::path hugging_face_home() {
  const fs::path stated = environment("HF_HOME");
  return stated.empty() ? cache_folder("huggingface") : stated;
}

fs::path hugging_face_cache() {
  for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
    if (const fs::path stated = environment(name); !stated.empty()) return stated;
  }
  const fs::path home = hugging_face_home();
  return home.empty() ? fs::path() : home / "hub";
}

/// The first line of a small file; "": it cannot be read.
std::string line_of(const fs::path& file) {
  constexpr std::uint64_t most_bytes = 4096;
  const Result<std::string> text = read_file(file.string(), most_bytes);
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  return std::string(take_line(rest));
}

/// The folder of the commit that a cached repository's main branch had; empty: it has no config.json.
fs::path snapshot_of(const fs::path& repository) {
  const std::string commit = line_of(repository / "refs" / "main");
  if (commit.empty() || commit.find('/') != std::string::npos) return {};
  const fs::path folder = repository / "snapshots" / commit;
  std::error_code none;
  return fs::is_regular_file(folder / "config.json", none) ? folder : fs::path();
}

bool is_part_of_name(std::string_view part) {
  constexpr std::size_t longest = 96;
  constexpr std::string_view joining = "-_.";
  const auto is_plain = [](char c) { return !letters_and_digits({&c, 1}).empty(); };
  const auto is_allowed = [&](char c) { return is_plain(c) || joining.find(c) != std::string_view::npos; };
  return !part.empty() && part.size() <= longest && is_plain(part.front()) &&
         std::all_of(part.begin(), part.end(), is_allowed) && part.find("..") == std::string_view::npos &&
         part.find("--") == std::string_view::npos;
}

}  // namespace

bool is_hub_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash != std::string_view::npos && is_part_of_name(name.substr(0, slash)) &&
         is_part_of_name(name.substr(slash + 1));
}

fs::path own_hub_cache() {
  const fs::path own = cache_folder("hakaru");
  return own.empty() ? own : own / "hub";
}

fs::path hub_repository(const fs::path& cache, std::string_view name) {
  const std::size_t slash = name.find('/');
  return cache / ("models--" + std::string(name.substr(0, slash)) + "--" + std::string(name.substr(slash + 1)));
}

fs::path cached_hub_model(std::string_view name) {
  for (const fs::path& cache : {hugging_face_cache(), own_hub_cache()}) {
    if (cache.empty()) continue;
    if (fs::path folder = snapshot_of(hub_repository(cache, name)); !folder.empty()) return folder;
  }
  return {};
}

std::string hub_endpoint() {
  std::string stated = environment("HF_ENDPOINT");
  while (stated.ends_with('/')) stated.pop_back();
  return stated.empty() ? "https://huggingface.co" : stated;
}

std::string hub_token() {
  if (std::string stated = environment("HF_TOKEN"); !stated.empty()) return stated;
  const fs::path home = hugging_face_home();
  return home.empty() ? "" : line_of(home / "token");
}

bool is_hub_offline() {
  const std::string stated = lower_case(environment("HF_HUB_OFFLINE"));
  constexpr std::array<std::string_view, 4> yes{"1", "on", "yes", "true"};
  return std::find(yes.begin(), yes.end(), stated) != yes.end();
}

}  // namespace hakaru::native
