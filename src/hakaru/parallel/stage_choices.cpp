#include "hakaru/parallel/stage_choices.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/model/operator.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

double flops_of_block(const Model& model, const Block& block, const Shape& shape) {
  double flops = 0;
  for (const Operator& op : operators_of(model, block, shape)) flops += flops_of(op);
  return flops * real(block.repeat) * real(block.runs);
}

/// Layers on the slowest stage, the head counted.
double slowest(const Layout& layout, std::int64_t layers, double head_layers) {
  std::vector<double> stages(static_cast<std::size_t>(layout.pp), 0.0);
  const std::vector<std::int64_t> chunks = layers_of_chunks_in(layout, layers);
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) stages[chunk % stages.size()] += real(chunks[chunk]);
  stages.back() += head_layers;
  return *std::max_element(stages.begin(), stages.end());
}

}  // namespace

double layers_worth_of_head(const Model& model, std::int64_t sequence_length) {
  Shape shape;
  shape.batch = 1;
  shape.new_tokens = real(sequence_length);
  double layers = 0, head = 0;
  for (const int kind : model.layers)
    layers += flops_of_block(model, model.layer_kinds[static_cast<std::size_t>(kind)], shape);
  for (const Block& block : model.after) head += flops_of_block(model, block, shape);
  return layers > 0 ? head / (layers / real(static_cast<std::int64_t>(model.layers.size()))) : 0;
}

std::vector<StageEnds> faster_ends(std::int64_t layers, std::int64_t pp, std::int64_t vpp, double head_layers) {
  std::vector<StageEnds> found;
  if (pp < 2 || layers % vpp != 0) return found;
  Layout layout;
  layout.pp = pp;
  layout.vpp = vpp;
  const double even = slowest(layout, layers, head_layers);
  const auto keep = [&](std::int64_t first, std::int64_t last) {
    layout.first_stage_layers = first;
    layout.last_stage_layers = last;
    const StageEnds ends{first, last};
    if (std::find(found.begin(), found.end(), ends) != found.end()) return;
    if (slowest(layout, layers, head_layers) < even) found.push_back(ends);
  };
  const auto above = vpp * static_cast<std::int64_t>(std::ceil((real(layers) + head_layers) / real(pp * vpp)));
  for (const std::int64_t most : {above - vpp, above}) {
    if (most < vpp) continue;
    const std::int64_t last = layers - (pp - 1) * most;
    if (last >= vpp) keep(0, last);
    const auto room = vpp * static_cast<std::int64_t>(std::floor((real(most) - head_layers) / real(vpp)));
    const std::int64_t other_last = std::max(vpp, room);
    const std::int64_t first = layers - (pp - 2) * most - other_last;
    if (pp > 2 && first >= vpp && first < most) keep(first, other_last);
  }
  return found;
}

}  // namespace hakaru
