// Choice of experts by tokens, and the rows of it that reach one rank.
//
// T tokens with k of E experts each make T k rows. Where the choice is even, an expert has 1/E of them. Where tokens
// choose the i-th most popular with a chance p_i ~ i^-s, none has more than 1/k, since a token goes to an expert once:
// what is more goes to the others. Experts are dealt out to the ep ranks by popularity, one after another, and the rank
// with the first is meant. An expert of capacity c takes c / E of the rows at most, and drops the rest (Fedus et al.
// 2021, arXiv 2101.03961, eq. 3).
//   share   Σ min(p_i, c/E)  over the experts of that rank, of all rows
//   running Σ (1 - (1 - min(1, k p_i))^T)  of them, that at least one token goes to
// Worked example: E = 4 on ep = 2, k = 1, s = 1: its experts have 12/25 and 4/25 of the rows, 1.28 times its even part;
// with c = 1.25 they take 0.3125 + 0.16 of them, 0.945 times it.
// Limits: the same rank is the busiest in every layer and micro-batch, which is the most that can be; ranks never have
// experts that are popular together, which is the least; capacity counts the tokens of all ranks.
#pragma once

#include <cstdint>

#include "hakaru/model/model.h"

namespace hakaru {

struct ExpertChoice {
  double skew = 0;      ///< exponent of the power law; 0: evenly
  double capacity = 0;  ///< rows that an expert takes at most, as a multiple of the mean; 0: all (dropless)
  bool operator==(const ExpertChoice&) const = default;
};

struct ExpertLoad {
  double running = 0;  ///< experts of the rank that at least one token goes to; at least 1
  double share = 0;    ///< of all rows
};

/// Load of the rank with the most popular of `linear`'s experts, which `tokens` tokens choose among.
ExpertLoad expert_load(const Linear& linear, std::int64_t ep, double tokens, const ExpertChoice& choice);

/// Its rows as a multiple of an even part's; 1 where there are no experts.
double uneven_load(const Linear& linear, std::int64_t ep, const ExpertChoice& choice);
/// The same of the experts of `model`.
double uneven_load(const Model& model, std::int64_t ep, const ExpertChoice& choice);

}  // namespace hakaru
