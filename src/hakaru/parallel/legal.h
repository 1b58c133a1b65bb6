// Legal layouts, stated once. Planning enumerates with it; a layout given by a user is checked by it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/offered_layouts.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// Why `layout` cannot train `model` with `global_batch` sequences of `sequence_length` on `cluster`; empty when it
/// can. Rules: ranks fill the cluster; tp divides heads (and kv heads, or is a multiple of them), hidden and vocabulary
/// after padding, and is one of the accelerator's degrees; pp ≤ layers; vpp × pp ≤ layers and vpp > 1 needs pp > 1 and
/// micro-batches divisible by pp; cp divides the sequence length; ep divides experts and dp × cp; dp × micro_batch
/// divides the global batch; ZeRO 2 and 3 need pp = 1, but of software that `shards_stages` (job/offered_layouts.h);
/// sequence parallel needs tp > 1; a first or last stage of chosen layers needs pp > 1 and leaves the same number to
/// each other stage, and vpp divides all of them.
std::optional<Message> why_illegal_to_train(const Layout& layout, const Model& model, std::int64_t sequence_length,
                                            std::int64_t global_batch, const Cluster& cluster,
                                            bool shards_stages = false);
/// The same for serving one replica: tp, pp and ep only.
std::optional<Message> why_illegal_to_serve(const Layout& layout, const Model& model, const Cluster& cluster);

/// Every legal training layout that `request` allows, of those that people run unasked (layout_space.h), in a fixed
/// order.
std::vector<Layout> usual_training_layouts(const Model& model, std::int64_t sequence_length, std::int64_t global_batch,
                                           const Cluster& cluster, const LayoutRequest& request,
                                           const OfferedLayouts& offered = {});
/// Every legal serving layout of one replica (ranks tp × pp ≤ the cluster's; dp = replicas that fill it).
std::vector<Layout> legal_serving_layouts(const Model& model, const Cluster& cluster, const LayoutRequest& request);

/// True if some of the blocks of `ranks` neighbours that fill `cluster` reach over a link that is for data parallelism
/// alone. A search leaves them out; who asks for them by a flag gets them, timed as they are.
bool leaves_its_fabric(std::int64_t ranks, const Cluster& cluster);

/// Positive divisors, ascending.
std::vector<std::int64_t> divisors(std::int64_t number);

}  // namespace hakaru
