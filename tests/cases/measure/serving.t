The runs that would tell most about a plan of serving: one replica by the plan's engine, at the numbers of requests in flight
that tell most, each with what it should give.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan serve --model llama-3.1-8b --input-length 1000 --output-length 200 --concurrency 20 --instance p5.4xlarge --top 1 -o plan.json > plan.txt
  $ hakaru measure plan.json | cut -c 1-22 | sed -n '4,7p'
  what to run       time
  concurrency-1   60.3 s
  concurrency-4   60.2 s
  concurrency-9   60.3 s
  $ hakaru measure plan.json --json > measure.json
  $ of '[list(r) for r in j["runs"]][0]' < measure.json
  ['name', 'tool', 'command', 'why', 'expected', 'expected_band', 'instances', 'minutes', 'cost_usd']
  $ of '3 <= len(j["runs"]) <= 6, {r["tool"] for r in j["runs"]}, sorted(j["runs"][0]["expected"])' < measure.json
  (True, {'vllm bench serve'}, ['output_tokens_per_s', 'requests_per_s', 'tpot_ms', 'ttft_ms'])
  $ of '[r["why"] for r in j["runs"]][-2:]' < measure.json
  ["the plan's own load", 'a token takes twice as long as alone: half of it is what grows with the load']

At the last a token does take twice as long as at the first. A run lasts as long as its requests take.

  $ of 'round(j["runs"][-1]["expected"]["tpot_ms"] / j["runs"][0]["expected"]["tpot_ms"], 1)' < measure.json
  2.0
  $ of 'all(abs(int(r["command"].split("--num-prompts ")[1].split()[0]) / r["expected"]["requests_per_s"] / 60 - r["minutes"]) < 1e-6 for r in j["runs"])' < measure.json
  True
  $ of 'round(j["cost_usd"] / j["minutes"] * 60, 6)' < measure.json
  6.88
  $ of 'j["server"], j["then"][0][-40:]' < measure.json
  ('vllm serve meta-llama/Llama-3.1-8B --tensor-parallel-size 1 --max-model-len 1336 --max-num-seqs 1024 --max-num-batched-tokens 8192 --dtype bfloat16 --port 8000 --no-enable-prefix-caching', 'ency-44.json --plan plan.json -o my-data')

