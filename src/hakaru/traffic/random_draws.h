// Draws of random numbers, one after another, out of a counter-based generator (numerics/random_bits.h): what is drawn
// depends on the seed, the stream and how many were drawn before, on nothing else. A request has its own stream, so
// that its lengths are the same whatever came before it.
//
//   uniform      in (0, 1): (bits + ½) / 2^32
//   exponential  − ln u, mean 1
//   normal       √(−2 ln u) cos(2π u'), Box and Muller 1958
//   gamma        of shape k: Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", ACM TOMS 26 (2000);
//                for k < 1 their boost, gamma(k + 1) · u^(1/k)
#pragma once

#include "hakaru/numerics/random_bits.h"

namespace hakaru {

class RandomDraws {
 public:
  RandomDraws(std::uint64_t seed, std::uint64_t stream) : bits_(seed, stream) {}

  double uniform();
  double exponential();
  double normal();
  double gamma(double shape);

 private:
  RandomBits bits_;
  std::uint64_t next_ = 0;
};

}  // namespace hakaru
