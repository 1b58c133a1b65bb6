#include "page_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "hakaru/core/fields.h"

namespace hakaru::api {
namespace {

constexpr std::uint64_t largest_file = 256ULL << 20;

Result<PageFiles> files_in(const std::string& folder) {
  namespace fs = std::filesystem;
  PageFiles files;
  std::error_code why;
  for (fs::recursive_directory_iterator at(folder, why), end; !why && at != end; at.increment(why)) {
    if (!at->is_regular_file(why)) continue;
    Result<std::string> bytes = read_file(at->path().string(), largest_file);
    if (!bytes) return fail(bytes);
    files.emplace("/" + at->path().lexically_relative(folder).generic_string(), std::move(*bytes));
  }
  if (why) return bad_input("{}: {}", folder, why.message());
  return files;
}

}  // namespace

Result<PageFiles> page_files(const std::string& folder) {
  constexpr std::string_view index = "/index.html";
  PageFiles files;
  if (folder.empty()) {
    for (const auto& [path, bytes] : built_in_page()) files.emplace(path, bytes);
    if (files.empty())
      return unsatisfiable("this hakaru was built without its page: scripts/page builds it, and takes it in");
  } else {
    Result<PageFiles> found = files_in(folder);
    if (!found) return fail(found);
    files = std::move(*found);
  }
  const auto first = files.find(index);
  if (first == files.end()) return bad_input("{}: there is no {} in it", folder, index.substr(1));
  files.emplace("/", first->second);
  return files;
}

std::string_view media_type_of(std::string_view path) {
  using Types = std::array<std::pair<std::string_view, std::string_view>, 6>;
  static constexpr Types types{{{".html", "text/html; charset=utf-8"},
                                {".js", "text/javascript; charset=utf-8"},
                                {".css", "text/css; charset=utf-8"},
                                {".json", "application/json"},
                                {".svg", "image/svg+xml"},
                                {".wasm", "application/wasm"}}};
  if (path == "/") return types.front().second;
  const auto* const of = std::ranges::find_if(types, [&](const auto& type) { return path.ends_with(type.first); });
  return of == types.end() ? "application/octet-stream" : of->second;
}

}  // namespace hakaru::api