As scripts, which shellcheck has nothing to say about. The plan's copy is the plan.

  $ hakaru measure plan.json -o runs | tail -1
  written to runs; README.md says what to do
  $ ls runs
  README.md
  concurrency-1.sh
  concurrency-20.sh
  concurrency-4.sh
  concurrency-44.sh
  concurrency-9.sh
  plan.json
  run-all.sh
  server.sh
  settings.sh
  $ shellcheck runs/*.sh
  $ cmp plan.json runs/plan.json
  $ grep calibrate runs/README.md
  hakaru calibrate serving results/concurrency-1.json results/concurrency-4.json results/concurrency-9.json results/concurrency-20.json results/concurrency-44.json --plan plan.json -o my-data
  $ hakaru measure plan.json --lang ja -o japanese | grep -o '計画どおりの負荷$\|.*README.md.*'
  計画どおりの負荷
  japanese に書き出しました。手順は README.md にあります
  $ head -3 japanese/README.md
  # 計画の測定
  
  計画: 1 × p5.4xlarge、tp1 pp1 dp1 mb1。同じフォルダーの plan.json にあります。
  $ shellcheck japanese/*.sh

As a question the scripts are texts in the answer.

  $ echo '{"question": "measure", "plan": "plan.json", "out": true}' | hakaru ask - | of 'sorted(j["out"])[:3], j["out"]["run-all.sh"].splitlines()[0]'
  (['README.md', 'concurrency-1.sh', 'concurrency-20.sh'], '#!/usr/bin/env bash')

A model's path stays one word, whatever it is called, and comments stay comments.

  $ mkdir bin && printf '#!/bin/sh\nfor word; do printf "[%%s]\\n" "$word"; done\n' > bin/vllm && chmod +x bin/vllm
  $ name="$(printf "it's \$(touch hacked) \`touch hacked\` \"; touch hacked; #\n touch hacked")"
  $ mkdir "$name" && echo '{"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096}' > "$name/config.json"
  $ hakaru plan serve --model "$name/config.json" --input-length 100 --output-length 20 --concurrency 2 --instance g5.xlarge --top 1 -o odd.json > plan.txt
  $ hakaru measure odd.json -o odd > measure.txt && shellcheck odd/*.sh
  $ PATH="$PWD/bin:$PATH" bash odd/server.sh > words.txt && python3 - "$PWD/$name" <<'END'
  > import sys
  > print("[serve]\n[" + sys.argv[1] + "]\n" in open("words.txt").read())
  > END
  True
  $ PATH="$PWD/bin:$PATH" bash odd/concurrency-1.sh | grep -c '^\[--'
  16
  $ find . -name 'hacked*' -newer odd.json | grep -v "it's"
  [1]

Each engine has its own programs; experts that are spread over replicas are served together; compiled shapes are as compiled.

  $ hakaru plan serve --model qwen3-30b-a3b --weights fp8 --input-length 500 --output-length 100 --concurrency 80 --engine sglang --instance p5.48xlarge --top 1 -o sglang.json > plan.txt
  $ hakaru measure sglang.json --json | of 'j["server"], {r["tool"] for r in j["runs"]}'
  ('python3 -m sglang.launch_server --model-path Qwen/Qwen3-30B-A3B --tp-size 8 --enable-dp-attention --dp-size 8 --ep-size 8 --context-length 676 --max-running-requests 32768 --chunked-prefill-size 65536 --dtype bfloat16 --quantization fp8 --port 30000 --disable-radix-cache', {'sglang.bench_serving'})
  $ hakaru plan serve --model llama-3.1-8b --input-length 500 --output-length 100 --concurrency 8 --engine trtllm --kv-cache fp8 --instance p5.4xlarge --top 1 -o trtllm.json > plan.txt
  $ hakaru measure trtllm.json -o trtllm > trtllm.txt && cat trtllm/trtllm.yaml && grep -o 'extra.*' trtllm/server.sh
  kv_cache_config:
    dtype: fp8
    enable_block_reuse: false
  extra_llm_api_options trtllm.yaml
  $ hakaru plan serve --model llama-3.1-8b --input-length 500 --output-length 100 --concurrency 8 --instance inf2.48xlarge --top 1 -o neuron.json > plan.txt
  $ hakaru measure neuron.json --json | of 'j["server"].split("8B ")[1], all("--random-input-len 484" in r["command"] for r in j["runs"])'
  ("--tensor-parallel-size 24 --max-model-len 600 --max-num-seqs 8 --additional-config.override_neuron_config.context_encoding_buckets '[128,256,600]' --additional-config.override_neuron_config.token_generation_buckets '[128,256,600]' --dtype bfloat16 --port 8000 --no-enable-chunked-prefill --no-enable-prefix-caching", True)

Requests stay within the longest sequence of the model.

  $ hakaru plan serve --model gpt2 --input-length 900 --output-length 124 --concurrency 4 --instance p5.4xlarge --top 1 -o gpt2.json > plan.txt
  $ hakaru measure gpt2.json --json | of 'j["server"].split("--max-model-len ")[1][:5], {w for r in j["runs"] for w in [r["command"].split("--random-input-len ")[1][:4], r["command"].split("--random-range-ratio ")[1][:2]]} == {"884 ", "0 "}'
  ('1024 ', True)

What is refused.

  $ hakaru measure
  hakaru: PLAN is missing: hakaru measure FILE[#RANK]
  [2]
  $ hakaru measure nothing.json
  hakaru: nothing.json: cannot be read: no such file
  [2]
  $ hakaru plan serve --model t5-large --input-length 100 --output-length 50 --concurrency 4 --instance g5.xlarge --top 1 -o t5.json > plan.txt
  $ hakaru measure t5.json
  hakaru: t5-large is no model that generates from its prompt: no client of a server measures it; accepted: decoders
  [2]
  $ hakaru measure gpt2.json -o runs
  hakaru: runs: holds the files of another plan; accepted: a folder of their own
  [2]
  $ mkdir -p blocked/run-all.sh && hakaru measure gpt2.json -o blocked; ls blocked
  hakaru: blocked/run-all.sh: cannot be written: Is a directory
  run-all.sh
  $ echo x > file && hakaru measure plan.json -o file
  hakaru: file: cannot be written: Not a directory
  [2]

A folder has the runs of one plan: the second of a file is another, the same planned again is not.

  $ twice() { hakaru plan serve --model llama-3.1-8b --concurrency 20 --instance p5.48xlarge --top 2 -o "$1" > plan.txt; }
  $ twice two.json; hakaru measure 'two.json#1' -o first > plan.txt; hakaru measure 'two.json#2' -o first
  hakaru: first: holds the files of another plan; accepted: a folder of their own
  [2]
  $ twice again.json; hakaru measure 'again.json#1' -o first | grep -o "written to first"
  written to first
