// Attention heads by tensor-parallel rank: whole, and padded where their number does not divide.
//
//   heads of a rank = ⌈heads / tp⌉                 where tp divides them, or they divide tp (several ranks repeat one)
//                     ⌈query heads / tp⌉           else: keys and values are repeated for each query head, and padded
//
// Example: 64 query heads and 8 of keys. tp 24: 3 query heads (72 with padding) and 1 of keys; tp 12: 6 and 6.
// Only accelerators whose software pads (Accelerator::pads_heads) have layouts of the last kind.
// Source: huggingface/optimum-neuron 07cd31b, optimum/neuron/models/inference/backend/modules/attention/gqa.py
// (get_shardable_head_counts), after NxD Inference's file of that name.
#pragma once

#include "hakaru/model/model.h"

namespace hakaru {

std::int64_t heads_of_rank(std::int64_t heads, std::int64_t query_heads, std::int64_t tp);
/// Query heads of the attention of `block`; 0: it has none.
std::int64_t query_heads_of(const Block& block);
/// Output columns of a linear layer divided by columns that one of `tp` ranks holds: its whole heads, or an even share.
double columns_of_rank(const Linear& linear, std::int64_t query_heads, std::int64_t tp);
/// Input columns of one divided by rows.
double rows_of_rank(const Linear& linear, std::int64_t query_heads, std::int64_t tp);

/// `module`, a linear layer, with whole heads on its divided side.
Module of_heads(Module module, std::int64_t heads);

}  // namespace hakaru
