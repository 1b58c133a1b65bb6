// Routed experts in a compiled graph, as on Neuron: shapes do not depend on what the router chooses.
//
// T tokens choose k of E experts each; a rank holds E' = E/ep of them, which T tokens reach.
//   chosen ones alone   T·k < E, experts not spread over ranks: the weights of each choice are read, T·k times one row
//   all experts         decoding otherwise, and prompts of T·k < B: each of E' takes all T rows
//   blocks              prompts otherwise: choices are sorted by expert into blocks of B = 512 rows of one expert each;
//                       N of them are enough however they fall, and all are computed, filled or not
//                         N = min(⌈(T·k − (E' − 1)) / B⌉ + E' − 1, T·k)
//                       Their rows are gathered from the tokens and added back: width values read, read and written
// Example: 4,096 tokens, 8 of 128 experts: ⌈(32,768 − 127)/512⌉ + 127 = 64 + 127 = 191 blocks, 97,792 rows for 32,768
// choices. 1,500 tokens, 1 of 16: ⌈1,485/512⌉ + 15 = 18. Decoding, 8 sequences, 8 of 128: 64 loads of one row.
// Limits: no block is skipped for being empty, no weights kept between blocks of one expert (options of newer kernels).
// Source: aws-neuron/neuronx-distributed 47f695c, modules/moe/expert_mlps_v2.py (forward, forward_blockwise), selective
// loading below a share of 1.0 of the experts; AWS Neuron SDK, libraries/nxd-inference/developer_guides/
// moe-arch-deep-dive.rst (blockwise matrix multiplication, block size 512).
#pragma once

#include <cstdint>

namespace hakaru {

struct ExpertWork {
  double groups = 0;      ///< products that run one after another
  double rows = 0;        ///< of each
  bool gathered = false;  ///< rows are moved into blocks and back
};

/// `tokens`: that reach the experts of a rank. `ranks`: over which experts are spread. `prompt`: more than one new
/// token of a sequence.
ExpertWork compiled_experts(double tokens, std::int64_t experts, std::int64_t experts_per_token, std::int64_t ranks,
                            bool prompt);

}  // namespace hakaru
