#include "hakaru/rehearsal/zero.h"

#include <algorithm>

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int data_group = static_cast<int>(RankGroup::data), tensor_group = static_cast<int>(RankGroup::tensor);

Tensor joined(const std::vector<Tensor>& parts) {
  return parts.size() == 1 ? parts.front() : tracing::concatenate(parts, 0);
}

}  // namespace

ZeroShards::ZeroShards(tracing::Device& device, RankNetwork& model, const Layout& layout, const RankPlace& place)
    : device_(device), model_(model), layout_(layout), place_(place) {
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    const auto unit = static_cast<std::size_t>(model.parameters()[i].unit);
    units.resize(std::max(units.size(), unit + 1));
    units[unit].push_back(i);
  }
  for (std::vector<std::size_t>& unit : units) add_unit(std::move(unit));
  if (layout.zero < 2) return;
  model.take_units_from([this](std::int64_t unit) { return lend(static_cast<std::size_t>(unit)); });
  if (layout.zero < 3) return;
  for (std::size_t i = 0; i < units_.size(); ++i) units_[i].shard = hold_shard(units_[i], static_cast<std::int64_t>(i));
  model.forget_first_values();
}

void ZeroShards::add_unit(std::vector<std::size_t> parameters) {
  Unit unit;
  const auto& all = model_.parameters();
  std::stable_partition(parameters.begin(), parameters.end(), [&](std::size_t i) { return all[i].partial; });
  std::int64_t partial = 0;
  for (const std::size_t i : parameters) {
    unit.values += all[i].values();
    if (all[i].partial) partial += all[i].values();
  }
  const std::int64_t ranks = layout_.zero == 0 ? 1 : copies_of(layout_);
  unit.parameters = std::move(parameters);
  unit.own = (unit.values + ranks - 1) / ranks;
  unit.padded = unit.own * ranks;
  unit.partial = std::clamp<std::int64_t>(partial - first_own(unit), 0, unit.own);
  unit.at = own_values_;
  own_values_ += unit.own;
  units_.push_back(std::move(unit));
}

std::int64_t ZeroShards::first_own(const Unit& unit) const {
  return layout_.zero == 0 ? 0 : place_.copy(layout_) * unit.own;
}

/// This rank's part of the unit's first values.
Tensor ZeroShards::hold_shard(const Unit& unit, std::int64_t number) const {
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(unit.padded));
  for (const std::size_t i : unit.parameters) {
    const std::vector<float>& first = model_.parameters()[i].first_values;
    values.insert(values.end(), first.begin(), first.end());
  }
  values.resize(static_cast<std::size_t>(unit.padded), 0.0F);
  const std::span<const float> own = std::span<const float>(values).subspan(static_cast<std::size_t>(first_own(unit)),
                                                                            static_cast<std::size_t>(unit.own));
  return device_.parameter("unit " + std::to_string(number), own, {unit.own});
}

std::vector<float> ZeroShards::shares() const {
  std::vector<float> shares(static_cast<std::size_t>(own_values_), 0.0F);
  for (const Run& run : runs()) {
    const float share = run.parameter->whole ? 1.0F / static_cast<float>(layout_.tp) : 1.0F;
    std::fill_n(shares.begin() + run.at, run.values, share);
  }
  return shares;
}

std::vector<ZeroShards::Run> ZeroShards::runs() const {
  std::vector<Run> runs;
  for (const Unit& unit : units_) {
    const std::int64_t begin = first_own(unit), end = begin + unit.own;
    std::int64_t at = 0;
    for (const std::size_t i : unit.parameters) {
      const RankParameter& parameter = model_.parameters()[i];
      const std::int64_t from = std::max(begin, at), to = std::min(end, at + parameter.values());
      if (from < to) runs.push_back({&parameter, from - at, to - from, unit.at + from - begin});
      at += parameter.values();
    }
  }
  return runs;
}

void ZeroShards::begin_step() {
  for (Unit& unit : units_) unit.gradient = Tensor();
}

std::vector<Tensor> ZeroShards::slots(const Unit& unit) const {
  std::vector<Tensor> slots;
  for (const std::size_t i : unit.parameters) slots.push_back(model_.parameters()[i].tensor);
  return slots;
}

