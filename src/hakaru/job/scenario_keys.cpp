#include "hakaru/job/scenario.h"

namespace hakaru {

// One table for flags, scenario files, help and completion. The help lines are translated like messages.
const std::vector<ScenarioKey>& scenario_keys() {
  static const std::vector<ScenarioKey> keys{
      {"model", "train serve infer", "job", "MODEL", "a known name, a config.json, its folder, or -"},
      {"tokens", "train", "job", "COUNT", "tokens to train on in all (300B)"},
      {"items", "train", "job", "COUNT", "items to train on in all, for models of images"},
      {"sequence_length", "train infer", "job", "LENGTH", "tokens per sequence (2048, 8k)"},
      {"global_batch", "train", "job", "COUNT", "sequences (items) per step"},
      {"context", "serve", "job", "LENGTH", "longest sequence held, prompt and answer (8k)"},
      {"input_length", "serve", "job", "LENGTH", "tokens of a typical prompt"},
      {"output_length", "serve", "job", "LENGTH", "tokens of a typical answer"},
      {"concurrency", "serve", "job", "COUNT", "requests in flight"},
      {"rate", "serve", "job", "RATE", "requests to sustain (5/s)"},
      {"batch", "infer", "job", "COUNT", "items per batch"},
      {"image_size", "train infer", "job", "PIXELS", "pixels along one side"},
      {"runs_per_item", "infer", "job", "COUNT", "forward passes per item (diffusion steps x guidance)"},
      {"precision", "train serve infer", "job", "NAME", "training recipe (bf16, fp8, bf16-sr, ...) or compute type"},
      {"weights", "serve infer", "job", "TYPE", "type of the weights (bf16, fp8, int8, int4, nvfp4)"},
      {"kv_cache", "serve", "job", "TYPE", "type of the KV cache (bf16, fp8)"},
      {"optimizer", "train", "job", "NAME", "adamw, adamw-8bit, adafactor, sgd-momentum, lamb"},
      {"lora_rank", "train", "job", "COUNT", "train adapters of this rank, the base frozen"},
      {"lora_base", "train", "job", "TYPE", "type of the frozen base (nf4: QLoRA)"},
      {"flash_attention", "train", "job", "true|false", "fused attention (default true)"},
      {"data_set", "train", "job", "BYTES", "size of the training data (500GB)"},
      {"data_set_storage", "train", "job", "NAME", "where it lies (s3, fsx-lustre, ebs-gp3, local-nvme)"},
      {"instance", "train serve infer", "hardware", "NAME", "instance type (repeatable)"},
      {"instances", "train serve infer", "hardware", "COUNT", "how many instances"},
      {"accelerator", "train serve infer", "hardware", "NAME", "accelerator, on its usual machine"},
      {"accelerators", "train serve infer", "hardware", "COUNT", "how many accelerators (ranks)"},
      {"family", "train serve infer", "hardware", "NAME", "instance family (repeatable)"},
      {"max_instances", "train serve infer", "hardware", "COUNT", "at most so many instances"},
      {"region", "train serve infer", "hardware", "NAME", "region of the prices (default us-east-1)"},
      {"price", "train serve infer", "hardware", "KIND", "on_demand, savings_1y, savings_3y, capacity_block, spot"},
      {"prices_as_of", "train serve infer", "hardware", "DATE", "the prices known on that day (2023-06-01)"},
      {"tp", "train serve infer", "layout", "N", "tensor parallel degree"},
      {"pp", "train serve", "layout", "N", "pipeline stages"},
      {"vpp", "train", "layout", "N", "model chunks per stage"},
      {"cp", "train", "layout", "N", "context parallel degree"},
      {"ep", "train serve", "layout", "N", "expert parallel degree"},
      {"dp", "train serve infer", "layout", "N", "data parallel degree; replicas when serving"},
      {"zero", "train", "layout", "0|1|2|3", "ZeRO stage; 3 is FSDP"},
      {"sequence_parallel", "train", "layout", "true|false", "split norms along the sequence"},
      {"recompute", "train", "layout", "none|selective|full", "activations computed again"},
      {"micro_batch", "train", "layout", "N", "sequences per micro-batch"},
      {"objective", "train serve infer", "objective", "cost|time|energy|throughput", "what to rank by"},
      {"deadline", "train", "objective", "DURATION", "the run must end within (30d)"},
      {"budget", "train", "objective", "MONEY", "the run must cost at most ($20k)"},
      {"ttft", "serve", "objective", "DURATION", "limit of the time to first token (500ms)"},
      {"tpot", "serve", "objective", "DURATION", "limit of the time per output token (30ms)"},
      {"latency", "infer", "objective", "DURATION", "limit of the time of one batch"},
      {"values", "train serve infer", "objective", "cost|latency|throughput|productivity",
       "what the team values: sets the objective when none is given; productivity: no porting"},
      {"person_month", "train serve infer", "objective", "MONEY", "price of a person-month, for porting"},
      {"top", "train serve infer", "objective", "N", "plans to show (default 10)"},
      {"exhaustive", "train serve infer", "objective", "true|false", "evaluate every legal layout, no bounds"},
  };
  return keys;
}

}  // namespace hakaru
