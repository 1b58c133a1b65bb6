// Functions that give the same bits on every processor.
//
// A C library has several versions of each (glibc: with and without fused multiply-adds) and takes what the processor
// can run; they differ in the last place, and so did a loss in its last digit. Here are only + − × /, in one order, and
// what is exact: floor, ldexp, frexp. So a seed means the same rehearsal and the same random requests on all x86-64.
//
//   e^x      x = n ln 2 + r, |r| ≤ ln 2 / 2:       2^n (1 + r + r²/2! + … + r¹³/13!)
//   ln x     x = 2^n (1 + f), s = f / (2 + f):       n ln 2 + f − s (f − 2 (s²/3 + s⁴/5 + … + s²²/23))
//   sin, cos x = n π/2 + r, |r| ≤ π/4:               series to r¹⁷ and r¹⁶, by n mod 4
//   b^x      e^(x ln b), for b > 0
//
// Exponentials and logarithms are within one unit in the last place of the true value, sine and cosine within 2.5 up to
// |x| = 2²⁰, powers within 2⁻⁵² (1 + |x ln b|).
#pragma once

namespace hakaru::elementary {

double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);
double pow(double base, double exponent);

}  // namespace hakaru::elementary
