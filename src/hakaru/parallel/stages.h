// Which layers a pipeline stage holds. Layers are spread evenly; where they do not divide, embedding and head count as
// a layer each when that makes it even (61 or 126 layers), and otherwise the first stages hold one more. A network
// of pictures or items that has nothing ahead of its layers (an MLP) has no such ends: 4 layers on 3 stages are layers
// 1 and 2, 3, 4.
#pragma once

#include <map>
#include <utility>
#include <vector>

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

/// The stages of `layout`, pp of them (vpp chunks of a stage summed).
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
  using Shape = std::pair<std::int64_t, std::int64_t>;  ///< pp, vpp
  const Model& model_;
  std::map<Shape, std::vector<StageRun>> known_;
  Shape last_shape_;
  const std::vector<StageRun>* last_ = nullptr;
};

/// Layers of each of `parts` consecutive parts of the model: even, what is left over to the first ones, or one fewer in
/// the parts with the embedding and the head where that comes out even.
std::vector<std::int64_t> layers_of_parts(std::int64_t layers, std::int64_t parts, bool ends = true);
/// Whether the embedding and the head of `model` may take layers' places.
bool has_ends(const Model& model);

}  // namespace hakaru
