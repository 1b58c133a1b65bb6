// Masked language modelling (Devlin et al. 2019, arXiv 1810.04805, §3.1): in every run of 8 bytes of a sequence one
// byte, drawn from the seed, is masked, and is to be predicted from the bytes on both sides of it.
//   BERT masks 15 % of the tokens, here 12.5 %; of those it shows 10 % and changes 10 %, here none
// Each run has one, so that ranks of a context group, which have whole runs, and micro-batches have as many each: the
// mean of their means is the mean.
// The mask is the byte 0, which a text has no use for.
#pragma once

#include "hakaru/rehearsal/rank_step.h"

namespace hakaru {

/// The same sequences with masks; labels are the bytes behind them, and none elsewhere.
BatchSource masked(BatchSource text, std::int64_t sequence_length, std::uint64_t seed);

}  // namespace hakaru
