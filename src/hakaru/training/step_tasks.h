// A step's work as tasks: the passes of a schedule on each stage's compute stream, sends between stages, gathers and
// reductions on its data stream.
//
//   stage s:  compute    its passes in the schedule's order; the first forward and the last backward of each chunk are
//                        cut into as many parts as there are buckets
//             data       gather of bucket k before part k of the first forward, reduction of bucket k behind part k of
//                        the last backward (or weight) pass; takes compute cores
//             next       activations to the chunk that follows, sent when their pass has ended
//             previous   gradients of activations to the chunk before
//   optimizer  once every stage has reduced its gradients: their norm is taken over all of them
// Fully sharded (one stage, a chunk for each unit): a gather before every pass, begun once all but `gathered_units` − 1
// of the units gathered before are free again, and a reduction behind every backward pass.
//
// A pass that runs beside the next one waits for what both wait for, and what both send leaves as both are done.
// The stream `next` has what goes to a stage with a higher number where micro-batches go both ways.
//
// Sends cost neither side compute: copies, or kernels too small to matter.
#pragma once

#include "hakaru/training/engine.h"
#include "hakaru/training/step_work.h"

namespace hakaru {

enum class TaskKind : std::uint8_t {
  forward,
  backward,
  weight,
  send_next,
  send_previous,
  gather,
  reduce,
  norm,
  optimizer
};

struct TaskLabel {
  TaskKind kind = TaskKind::forward;
  int stage = 0;
  int chunk = 0;
  int micro_batch = 0;
  int part = 0;            ///< bucket; parts of one pass follow each other
  bool with_next = false;  ///< a pass that runs beside the one behind it
  bool frees = false;      ///< nothing of its micro-batch is kept on its chunk from here on
};

struct StepTasks {
  TaskGraph graph;
  std::vector<TaskLabel> labels;  ///< of each task
};

StepTasks tasks_of(const StepWork& work);

}  // namespace hakaru
