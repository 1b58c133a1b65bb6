// The files that read decoders, each with its architectures; decoder.cpp gathers them.
#pragma once

#include <vector>

#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> standard_decoder_readers();  ///< by a row of traits: llama, qwen, gemma, mixtral, …
std::vector<ArchitectureReader> gpt_decoder_readers();       ///< gpt2, gpt_neox, opt, bloom, falcon, mpt, …
std::vector<ArchitectureReader> latent_decoder_readers();  ///< MLA: deepseek_v2, deepseek_v3, kimi_k2, glm_moe_dsa, …
std::vector<ArchitectureReader> hybrid_decoder_readers();  ///< attention beside recurrences: qwen3_next, nemotron_h, …
std::vector<ArchitectureReader> varied_decoder_readers();   ///< layers unlike one another: nemotron-nas, mimo_v2_flash
std::vector<ArchitectureReader> gemma4_decoder_readers();   ///< gemma4
std::vector<ArchitectureReader> gemma3n_decoder_readers();  ///< gemma3n
std::vector<ArchitectureReader> mamba_decoder_readers();    ///< falcon_h1, plamo2
std::vector<ArchitectureReader> compressed_decoder_readers();  ///< deepseek_v4
std::vector<ArchitectureReader> kimi_decoder_readers();        ///< kimi_k3
std::vector<ArchitectureReader> unknown_decoder_readers();     ///< refused by name

}  // namespace hakaru
