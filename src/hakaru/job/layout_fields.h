// Every part of a layout in one table. Flags and keys, plans as JSON, what a layout is called in short, how cached
// estimates tell layouts apart, and what is searched are made of it.
//
//   each_layout_field([&](const auto& field) { layout.*field.value = (request.*field.request).value_or(…); });
//
// To add a part: its member in LayoutParts (layout_request.h), its line here, and where it matters. What does not say
// that an estimate leaves it unread is in that estimate's keys.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <type_traits>

#include "hakaru/core/ranges.h"
#include "hakaru/job/layout_request.h"

namespace hakaru {

/// Estimates that are made once for all layouts that agree in the fields that an estimate reads.
enum class Estimate : unsigned {
  block_time = 1,       ///< of one micro-batch through a block, under each kind of recompute
  block_memory = 2,     ///< what a block holds and keeps
  held_parameters = 4,  ///< of the whole model, by one rank of each stage
  least_memory = 8,     ///< what states take at least
  stages = 16,          ///< which layers a stage holds
  in_flight = 32        ///< micro-batches whose activations a stage keeps
};
constexpr Estimate operator|(Estimate left, Estimate right) {
  return static_cast<Estimate>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}

/// Entry of a part in the help.
struct LayoutHelp {
  const char* jobs;   ///< "train serve"
  const char* takes;  ///< "N"
  const char* text;   ///< {}: the names of all choices
  int place;          ///< among the others
};

/// Name of a part in a layout's short form, "tp8 pp4 … sp recompute full/3"; left out where as usual, unless `always`.
struct InShort {
  const char* before;  ///< " tp"
  int place;           ///< among the others
  bool always = false;
};

/// A part that is for layouts of at least 2 of another one.
struct NeedsDegree {
  const char* key = "";
  std::optional<std::int64_t> LayoutRequest::*request = nullptr;
};

template <typename Value>
struct LayoutField {
  const char* key;  ///< "micro_batch": of scenarios and in JSON; --micro-batch
  Value LayoutValues::*value;
  std::optional<Value> LayoutRequest::*request;
  LayoutHelp help;
  InShort in_short;
  std::int64_t least = 0, most = 0;  ///< that may be asked for; of numbers
  Estimate unread_by = {};
  bool splits = false;           ///< the model or the batch: layouts that split them alike differ in details
  bool is_degree = splits;       ///< at least 1
  bool unproven = false;         ///< no published step is known of other values than the usual one
  bool unsaid_if_usual = false;  ///< then a plan does not name it
  NeedsDegree needs = {};
  /// True if a layout can have another value than the usual one; null: any can.
  bool (*applies)(const LayoutValues&) = nullptr;
};

namespace layout_table {

using enum Estimate;
using Count = LayoutField<std::int64_t>;
constexpr std::int64_t most_ranks = 1'000'000, most_items = 1'000'000'000;

constexpr std::tuple fields{
    Count{.key = "tp",
          .value = &LayoutValues::tp,
          .request = &LayoutRequest::tp,
          .help = {"train serve infer", "N", "tensor parallel degree", 0},
          .in_short = {" tp", 0, true},
          .least = 1,
          .most = most_ranks,
          .unread_by = stages | in_flight,
          .splits = true},
    Count{.key = "pp",
          .value = &LayoutValues::pp,
          .request = &LayoutRequest::pp,
          .help = {"train serve", "N", "pipeline stages", 1},
          .in_short = {" pp", 1, true},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | held_parameters,
          .splits = true},
    Count{.key = "vpp",
          .value = &LayoutValues::vpp,
          .request = &LayoutRequest::vpp,
          .help = {"train", "N", "model chunks per stage", 2},
          .in_short = {" vpp", 4},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | least_memory,
          .is_degree = true},
    Count{.key = "cp",
          .value = &LayoutValues::cp,
          .request = &LayoutRequest::cp,
          .help = {"train", "N", "context parallel degree", 3},
          .in_short = {" cp", 5},
          .least = 1,
          .most = most_ranks,
          .unread_by = held_parameters | stages | in_flight,
          .splits = true},
    Count{.key = "ep",
          .value = &LayoutValues::ep,
          .request = &LayoutRequest::ep,
          .help = {"train serve", "N", "expert parallel degree", 4},
          .in_short = {" ep", 7},
          .least = 1,
          .most = most_ranks,
          .unread_by = stages | in_flight,
          .splits = true},
    Count{.key = "etp",
          .value = &LayoutValues::etp,
          .request = &LayoutRequest::etp,
          .help = {"train", "N", "tensor parallel degree of experts: 1, or as tp", 5},
          .in_short = {" etp", 8},
          .least = 0,
          .most = most_ranks,
          .unread_by = stages | in_flight,
          .unsaid_if_usual = true,
          .needs = {"tp", &LayoutRequest::tp},
          .applies = [](const LayoutValues& layout) { return layout.tp > 1 && layout.ep > 1; }},
    Count{.key = "dp",
          .value = &LayoutValues::dp,
          .request = &LayoutRequest::dp,
          .help = {"train serve infer", "N", "data parallel degree; replicas when serving", 6},
          .in_short = {" dp", 10, true},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | stages,
          .splits = true},
    Count{.key = "dp_replicate",
          .value = &LayoutValues::dp_replicate,
          .request = &LayoutRequest::dp_replicate,
          .help = {"train", "N", "groups of dp that hold the same states, which ZeRO divides within each (HSDP)", 21},
          .in_short = {" dp-replicate", 21},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | stages | in_flight,
          .is_degree = true,
          .unproven = true,
          .unsaid_if_usual = true,
          .needs = {"dp", &LayoutRequest::dp},
          .applies = [](const LayoutValues& layout) { return layout.dp > 1 && layout.zero > 0; }},
    LayoutField<int>{.key = "zero",
                     .value = &LayoutValues::zero,
                     .request = &LayoutRequest::zero,
                     .help = {"train", "0|1|2|3", "ZeRO stage; 3 is FSDP", 7},
                     .in_short = {" zero", 12},
                     .least = 0,
                     .most = 3,
                     .unread_by = block_time | held_parameters | least_memory | stages | in_flight},
    LayoutField<bool>{.key = "sequence_parallel",
                      .value = &LayoutValues::sequence_parallel,
                      .request = &LayoutRequest::sequence_parallel,
                      .help = {"train", "true|false", "split norms along the sequence", 8},
                      .in_short = {" sp", 13},
                      .unread_by = held_parameters | least_memory | stages | in_flight},
    LayoutField<Recompute>{.key = "recompute",
                           .value = &LayoutValues::recompute,
                           .request = &LayoutRequest::recompute,
                           .help = {"train", "none|selective|full|full/N",
                                    "activations computed again (full/3: three layers from one kept input)", 9},
                           .in_short = {" recompute ", 14},
                           .unread_by = block_time | held_parameters | least_memory | stages | in_flight},
    Count{.key = "micro_batch",
          .value = &LayoutValues::micro_batch,
          .request = &LayoutRequest::micro_batch,
          .help = {"train", "N", "sequences per micro-batch", 16},
          .in_short = {" mb", 11, true},
          .least = 1,
          .most = most_items,
          .unread_by = held_parameters | least_memory | stages,
          .splits = true},
    LayoutField<Schedule>{.key = "schedule",
                          .value = &LayoutValues::schedule,
                          .request = &LayoutRequest::schedule,
                          .help = {"train", "NAME", "pipeline schedule ({})", 15},
                          .in_short = {" ", 9},
                          .unread_by = block_time | block_memory | held_parameters},
    LayoutField<ContextParallel>{.key = "context_parallel",
                                 .value = &LayoutValues::context_parallel,
                                 .request = &LayoutRequest::context_parallel,
                                 .help = {"train", "ring|all-to-all", "how context-parallel ranks share attention", 11},
                                 .in_short = {" ", 6},
                                 .unread_by = held_parameters | least_memory | stages | in_flight,
                                 .unproven = true,
                                 .needs = {"cp", &LayoutRequest::cp},
                                 .applies = [](const LayoutValues& layout) { return layout.cp > 1; }},
    Count{.key = "recompute_layers",
          .value = &LayoutValues::recompute_layers,
          .request = &LayoutRequest::recompute_layers,
          .help = {"train", "N", "full recompute: layers that run again from one kept input", 10},
          .in_short = {"/", 15},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | least_memory | stages | in_flight,
          .applies = [](const LayoutValues& layout) { return layout.recompute == Recompute::full; }},
    Count{.key = "tensor_chunks",
          .value = &LayoutValues::tensor_chunks,
          .request = &LayoutRequest::tensor_chunks,
          .help = {"train", "N", "pieces of tensor-parallel collectives beside products (1: not)", 12},
          .in_short = {" tc", 16},
          .least = 0,
          .most = 64,
          .unread_by = block_memory | held_parameters | least_memory | stages | in_flight,
          .unproven = true,
          .needs = {"tp", &LayoutRequest::tp},
          .applies = [](const LayoutValues& layout) { return layout.tp > 1; }},
    Count{.key = "first_stage_layers",
          .value = &LayoutValues::first_stage_layers,
          .request = &LayoutRequest::first_stage_layers,
          .help = {"train", "N", "layers of the first pipeline stage, where not even", 13},
          .in_short = {" first", 2},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | least_memory,
          .unproven = true,
          .unsaid_if_usual = true,
          .needs = {"pp", &LayoutRequest::pp}},
    Count{.key = "last_stage_layers",
          .value = &LayoutValues::last_stage_layers,
          .request = &LayoutRequest::last_stage_layers,
          .help = {"train", "N", "layers of the last pipeline stage, where not even", 14},
          .in_short = {" last", 3},
          .least = 1,
          .most = most_ranks,
          .unread_by = block_time | block_memory | held_parameters | least_memory,
          .unproven = true,
          .unsaid_if_usual = true,
          .needs = {"pp", &LayoutRequest::pp}},
    LayoutField<bool>{.key = "expert_overlap",
                      .value = &LayoutValues::expert_overlap,
                      .request = &LayoutRequest::expert_overlap,
                      .help = {"train", "true|false", "experts' all-to-all beside another micro-batch", 17},
                      .in_short = {" overlap", 17},
                      .unread_by = block_memory | held_parameters | least_memory | stages | in_flight,
                      .unsaid_if_usual = true,
                      .applies = [](const LayoutValues& layout) { return layout.ep > 1; }},
    LayoutField<bool>{.key = "offload_optimizer",
                      .value = &LayoutValues::offload_optimizer,
                      .request = &LayoutRequest::offload_optimizer,
                      .help = {"train", "true|false", "optimizer states in the host's memory, updated by its CPUs", 18},
                      .in_short = {" offload", 18},
                      .unread_by = block_time | block_memory | held_parameters | stages | in_flight,
                      .unproven = true,
                      .unsaid_if_usual = true},
    LayoutField<bool>{
        .key = "offload_weights",
        .value = &LayoutValues::offload_weights,
        .request = &LayoutRequest::offload_weights,
        .help = {"train", "true|false", "weights of zero 3 in the host's memory, fetched layer by layer", 22},
        .in_short = {" offload-weights", 22},
        .unread_by = block_time | block_memory | held_parameters | stages | in_flight,
        .unproven = true,
        .unsaid_if_usual = true},
    LayoutField<bool>{.key = "offload_activations",
                      .value = &LayoutValues::offload_activations,
                      .request = &LayoutRequest::offload_activations,
                      .help = {"train", "true|false", "kept activations in the host's memory, one stage alone", 20},
                      .in_short = {" offload-activations", 20},
                      .unread_by = block_memory | held_parameters | least_memory | stages | in_flight,
                      .unproven = true,
                      .unsaid_if_usual = true},
    LayoutField<bool>{.key = "captured_step",
                      .value = &LayoutValues::captured_step,
                      .request = &LayoutRequest::captured_step,
                      .help = {"train", "true|false", "the host launches a step as one CUDA graph", 19},
                      .in_short = {" captured", 19},
                      .unread_by = block_memory | held_parameters | least_memory | stages | in_flight,
                      .unsaid_if_usual = true}};

/// True if each place, of the help and of the short form, is one field's.
constexpr bool places_are_taken_once() {
  return std::apply(
      [](const auto&... field) {
        std::array<int, sizeof...(field)> helps{}, shorts{};
        ((++helps.at(static_cast<std::size_t>(field.help.place)),
          ++shorts.at(static_cast<std::size_t>(field.in_short.place))),
         ...);
        return ranges::count(helps, 1) == sizeof...(field) && ranges::count(shorts, 1) == sizeof...(field);
      },
      fields);
}
static_assert(places_are_taken_once());

}  // namespace layout_table

inline constexpr std::size_t layout_fields = std::tuple_size_v<decltype(layout_table::fields)>;
inline constexpr LayoutValues usual_layout{};

/// Calls `visit` with every field, in the order in which a plan names them.
template <typename Visit>
constexpr void each_layout_field(Visit visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, layout_table::fields);
}

