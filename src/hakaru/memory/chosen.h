// Bytes of a layer under selective recompute by operation (data/stacks.toml, selective_keeps): its input, its attention's result and softmax
// sums, the result of every second product, and with sequence parallelism what reductions scatter; the rest runs again.
//
// A Llama 3 layer, whose products are q k v o gate up down, of T tokens: 2·T·(h + q + v + attention + gate + down)
// bytes. Of 4,096 wide with 8 of 32 heads for keys and 14,336 in between: 63,616 bytes a token.
#pragma once

#include "hakaru/memory/kept.h"

namespace hakaru {

double chosen_bytes(const Model& model, const Block& block, const Pass& pass);

}  // namespace hakaru
