// The machine that a measurement ran on where nothing but its accelerator is stated: the usual one of the catalogue. A
// card's usual machine is a workstation of one; a row of several cards ran on a machine that has them side by side.
#pragma once

#include "hakaru/hardware/catalog.h"

namespace hakaru {

inline constexpr std::int64_t most_cards_of_machine = 8;

/// `usual` for so many accelerators: up to eight cards of PCIe in one machine where the usual one has a single card.
Instance machine_for(Instance usual, std::int64_t accelerators, const Catalog& catalog);
/// The one that collectives of `accelerator` are taken to run on; empty: none is known.
std::optional<Instance> machine_of_collectives(const Accelerator& accelerator, const Catalog& catalog);

}  // namespace hakaru
