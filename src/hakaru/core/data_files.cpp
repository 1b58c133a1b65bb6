#include "hakaru/core/data_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "hakaru/core/embedded.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/files.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_data_file_bytes = 8 << 20;

/// Folders in which files may have any name and lie at any depth.
constexpr std::array<std::string_view, 8> open_folders{"accelerators/", "availability/", "capacity_blocks/",
                                                       "data_prices/",  "evidence/",     "instances/",
                                                       "models/",       "prices/"};

/// "calibrations/gemm/" of "calibrations/gemm/own.toml".
std::string_view folder_in_data(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

/// A file at a place that nobody reads would be passed over.
std::optional<Error> without_reader(const std::string& path, const std::string& name) {
  std::set<std::string> places;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return std::nullopt;
    const std::string_view folder = folder_in_data(file.path);
    if (!folder.empty() && folder == folder_in_data(path)) return std::nullopt;
    places.emplace(folder.empty() ? file.path : folder);
  }
  const auto holds = [&](std::string_view folder) { return path.starts_with(folder); };
  if (std::any_of(open_folders.begin(), open_folders.end(), holds)) return std::nullopt;
  const std::string_view folder = folder_in_data(path);
  const std::vector<std::string> near =
      nearest_names(folder.empty() ? std::string_view(path) : folder, {places.begin(), places.end()});
  return bad_input("{}: nothing is read at {} of a data folder; nearest: {}", name, path, join(near)).value();
}

bool is_data(const fs::path& path) { return path.extension() == ".toml" || path.extension() == ".csv"; }

/// Tells whether `place` is a plan's file beside the data: JSON at the top that has no folder's or file's name of data.
bool is_plan_beside(const fs::path& place) {
  const auto has_name = [&](const EmbeddedFile& file) { return fs::path(file.path).begin()->stem() == place.stem(); };
  return place.extension() == ".json" && !place.has_parent_path() && ranges::none_of(embedded_files(), has_name);
}

/// Tells whether nothing need be read at `path`: notes, hidden files, copies that editors and tools of versions keep,
/// plans, and files that the program has at the same place, like scripts.
bool may_be_unread(const fs::path& path, const std::string& place) {
  constexpr std::array<std::string_view, 5> unread{"", ".md", ".bak", ".orig", ".rej"};  // extensions
  const std::string name = path.filename().string();
  return name.starts_with('.') || name.starts_with('#') || name.ends_with('~') ||
         ranges::count(unread, path.extension().string()) > 0 || is_plan_beside(place) ||
         ranges::any_of(embedded_files(), [&](const EmbeddedFile& file) { return file.path == place; });
}

}  // namespace

DataFiles::DataFiles() {
  for (const EmbeddedFile& file : embedded_files()) {
    entries_[std::string(file.path)] = Entry{"", file.text, "data/" + std::string(file.path)};
  }
}

Result<DataFiles> DataFiles::with_folder(const std::string& folder) {
  DataFiles files;
  std::error_code error;
  std::set<fs::path> folders{fs::canonical(folder, error)};
  fs::recursive_directory_iterator entry(folder, fs::directory_options::follow_directory_symlink, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    std::error_code gone;
    const bool is_folder = entry->is_directory(gone);
    if (path.filename().string().starts_with('.')) {
      if (is_folder) entry.disable_recursion_pending();
      continue;
    }
    if (is_folder && !folders.insert(fs::canonical(path, gone)).second)
      return bad_input("{}: leads to a folder that is read already", path.string());
    if (is_folder) continue;
    const std::string place = path.lexically_relative(folder).generic_string();
    if (!is_data(path)) {
      if (may_be_unread(path, place)) continue;
      return bad_input("{}: is not read, being neither TOML nor CSV; accepted: these, and notes as .md", path.string());
    }
    if (!entry->is_regular_file(gone)) return bad_input("{}: is no regular file; accepted: TOML or CSV", path.string());
    if (std::optional<Error> unread = without_reader(place, path.string())) return tl::unexpected(std::move(*unread));
    Result<std::string> text = read_file(path.string(), largest_data_file_bytes);
    if (!text) return fail(text);
    remember_read(path.string(), ReadAs::data);
    files.entries_[place] = Entry{std::move(*text), {}, path.string()};
  }
  if (error) return bad_input("{}: the data folder cannot be read: {}", folder, error.message());
  return files;
}

Result<DataFiles> DataFiles::with_texts(const std::map<std::string, std::string>& texts,
                                        const std::vector<std::string_view>& folders, const std::string& name) const {
  DataFiles files = *this;
  for (const std::string_view folder : folders)
    std::erase_if(files.entries_, [&](const auto& entry) { return entry.first.starts_with(folder); });
  for (const auto& [path, text] : texts) {
    const std::string called = name + " " + path;
    if (!is_data(path)) return bad_input("{}: is no regular file; accepted: TOML or CSV", called);
    if (std::optional<Error> unread = without_reader(path, called)) return tl::unexpected(std::move(*unread));
    files.entries_[path] = Entry{text, {}, called};
  }
  return files;
}

std::vector<DataFiles::File> DataFiles::under(std::string_view folder) const {
  std::vector<File> own;
  std::vector<File> result;
  for (auto entry = entries_.lower_bound(folder); entry != entries_.end() && entry->first.starts_with(folder);
       ++entry) {
    const auto& [path, file] = *entry;
    if (file.embedded_text.data() != nullptr) {
      result.push_back({path, file.embedded_text, file.name});
    } else {
      own.push_back({path, file.own_text, file.name});
    }
  }
  result.insert(result.end(), own.begin(), own.end());
  return result;
}

}  // namespace hakaru
