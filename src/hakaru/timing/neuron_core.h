// Time of a kernel on a NeuronCore, in s, from its engines. No operator measurements of Trainium or Inferentia are
// public: what follows is derived from the architecture, and checked where whole steps and tokens were measured.
//
// All engines of a core work side by side; a kernel takes as long as the one that is busy longest. A rank of several
// physical cores (a logical core) divides the work evenly.
//
//   product    The tensor engine multiplies 128×128 stationary values by up to 512 columns that move through,
//              max(columns, 64) cycles an instruction, contracting 128 values (more in types whose rate is a multiple
//              of bf16's; a type of a fraction of it takes as many more cycles). Either operand can be the stationary
//              one:
//                cycles = ⌈k/128⌉ · min(⌈n/128⌉ · moving(m), ⌈m/128⌉ · moving(n)) + 2·128 to fill and drain the array
//                moving(x) = 512 · ⌊x/512⌋ + max(x mod 512, 64), the last only where something is left
//              Results leave PSUM through the vector and scalar engines, m·n values. The DMA engines load both
//              operands; what does not fit half the SBUF is streamed once for each panel of the other that does.
//   attention  Scores: contraction over the head, moving keys; results: contraction over keys, moving values; between
//              them the probabilities are transposed by the tensor engine. Per score the scalar engine takes one
//              exponential, the vector engine two passes (row maximum; scaling and summing out of PSUM).
//   the rest   values read at the rates of vector and scalar engine together, bytes at the rate of the memory
//
// Worked example: NeuronCore-v2, bf16, 4096³: 32 · 32 · 8 · 512 + 256 = 4,194,560 cycles of 2.8 GHz = 1.498 ms, which
// is 91.7 TFLOP/s; 64 rows of it: 32 · min(32 · 64, 1 · 4096) = 65,536 cycles, 23.4 µs. Causal attention of 2048
// tokens, 32 heads of 128: 83.9 M scores with whole diagonal tiles: 1.17 ms on the vector engine, 0.47 on the scalar
// engine.
// Limits: no dependences between instructions, no spilling, no time to start a kernel (a graph is compiled whole).
// Source: AWS Neuron SDK 81ce03a, nki/guides/architecture/trainium_inferentia2_arch.rst (costs of instructions).
#pragma once

#include "hakaru/hardware/accelerator.h"
#include "hakaru/timing/kernel.h"

namespace hakaru {

class NeuronCore {
 public:
  /// `memory_bytes_per_s`: what is reached of the memory's bandwidth.
  NeuronCore(const Engines& engines, double memory_bytes_per_s);

  double product_s(const Product& product) const;
  double convolution_s(const ConvolutionOperator& convolution, const Product& product) const;
  double attention_s(const AttentionKernel& attention) const;
  double elementwise_s(double values_read, double bytes) const;

 private:
  double moving(double columns) const;
  double tensor_s(double cycles, double flops_per_s) const;
  double contractions(double depth, double flops_per_s) const;
  double streamed_bytes(const Product& product) const;

  Engines engines_;
  double bytes_per_s_;
};

}  // namespace hakaru
