// Parts that the three searches share: how a plan begins, in which type an accelerator computes, and which layouts a
// batch of items may take.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hakaru/planning/search/search.h"

namespace hakaru {

/// Search on one of several instance types.
using SearchOne = std::function<Result<SearchResult>(const SearchContext& context, const Instance& instance)>;

/// All that `search` finds, in the order of `instances`, whoever works on them: many side by side, each of them on one
/// core, which keeps what its layers take; few one after the other, each on all cores.
Result<SearchResult> search_each(const SearchContext& context, const std::vector<Instance>& instances,
                                 const SearchOne& search);

/// The type in which `accelerator` computes what is asked to run in `wanted`: itself, or the nearest that it has.
std::optional<DataType> compute_type_on(const Accelerator& accelerator, DataType wanted);

/// True if `accelerator` has units for products of `type`.
bool computes_natively(const Accelerator& accelerator, DataType type);

/// The same training with other number formats.
TrainingJob with_recipe(const TrainingJob& job, const PrecisionRecipe& recipe);

/// Says it where the layout, as it was asked for, leaves accelerators without work.
void note_idle(Plan& plan);

/// Fills in the memory of `plan`, whose cluster is known: what is used, what there is and what is left free.
void set_memory(Plan& plan, const MemoryBreakdown& memory, const MemoryReserve& reserve);

/// A plan whose cluster, layout, memory and remarks are known; its figures and costs are not.
Plan begun_plan(const Cluster& cluster, const Layout& layout, const MemoryBreakdown& memory,
                const Calibration& calibration, const MemoryReserve& reserve, DataType wanted, DataType computed);

/// The same with replicas that fill the cluster, to say why it is not legal.
Layout filling_layout(const LayoutRequest& request, const Cluster& cluster);

/// Layouts for batches of items: one stage, experts whole.
std::vector<Layout> legal_inference_layouts(const Model& model, const Cluster& cluster, const LayoutRequest& request);

}  // namespace hakaru
