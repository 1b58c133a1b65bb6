// Activations that a block keeps for its backward pass, and the memory that it needs while it runs.
//
// Kept, per module, for T tokens of one micro-batch on one rank of t tensor-parallel ranks (b bytes a value):
//   linear     its input, T·in·b (row-parallel: / t); routed experts: times the experts of a token, on the rank that
//              most tokens reach (model/expert_choice.h); none where the module before shares it
//   norm       its input, T·width·b
//   attention  queries, keys and values of ⌈heads / t⌉ heads; with FlashAttention also 4 bytes a head for the softmax's
//              sums; without it, unless recomputed, the softmax, its dropout mask and their product:
//              heads·T·keys·(2b + 1) / t
//   elementwise  what the module says (an activation function its input), / t where it runs on shards
//   dropout    without FlashAttention: one byte a value of each block's output (the models of 2018-2022 trained so)
// Sequence parallelism divides by t what is not divided already. For a GPT layer without FlashAttention this comes to
// s·b·h·(34 + 5·a·s/h), eq. 1 of Korthikanti et al. 2022 (arXiv 2205.05198), and to eq. 2 and 4 with t; without dropout
// and with FlashAttention to 32·s·b·h + 4·s·b·a. Values wider than the rest of the layer in products of a narrower
// type (fp8) are kept in that type.
//
// Held while a module runs backward: the gradients of its input and output, and of its weights until they are added to
// those of earlier micro-batches (matrices that share an input, as gate and up, run as one; grouped kernels of experts
// add at once). At the output head: logits in fp32, replaced in place by their softmax and gradient (software that
// copies them says how much they take, data/stacks.toml), and the gradient of its weights. Those two are what 33
// published peaks on B200 show (docs/internals/memory.md).
#pragma once

#include "hakaru/job/job.h"
#include "hakaru/model/expert_choice.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// Conditions of a pass on one rank.
struct Pass {
  double batch = 1;            ///< items
  double sequence_length = 0;  ///< whole sequences, before context parallelism
  double image_size = 0;
  std::int64_t tp = 1;
  std::int64_t expert_tp = 0;  ///< ranks that cut one expert; 0: tp
  std::int64_t ep = 1;
  ExpertChoice expert_choice = {};
  std::int64_t cp = 1;
  /// Context-parallel ranks that exchange heads: each attends with one of them at least.
  std::int64_t exchanged_by = 1;
  bool sequence_parallel = false;
  bool flash_attention = true;
  bool attention_recomputed = false;  ///< selective recompute
  double logit_bytes = 4;             ///< of each logit, its copies too
  double value_bytes = 2;             ///< of an activation
  double product_bytes = 2;           ///< of an input of a matrix product
  double gradient_bytes = 4;          ///< of a weight's gradient before it is added to the others; 0: added at once
  EagerKept eager = {};               ///< beside these, where operations run one by one
};

struct Kept {
  double bytes = 0;         ///< kept until the block's backward pass
  double input_bytes = 0;   ///< of the block's own input: all that full recompute keeps
  double work_bytes = 0;    ///< gradients while the widest module runs backward: of its input, output and weights
  double logits_bytes = 0;  ///< of the output head
  double head_gradient_bytes = 0;  ///< of its weights, while it runs backward
};

/// One run of one copy of `block`. A conditional block (a tower) keeps nothing: text alone is assumed.
Kept kept_by(const Model& model, const Block& block, const Pass& pass);

}  // namespace hakaru
