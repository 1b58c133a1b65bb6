#include "hakaru/rehearsal/rank_step.h"

#include "hakaru/tracing/autograd.h"
#include "hakaru/tracing/optimizer.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int forward_group = static_cast<int>(RankGroup::forward),
              backward_group = static_cast<int>(RankGroup::backward);
constexpr int data_group = static_cast<int>(RankGroup::data), tensor_group = static_cast<int>(RankGroup::tensor);

std::int64_t values_of(const Tensor& tensor) {
  std::int64_t values = 1;
  for (const std::int64_t size : tensor.shape()) values *= size;
  return values;
}

/// A sum of many values in fp32 loses less when it is one of sums.
Tensor sum_in_rows(const Tensor& values) {
  constexpr std::int64_t row = 256;
  const std::int64_t count = values_of(values), rows = (count + row - 1) / row;
  const Tensor whole = rows * row == count ? values : pad(values, 0, 0, rows * row - count);
  return sum(sum(reshape(whole, {rows, row}), 1));
}

}  // namespace

RankTrainer::RankTrainer(tracing::Device& device, RankModel& model, const Miniature& miniature, const RankPlace& place,
                         BatchSource batches)
    : device_(device), model_(model), miniature_(miniature), place_(place), batches_(std::move(batches)) {
  const Layout& layout = miniature.layout;
  shape_ = {static_cast<int>(layout.pp), static_cast<int>(layout.vpp),
            static_cast<int>(layout.micro_batches(miniature.job.global_batch))};
  order_ = pipeline_schedule(layout.schedule).order(shape_, static_cast<int>(place.stage));
  for (const RankParameter& parameter : model.parameters()) padded_ += values_of(parameter.tensor);
  if (layout.zero == 1) padded_ = (padded_ + layout.dp - 1) / layout.dp * layout.dp;
  const std::int64_t own = layout.zero == 1 ? padded_ / layout.dp : padded_;
  std::vector<float> shares;
  for (const RankParameter& parameter : model.parameters())
    shares.insert(shares.end(), static_cast<std::size_t>(values_of(parameter.tensor)),
                  parameter.whole ? 1.0F / static_cast<float>(layout.tp) : 1.0F);
  shares.resize(static_cast<std::size_t>(padded_), 0.0F);
  const std::int64_t begin = layout.zero == 1 ? place.data * own : 0;
  share_.assign(shares.begin() + begin, shares.begin() + begin + own);
  const std::vector<float> zeros(static_cast<std::size_t>(own), 0.0F);
  mean_ = device.state("mean", zeros, {own}, DataType::fp32);
  square_ = device.state("square", zeros, {own}, DataType::fp32);
}

bool RankTrainer::first_part(const PipelinePass& pass) const { return place_.stage == 0 && pass.chunk == 0; }
bool RankTrainer::last_part(const PipelinePass& pass) const {
  return place_.stage == shape_.stages - 1 && pass.chunk == shape_.chunks - 1;
}

RankTrainer::InFlight& RankTrainer::flight(const PipelinePass& pass) {
  return in_flight_[static_cast<std::size_t>(pass.chunk) * static_cast<std::size_t>(shape_.micro_batches) +
                    static_cast<std::size_t>(pass.micro_batch)];
}

/// Data-parallel ranks take micro-batches in turn; every rank of a replica the same ones.
std::int64_t RankTrainer::own_sequence(std::int64_t micro_batch) const {
  const Layout& layout = miniature_.layout;
  const std::int64_t step = steps_ * miniature_.job.global_batch;
  return step + (micro_batch * layout.dp + place_.data) * layout.micro_batch;
}

TextBatch RankTrainer::batch_of(const PipelinePass& pass) const {
  return batches_(own_sequence(pass.micro_batch), miniature_.layout.micro_batch);
}

void RankTrainer::forward(const PipelinePass& pass) {
  InFlight& here = flight(pass);
  const auto stages = shape_.stages;
  const int previous = static_cast<int>((place_.stage + stages - 1) % stages),
            next = static_cast<int>((place_.stage + 1) % stages);
  const bool first = first_part(pass), last = last_part(pass);
  here.input =
      first ? model_.embedded(batch_of(pass).tokens)
            : receive(device_, model_.handed_on(), {device_.options().format, false}, forward_group, previous, true);
  here.output = model_.through(pass.chunk, here.input);
  if (!last) send(here.output, forward_group, next);
}

void RankTrainer::backward(const PipelinePass& pass) {
  InFlight& here = flight(pass);
  const auto stages = shape_.stages;
  const int previous = static_cast<int>((place_.stage + stages - 1) % stages),
            next = static_cast<int>((place_.stage + 1) % stages);
  if (last_part(pass)) {
    // The head runs here, so that one micro-batch's logits are there at once whatever the schedule.
    here.loss = model_.loss(here.output, batch_of(pass).labels);
    // The loss is the same on all ranks of the tensor group, and each sends its gradient back (RankModel::loss).
    const Layout& layout = miniature_.layout;
    const double share = 1.0 / static_cast<double>(shape_.micro_batches * layout.dp * layout.tp);
    tracing::backward(here.loss, device_.constant(share));
  } else {
    const Tensor gradient =
        receive(device_, model_.handed_on(), {device_.options().format, false}, backward_group, next);
    tracing::backward(here.output, gradient);
  }
  if (first_part(pass)) return;
  if (const std::optional<Tensor> gradient = device_.gradient_of(here.input)) send(*gradient, backward_group, previous);
}

