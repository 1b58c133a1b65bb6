#include "hakaru/evidence/layout_traits.h"

#include <algorithm>
#include <array>

#include "hakaru/core/ranges.h"

namespace hakaru {
LayoutTraits traits_of(const Layout& layout) {
  LayoutTraits traits;
  const auto has = [&](LayoutTrait part, bool is_there) { traits.set(static_cast<std::size_t>(part), is_there); };
  has(LayoutTrait::cp, layout.cp > 1);
  has(LayoutTrait::ep, layout.ep > 1);
  has(LayoutTrait::offload, layout.offload_optimizer || layout.offload_weights || layout.offload_activations);
  has(LayoutTrait::pp, layout.pp > 1);
  has(LayoutTrait::recompute, layout.recompute != Recompute::none);
  has(LayoutTrait::tp, layout.tp > 1);
  has(LayoutTrait::vpp, layout.pp > 1 && layout.vpp > 1);
  has(LayoutTrait::zero2, layout.zero == 2);
  has(LayoutTrait::zero3, layout.zero == 3);
  return traits;
}

LayoutTraits traits_of(const Layout& layout, const TrainingJob& job) {
  LayoutTraits traits = traits_of(layout);
  const TrainingAlgorithm algorithm = job.post_training.algorithm;
  traits.set(static_cast<std::size_t>(LayoutTrait::dpo), algorithm == TrainingAlgorithm::dpo);
  traits.set(static_cast<std::size_t>(LayoutTrait::grpo), algorithm == TrainingAlgorithm::grpo);
  traits.set(static_cast<std::size_t>(LayoutTrait::encoders), !job.encoders.empty());
  traits.set(static_cast<std::size_t>(LayoutTrait::mtp), job.prediction_layers > 0);
  traits.set(static_cast<std::size_t>(LayoutTrait::uneven_experts), job.expert_choice != ExpertChoice{});
  return traits;
}

std::string text_of(const LayoutTraits& traits) {
  std::string text;
  for (std::size_t at = 0; at < layout_traits; ++at) {
    if (!traits.test(at)) continue;
    if (!text.empty()) text += ' ';
    text += choice_names<LayoutTrait>[at];
  }
  return text;
}

std::optional<LayoutTraits> traits_in(std::string_view text) {
  LayoutTraits traits;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::optional<LayoutTrait> named = choice_named<LayoutTrait>(word);
    if (!named) return std::nullopt;
    traits.set(static_cast<std::size_t>(*named));
  }
  return traits;
}

}  // namespace hakaru
