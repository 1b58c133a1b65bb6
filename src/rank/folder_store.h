// A ProgramStore in a folder, one file for each compiled program: what makes the second run of a program compile
// nothing.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "hakaru/core/files.h"
#include "hakaru/tracing/program_store.h"

namespace hakaru::tracing {

class FolderStore : public ProgramStore {
 public:
  explicit FolderStore(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::error_code ignored;  // without its folder a store keeps nothing
    std::filesystem::create_directories(folder_, ignored);
  }

  std::optional<std::string> load(std::string_view key) override {
    std::ifstream file(path_of(key), std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  /// Whole or not at all: ranks that save the same program do not meet. A store may lose what it is given.
  void save(std::string_view key, std::string_view bytes) override {
    static_cast<void>(write_file(path_of(key).string(), std::string(bytes)));
  }

  std::filesystem::path path_of(std::string_view key) const { return folder_ / (std::string(key) + ".program"); }

 private:
  std::filesystem::path folder_;
};

}  // namespace hakaru::tracing
