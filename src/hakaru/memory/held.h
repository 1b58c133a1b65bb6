// The parameters that one rank holds of a module, after tensor and expert parallelism.
//
// Megatron-LM's division (Shoeybi et al. 2019 §3): a column-parallel matrix and its bias are cut t ways, a row-parallel
// matrix is cut and its bias whole, a token table is cut by rows, a norm is whole. Keys and values are cut by whole
// heads, of which each rank has at least one: beyond their number they are repeated. Experts are spread over ep ranks,
// each then cut as its matrix is.
// Example: Llama-2-7B with t = 8 holds 4096² / 8 of q_proj and 4096 of a norm.
//
// Low-rank adapters of rank r beside a matrix of in × out add r (in + out) parameters, of which the side that the
// matrix cuts is cut too (Hu et al. 2021, arXiv 2106.09685, §4.1).
#pragma once

#include <cstdint>
#include <optional>

#include "hakaru/job/lora.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// Numbers of parameters of a part of a model, by kind, and of Adafactor's sums.
struct Held {
  double linear = 0;  ///< matrices of linear layers outside experts, kernels: what weight quantisation shrinks
  double other = 0;   ///< tables, output head, norms, biases
  double expert = 0;  ///< matrices of routed experts
  /// Row and column sums of matrices, and everything that is no matrix (Adafactor).
  double factored = 0;
  double expert_factored = 0;
  double adapters = 0;
  double expert_adapters = 0;

  double dense() const { return linear + other; }
  double all() const { return dense() + expert; }
  Held& operator+=(const Held& more);
  Held operator*(double copies) const;
};

struct HeldBy {
  std::int64_t tp = 1;
  std::int64_t ep = 1;
  std::optional<Lora> lora = {};  ///< empty: no adapters
  std::int64_t expert_tp = 0;     ///< ranks that cut one expert; 0: tp
};

Held held_of(const Module& module, const HeldBy& rank);
/// One copy of a block.
Held held_of(const Block& block, const HeldBy& rank);
/// A stage without the embedding keeps one copy of its table for whatever reads it there: a tied output head, layers
/// that predict further tokens.
Held tied_head_of(const Model& model, const HeldBy& rank);

}  // namespace hakaru
