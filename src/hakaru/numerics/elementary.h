// Functions that give the same bits on every processor.
//
// A C library has several versions of each (glibc: with and without fused multiply-adds) and takes what the processor
// can run; they differ in the last place, and so did a loss in its last digit. Here are only + − × /, in one order, and
// what is exact: floor, ldexp, frexp. So a seed means the same rehearsal and the same random requests on all x86-64,
// and a plan has the same digits in a browser, which has another C library. Nothing in the library calls std::exp and
// its like; std::sqrt is exact everywhere.
//
//   e^x      x = n ln 2 + r, |r| ≤ ln 2 / 2:         2^n (1 + r + r²/2! + … + r¹³/13!)
//   ln x     x = 2^n (1 + f), s = f / (2 + f):       n ln 2 + f − s (f − 2 (s²/3 + s⁴/5 + … + s²²/23))
//   sin, cos x = n π/2 + r, |r| ≤ π/4:               series to r¹⁷ and r¹⁶, by n mod 4
//   log₂ x   n + ln(1 + f) / ln 2:                   whole for powers of 2
//   e^x - 1  the series itself where |x| ≤ ln 2 / 2
//   ∛x       a third of the exponent, then three steps of Halley's method
//   b^x      products where x is whole, |x| ≤ 64:    5² is 25; else e^(x ln b), for b ≥ 0
//
// Exponentials and logarithms are within one unit in the last place of the true value, log₂ and ∛x within two, e^x - 1
// within four, sine and cosine within 2.5 up to |x| = 2²⁰, powers within 2⁻⁵² (1 + |x ln b|) or 2⁻⁵² |x|.
#pragma once

namespace hakaru::elementary {

double exp(double x);
double log(double x);
double log2(double x);
double exp_less_one(double x);
double cube_root(double x);  ///< x > 0
double sin(double x);
double cos(double x);
double pow(double base, double exponent);

}  // namespace hakaru::elementary
