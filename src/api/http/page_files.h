// The files of the page (web/), as scripts/page built them: within this program, or in a folder.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hakaru/core/result.h"

namespace hakaru::api {

/// By their paths: "/", "/index.html", "/engine/hakaru.wasm".
using PageFiles = std::map<std::string, std::string, std::less<>>;

struct BuiltInFile {
  std::string_view path, bytes;
};
/// Files of the page that the build had (cmake/embed.cmake); none where it had no page.
std::span<const BuiltInFile> built_in_page();

/// The built-in ones where `folder` is empty. An error where there is no index.html among them.
Result<PageFiles> page_files(const std::string& folder);

/// "text/html; charset=utf-8" of "/index.html".
std::string_view media_type_of(std::string_view path);

}  // namespace hakaru::api
