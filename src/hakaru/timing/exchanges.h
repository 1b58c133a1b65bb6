// Messages among the ranks that share one block in a pass, as values per token of its stream.
//
//   tensor parallel   a row-divided linear layer sums its output, forward and backward; the token table, cut by rows,
//                     sums what it found, forward; the output head, cut by columns, the gradient of its input, backward
//                     (Shoeybi et al. 2019, §3)
//   experts           a token's vector goes to each of its experts and back, in either direction of the pass; ranks
//                     with sequence parallelism each send their own tokens; nothing where the ranks of one tensor
//                     group hold whole experts: each has all tokens, and the sum over the group puts them together;
//                     where experts are whole beside tensor parallelism (etp 1), they are in no such sum
// Example: a layer of Mixtral 8x7B (width 4096, 2 experts of a token) under t = 2, ep = 8: two sums of 4096 each way
// (o_proj, experts.down_proj), and 2 · 4096 values to the experts and back.
#pragma once

#include <array>
#include <vector>

#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// True if the layer's result goes back from experts to the ranks that sent their tokens.
inline bool leaves_experts(const Linear& linear) { return linear.experts > 0 && linear.expert_split != Split::column; }

struct Exchange {
  enum class Kind {
    forward_sum,   ///< over the tensor group
    backward_sum,  ///< over the tensor group
    experts        ///< over the expert group: two all-to-alls in each pass
  };
  Kind kind = Kind::forward_sum;
  double width = 0;                ///< values per token
  const Linear* routed = nullptr;  ///< of experts: their last layer; in the block that was asked about
};

/// Values of a token that change hands where attention exchanges heads for tokens over the context group, an all-to-all
/// each: queries, keys, values, results. Fewer heads than context ranks are sent to several of them.
std::array<double, 4> widths_of_heads(const Attention& attention, const Layout& layout);

/// Values of a token that go round the ring of the context group: its keys and values. Forward they go round once;
/// backward again, and their gradients with them.
double width_of_keys(const Attention& attention, const Layout& layout);

/// Exchanges of one run of one copy of `block`; none over groups of one rank.
std::vector<Exchange> exchanges_of(const Block& block, const Layout& layout);

}  // namespace hakaru
