#include "hakaru/timing/roofline.h"

#include <algorithm>

#include "hakaru/core/real.h"

namespace hakaru {
double Roofline::product_s(const Product& product) const {
  Product padded = product;
  padded.m = std::max(product.m, least_rows);
  return std::max(time_at(padded.flops(), product.flops_per_s * product.efficiency),
                  time_at(product.bytes(), memory_bytes_per_s));
}

double Roofline::attention_s(const AttentionKernel& attention) const {
  return std::max(time_at(attention.flops(), attention.flops_per_s * attention.efficiency),
                  time_at(attention.bytes(), memory_bytes_per_s));
}

}  // namespace hakaru
