#include "hakaru/rehearsal/zero.h"

#include <algorithm>

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int data_group = static_cast<int>(RankGroup::data),
              expert_data_group = static_cast<int>(RankGroup::expert_data);
constexpr std::uint64_t summed_stream = 1;  // of the rounding of summed gradients; others are hashes

Tensor joined(const std::vector<Tensor>& parts) {
  return parts.size() == 1 ? parts.front() : tracing::concatenate(parts, 0);
}

}  // namespace

ZeroShards::ZeroShards(tracing::Device& device, RankNetwork& model, const Layout& layout, const RankPlace& place)
    : device_(device), model_(model), layout_(layout), place_(place) {
  if (layout.zero == 1 && copies_of(layout) == 1) layout_.zero = 0;  // there is nobody to share with
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    const RankParameter& parameter = model.parameters()[i];
    const std::size_t experts = layout.ep > 1 && parameter.expert ? 1 : 0;
    const std::size_t unit = units_apart() * static_cast<std::size_t>(parameter.unit) + experts;
    units.resize(std::max(units.size(), unit + 1));
    units[unit].push_back(i);
  }
  for (std::vector<std::size_t>& unit : units) add_unit(std::move(unit));
  add_parts();
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
  unit.parameters = std::move(parameters);
  find_group(unit);
  const std::int64_t ranks = layout_.zero == 0 ? 1 : unit.ranks;
  unit.own = (unit.values + ranks - 1) / ranks;
  unit.padded = unit.own * ranks;
  unit.partial = std::clamp<std::int64_t>(partial - first_own(unit), 0, unit.own);
  unit.at = own_values_;
  own_values_ += unit.own;
  units_.push_back(std::move(unit));
}

void ZeroShards::find_group(Unit& unit) const {
  const bool experts = layout_.ep > 1 && model_.parameters()[unit.parameters.front()].expert;
  unit.group = experts ? expert_data_group : data_group;
  unit.ranks = copies_of(layout_) / (experts ? layout_.ep : 1);
  unit.place = experts ? place_.expert_copy(layout_) : place_.copy(layout_);
}

std::int64_t ZeroShards::first_own(const Unit& unit) const { return layout_.zero == 0 ? 0 : unit.place * unit.own; }

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
    const bool expert = layout_.ep > 1 && run.parameter->expert;
    const std::int64_t alike = layout_.zero == 0 ? copies_of(layout_) / (expert ? layout_.ep : 1) : 1;
    const std::int64_t ranks = alike * (run.parameter->whole ? layout_.tp : 1);
    std::fill_n(shares.begin() + run.at, run.values, 1.0F / static_cast<float>(ranks));
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

void ZeroShards::begin_update() {
  const auto gradient_of = [this](const std::string& name, std::int64_t values, const tracing::Dimensions& shape) {
    return device_.input("gradient of " + name, std::vector<float>(static_cast<std::size_t>(values), 0.0F), shape);
  };
  if (layout_.zero < 2) {
    for (const RankParameter& parameter : model_.parameters())
      device_.set_gradient(parameter.tensor, gradient_of(parameter.name, parameter.values(), parameter.shape));
    return;
  }
  for (std::size_t number = 0; number < units_.size(); ++number)
    units_[number].gradient = gradient_of(parts_[number].name, units_[number].own, {units_[number].own});
}

std::vector<Tensor> ZeroShards::slots(const Unit& unit) const {
  std::vector<Tensor> slots;
  for (const std::size_t i : unit.parameters) slots.push_back(model_.parameters()[i].tensor);
  return slots;
}

