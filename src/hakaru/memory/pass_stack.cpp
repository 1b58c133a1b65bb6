#include "hakaru/memory/pass_stack.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hakaru {
namespace {

class Stack {
 public:
  void add(std::int64_t bytes) {
    now_ += bytes;
    fullest_ = std::max(fullest_, now_);
  }

  void run(const std::vector<LayerPass>& pass, const LayerRange& layers) {
    for (const LayerPass& each : pass) {
      if (each.layer < layers.begin || each.layer >= layers.end) continue;
      fullest_ = std::max(fullest_, now_ + each.most_bytes);
      now_ += each.left_bytes;
    }
  }

  std::int64_t fullest() const { return fullest_; }

 private:
  std::int64_t now_ = 0, fullest_ = 0;
};

}  // namespace

std::int64_t fullest_of_passes(const NetworkPasses& network, const std::vector<PipelinePass>& order,
                               const std::vector<LayerRange>& chunks) {
  Stack stack;
  std::map<std::pair<PassKind, int>, std::size_t> before;  // of a chunk: 1 where a micro-batch had such a pass
  for (const PipelinePass& pass : order) {
    const LayerRange& own = chunks[static_cast<std::size_t>(pass.chunk)];
    const bool first = own.begin < 0;
    const bool last = own.end > network.layers;
    const std::size_t which = std::exchange(before[{pass.kind, pass.chunk}], 1);
    switch (pass.kind) {
      case PassKind::forward:
        if (!first) stack.add(network.handed_on_bytes);
        stack.run(network.forward[which], {own.begin, std::min(own.end, network.layers)});
        if (!last) stack.add(-network.handed_on_bytes);
        break;
      case PassKind::backward:
        if (last) {
          stack.run(network.forward[which], {network.layers, own.end});
        } else {
          stack.add(network.handed_on_bytes);
        }
        stack.run(network.backward[which], own);
        if (!first) stack.add(-network.handed_on_bytes);
        break;
      case PassKind::weight:
        stack.run(network.weight[which], own);
        break;
    }
  }
  return stack.fullest();
}

}  // namespace hakaru
