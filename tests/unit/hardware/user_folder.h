// A folder as a user brings it with --data, for tests.
#pragma once

#include <filesystem>
#include <fstream>

#include "../own_folder.h"
#include "hakaru/core/data_files.h"

namespace hakaru {

class UserFolder {
 public:
  UserFolder() = default;
  ~UserFolder() { std::filesystem::remove_all(folder_); }
  UserFolder(const UserFolder&) = delete;
  UserFolder& operator=(const UserFolder&) = delete;

  void write(const std::string& path, std::string_view text) const {
    const std::filesystem::path file = folder_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  DataFiles data() const { return *DataFiles::with_folder(folder_.string()); }

 private:
  std::filesystem::path folder_ = own_folder();
};

}  // namespace hakaru