/// A layer's parameters for the passes of one micro-batch, in the order of the model; their gradients come back here.
std::vector<Tensor> ZeroShards::lend(std::size_t layer) {
  const std::size_t begin = layer * units_apart(), end = begin + units_apart();
  std::size_t first = model_.parameters().size(), count = 0;
  for (std::size_t number = begin; number < end; ++number) {
    const std::vector<std::size_t>& parameters = units_[number].parameters;
    first = std::min(first, *std::min_element(parameters.begin(), parameters.end()));
    count += parameters.size();
  }
  const auto make = [this, begin, end, first, count] {
    std::vector<Tensor> of_model(count);
    for (std::size_t number = begin; number < end; ++number) {
      const Unit& unit = units_[number];
      const std::vector<Tensor> lying = layout_.zero == 3 ? parameters_in(unit, whole(unit)) : slots(unit);
      for (std::size_t i = 0; i < lying.size(); ++i) of_model[unit.parameters[i] - first] = lying[i];
    }
    return of_model;
  };
  const auto take = [this, begin, end, first](const std::vector<Tensor>& gradients) {
    for (std::size_t number = begin; number < end; ++number) {
      std::vector<Tensor> lying;
      for (const std::size_t i : units_[number].parameters) lying.push_back(gradients[i - first]);
      add_gradient(units_[number], flat(units_[number], lying));
    }
  };
  return tracing::lent(device_, make, take, layout_.zero == 3);
}

Tensor ZeroShards::whole(const Unit& unit) const {
  return unit.ranks > 1 ? all_gather(unit.shard, unit.group) : unit.shard;
}

/// Adds the gradient of one micro-batch, from all parameters of the unit.
void ZeroShards::add_gradient(Unit& unit, const Tensor& of_passes) const {
  const Tensor own = unit.ranks > 1 ? scattered(unit, of_passes) : of_passes;
  unit.gradient = unit.gradient.failed() ? own : unit.gradient + own;
  if (unit.gradient.failed()) return;
  // Held from pass to pass as one sum, not as its summands.
  tracing::Recorder& recorder = device_.recorder();
  tracing::Node& sum = recorder.node(recorder.node_of(unit.gradient));
  sum.materialised = sum.running_sum = true;
}

/// The parameters that lie in `whole`.
std::vector<Tensor> ZeroShards::parameters_in(const Unit& unit, const Tensor& whole) const {
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

/// A shard of a unit draws the bits of its places in the unit.
Tensor ZeroShards::scattered(const Unit& unit, const Tensor& whole) const {
  Tensor own = reduce_scatter(whole, unit.group);
  if (own.failed()) return own;
  tracing::Recorder& recorder = device_.recorder();
  recorder.node(recorder.node_of(own)).draw.first = first_own(unit);
  return own;
}

void ZeroShards::add_parts() {
  for (std::size_t number = 0; number < units_.size(); ++number) {
    const Unit& unit = units_[number];
    if (layout_.zero > 0) {
      parts_.push_back({"unit " + std::to_string(number), {unit.own}, unit.at, unit.own, unit.partial});
      continue;
    }
    std::int64_t at = unit.at;
    for (const std::size_t i : unit.parameters) {
      const RankParameter& parameter = model_.parameters()[i];
      const std::int64_t values = parameter.values();
      parts_.push_back({parameter.name, parameter.shape, at, values, parameter.partial ? values : 0});
      at += values;
    }
  }
}

/// Gradients of each of the unit's parts, summed over the ranks that have the same parameters.
std::vector<Tensor> ZeroShards::own_gradients(const Unit& unit) {
  if (layout_.zero >= 2) return {unit.gradient.failed() ? device_.constant(0, {unit.own}) : unit.gradient};
  std::vector<Tensor> gradients;
  for (const std::size_t i : unit.parameters) {
    const RankParameter& parameter = model_.parameters()[i];
    const std::optional<Tensor> gradient = device_.gradient_of(parameter.tensor);
    gradients.push_back(gradient ? *gradient : device_.constant(0, parameter.shape));
  }
  if (layout_.zero == 1) {
    const Tensor bucket = flat(unit, gradients);
    return {unit.ranks > 1 ? scattered(unit, bucket) : bucket};
  }
  return unit.ranks > 1 ? parameters_in(unit, all_reduce(flat(unit, gradients), unit.group)) : gradients;
}

std::vector<Tensor> ZeroShards::gradients() {
  // Ranks that sum the same values round them with the same bits.
  device_.recorder().begin_stream(summed_stream);
  std::vector<Tensor> all;
  for (const Unit& unit : units_) {
    for (Tensor& gradient : own_gradients(unit)) all.push_back(std::move(gradient));
  }
  all = with_tensor_group(std::move(all));
  // The sums over ranks take the place of the sums over micro-batches.
  tracing::Recorder& recorder = device_.recorder();
  for (const Tensor& gradient : all) {
    if (!gradient.failed()) recorder.node(recorder.node_of(gradient)).running_sum = true;
  }
  return all;
}

/// In one bucket.
std::vector<Tensor> ZeroShards::with_tensor_group(std::vector<Tensor> gradients) const {
  std::vector<Tensor> partial;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].partial > 0) partial.push_back(slice(reshape(gradients[i], {-1}), 0, 0, parts_[i].partial));
  }
  if (partial.empty()) return gradients;
  const Tensor summed = all_reduce(joined(partial), tensor_group);
  std::int64_t at = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.partial == 0) continue;
    std::vector<Tensor> all{slice(summed, 0, at, at + part.partial)};
    if (part.partial < part.values) all.push_back(slice(gradients[i], 0, part.partial, part.values));
    gradients[i] = reshape(joined(all), part.shape);
    at += part.partial;
  }
  return gradients;
}

