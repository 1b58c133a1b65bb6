// Machines for a launch that names none, and refusals of one that was read: no machine is known for it, or its server
// stops at its start.
#pragma once

#include "hakaru/asking/answers.h"
#include "hakaru/asking/launched/launched.h"

namespace hakaru {

/// The count under a key, which a user may have typed: at least 1, and 1 where there is none.
std::int64_t count_of_key(const Json& keys, const char* key);

/// Machines that a launch without one may be predicted on, the cheapest first: with the accelerator that it names, else
/// those that plans rank by default, NVIDIA's where its program runs on them.
std::vector<Instance> machines_to_try(const Launched& launched, const Json& keys, const Asking& asking);

/// Refusal of a launch that names no machine, with machines that would do and the sizes of its service.
Error no_machine(const Launched& launched, const Json& keys, const Asking& asking);

/// Tells why the command shows its program too few accelerators of a machine; empty: it does not.
std::optional<Message> why_too_few_are_shown(const Launched& made);

/// Refusal of a server of `tp` ranks, `expert_ranks` of which share an expert, that cannot load its weights, as its
/// ranks cut the blocks that these are quantised in. Empty: it can.
std::optional<Message> why_it_does_not_load(const Launched& made, std::int64_t tp, std::int64_t expert_ranks);

/// Refusal of a server with more sequences than blocks that hold their states. Empty: it starts.
Result<std::optional<Message>> why_it_does_not_start(const Launched& made, const Asking& asking);

}  // namespace hakaru
