#include <algorithm>
#include <iterator>

#include "hakaru/job/layout_keys.h"
#include "hakaru/job/scenario.h"

namespace hakaru {
namespace {

/// Those of the layout, ahead of what matters.
std::vector<ScenarioKey> with_layout(std::vector<ScenarioKey> keys) {
  const auto at = std::ranges::find(keys, "objective", &ScenarioKey::group);
  std::vector<ScenarioKey> layout = layout_keys();
  keys.insert(at, std::make_move_iterator(layout.begin()), std::make_move_iterator(layout.end()));
  return keys;
}

}  // namespace

// One table for flags, scenario files, help and completion. The help lines are translated like messages.
const std::vector<ScenarioKey>& scenario_keys() {
  static const std::vector<ScenarioKey> keys = with_layout({
      {"model", "train serve infer", "job", "MODEL", "a known name, a config.json, its folder, or -",
       "train serve infer"},
      {"tokens", "train", "job", "COUNT", "tokens to train on in all (300B)", "train"},
      {"items", "train infer", "job", "COUNT", "items in all (100M); infer: plans tell the time and cost of the lot"},
      {"sequence_length", "train infer", "job", "LENGTH",
       "tokens per sequence (2048, 8k; default: the model's longest, at most 4096; infer 512)"},
      {"global_batch", "train", "job", "COUNT", "sequences (items) per step (default: by model and tokens)"},
      {"context", "serve", "job", "LENGTH",
       "longest sequence held, prompt and answer (8k; default: the longest request)"},
      {"batch", "infer", "job", "COUNT", "items per batch; without it the best within --latency"},
      {"images", "serve", "job", "COUNT", "pictures in each prompt, beside its text (--image-size)"},
      {"image_size", "train serve infer", "job", "PIXELS", "pixels along one side"},
      {"runs_per_item", "infer", "job", "COUNT", "forward passes per item (diffusion steps x guidance)"},
      {"precision", "train serve infer", "job", "NAME",
       "training recipe (bf16, fp8, bf16-sr, ...; several: with commas) or compute type"},
      {"weights", "serve infer", "job", "TYPE",
       "type of the weights (bf16, fp8, int8, int4, nvfp4; serve: several, with commas)"},
      {"kv_cache", "serve", "job", "TYPE", "type of the KV cache (bf16, fp8; several: with commas)"},
      {"engine", "serve", "job", "NAME",
       "serving engine, also with a version (vllm, vllm@0.12.0, sglang, trtllm, nxd-inference, atom …; default: the "
       "device's)"},
      {"optimizer", "train", "job", "NAME", "adamw, adamw-8bit, adafactor, sgd-momentum, lamb"},
      {"lora_rank", "train", "job", "COUNT", "train adapters of this rank, the base frozen"},
      {"lora_base", "train", "job", "TYPE", "type of the frozen base (nf4: QLoRA)"},
      {"flash_attention", "train", "job", "true|false", "fused attention (default true)"},
      {"document_length", "train", "job", "LENGTH", "tokens of the documents that sequences are packed from"},
      {"software", "train", "job", "NAME", "stack whose measured constants apply (nemo-megatron, pytorch-fsdp, ...)"},
      {"data_set", "train", "job", "BYTES", "size of the training data (500GB)"},
      {"data_set_storage", "train", "job", "NAME", "where it lies (s3, efs, fsx-lustre, ebs-gp3, local-nvme)"},
      {"rate", "serve", "traffic", "RATE", "requests that come (5/s; default 1/s)"},
      {"users", "serve", "traffic", "COUNT", "people of whom each waits for an answer before the next request"},
      {"traffic", "serve", "traffic", "conversation|code", "lengths of prompts and answers (default conversation)"},
      {"mix", "serve", "traffic", "SHARE:INPUT:OUTPUT,…",
       "kinds of requests by their shares (0.7:500:200,0.3:8000:500)"},
      {"requests", "serve", "traffic", "FILE",
       "a trace to simulate: arrival, input and output tokens (CSV, JSON lines)"},
      {"input_length", "serve", "traffic", "LENGTH", "tokens of a typical prompt"},
      {"expert_skew", "serve", "traffic", "EXPONENT",
       "how unequally tokens choose experts: the i-th most popular by i^-EXPONENT (0: evenly)"},
      {"output_length", "serve", "traffic", "LENGTH", "tokens of a typical answer"},
      {"concurrency", "serve", "traffic", "COUNT", "the same as --users"},
      {"offline", "serve", "traffic", "true|false",
       "no live service: batches as full as they may be, at $ per million tokens"},
      {"instance", "train serve infer", "hardware", "NAME", "instance type (repeatable)"},
      {"instances", "train serve infer", "hardware", "COUNT", "how many instances"},
      {"accelerator", "train serve infer", "hardware", "NAME", "accelerator, on machines that have a price"},
      {"accelerators", "train serve infer", "hardware", "COUNT", "how many accelerators (ranks)"},
      {"family", "train serve infer", "hardware", "NAME", "instance family (repeatable)"},
      {"max_instances", "train serve infer", "hardware", "COUNT", "at most so many instances"},
      {"region", "train serve infer", "hardware", "NAME", "region of the prices (default us-east-1)"},
      {"price", "train serve infer", "hardware", "KIND", "on_demand, savings_1y, savings_3y, capacity_block, spot"},
      {"prices_as_of", "train serve infer", "hardware", "DATE", "the prices known on that day (2023-06-01)"},
      {"usd_per_hour", "train serve infer", "hardware", "MONEY", "what one instance costs you an hour"},
      {"usd_per_accelerator_hour", "train serve infer", "hardware", "MONEY", "the same of one accelerator (2.5)"},
      {"network", "train serve infer", "hardware", "BANDWIDTH", "of each instance, between instances (400Gb/s)"},
      {"objective", "train serve infer", "objective", "cost|time|energy|throughput|accelerators", "what to rank by"},
      {"headroom", "train serve infer", "objective", "PERCENT", "device memory that plans leave free (default 5%)"},
      {"deadline", "train infer", "objective", "DURATION", "the run must end within (30d)"},
      {"budget", "train serve infer", "objective", "MONEY", "the run must cost at most ($20k); serving: $2000/month"},
      {"ttft", "serve", "objective", "DURATION", "limit of the time to first token (500ms; default 2s, offline none)"},
      {"tpot", "serve", "objective", "DURATION",
       "limit of the time per output token (30ms; default 50ms, offline none)"},
      {"at", "serve", "objective", "PERCENTILE", "percentile that keeps the limits (default p95)"},
      {"disaggregate", "serve", "objective", "true|false",
       "fleets whose replicas prefill or decode, beside the others"},
      {"max_replicas", "serve", "objective", "auto|COUNT",
       "with --requests: also what the best plans cost when they follow the load, up to so many replicas"},
      {"compile_time", "serve", "objective", "DURATION",
       "with --max-replicas: a new replica of NeuronCores compiles first (default: its graphs are cached)"},
      {"latency", "infer", "objective", "DURATION", "limit of the time of one batch"},
      {"values", "train serve infer", "objective", "cost|latency|throughput|productivity",
       "what the team values: sets the objective when none is given; productivity: no porting"},
      {"person_month", "train serve infer", "objective", "MONEY", "price of a person-month, for porting"},
      {"top", "train serve infer", "objective", "N", "plans to show (default 10)"},
      {"exhaustive", "train serve infer", "objective", "true|false", "evaluate every legal layout, no bounds"},
      {"pareto", "train serve", "objective", "true|false", "plans that none betters in time, cost and energy at once"},
  });
  return keys;
}

}  // namespace hakaru
