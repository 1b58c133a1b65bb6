// For the tests of timers: the accelerators whose kernels were measured, with the constants that are shipped for them,
// and shapes drawn at random, the same in every run.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/calibration.h"

namespace hakaru::testing {

struct Measured {
  Accelerator accelerator;
  Processor processor;
  Calibration calibration;
  double peak(DataType type) const { return accelerator.rate(type)->flops_per_s; }
};

/// Accelerators that have a file in calibrations/attention_decode, with their calibrations.
inline const std::vector<Measured>& measured_accelerators() {
  static const std::vector<Measured> all = [] {
    const DataFiles data;
    const Catalog catalog = Catalog::read(data).value();
    std::vector<Measured> found;
    for (const Accelerator& each : catalog.accelerators()) {
      if (data.under("calibrations/attention_decode/" + each.name + ".toml").empty()) continue;
      const Processor processor{static_cast<double>(each.compute_units), each.clock_hz,
                                each.memory_bandwidth_bytes_per_s, each.cache_bytes};
      found.push_back({each, processor, find_calibration(data, each, "operators").value()});
    }
    return found;
  }();
  return all;
}

/// The distributions of the standard library differ between its makers: these do not.
class Draw {
 public:
  /// From 0 to less than 1.
  double share() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }
  /// A whole number from `least` to `most`, each power of two as likely as the next.
  double size(double least, double most) { return std::round(least * std::pow(most / least, share())); }
  template <typename Values>
  auto one_of(const Values& values) {
    return *(std::begin(values) + static_cast<std::ptrdiff_t>(share() * static_cast<double>(std::size(values))));
  }

 private:
  std::mt19937_64 random_{20};
};

/// The least ratio seen, and of what.
class Least {
 public:
  template <typename... Values>
  void see(double ratio, const Values&... what) {
    if (ratio >= ratio_) return;
    ratio_ = ratio;
    what_.clear();
    ((what_ += fmt::format(" {}", what)), ...);
  }
  double ratio() const { return ratio_; }
  const std::string& what() const { return what_; }

 private:
  double ratio_ = 1e9;
  std::string what_;
};

inline void expect_at_least(const Least& least, double bound, const std::string& name) {
  EXPECT_GE(least.ratio(), bound) << name << ":" << least.what();
}

/// "No less", with room for what the headers call smooth: 2 %.
constexpr double no_less = 0.98;
/// With room for rounding alone.
constexpr double not_below = 1 - 1e-9;

}  // namespace hakaru::testing
