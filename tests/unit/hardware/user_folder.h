// A folder as a user brings it with --data, for tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hakaru/core/data_files.h"

namespace hakaru {

class UserFolder {
 public:
  UserFolder() : folder_(std::filesystem::path(::testing::TempDir()) / unique_name()) {}
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
  static std::string unique_name() {
    const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    return std::string("hakaru-") + test->test_suite_name() + "-" + test->name();
  }
  std::filesystem::path folder_;
};

}  // namespace hakaru
