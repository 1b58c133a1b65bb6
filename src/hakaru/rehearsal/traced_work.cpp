#include "hakaru/rehearsal/traced_work.h"

#include <algorithm>

#include "hakaru/rehearsal/rank_update.h"
#include "hakaru/tracing/autograd.h"

namespace hakaru {
namespace {

constexpr std::uint64_t any_seed = 1;

/// Groups of the layout's sizes that nobody talks in.
class SilentGroups : public tracing::SoloCommunicator {
 public:
  explicit SilentGroups(const Layout& layout) : layout_(layout) {}

  int size(int group) const override {
    switch (static_cast<RankGroup>(group)) {
      case RankGroup::tensor:
        return static_cast<int>(layout_.tp);
      case RankGroup::data:
        return static_cast<int>(copies_of(layout_));
      case RankGroup::context:
        return static_cast<int>(layout_.cp);
      case RankGroup::expert:
        return static_cast<int>(layout_.ep);
      case RankGroup::expert_data:
        return static_cast<int>(copies_of(layout_) / layout_.ep);
      case RankGroup::forward:
      case RankGroup::backward:
        return 1;
    }
    return 1;
  }

 private:
  Layout layout_;
};

tracing::DeviceOptions silent_device(const Miniature& miniature) {
  tracing::DeviceOptions options;
  options.format = miniature.job.recipe.weights;
  options.communicator = std::make_shared<SilentGroups>(miniature.layout);
  return options;
}

/// The same on one stage.
Layout without_pipeline(Layout layout) {
  layout.pp = layout.vpp = 1;
  return layout;
}

/// Its loss.
tracing::Tensor run_micro_batch(tracing::Device& device, RankNetwork& network, const Miniature& miniature,
                                std::int64_t number) {
  const auto tokens = static_cast<std::size_t>(miniature.layout.micro_batch * network.tokens_of_sequence());
  const std::vector<std::int32_t> any(tokens, 0);
  network.run_micro_batch(number);
  const tracing::Tensor input = network.embedded(any);
  tracing::Tensor loss = network.loss(network.through(0, input), any);
  const tracing::Tensor share = share_of_loss(device, 1);
  if (splits_backward(miniature.layout)) {
    tracing::backward_to({input}, loss, share)();
  } else {
    tracing::backward(loss, share);
  }
  return loss;
}

/// The list of a kind of pass and a micro-batch.
std::vector<LayerPass>& list_of(NetworkPasses& passes, std::uint32_t pass, std::size_t micro_batch) {
  if (pass == 0) return passes.forward[micro_batch];
  const bool put_off = (pass & tracing::put_off_half) != 0;
  return (put_off ? passes.weight : passes.backward)[micro_batch];
}

using Bytes = std::int64_t tracing::Moment::*;

/// Instructions one after the other, divided into passes and those into layers. A forward pass behind a backward one is
/// the next micro-batch's; behind the last one the step ends.
NetworkPasses divided(const std::vector<tracing::Moment>& moments, std::int64_t layers, Bytes bytes, Bytes left_bytes) {
  NetworkPasses passes;
  passes.layers = layers;
  std::size_t micro_batch = 0;
  std::int64_t lay_as_it_began = 0;
  for (std::size_t at = 0; at < moments.size(); ++at) {
    const tracing::Moment& moment = moments[at];
    const tracing::Moment before = at == 0 ? tracing::Moment{} : moments[at - 1];
    if (moment.pass == 0 && before.pass != 0) ++micro_batch;
    if (micro_batch == passes.forward.size()) break;
    std::vector<LayerPass>& list = list_of(passes, moment.pass, micro_batch);
    if (list.empty() || moment.pass != before.pass || moment.scope != before.scope) {
      list.push_back({RankNetwork::layer_of(moment.scope)});
      lay_as_it_began = before.*left_bytes;
    }
    list.back().most_bytes = std::max(list.back().most_bytes, moment.*bytes - lay_as_it_began);
    list.back().left_bytes = moment.*left_bytes - lay_as_it_began;
  }
  return passes;
}

}  // namespace

Result<TracedPasses> layer_passes_of(const Miniature& miniature) {
  const Layout layout = without_pipeline(miniature.layout);
  tracing::Device device(silent_device(miniature));
  const std::unique_ptr<RankNetwork> network = rank_network(device, miniature.sizes, layout, {}, any_seed);
  ZeroShards shards(device, *network, layout, {});
  shards.begin_step();
  std::vector<tracing::Tensor> kept;
  for (std::int64_t number = 0; number < 2; ++number)
    kept.push_back(run_micro_batch(device, *network, miniature, number));
  for (tracing::Tensor& gradient : shards.gradients()) kept.push_back(std::move(gradient));
  const Result<std::vector<tracing::Moment>> moments = device.moments(kept);
  if (!moments) return fail(moments);
  using tracing::Moment;
  const std::int64_t layers = miniature.sizes.layers;
  TracedPasses passes{divided(*moments, layers, &Moment::bytes, &Moment::left_bytes),
                      divided(*moments, layers, &Moment::activations_bytes, &Moment::left_activations_bytes)};
  passes.all.handed_on_bytes = tracing::bytes_of(network->handed_on(), {device.options().format, false});
  return passes;
}

Result<std::int64_t> update_bytes_of(const Miniature& miniature, const RankPlace& place) {
  tracing::Device device(silent_device(miniature));
  const std::unique_ptr<RankNetwork> network = rank_network(device, miniature.sizes, miniature.layout, place, any_seed);
  ZeroShards shards(device, *network, miniature.layout, place);
  shards.begin_update();
  const tracing::AdamWOptions optimizer;
  const Result<std::vector<tracing::Moment>> moments =
      device.moments(RankUpdate(device, shards, optimizer).run(1, optimizer.learning_rate));
  if (!moments) return fail(moments);
  std::int64_t most = 0;
  for (const tracing::Moment& moment : *moments) most = std::max(most, moment.bytes);
  return most;
}

}  // namespace hakaru
