The engine is chosen: its host time, its scheduler's limits, and what was measured with it.

  $ hakaru() { command hakaru "$@" --wide; }
  $ p() { hakaru plan serve --model llama-3.1-8b --instance p5.48xlarge --offline --concurrency 64 --tp 1 --top 1 "$@"; }
  $ for engine in vllm sglang trtllm; do p --engine $engine -o $engine.json | grep -o "calibrated on runs of .*"; done
  calibrated on runs of vllm on h100-sxm
  calibrated on runs of sglang on h100-sxm
  calibrated on runs of trtllm on h100-sxm
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

Where the prompts of an iteration let no more decode at once, requests wait for a place; explained, the parts still add up.

  $ hakaru plan serve --model llama-3.1-8b --instance p5.48xlarge --offline --engine vllm --concurrency 512 --input-length 7000 --output-length 16 --context 8k --top 1 -o waits.json > waits.txt
  $ hakaru explain waits.json --json | python3 -c '
  > import json, sys
  > terms = {t["name"]: t["value"] for t in json.load(sys.stdin)["time"]}
  > parts = [v for k, v in terms.items() if k.startswith(("prefill: ", "waits: "))]
  > print(terms["waits: for a place"] > 0.1, abs(sum(parts) / terms["TTFT"] - 1) < 1e-9)'
  True True

Over the catalogue an accelerator that it does not run on is left out; one that is asked for says so.

  $ hakaru plan serve --model llama-3.1-8b --engine sglang --json | grep -c '"engine": "sglang"' | sed 's/[1-9][0-9]*/some/'
  some
  $ hakaru plan serve --model llama-3.1-8b --engine trtllm --instance inf2.24xlarge
  hakaru: 'trtllm' is not known to run on neuroncore-v2
  [1]
  $ p --engine vlmm
  hakaru: engine 'vlmm' is not known; accepted: atom, nxd-inference, optimum-neuron, sglang, sglang-jax, tgi, transformers-neuronx, trtllm, vllm, vllm-tpu, each also with @ and a version that was measured
  [2]

A version that was measured is another choice: what validation predicts of its runs, the plan says too, and its file keeps it.

  $ p --engine vllm@0.12.0 --json -o version.json | grep -o '"engine": "vllm@0.12.0"' | sort -u
  "engine": "vllm@0.12.0"
  $ python3 - << 'END'
  > import json, subprocess
  > def ttft(*flags):
  >   out = subprocess.run(["hakaru", "plan", "serve", "--model", "llama-3.1-8b", "--instance", "p5.48xlarge", "--offline", "--concurrency", "64", "--tp", "1", "--json", *flags], capture_output=True, text=True).stdout
  >   return json.loads(out)["plans"][0]["ttft_s"]
  > print(ttft("--engine", "vllm@0.12.0") != ttft("--engine", "vllm"), ttft() == ttft("--engine", "vllm"))
  > END
  True True
  $ hakaru explain version.json | grep -o "iteration_overhead_s .* together; × .* for vllm 0.12.0" | sed 's/[0-9.]* of [0-9]*/N of M/; s/ [0-9.e-]*:/ …:/; s/×.*for/× … for/'
  iteration_overhead_s …: vllm: N of M rows of data/measurements/serving.csv, fitted together; × … for vllm 0.12.0
  $ p --engine vllm@9.9 | grep version
  note: no run of version '9.9' of vllm is known: constants are those usual of it; those with constants of their own: 0.12.0, 0.15.1, 0.16.0, 0.17.0, 0.18.0, 0.19.0, 0.6.3.post2.dev308, 0.6.4.dev4, 0.7.3.dev138, 0.7.4.dev181

  $ p --engine vllm@ 2>&1 | cut -d, -f1; p --engine @0.12.0 2>&1 | cut -d, -f1
  hakaru: engine 'vllm@' is not known; accepted: atom
  hakaru: engine '@0.12.0' is not known; accepted: atom

An engine by its other name; TPUs have vLLM's own port.

  $ hakaru plan serve --model llama-3.1-8b --accelerator neuroncore-v3-lnc2 --engine vllm-neuron --offline --json | grep -o '"engine": "[a-z-]*"' | sort -u
  "engine": "nxd-inference"
  "engine": "vllm-neuron"
  $ hakaru plan serve --model llama-3.1-8b --accelerator tpu7x-core --offline --json | grep -o '"engine": "[a-z-]*"' | sort -u
  "engine": "vllm-tpu"
