// Parts of a layout beside replicas, whose optimizer states may be divided: those that runs of a software
// have had, or not (band.h). "pp recompute tp zero3". Parts of a job beside passes of one sequence count with them.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// Parts in the order of their names.
enum class LayoutTrait {
  cp,
  dpo,
  encoders,
  ep,
  grpo,
  mtp,
  offload,
  pp,
  recompute,
  tp,
  uneven_experts,
  vpp,
  zero2,
  zero3
};
template <>
inline constexpr auto choice_names<LayoutTrait> = std::to_array<std::string_view>({"cp", "dpo", "encoders", "ep",
                                                                                   "grpo", "mtp", "offload", "pp",
                                                                                   "recompute", "tp", "uneven-experts",
                                                                                   "vpp", "zero2", "zero3"});
inline constexpr std::size_t layout_traits = choice_names<LayoutTrait>.size();
using LayoutTraits = std::bitset<layout_traits>;

LayoutTraits traits_of(const Layout& layout);
/// The same with parts of the job: pairs or rollouts, and a reference; encoders within the step; layers that predict
/// further tokens; experts that are not chosen evenly.
LayoutTraits traits_of(const Layout& layout, const TrainingJob& job);
std::string text_of(const LayoutTraits& traits);
/// Reads the text of `text_of`; empty: a word of it names no trait.
std::optional<LayoutTraits> traits_in(std::string_view text);

}  // namespace hakaru
