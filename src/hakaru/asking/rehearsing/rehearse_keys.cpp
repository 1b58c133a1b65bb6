#include "hakaru/asking/answers.h"

namespace hakaru {

std::vector<QuestionKey> rehearse_keys() {
  QuestionKey trace = timeline_key();
  trace.group = "rehearsal";
  trace.help = "write the last step, executed and simulated, for Perfetto or Chrome";
  return {plan_key(),
          usually("8", {"ranks", "rehearsal", "N", "most processes"}),
          usually("10", {"steps", "rehearsal", "N", "optimizer steps"}),
          usually("1", {"seed", "rehearsal", "N", "of the first parameters"}),
          usually("fp32", {"precision", "rehearsal", "NAME",
                           "number format of all tensors but the optimizer's: fp32, bf16, bf16-sr, …"}),
          {"network", "rehearsal", "NAME",
           "rehearse the layout with mlp, cnn, gpt, llama, mixtral or bert (default: the nearest to the plan's model)"},
          {"scale", "rehearsal", "SIZES", "of the miniature, such as layers=4,hidden=/64,sequence=64"},
          {"compare_precision", "rehearsal", "NAMES",
           "train in each of these instead (fp32,bf16,bf16-sr,fp8-e4m3,cfp8) and compare what is learnt"},
          {"text", "rehearsal", "FILE", "what to train on (default: Genesis, 1611)"},
          {"core_memory", "rehearsal", "BYTES", "of each simulated core, such as 512KiB (default: the accelerator's)"},
          {"sequence_lengths", "rehearsal", "FILE|LIST",
           "count the graphs of sequences of these lengths instead: a trace of requests, or 128,512,2k"},
          {"buckets", "rehearsal", "LIST|powers", "lengths to pad them to, or powers of two"},
          trace,
          {"cache", "rehearsal", "DIR", "where compiled programs outlive the run (default: nowhere)"}};
}

}  // namespace hakaru
