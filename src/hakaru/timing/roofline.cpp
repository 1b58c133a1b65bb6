#include "hakaru/timing/roofline.h"

#include <algorithm>
#include <limits>

namespace hakaru {
namespace {

double ratio(double amount, double rate) {
  if (amount <= 0) return 0;
  return rate > 0 ? amount / rate : std::numeric_limits<double>::infinity();
}

}  // namespace

double Roofline::product_s(const Product& product) const {
  Product padded = product;
  padded.m = std::max(product.m, least_rows);
  return std::max(ratio(padded.flops(), product.flops_per_s * product.efficiency),
                  ratio(product.bytes(), memory_bytes_per_s));
}

double Roofline::attention_s(const AttentionKernel& attention) const {
  return std::max(ratio(attention.flops(), attention.flops_per_s * attention.efficiency),
                  ratio(attention.bytes(), memory_bytes_per_s));
}

}  // namespace hakaru