/// A unit's parameters for the passes of one micro-batch, in the order of the model; their gradients come back here.
std::vector<Tensor> ZeroShards::lend(std::size_t number) {
  const auto make = [this, number] {
    const Unit& unit = units_[number];
    const std::vector<Tensor> lying = layout_.zero == 3 ? parts(unit, all_gather(unit.shard, data_group)) : slots(unit);
    const std::size_t first = *std::min_element(unit.parameters.begin(), unit.parameters.end());
    std::vector<Tensor> of_model(lying.size());
    for (std::size_t i = 0; i < lying.size(); ++i) of_model[unit.parameters[i] - first] = lying[i];
    return of_model;
  };
  const auto take = [this, number](const std::vector<Tensor>& gradients) {
    Unit& unit = units_[number];
    const std::size_t first = *std::min_element(unit.parameters.begin(), unit.parameters.end());
    std::vector<Tensor> lying;
    for (const std::size_t i : unit.parameters) lying.push_back(gradients[i - first]);
    const Tensor own = reduce_scatter(flat(unit, lying), data_group);
    unit.gradient = unit.gradient.failed() ? own : unit.gradient + own;
    if (unit.gradient.failed()) return;
    // Held from pass to pass as one sum, not as its summands.
    tracing::Recorder& recorder = device_.recorder();
    recorder.node(recorder.node_of(unit.gradient)).materialised = true;
  };
  return tracing::lent(device_, make, take, layout_.zero == 3);
}

/// The parameters that lie in `whole`.
std::vector<Tensor> ZeroShards::parts(const Unit& unit, const Tensor& whole) const {
  std::vector<Tensor> parts;
  std::int64_t begin = 0;
  for (const std::size_t i : unit.parameters) {
    const RankParameter& parameter = model_.parameters()[i];
    const std::int64_t end = begin + parameter.values();
    parts.push_back(reshape(slice(whole, 0, begin, end), parameter.shape));
    begin = end;
  }
  return parts;
}

Tensor ZeroShards::flat(const Unit& unit, const std::vector<Tensor>& in_order) const {
  std::vector<Tensor> flattened;
  for (const Tensor& each : in_order) flattened.push_back(reshape(each, {-1}));
  const Tensor whole = joined(flattened);
  return unit.padded == unit.values ? whole : pad(whole, 0, 0, unit.padded - unit.values);
}

Tensor ZeroShards::own_part(const Unit& unit, const Tensor& whole) const {
  if (unit.own == unit.padded) return whole;
  return slice(whole, 0, first_own(unit), first_own(unit) + unit.own);
}

Tensor ZeroShards::gradient() {
  std::vector<Tensor> all;
  for (const Unit& unit : units_) {
    if (layout_.zero >= 2) {
      all.push_back(unit.gradient.failed() ? device_.constant(0, {unit.own}) : unit.gradient);
      continue;
    }
    std::vector<Tensor> gradients;
    for (const std::size_t i : unit.parameters) {
      const RankParameter& parameter = model_.parameters()[i];
      const std::optional<Tensor> gradient = device_.gradient_of(parameter.tensor);
      gradients.push_back(gradient ? *gradient : device_.constant(0, parameter.shape));
    }
    Tensor whole = flat(unit, gradients);
    if (copies_of(layout_) > 1)
      whole = layout_.zero == 1 ? reduce_scatter(whole, data_group) : all_reduce(whole, data_group);
    all.push_back(whole);
  }
  return with_tensor_group(joined(all));
}

Tensor ZeroShards::with_tensor_group(const Tensor& gradient) const {
  std::vector<Tensor> partial, all;
  for (const Unit& unit : units_) {
    if (unit.partial > 0) partial.push_back(slice(gradient, 0, unit.at, unit.at + unit.partial));
  }
  if (partial.empty()) return gradient;
  const Tensor summed = all_reduce(joined(partial), tensor_group);
  std::int64_t at = 0;
  for (const Unit& unit : units_) {
    if (unit.partial > 0) all.push_back(slice(summed, 0, at, at + unit.partial));
    if (unit.partial < unit.own) all.push_back(slice(gradient, 0, unit.at + unit.partial, unit.at + unit.own));
    at += unit.partial;
  }
  return joined(all);
}

Tensor ZeroShards::weights() const {
  std::vector<Tensor> all;
  for (const Unit& unit : units_)
    all.push_back(layout_.zero == 3 ? unit.shard : own_part(unit, flat(unit, slots(unit))));
  return joined(all);
}

void ZeroShards::take(const Tensor& updated) {
  for (const Unit& unit : units_) {
    const Tensor own = units_.size() == 1 ? updated : slice(updated, 0, unit.at, unit.at + unit.own);
    if (layout_.zero == 3) {
      device_.assign(unit.shard, cast(own, unit.shard.type().format));
      continue;
    }
    const std::vector<Tensor> parameters = slots(unit);
    const std::vector<Tensor> next = parts(unit, layout_.zero == 0 ? own : all_gather(own, data_group));
    for (std::size_t i = 0; i < parameters.size(); ++i)
      device_.assign(parameters[i], cast(next[i], parameters[i].type().format));
  }
}

void ZeroShards::count_gradients() const {
  for (const Unit& unit : units_) {
    if (!unit.gradient.failed()) device_.count_as_gradient(unit.gradient);
  }
}

}  // namespace hakaru
