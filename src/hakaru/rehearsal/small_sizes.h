// Sizes of the small network that stands for a plan's model under a layout, and --scale, by which a user sets them:
//   layers=4,hidden=64,sequence=64     sizes
//   hidden=/64                         or the plan's size divided
// Whatever the layout divides must still be divisible; else the nearest sizes that are get named. In this order, so
// that what is not said follows what is:
//   kv-heads       multiple of tp (of tp · cp where heads are exchanged)
//   heads          multiple of kv-heads (of cp / gcd(cp, kv heads of a rank) times that where they are exchanged)
//   hidden         multiple of heads, of a Llama an even one (rotary positions turn pairs); of an MLP and a convolution
//                  net any
//   feed-forward   multiple of tp
//   experts        of a Mixtral, multiple of ep and of a token's experts (2, or 1 where the model has 1)
//   vocabulary     multiple of tp, 256 at least: every byte is one of it
//   sequence       multiple of tp · cp, and of 8 · cp for a BERT (masked_text.h), experts / 2 · cp for a Mixtral
//                  (experts.h); an MLP has hidden inputs
//   image          of a convolution net, pixels along a side: even, for its pooling
//   layers         pp · vpp at least, even or not
// Example: Llama-3.1-8B under tp 2, pp 2: hidden=/128,layers=5 is 32 values in 4 heads of 8 (kv-heads 2), layers 3 and
// 2; hidden=36 is refused: nearest 32, 40.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hakaru/parallel/layout.h"
#include "hakaru/rehearsal/small_networks.h"

namespace hakaru {

/// Sizes that a user wants for the miniature, by their names.
struct MiniatureScale {
  struct Size {
    std::int64_t value = 0;
    bool divides = false;  ///< the plan's size is divided by it
  };
  std::map<std::string, Size> sizes;
};

Result<MiniatureScale> parse_miniature_scale(std::string_view text);

/// `small`: the layout that runs, `plan` the one it stands for.
Result<SmallSizes> small_sizes_of(SmallNetwork network, const Model& model, std::int64_t sequence_length,
                                  const Layout& plan, const Layout& small, const MiniatureScale& scale);

/// The network nearest to `model`; none: it is of another kind.
std::optional<SmallNetwork> nearest_network(const Model& model);

}  // namespace hakaru
