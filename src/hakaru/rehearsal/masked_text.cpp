#include "hakaru/rehearsal/masked_text.h"

#include "hakaru/numerics/random_bits.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {

BatchSource masked(BatchSource text, std::int64_t sequence_length, std::uint64_t seed) {
  constexpr std::uint64_t masks = 0x6d61736b;  // a stream of its own
  return [text = std::move(text), sequence_length, seed](std::int64_t sequence, std::int64_t sequences) {
    TextBatch batch = text(sequence, sequences);
    const RandomBits bits(seed, masks);
    batch.labels.assign(batch.tokens.size(), tracing::no_label);
    const auto first_run = static_cast<std::uint64_t>(sequence * sequence_length / masked_among);
    for (std::size_t begin = 0; begin < batch.tokens.size(); begin += masked_among) {
      const std::size_t place = begin + bits(first_run + begin / masked_among) % masked_among;
      std::swap(batch.labels[place], batch.tokens[place]);
      batch.tokens[place] = 0;
    }
    return batch;
  };
}

}  // namespace hakaru
