// Speculative decoding (Leviathan et al. 2023, arXiv 2211.17192): a draft proposes k tokens, the model verifies them in
// one pass, and as many are kept as are accepted in a row, plus one of the model's own.
//
//   tokens of a pass, in the mean, where each is accepted with probability a:   E = (1 − a^(k+1)) / (1 − a)
//   a pass over n sequences that hold c tokens each
//     = body((k + 1) n) + head((k + 1) n) + what a decode pass takes beyond body(n) and head(n)
//       + k · draft · decode(n, c)
//   draft: time of a draft token over that of a decode pass of the model
// The simulated engine counts in tokens: one of its iterations is the share 1/E of such a pass, in which every sequence
// gets one token. TPOT and E2EL are then right in the mean; single gaps between tokens (ITL) are evened out, and a
// prompt that joins waits for a share of a pass.
//
// Worked example: k = 3, a = 0.7: E = (1 − 0.2401) / 0.3 = 2.533. A decode pass of 10 ms, verifying as long, a draft of
// 0.05: (10 + 3 · 0.5) / 2.533 = 4.54 ms a token.
// Limits: acceptance is the same for all; the draft's memory is not counted; the k + 1 tokens of a sequence read its
// cache once.
#pragma once

#include "hakaru/serving/iteration/iteration_cost.h"

namespace hakaru {

struct Speculation {
  std::int64_t tokens = 0;  ///< k; 0: none
  double acceptance = 0;    ///< a, 0 … 1
  double draft_cost = 0;    ///< share of a decode pass, for each drafted token
};

double expected_tokens(const Speculation& speculation);

/// Per token what `times` are per pass.
PassTimes speculated(PassTimes times, const Speculation& speculation);

}  // namespace hakaru