Tensor ZeroShards::weights(std::size_t part) const {
  const Part& own = parts_[part];
  if (layout_.zero == 3) return units_[part].shard;
  std::vector<Tensor> all;
  std::int64_t end = own.at;
  for (const Run& run : runs()) {
    if (run.at < own.at || run.at >= own.at + own.values) continue;
    const Tensor& whole = run.parameter->tensor;
    if (layout_.zero == 0) return whole;
    all.push_back(slice(reshape(whole, {-1}), 0, run.first, run.first + run.values));
    end = run.at + run.values;
  }
  if (end < own.at + own.values) all.push_back(device_.constant(0, {own.at + own.values - end}));
  return joined(all);
}

/// Casts what this rank updated to the device's format: each value is rounded by its place in the full parameter.
Tensor ZeroShards::stored(const Part& part, const Tensor& updated) const {
  const DataType format = device_.options().format;
  if (updated.type().format == format) return updated;
  const Tensor values = reshape(updated, {-1});
  std::vector<Tensor> all;
  std::int64_t at = 0;
  const auto add = [&](std::int64_t end, const tracing::Draw& draw) {
    if (at == end) return;
    tracing::Recorder& recorder = device_.recorder();
    const Tensor rounded = cast(slice(values, 0, at, end), format);
    if (!rounded.failed()) recorder.node(recorder.node_of(rounded)).draw = draw;
    all.push_back(rounded);
    at = end;
  };
  for (const Run& run : runs()) {
    if (run.at < part.at || run.at >= part.at + part.values) continue;
    add(run.at - part.at, {});  // padding
    add(run.at - part.at + run.values, run.parameter->draw(run.first));
  }
  add(part.values, {});
  return reshape(joined(all), part.shape);
}

void ZeroShards::take(std::size_t part, const Tensor& updated) {
  const Tensor next = stored(parts_[part], updated);
  if (layout_.zero == 0 || layout_.zero == 3) return device_.assign(weights(part), next);
  const Unit& unit = units_[part];
  const Tensor whole = unit.ranks > 1 ? all_gather(next, unit.group) : next;
  std::int64_t begin = 0;
  for (const std::size_t i : unit.parameters) {  // one by one: they never lie beside the whole together
    const RankParameter& parameter = model_.parameters()[i];
    const std::int64_t end = begin + parameter.values();
    device_.assign(parameter.tensor, reshape(slice(whole, 0, begin, end), parameter.shape));
    begin = end;
  }
}

void ZeroShards::count_gradients() const {
  for (const Unit& unit : units_) {
    if (!unit.gradient.failed()) device_.count_as_gradient(unit.gradient);
  }
}

}  // namespace hakaru
