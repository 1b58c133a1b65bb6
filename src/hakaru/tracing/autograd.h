// Gradients by reverse mode, recorded into the same graph as what they are gradients of.
//
// backward(y, ȳ) goes back over the operations that y depends on and that depend on something trainable. An operation
// z = f(x₁ … xₙ) hands z̄ on as x̄ᵢ = (∂z/∂xᵢ)ᵀ z̄, and what reaches a tensor by several ways is added. With y a scalar
// loss, ȳ is 1. What reaches a parameter is added to its gradient (Device::gradient_of), which lasts until
// mark_step().
//
// Tensors that an operation keeps of the forward pass: inputs (products, norms, gelu, silu, multiply, cross-entropy:
// its logits, convolutions), or its result (softmax, exponential, tanh, sigmoid, relu), or nothing (sums, moves of
// data, masks). The step's report counts their bytes for each backward pass, that is for each micro-batch; parameters
// are not among them. A checkpoint() keeps its inputs alone.
//
// Example: of loss = (w · x)², with w = 3, x = 2: backward gives w̄ = 2 · 6 · 2 = 24, and keeps x and w · x.
// Limits: no gradients of gradients. A parameter that was assigned between the forward pass and the backward pass, with
// a cut in between, is an error.
#pragma once

#include <functional>
#include <optional>

#include "hakaru/tracing/tensor.h"

namespace hakaru::tracing {

class Recorder;

/// `gradient`: that of `result`, where it is no scalar loss (a stage of a pipeline gets it from the next one).
void backward(const Tensor& result, const std::optional<Tensor>& gradient = std::nullopt,
              SourceLine line = SourceLine::here());

/// The half of a backward pass that others wait for: gradients of `inputs` alone, and what lies on the way to them. The
/// rest, gradients of parameters, is recorded when what is given back is called, once, before the step ends: the B and
/// W of zero-bubble pipelines (Qi et al. 2023, arXiv 2401.10241, §2.1). Of C = A · W, B is Ā = C̄ Wᵀ, and W is W̄ = Aᵀ C̄.
/// A step runs in the order in which it was recorded.
std::function<void()> backward_to(const std::vector<Tensor>& inputs, const Tensor& result,
                                  const std::optional<Tensor>& gradient = std::nullopt,
                                  SourceLine line = SourceLine::here());

/// The gradients of one operation's inputs, given that of its result; failed handles for those that have none. Products
/// leave out those that are not `wanted`, as what they would read may have to be made again.
std::vector<Tensor> input_gradients(Recorder& recorder, NodeId node, const Tensor& gradient,
                                    const std::function<bool(NodeId input)>& wanted, SourceLine line);

}  // namespace hakaru::tracing
