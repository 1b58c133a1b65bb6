The engine is chosen: its host time, its scheduler's limits, and what was measured with it.

  $ p() { hakaru plan serve --model llama-3.1-8b --instance p5.48xlarge --offline --concurrency 64 --tp 1 --top 1 "$@"; }
  $ for engine in vllm sglang trtllm; do p --engine $engine -o $engine.json | grep -o "constants fitted to runs of .*"; done
  constants fitted to runs of vllm on h100-sxm
  constants fitted to runs of sglang on h100-sxm
  constants fitted to runs of trtllm on h100-sxm
  $ p | grep -o "runs of .*"
  runs of vllm on h100-sxm

What follows takes it from the plan: SGLang's handling of a request is in TTFT, explained and simulated.

  $ hakaru explain sglang.json --json | python3 -c '
  > import json, sys
  > terms = {t["name"]: t["value"] for t in json.load(sys.stdin)["time"]}
  > parts = [v for k, v in terms.items() if k.startswith(("prefill: ", "waits: "))]
  > print(terms["waits: handling of the request"] > 0.05, abs(sum(parts) / terms["TTFT"] - 1) < 1e-9)'
  True True
  $ hakaru simulate serve sglang.json --rate 1/s --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["ttft_s"]["p50"] > 0.09)'
  True

Over the catalogue an accelerator that it does not run on is left out; one that is asked for says so.

  $ hakaru plan serve --model llama-3.1-8b --engine sglang --json | grep -c '"engine": "sglang"' | sed 's/[1-9][0-9]*/some/'
  some
  $ hakaru plan serve --model llama-3.1-8b --engine trtllm --instance inf2.24xlarge
  hakaru: 'trtllm' is not known to run on neuroncore-v2
  [1]
  $ p --engine vlmm
  hakaru: data/engines.toml: has no engine 'vlmm'; it has: sglang, transformers-neuronx, trtllm, vllm
  [2]
