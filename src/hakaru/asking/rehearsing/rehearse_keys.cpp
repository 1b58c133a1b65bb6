#include "hakaru/asking/answers.h"

namespace hakaru {

std::vector<QuestionKey> rehearse_keys() {
  QuestionKey trace = timeline_key();
  trace.group = "rehearsal";
  trace.rules.excludes = "compare_precision sequence_lengths";
  trace.help = "write the last step, executed and simulated, for Perfetto or Chrome";
  return {plan_key(),
          ruled({.excludes = "sequence_lengths"}, usually("8", {"ranks", "rehearsal", "N", "most processes"})),
          ruled({.excludes = "sequence_lengths"}, usually("10", {"steps", "rehearsal", "N", "optimizer steps"})),
          ruled({.excludes = "sequence_lengths"}, usually("1", {"seed", "rehearsal", "N", "of the first parameters"})),
          ruled({.excludes = "compare_precision sequence_lengths"},
                usually("fp32", {"precision", "rehearsal", "NAME",
                                 "number format of all tensors but the optimizer's: fp32, bf16, bf16-sr, …"})),
          {"network", "rehearsal", "NAME",
           "rehearse the layout with mlp, cnn, gpt, llama, mixtral or bert (default: the nearest to the plan's model)"},
          {"scale", "rehearsal", "SIZES", "of the miniature, such as layers=4,hidden=/64,sequence=64"},
          {"compare_precision", "rehearsal", "NAMES",
           "train in each of these instead (fp32,bf16,bf16-sr,fp8-e4m3,cfp8) and compare what is learnt"},
          ruled({.excludes = "sequence_lengths"},
                {"text", "rehearsal", "FILE", "what to train on (default: Genesis, 1611)"}),
          ruled({.excludes = "compare_precision sequence_lengths", .least = "1B", .most = "1000PB"},
                {"core_memory", "rehearsal", "BYTES",
                 "of each simulated core, such as 512KiB (default: the accelerator's)"}),
          ruled({.excludes = "compare_precision"},
                {"sequence_lengths", "rehearsal", "FILE|LIST",
                 "count the graphs of sequences of these lengths instead: a trace of requests, or 128,512,2k"}),
          ruled({.needs = "sequence_lengths"},
                {"buckets", "rehearsal", "LIST|powers", "lengths to pad them to, or powers of two"}),
          trace,
          ruled({.excludes = "compare_precision sequence_lengths"},
                {"cache", "rehearsal", "DIR", "where compiled programs outlive the run (default: nowhere)"})};
}

}  // namespace hakaru
