#include "hakaru/tracing/optimizer.h"

#include <numbers>

#include "hakaru/numerics/elementary.h"
#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

/// Zeros beside each parameter.
std::vector<Tensor> states_of(const std::vector<Tensor>& parameters, std::string_view name) {
  std::vector<Tensor> states;
  for (const Tensor& parameter : parameters) {
    if (parameter.failed() || !parameter.record()->slot) {
      states.push_back(parameter);
      continue;
    }
    Device& device = parameter.device();
    const Slot& slot = device.recorder().slots()[*parameter.record()->slot];
    const std::vector<float> zeros(static_cast<std::size_t>(elements_of(parameter.shape())), 0.0F);
    states.push_back(
        device.state(fmt::format("{} of {}", name, slot.name), zeros, parameter.shape(), DataType::fp32, slot.line));
  }
  return states;
}

void zero_gradients(const std::vector<Tensor>& parameters) {
  if (!parameters.empty() && !parameters.front().failed()) parameters.front().device().zero_gradients();
}

Tensor number(Device& device, const std::string& name, double value, SourceLine line) {
  const float held = static_cast<float>(value);
  return device.input(name, {&held, 1}, {}, DataType::fp32, line);
}

}  // namespace

Sgd::Sgd(std::vector<Tensor> parameters, double learning_rate, double momentum)
    : parameters_(std::move(parameters)),
      velocities_(momentum != 0 ? states_of(parameters_, "velocity") : std::vector<Tensor>{}),
      learning_rate_(learning_rate),
      momentum_(momentum) {}

void Sgd::zero_grad() { zero_gradients(parameters_); }

void Sgd::step(SourceLine line) {
  if (parameters_.empty() || parameters_.front().failed()) return;
  Device& device = parameters_.front().device();
  const Recorder::WithoutGradient paused(device.recorder());
  const Tensor rate = number(device, "learning rate", learning_rate_, line);
  for (std::size_t at = 0; at < parameters_.size(); ++at) {
    const Tensor& parameter = parameters_[at];
    std::optional<Tensor> change = device.gradient_of(parameter);
    if (!change) continue;
    if (momentum_ != 0) {
      change = add(scale(velocities_[at], momentum_, line), *change, line);
      device.assign(velocities_[at], *change, line);
    }
    const Tensor next = subtract(parameter, multiply(rate, *change, line), line);
    device.assign(parameter, cast(next, parameter.type().format, line), line);
  }
}

AdamW::AdamW(std::vector<Tensor> parameters, const AdamWOptions& options)
    : parameters_(std::move(parameters)),
      means_(states_of(parameters_, "mean")),
      squares_(states_of(parameters_, "square")),
      options_(options) {}

void AdamW::zero_grad() { zero_gradients(parameters_); }

void AdamW::step(SourceLine line) {
  if (parameters_.empty() || parameters_.front().failed()) return;
  Device& device = parameters_.front().device();
  const Recorder::WithoutGradient paused(device.recorder());
  const AdamWNumbers numbers = adamw_numbers(device, options_, ++steps_, line);
  for (std::size_t at = 0; at < parameters_.size(); ++at) {
    const std::optional<Tensor> gradient = device.gradient_of(parameters_[at]);
    if (!gradient) continue;
    const Tensor& parameter = parameters_[at];
    const AdamWChange change = adamw_change(parameter, *gradient, means_[at], squares_[at], numbers, options_, line);
    device.assign(means_[at], change.mean, line);
    device.assign(squares_[at], change.square, line);
    device.assign(parameter, cast(change.parameter, parameter.type().format, line), line);
  }
}

AdamWNumbers adamw_numbers(Device& device, const AdamWOptions& options, int step, SourceLine line) {
  return {number(device, "learning rate", options.learning_rate, line),
          number(device, "correction of means", 1 / (1 - elementary::pow(options.beta1, step)), line),
          number(device, "correction of squares", 1 / (1 - elementary::pow(options.beta2, step)), line)};
}

AdamWChange adamw_change(const Tensor& parameter, const Tensor& gradient, const Tensor& mean, const Tensor& square,
                         const AdamWNumbers& numbers, const AdamWOptions& options, SourceLine line) {
  const Tensor wide = cast(gradient, DataType::fp32, line);  // its squares leave narrow formats
  const Tensor next_mean = add(scale(mean, options.beta1, line), scale(wide, 1 - options.beta1, line), line);
  const Tensor next_square =
      add(scale(square, options.beta2, line), scale(multiply(wide, wide, line), 1 - options.beta2, line), line);
  const Tensor deviation = square_root(multiply(next_square, numbers.square_correction, line), line);
  const Tensor direction =
      divide(multiply(next_mean, numbers.mean_correction, line), add_constant(deviation, options.epsilon, line), line);
  const Tensor decayed = scale(parameter, options.weight_decay, line);
  const Tensor change = multiply(add(direction, decayed, line), numbers.rate, line);
  return {subtract(parameter, change, line), next_mean, next_square};
}

double learning_rate_share(std::int64_t step, std::int64_t steps, std::int64_t warm_up_steps) {
  constexpr double last_share = 0.1;
  if (step <= warm_up_steps) return static_cast<double>(step) / static_cast<double>(warm_up_steps);
  const double passed = static_cast<double>(step - warm_up_steps) / static_cast<double>(steps - warm_up_steps);
  return last_share + (1 - last_share) * (1 + elementary::cos(std::numbers::pi * passed)) / 2;
}

}  // namespace hakaru::tracing
