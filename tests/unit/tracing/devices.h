// Devices for the tests of tracing/: a Trainium core with nothing lost, small memories, a store that can be damaged.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "hakaru/core/text.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/tracing/autograd.h"
#include "hakaru/tracing/device.h"
#include "hakaru/tracing/operations.h"
#include "hakaru/tracing/optimizer.h"

namespace hakaru::tracing::testing {

inline const Accelerator& trainium() {
  static const Accelerator accelerator = *(*Catalog::read(DataFiles())).accelerator("neuroncore-v2");
  return accelerator;
}

inline DeviceOptions trainium_options() {
  DeviceOptions options;
  options.accelerator = trainium();
  options.calibration.gemm_efficiency = options.calibration.narrow_gemm_efficiency = 1;
  options.calibration.attention_efficiency = options.calibration.memory_efficiency = 1;
  options.calibration.convolution_efficiency = 1;
  return options;
}

class MemoryStore : public ProgramStore {
 public:
  std::optional<std::string> load(std::string_view key) override {
    const auto found = entries.find(key);
    return found == entries.end() ? std::nullopt : std::optional(found->second);
  }
  void save(std::string_view key, std::string_view bytes) override {
    entries.insert_or_assign(std::string(key), std::string(bytes));
    ++saves;
  }

  std::map<std::string, std::string, std::less<>> entries;
  int saves = 0;
};

/// Numbers between −1 and 1, the same in every run.
inline std::vector<float> drawn(std::int64_t count, std::uint32_t seed = 1, float scale = 1) {
  std::minstd_rand generator(seed);
  std::vector<float> values;
  for (std::int64_t at = 0; at < count; ++at) {
    const double unit = static_cast<double>(generator() - 1) / static_cast<double>(std::minstd_rand::max() - 1);
    values.push_back(scale * static_cast<float>(2 * unit - 1));
  }
  return values;
}

inline Tensor drawn_parameter(Device& device, const std::string& name, const Dimensions& shape, std::uint32_t seed = 1,
                              float scale = 1, SourceLine line = SourceLine::here()) {
  return device.parameter(name, drawn(elements_of(shape), seed, scale), shape, std::nullopt, line);
}

inline Tensor drawn_input(Device& device, const std::string& name, const Dimensions& shape, std::uint32_t seed = 1) {
  return device.input(name, drawn(elements_of(shape), seed), shape);
}

inline std::string reason(const StepReport& report) {
  std::vector<std::string> reasons;
  for (const Message& why : report.why) reasons.push_back(in_english(why));
  return join(reasons, "; ");
}

template <typename Value>
std::string error_of(const Result<Value>& result) {
  return result ? "" : in_english(result.error().message);
}

}  // namespace hakaru::tracing::testing
