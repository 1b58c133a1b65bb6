// Work of one kernel, with its types resolved to bytes per value and to the peak of the units that run it, as the
// timers of each kind of machine (tiled GPU kernels, a NeuronCore's engines, a roofline) are asked for it.
#pragma once

#include "hakaru/model/operator.h"

namespace hakaru {

/// True if values of `type` have 8 bits or fewer.
inline bool narrow(DataType type) { return bytes_per_value(type) < 2; }

/// C[m×n] = A[m×k] B[k×n], `groups` times.
struct Product {
  double m = 0;
  double n = 0;
  double k = 0;
  double groups = 1;
  DataType compute = DataType::bf16;  ///< whose units run it
  double flops_per_s = 0;             ///< their dense peak
  double efficiency = 1;              ///< share of it that a large kernel reaches
  double row_bytes = 2;               ///< per value of A
  double weight_bytes = 2;            ///< per value of B
  double result_bytes = 2;            ///< per value of C
  bool uneven = false;                ///< groups of different sizes (routed experts), m rows in the mean
  double row_reuse = 1;               ///< rows of A that share each of its values (a convolution's patches)

  bool operator==(const Product&) const = default;
  double flops() const { return 2 * groups * m * n * k; }
  /// Every operand once.
  double bytes() const {
    return groups * (m * k * row_bytes / row_reuse + k * n * weight_bytes + m * n * result_bytes);
  }
};

/// Fused attention: scores never leave the chip.
struct AttentionKernel {
  AttentionOperator shape;
  DataType cache = DataType::bf16;  ///< what keys and values are kept in
  double flops_per_s = 0;           ///< dense peak of 16-bit units
  double narrow_flops_per_s = 0;    ///< of the cache's type, where it has units of its own
  double efficiency = 1;            ///< share of it that a large kernel reaches
  bool serving = false;             ///< reads and writes a paged cache
  double query_bytes = 2;           ///< per value of queries and results
  double cached_bytes = 2;          ///< per cached value

  double query_rows() const { return shape.batch * shape.query_tokens * static_cast<double>(shape.heads); }
  /// Keys that a query sees in the mean.
  double seen() const { return shape.causal ? shape.kv_tokens - (shape.query_tokens - 1) / 2 : shape.kv_tokens; }
  double cached_values_per_token() const {
    return shape.cached_values_per_token > 0
               ? shape.cached_values_per_token
               : static_cast<double>(shape.kv_heads) * static_cast<double>(shape.key_dim + shape.value_dim);
  }
  double flops() const { return 2 * query_rows() * seen() * static_cast<double>(shape.key_dim + shape.value_dim); }
  /// Queries, results, and cached keys and values once.
  double bytes() const {
    return query_rows() * static_cast<double>(shape.key_dim + shape.value_dim) * query_bytes +
           shape.batch * shape.kv_tokens * cached_values_per_token() * cached_bytes;
  }
};

}  // namespace hakaru
