// Computations of this machine's processor for the simulated core: Eigen's products, and its vectorised functions on
// blocks of registers. Eigen is included in host_math.cpp alone.
//
// Blocks have 256 elements and lie aligned, so that every element goes through the same instructions wherever it
// stands: results depend on inputs only. Products are given fixed cache sizes for the same reason. One thread. Nothing
// is taken that processors do differently: no approximate instruction, nothing of the C library that is not exact
// (numerics/elementary.h), no vector wider than every x86-64 has. So results are the same bits on all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

inline constexpr std::size_t block_size = 256;

/// Matrices of a batched product, all row by row: first is rows×depth (or depth×rows, transposed), second
/// depth×columns.
struct ProductShape {
  std::int64_t batch = 1, rows = 0, columns = 0, depth = 0;
  bool first_transposed = false, second_transposed = false;
};
void multiply_matrices(const ProductShape& shape, const float* first, const float* second, float* result);
void multiply_matrices(const ProductShape& shape, const double* first, const double* second, double* result);

/// One step of a fused instruction on whole blocks (aligned to 64 bytes). Not for loads.
void run_step(const MicroStep& step, const float* first, const float* second, float* result);

/// Largest of `count` values, 1 at least.
float largest_of(const float* values, std::int64_t count);
double largest_of(const double* values, std::int64_t count);
/// values ← e^(values − largest), whose sum is returned; e^−∞ is 0.
float exponentials(float* values, std::int64_t count, float largest);
double exponentials(double* values, std::int64_t count, double largest);

}  // namespace hakaru::tracing
