#include "hakaru/evidence/machine_of_cards.h"

#include <algorithm>

namespace hakaru {

Instance machine_for(Instance usual, std::int64_t accelerators, const Catalog& catalog) {
  const bool is_card = usual.accelerators == 1 && usual.accelerator.link.starts_with("PCIe");
  if (!is_card || accelerators <= 1) return usual;
  const auto is_in_slots = [](const Instance& each) { return each.within.topology == Topology::pcie; };
  const auto like = std::find_if(catalog.instances().begin(), catalog.instances().end(), is_in_slots);
  if (like == catalog.instances().end()) return usual;
  std::int64_t each = std::min(most_cards_of_machine, accelerators);
  while (accelerators % each != 0) --each;
  usual.accelerators = static_cast<int>(each);
  usual.within = like->within;
  usual.within.bytes_per_s = usual.accelerator.link_bytes_per_s;
  return usual;
}

std::optional<Instance> machine_of_collectives(const Accelerator& accelerator, const Catalog& catalog) {
  const Result<Instance> usual = catalog.usual_instance_of(accelerator.name);
  return usual ? std::optional(machine_for(*usual, most_cards_of_machine, catalog)) : std::nullopt;
}

}  // namespace hakaru
