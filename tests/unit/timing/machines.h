// Machines made by hand for the tests of timing, training and serving, with round figures.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/timing/calibration.h"

namespace hakaru::testing {

inline Accelerator a100() {
  Accelerator accelerator;
  accelerator.name = "a100-sxm-80gb";
  accelerator.memory_bytes = 80 * 1073741824.0;
  accelerator.memory_bandwidth_bytes_per_s = 2039e9;
  accelerator.rates = {{DataType::bf16, {312e12, Support::native, DataType::bf16}},
                       {DataType::fp16, {312e12, Support::native, DataType::fp16}},
                       {DataType::fp32, {19.5e12, Support::native, DataType::fp32}},
                       {DataType::int8, {624e12, Support::native, DataType::int8}}};
  accelerator.link_bytes_per_s = 300e9;
  return accelerator;
}

/// Eight A100 behind NVSwitch, 200 GB/s of network.
inline Instance dgx_a100() {
  Instance instance;
  instance.name = "dgx-a100-80gb";
  instance.accelerator = a100();
  instance.accelerators = 8;
  instance.within = {"NVSwitch", Topology::switched, 300e9, 1e-6, false};
  instance.between = {"8x HDR200 InfiniBand", Topology::switched, 200e9, 5e-6, false};
  return instance;
}

/// Nothing lost: shares of one, no launches.
inline Calibration ideal() {
  Calibration calibration;
  calibration.name = "ideal";
  calibration.gemm_efficiency = calibration.narrow_gemm_efficiency = calibration.attention_efficiency = 1;
  calibration.convolution_efficiency = calibration.memory_efficiency = 1;
  calibration.small_gemm_tokens = 1;
  calibration.collective_efficiency = calibration.network_efficiency = 1;
  calibration.compute_overlap = 1;
  return calibration;
}

}  // namespace hakaru::testing
