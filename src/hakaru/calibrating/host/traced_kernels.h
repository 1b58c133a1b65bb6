// Single kernels of the traced step (tracing/) on this machine, of sizes that the network which is foretold does not
// have: products of many rows, products of one row whose weights lie in memory, attention over a prompt. Each
// instruction is timed apart, by the thread's processor time, in one step that runs them all, so that none finds its
// weights in a cache.
#pragma once

#include <memory>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/model/operator.h"
#include "hakaru/tracing/device.h"

namespace hakaru {

struct KernelTime {
  Operator op;
  double seconds = 0;  ///< without what it takes to record it
};

/// All kernels once.
struct KernelPass {
  std::vector<KernelTime> kernels;
  double launch_s = 0;     ///< of an operation: to record it, find its program, come to it
  double iteration_s = 0;  ///< of a step, whatever it does
};

/// A device that computes in fp32, as this machine does, and whose memory is no limit.
tracing::DeviceOptions host_device();

class TracedKernels {
 public:
  TracedKernels();
  Result<KernelPass> pass();

 private:
  struct Factors {
    tracing::Tensor rows, weights;
  };
  struct Heads {
    tracing::Tensor queries, keys, values;
    double scale = 1;
  };

  Result<std::vector<KernelTime>> kernels();
  Result<double> small_steps_s(int operations);

  std::unique_ptr<tracing::Device> device_, small_;
  std::vector<Factors> products_;
  std::vector<Heads> attentions_;
  tracing::Tensor short_row_, short_weight_;
};

}  // namespace hakaru
