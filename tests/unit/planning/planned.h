// Plans of scenarios that are written as TOML.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

class Plans : public ::testing::Test {
 protected:
  Scenario scenario(const std::string& toml) {
    const Result<Scenario> read = read_scenario(*parse_toml(toml, "s.toml"), "s.toml", data_, catalog_);
    EXPECT_TRUE(read) << (read ? "" : in_english(read.error().message));
    return *read;
  }
  Result<PlanResult> plans(const std::string& toml) { return make_plans(scenario(toml), catalog_, data_); }

  DataFiles data_;
  Catalog catalog_ = *Catalog::read(data_);
};

}  // namespace hakaru
