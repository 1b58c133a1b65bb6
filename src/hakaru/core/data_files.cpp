#include "hakaru/core/data_files.h"

#include <filesystem>

#include "hakaru/core/embedded.h"
#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_data_file_bytes = 8 << 20;

}  // namespace

DataFiles::DataFiles() {
  for (const EmbeddedFile& file : embedded_files()) {
    entries_[std::string(file.path)] = Entry{"", file.text, "data/" + std::string(file.path)};
  }
}

Result<DataFiles> DataFiles::with_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  DataFiles files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  if (error) return bad_input("{}: the data folder cannot be read: {}", folder, error.message());
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (error) return bad_input("{}: the data folder cannot be read: {}", folder, error.message());
    const fs::path& path = entry->path();
    if (!entry->is_regular_file(error) || (path.extension() != ".toml" && path.extension() != ".csv")) continue;
    Result<std::string> text = read_file(path.string(), largest_data_file_bytes);
    if (!text) return fail(text);
    files.entries_[path.lexically_relative(folder).generic_string()] = Entry{std::move(*text), {}, path.string()};
  }
  if (error) return bad_input("{}: the data folder cannot be read: {}", folder, error.message());
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
