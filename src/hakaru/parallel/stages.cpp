#include "hakaru/parallel/stages.h"

#include <algorithm>
#include <cstddef>

#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

/// Number of layers in each of `parts` consecutive parts of the model.
struct Division {
  std::int64_t parts;
  std::int64_t each;        ///< layers of a part
  std::int64_t one_more;    ///< so many first parts hold one more
  std::int64_t ends_fewer;  ///< 1: the embedding and the head each take a layer's place in the first and last part

  static Division of(std::int64_t layers, std::int64_t parts, bool ends) {
    const bool ends_count = ends && parts > 1 && layers % parts != 0 && (layers + 2) % parts == 0;
    if (ends_count) return {parts, (layers + 2) / parts, 0, 1};
    return {parts, layers / parts, layers % parts, 0};
  }
  std::int64_t layers_of(std::int64_t part) const {
    const bool end = part == 0 || part == parts - 1;
    return each + (part < one_more ? 1 : 0) - (end ? ends_fewer : 0);
  }
};

/// Each with what the stage as far from the other end holds.
std::vector<Stage> both_ways(const std::vector<Stage>& stages) {
  std::vector<Stage> all = stages;
  for (std::size_t at = 0; at < stages.size(); ++at) {
    const Stage& opposite = stages[stages.size() - 1 - at];
    for (std::size_t kind = 0; kind < opposite.layers_of_kind.size(); ++kind)
      all[at].layers_of_kind[kind] += opposite.layers_of_kind[kind];
    all[at].layers += opposite.layers;
    all[at].first |= opposite.first;
    all[at].last |= opposite.last;
  }
  return all;
}

}  // namespace

bool has_ends(const Model& model) { return model.family != Family::vision || !model.before.empty(); }

std::vector<std::int64_t> layers_of_parts(std::int64_t layers, std::int64_t parts, bool ends) {
  const Division division = Division::of(layers, parts, ends);
  std::vector<std::int64_t> counts;
  for (std::int64_t part = 0; part < parts; ++part) counts.push_back(division.layers_of(part));
  return counts;
}

std::int64_t layers_between(const Layout& layout, std::int64_t layers) {
  const std::int64_t ends = (layout.first_stage_layers > 0 ? 1 : 0) + (layout.last_stage_layers > 0 ? 1 : 0);
  const std::int64_t left = layers - layout.first_stage_layers - layout.last_stage_layers;
  return layout.pp > ends && left > 0 ? left / (layout.pp - ends) : 0;
}

std::int64_t layers_of_fullest_chunk(const Layout& layout, std::int64_t layers) {
  const std::int64_t chunks = layout.pp * layout.vpp;
  if (!layout.chooses_stages()) return std::max<std::int64_t>(1, (layers + chunks - 1) / chunks);
  const std::int64_t most =
      std::max({layout.first_stage_layers, layout.last_stage_layers, layers_between(layout, layers)});
  return std::max<std::int64_t>(1, most / layout.vpp);
}

std::vector<std::int64_t> layers_of_chunks_in(const Layout& layout, std::int64_t layers, bool ends) {
  if (!layout.chooses_stages()) return layers_of_parts(layers, layout.pp * layout.vpp, ends);
  std::vector<std::int64_t> of_stages(static_cast<std::size_t>(layout.pp), layers_between(layout, layers));
  if (layout.first_stage_layers > 0) of_stages.front() = layout.first_stage_layers;
  if (layout.last_stage_layers > 0) of_stages.back() = layout.last_stage_layers;
  std::vector<std::int64_t> counts;
  for (std::int64_t chunk = 0; chunk < layout.vpp; ++chunk) {
    for (const std::int64_t of_stage : of_stages) counts.push_back(of_stage / layout.vpp);
  }
  return counts;
}

std::vector<Stage> stages_of(const Model& model, const Layout& layout) {
  std::vector<Stage> stages(static_cast<std::size_t>(layout.pp));
  for (Stage& stage : stages) stage.layers_of_kind.assign(model.layer_kinds.size(), 0);
  stages.front().first = true;
  stages.back().last = true;

  const std::vector<std::int64_t> counts =
      layers_of_chunks_in(layout, static_cast<std::int64_t>(model.layers.size()), has_ends(model));
  std::size_t layer = 0;
  for (std::size_t part = 0; part < counts.size(); ++part) {
    Stage& stage = stages[part % static_cast<std::size_t>(layout.pp)];
    for (std::int64_t left = counts[part]; left > 0 && layer < model.layers.size(); --left, ++layer) {
      ++stage.layers_of_kind[static_cast<std::size_t>(model.layers[layer])];
      ++stage.layers;
    }
  }
  return pipeline_schedule(layout.schedule).both_ways ? both_ways(stages) : stages;
}

std::vector<StageRun> runs_of(const std::vector<Stage>& stages) {
  std::vector<StageRun> runs;
  for (std::size_t at = 0; at < stages.size(); ++at) {
    const Stage& stage = stages[at];
    const auto same = [&](const Stage& other) {
      return other.layers_of_kind == stage.layers_of_kind && other.first == stage.first && other.last == stage.last;
    };
    if (!runs.empty() && same(runs.back().stage)) {
      ++runs.back().count;
    } else {
      runs.push_back({stage, static_cast<std::int64_t>(at), 1});
    }
  }
  return runs;
}

const std::vector<StageRun>& StageRuns::of(const Layout& layout) {
  const Layout key = as_read_by<Estimate::stages>(layout);
  if (last_ != nullptr && last_key_ == key) return *last_;
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, runs_of(stages_of(model_, layout))).first;
  last_key_ = key;
  last_ = &found->second;
  return *last_;
}

}  // namespace hakaru
