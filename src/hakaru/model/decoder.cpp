#include "hakaru/model/decoder_families.h"

namespace hakaru {

std::vector<ArchitectureReader> decoder_readers() {
  std::vector<ArchitectureReader> all;
  for (auto* family : {standard_decoder_readers, gpt_decoder_readers, latent_decoder_readers, hybrid_decoder_readers,
                       varied_decoder_readers, gemma4_decoder_readers, gemma3n_decoder_readers, mamba_decoder_readers,
                       compressed_decoder_readers, kimi_decoder_readers, unknown_decoder_readers}) {
    const std::vector<ArchitectureReader> readers = family();
    all.insert(all.end(), readers.begin(), readers.end());
  }
  return all;
}

}  // namespace hakaru
