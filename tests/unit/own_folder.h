// A new folder that no other test has, nor the same test of another run at the same time.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

namespace hakaru {

inline std::filesystem::path own_folder() {
  std::string pattern = testing::TempDir() + "hakaru-XXXXXX";
  const char* const made = mkdtemp(pattern.data());
  EXPECT_NE(made, nullptr) << pattern;
  return pattern;
}

}  // namespace hakaru
