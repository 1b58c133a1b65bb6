// Time of a kernel, in s, where nothing more is known of a machine than its peaks (CPUs, Gaudi, TPUs, Inferentia1):
//
//   t = max(FLOPs / (peak · efficiency), bytes / bandwidth)
//
// Products of few rows cost as much as a tile of `least_rows`.
// Worked example: 312 TFLOP/s at 0.8, 4096³ in bf16: 1.374·10¹¹ FLOPs / 249.6·10¹² = 551 µs;
// memory 101 MB / (2.04 TB/s · 0.8) = 62 µs.
// Limits: no tiles and waves, no split-k, no cache: short of that by 30 to 100 % on small or odd shapes.
// Source: Williams, Waterman and Patterson 2009 (CACM 52(4)).
#pragma once

#include "hakaru/timing/kernel.h"

namespace hakaru {

struct Roofline {
  double least_rows = 1;
  double memory_bytes_per_s = 0;  ///< reached

  double product_s(const Product& product) const;
  double attention_s(const AttentionKernel& attention) const;
};

}  // namespace hakaru
