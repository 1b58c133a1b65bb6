#include "hakaru/serving/iteration/speculation.h"

namespace hakaru {

double expected_tokens(const Speculation& speculation) {
  double sum = 0, in_a_row = 1;
  for (std::int64_t token = 0; token <= speculation.tokens; ++token, in_a_row *= speculation.acceptance)
    sum += in_a_row;
  return sum;
}

PassTimes speculated(PassTimes times, const Speculation& speculation) {
  if (speculation.tokens == 0) return times;
  const double verified = static_cast<double>(speculation.tokens + 1);
  const double drafts = static_cast<double>(speculation.tokens) * speculation.draft_cost;
  const double tokens = expected_tokens(speculation);
  times.decode_s = [=, body_s = times.body_s, head_s = times.head_s, decode_s = times.decode_s](double sequences,
                                                                                                double context) {
    const double plain_s = decode_s(sequences, context);
    const double more_s =
        body_s(verified * sequences) + head_s(verified * sequences) - body_s(sequences) - head_s(sequences);
    return (plain_s + more_s + drafts * plain_s) / tokens;
  };
  return times;
}

}  // namespace hakaru
