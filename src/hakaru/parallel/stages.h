// Layers of a pipeline stage. Layers are spread evenly; where they do not divide, embedding and head count as
// a layer each when that makes it even (61 or 126 layers), and otherwise the first stages hold one more. A network
// of pictures or items that has nothing ahead of its layers (an MLP) has no such ends: 4 layers on 3 stages are layers
// 1 and 2, 3, 4.
//
// A layout may choose how many layers the first or the last stage holds (Megatron-LM's
// --decoder-first-pipeline-num-layers and --decoder-last-pipeline-num-layers): the other stages share the rest evenly,
// and the chunks of a stage its layers. With l layers, p stages and a head that takes as long as h layers, stages of m
// layers and a last one of l − (p − 1)m are as even as they can be at m = (l + h)/p.
// Example: 16 layers on 4 stages, h = 4.3: evenly 4 4 4 4, the last as slow as 8.3 layers; with 1 for the last 5 5 5 1.
#pragma once

#include <unordered_map>
#include <vector>

#include "hakaru/job/layout_fields.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// The part of a model on one stage: how many layers of each kind, and whether the ends are here.
struct Stage {
  std::vector<std::int64_t> layers_of_kind;  ///< by index into Model::layer_kinds
  std::int64_t layers = 0;
  bool first = false;  ///< holds Model::before
  bool last = false;   ///< holds Model::after
};

/// The stages of `layout`, pp of them (vpp chunks of a stage summed, or those of both ways).
std::vector<Stage> stages_of(const Model& model, const Layout& layout);

/// Consecutive stages that hold the same.
struct StageRun {
  Stage stage;
  std::int64_t from = 0;  ///< index of the first of them
  std::int64_t count = 1;
};
std::vector<StageRun> runs_of(const std::vector<Stage>& stages);

/// The runs of one model's stages under many layouts, each divided once. Not for two threads at once.
class StageRuns {
 public:
  /// `model` must outlive this.
  explicit StageRuns(const Model& model) : model_(model) {}
  /// Good as long as this is.
  const std::vector<StageRun>& of(const Layout& layout);

 private:
  const Model& model_;
  std::unordered_map<Layout, std::vector<StageRun>, HashOfLayout> known_;  ///< as stages are read
  Layout last_key_;
  const std::vector<StageRun>* last_ = nullptr;
};

/// Layers of each of `parts` consecutive parts of the model: even, what is left over to the first ones, or one fewer in
/// the parts with the embedding and the head where that comes out even.
std::vector<std::int64_t> layers_of_parts(std::int64_t layers, std::int64_t parts, bool ends = true);
/// True if the embedding and the head of `model` may take layers' places.
bool has_ends(const Model& model);
/// The same of the pp · vpp chunks of `layout`, in the order of the layers; its stages may be chosen.
std::vector<std::int64_t> layers_of_chunks_in(const Layout& layout, std::int64_t layers, bool ends = true);

/// Layers of each stage beside chosen ends, rounded down; 0 where there is none.
std::int64_t layers_between(const Layout& layout, std::int64_t layers);
/// Layers of the fullest chunk of any stage, at least 1.
std::int64_t layers_of_fullest_chunk(const Layout& layout, std::int64_t layers);

}  // namespace hakaru
