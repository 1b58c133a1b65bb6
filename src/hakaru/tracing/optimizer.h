// Optimizers: they record the change of the parameters into the same graph as the gradients, and keep their states on
// the device. Parameters are changed in place.
//
//   SGD     v ← momentum · v + g,  w ← w − rate · v            (momentum 0: no v)
//   AdamW   m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²,
//           w ← w − rate · decay · w − rate · (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)      in step t
//           (Loshchilov and Hutter 2019, arXiv 1711.05101)
// The rate and the two corrections are inputs of the graph, three numbers a step: they change, and the graph does not.
// Example: w = 1, g = 0.5, rate 0.1, no decay, t = 1: m̂ = 0.5, √v̂ = 0.5, so w = 0.9.
// States are fp32, whatever the parameter's format; the change is computed in fp32 and rounded once.
#pragma once

#include <string>
#include <vector>

#include "hakaru/tracing/tensor.h"

namespace hakaru::tracing {

class Sgd {
 public:
  Sgd(std::vector<Tensor> parameters, double learning_rate, double momentum = 0);

  void zero_grad();
  void step(SourceLine line = SourceLine::here());
  void set_learning_rate(double learning_rate) { learning_rate_ = learning_rate; }

 private:
  std::vector<Tensor> parameters_;
  std::vector<Tensor> velocities_;
  double learning_rate_;
  double momentum_;
};

struct AdamWOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
};

class AdamW {
 public:
  explicit AdamW(std::vector<Tensor> parameters, const AdamWOptions& options = {});

  void zero_grad();
  void step(SourceLine line = SourceLine::here());
  void set_learning_rate(double learning_rate) { options_.learning_rate = learning_rate; }

 private:
  std::vector<Tensor> parameters_;
  std::vector<Tensor> means_;
  std::vector<Tensor> squares_;
  AdamWOptions options_;
  int steps_ = 0;
};

/// Numbers for AdamW's change of one tensor, for callers that shard its states: rate, 1/(1 − β₁ᵗ) and 1/(1 − β₂ᵗ).
struct AdamWNumbers {
  Tensor rate, mean_correction, square_correction;
};
AdamWNumbers adamw_numbers(Device& device, const AdamWOptions& options, int step, SourceLine line = SourceLine::here());
/// New values of parameter (fp32), mean and square.
struct AdamWChange {
  Tensor parameter, mean, square;
};
AdamWChange adamw_change(const Tensor& parameter, const Tensor& gradient, const Tensor& mean, const Tensor& square,
                         const AdamWNumbers& numbers, const AdamWOptions& options,
                         SourceLine line = SourceLine::here());

/// The share of the full learning rate in `step`, from 1 on: it rises in equal parts over `warm_up_steps`, and falls
/// along half a cosine to a tenth in the last step, as GPT-3's (Brown et al. 2020, arXiv 2005.14165, appendix B) and
/// Llama 2's did. Example: 20 of 300: 0.05 in step 1, 1 in step 20, 0.55 in step 160, 0.1 in step 300.
double learning_rate_share(std::int64_t step, std::int64_t steps, std::int64_t warm_up_steps);

}  // namespace hakaru::tracing