/// A part as rows of measurements have it: "4", "1", "ring".
template <typename Value>
std::string cell_of_part(Value value) {
  if constexpr (std::is_enum_v<Value>)
    return std::string(name_of(value));
  else
    return std::to_string(static_cast<std::int64_t>(value));
}

/// True if `holds` is true of every field.
template <typename Holds>
constexpr bool every_layout_field(Holds holds) {
  return std::apply([&](const auto&... field) { return (holds(field) && ...); }, layout_table::fields);
}

/// `layout` as `estimate` reads it: what it leaves unread is as usual.
template <Estimate estimate, typename Parts>
Parts as_read_by(Parts layout) {
  each_layout_field([&](const auto& field) {
    if ((static_cast<unsigned>(field.unread_by) & static_cast<unsigned>(estimate)) != 0)
      layout.*field.value = usual_layout.*field.value;
  });
  return layout;
}

/// Hash of a layout; caches ask for the same layouts again and again.
struct HashOfLayout {
  std::size_t operator()(const LayoutValues& layout) const {
    std::uint64_t hash = 0, factor = 0x9E3779B97F4A7C15ULL;
    each_layout_field([&](const auto& field) {
      hash += static_cast<std::uint64_t>(layout.*field.value) * factor;
      factor *= 0xD1342543DE82EF95ULL;  // no product waits for another
    });
    return static_cast<std::size_t>(hash ^ (hash >> 32));
  }
};

/// "micro-batch"
template <typename Field>
std::string name_of_part(const Field& field) {
  std::string name = field.key;
  for (char& each : name) each = each == '_' ? '-' : each;
  return name;
}

}  // namespace hakaru