void RankTrainer::run(const PipelinePass& pass) {
  if (pass.kind == PassKind::forward) {
    forward(pass);
  } else {
    backward(pass);
  }
}

Tensor RankTrainer::flat(const std::vector<Tensor>& tensors) const {
  std::vector<Tensor> parts;
  for (const Tensor& tensor : tensors) parts.push_back(reshape(tensor, {-1}));
  return tracing::concatenate(parts, 0);
}

void RankTrainer::sum_partial_gradients() {
  std::vector<Tensor> partial, gradients;
  for (const RankParameter& parameter : model_.parameters()) {
    const std::optional<Tensor> gradient = device_.gradient_of(parameter.tensor);
    if (!parameter.partial || !gradient) continue;
    partial.push_back(parameter.tensor);
    gradients.push_back(*gradient);
  }
  if (partial.empty()) return;
  const Tensor whole = all_reduce(flat(gradients), tensor_group);
  std::int64_t begin = 0;
  for (const Tensor& parameter : partial) {
    const std::int64_t end = begin + values_of(parameter);
    device_.set_gradient(parameter, reshape(slice(whole, 0, begin, end), parameter.shape()));
    begin = end;
  }
}

Tensor RankTrainer::update() {
  const Layout& layout = miniature_.layout;
  std::vector<Tensor> parameters, gradients;
  for (const RankParameter& parameter : model_.parameters()) {
    parameters.push_back(parameter.tensor);
    const std::optional<Tensor> gradient = device_.gradient_of(parameter.tensor);
    gradients.push_back(gradient ? *gradient : device_.constant(0, parameter.tensor.shape()));
  }
  Tensor weights = flat(parameters), gradient = flat(gradients);
  const std::int64_t values = values_of(weights);
  if (padded_ > values) {
    weights = pad(weights, 0, 0, padded_ - values);
    gradient = pad(gradient, 0, 0, padded_ - values);
  }
  if (layout.dp > 1)
    gradient = layout.zero == 1 ? reduce_scatter(gradient, data_group) : all_reduce(gradient, data_group);
  if (layout.zero == 1) {
    const std::int64_t own = padded_ / layout.dp;
    weights = slice(weights, 0, place_.data * own, (place_.data + 1) * own);
  }
  const Tensor share = device_.input("share", share_, {static_cast<std::int64_t>(share_.size())}, DataType::fp32);
  Tensor squares = sum_in_rows(gradient * gradient * share);
  const tracing::AdamWOptions options;
  const tracing::AdamWNumbers numbers = adamw_numbers(device_, options, static_cast<int>(steps_) + 1);
  const Tensor mean = mean_ * options.beta1 + gradient * (1 - options.beta1);
  const Tensor square = square_ * options.beta2 + gradient * gradient * (1 - options.beta2);
  const Tensor direction =
      mean * numbers.mean_correction / add_constant(square_root(square * numbers.square_correction), options.epsilon);
  Tensor updated = weights - numbers.rate * (direction + weights * options.weight_decay);
  device_.assign(mean_, mean);
  device_.assign(square_, square);
  if (layout.zero == 1) updated = all_gather(updated, data_group);
  std::int64_t begin = 0;
  for (const Tensor& parameter : parameters) {
    const std::int64_t end = begin + values_of(parameter);
    device_.assign(parameter, cast(reshape(slice(updated, 0, begin, end), parameter.shape()), parameter.type().format));
    begin = end;
  }
  return squares;
}

Result<RankStep> RankTrainer::step() {
  device_.zero_gradients();
  in_flight_.assign(static_cast<std::size_t>(shape_.chunks) * static_cast<std::size_t>(shape_.micro_batches), {});
  RankStep done;
  for (const PipelinePass& pass : order_) run(pass);
  sum_partial_gradients();
  const Tensor squares = update();
  std::vector<Tensor> losses;
  for (const InFlight& each : in_flight_) {
    if (!each.loss.failed()) losses.push_back(each.loss);
  }
  std::vector<Tensor> kept = losses;
  kept.push_back(squares);
  const Result<tracing::StepReport> report = device_.mark_step(kept);
  if (!report) return fail(report);
  done.report = *report;
  const Result<float> squared = squares.value();
  if (!squared) return fail(squared);
  done.gradient_squares = *squared;
  for (const Tensor& loss : losses) {
    const Result<float> value = loss.value();
    if (!value) return fail(value);
    done.loss += *value / static_cast<double>(losses.size());
  }
  ++steps_;
  return done;
}

}  // namespace hakaru
