// Memory that PyTorch's operations keep where they run one by one, beside what memory/kept.h counts of a model's
// description, and the time at which gradients are there (data/stacks.toml).
//
//   kept       bytes of each value of an operation's result: under autocast what runs between products is fp32, and so
//              are the inputs that norms keep; each product casts its rows anew; written-out operations keep each step
//   gradients  are made in the backward pass and freed by the optimizer (zero_grad sets them to none). Where a step has
//              one micro-batch, they and what the optimizer needs for a moment come as activations, logits and the
//              casts of weights go: max(0, late · gradients − casts − activations − logits) beyond these
//   buckets    DistributedDataParallel's copies of gradients, which stay
//
// Example, Llama-3.2-1B of 1.24e9 parameters, a step of 4 × 2,048 tokens: 14 bytes a parameter of weights, moments and
// casts, 16.1 GiB; 11.7 GiB of logits, 17.5 GiB of activations; 4.6 GiB of gradients come as these go. 45.3 GiB;
// measured: 43.8.
#pragma once

#include <array>

#include "hakaru/model/module.h"

namespace hakaru {

struct EagerKept {
  std::array<double, memory_works> of_work = {};  ///< by MemoryWork
  double attention = 0;
  double same_rows = 0;  ///< of a row that a further product reads
  double input = 0;      ///< of a layer's input, where that is all that is kept

  double of(MemoryWork work) const { return of_work[static_cast<std::size_t>(work)]; }
};

struct EagerMemory {
  EagerKept wide = {};    ///< weights in fp32, under autocast
  EagerKept narrow = {};  ///< 16 bits throughout
  bool autocast = false;  ///< else narrow always
  /// In copies of the trained parameters, each of the type of gradients.
  double late_copies = 0;      ///< that come as activations go; 0: gradients always stand
  double bucket_copies = 0;    ///< where replicas hold whole models
  bool buckets_alone = false;  ///< one rank has them too
};

}  // namespace hakaru
