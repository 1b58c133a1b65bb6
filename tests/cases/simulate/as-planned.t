A plan, its explanation and its simulation compute in one type, under one engine, within one set of limits.

  $ hakaru() { command hakaru "$@" --wide; }
  $ job="--model llama-3.2-1b --context 2k --top 1"
  $ hakaru plan serve --offline $job --instance g4dn.xlarge -o t4.json --json > planned
  $ told() { python3 -c 'import json, sys; p = json.load(open(sys.argv[1]))["plans"][0]; print(*(p[k] for k in ("engine", "compute", "policy", "max_num_seqs", "max_num_batched_tokens", "batch")))' $1; }
  $ told planned
  vllm fp16 vllm 256 2048 173

T4 and V100 have fp16 and no bf16: a token takes what the plan says when one request is alone, and what explain says.

  $ for instance in g4dn.xlarge p3.2xlarge g5.xlarge; do hakaru plan serve --offline $job --concurrency 1 --instance $instance -o one.json --json > planned
  >   hakaru simulate serve one.json --count 20 --json > simulated; hakaru explain one.json --json > explained
  >   python3 -c '
  > import json
  > p, s, e = json.load(open("planned"))["plans"][0], json.load(open("simulated")), json.load(open("explained"))
  > told = {t["name"]: t["value"] for t in e["time"]}
  > print(p["compute"], abs(s["tpot_s"]["p50"] / p["tpot_s"] - 1) < 0.01, abs(s["ttft_s"]["p50"] / p["ttft_s"] - 1) < 0.01, told["TPOT"] == p["tpot_s"], told["TTFT"] == p["ttft_s"])'; done
  fp16 True True True True
  fp16 True True True True
  bf16 True True True True

What the file says is what is simulated, whatever the program would choose; a file from before says none of it.

  $ changed() { python3 -c "
  > import json
  > file = json.load(open('t4.json'))
  > plan = file['plans'][0]
  > plan['hakaru'] = '0.0.9'  # of another release, whose figures are not estimated again
  > $1
  > json.dump(file, open('changed.json', 'w'))"; hakaru simulate serve changed.json --count 200 --json > simulated; }
  $ shown() { python3 -c 'import json; a = json.load(open("simulated")); print(a["policy"], a["max_num_seqs"], a["max_num_batched_tokens"])'; }
  $ changed "plan['max_num_seqs'] = 7; plan['max_num_batched_tokens'] = 4096"; shown
  vllm 7 4096
  $ hakaru simulate serve t4.json --count 200 --json > as-planned
  $ changed "plan.pop('engine')"
  hakaru: changed.json: 'plan.engine' is missing; accepted: a value, or null
  [2]
  $ changed "plan['compute'] = 'fp32'"; python3 -c 'import json; print(json.load(open("simulated"))["tpot_s"]["p50"] > 2 * json.load(open("as-planned"))["tpot_s"]["p50"])'
  True
  $ changed "plan['compute'] = 'bf17'"
  hakaru: changed.json: 'plan.compute' is 'bf17'; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  [2]
  $ changed "plan['engine'] = 'vlmm'"
  hakaru: engine 'vlmm' is not known; accepted: atom, nxd-inference, optimum-neuron, sglang, sglang-jax, tgi, transformers-neuronx, trtllm, vllm, vllm-tpu, each also with @ and a version that was measured
  [2]

The engine whose scheduler runs is the one whose constants time it: of every accelerator that is served on.

  $ for instance in inf2.8xlarge trn1.2xlarge trn2.48xlarge g5.xlarge g6e.xlarge p4d.24xlarge p5.48xlarge p5en.48xlarge p6-b200.48xlarge; do
  >   hakaru plan serve --offline $job --instance $instance --json | python3 -c '
  > import json, sys
  > p = json.load(sys.stdin)["plans"][0]
  > constants = p["calibration"].partition("(")[2].rstrip(")")
  > print(p["instance"], p["engine"], p["policy"], constants == p["engine"] or constants)'; done
  inf2.8xlarge transformers-neuronx buckets True
  trn1.2xlarge transformers-neuronx buckets True
  trn2.48xlarge transformers-neuronx buckets True
  g5.xlarge vllm vllm True
  g6e.xlarge vllm vllm True
  p4d.24xlarge vllm vllm vLLM
  p5.48xlarge vllm vllm True
  p5en.48xlarge vllm vllm True
  p6-b200.48xlarge vllm vllm True

No more sequences run at once than the engine takes, unless more are asked for: then the plan says so, and they run.

  $ hakaru plan serve --offline $job --instance g6e.xlarge --json > planned; told planned
  vllm bf16 vllm 256 2048 256
  $ hakaru plan serve --offline $job --instance g6e.xlarge --concurrency 300 -o many.json --json > planned; told planned
  vllm bf16 vllm 300 2048 300
  $ hakaru plan serve --offline $job --instance g6e.xlarge --concurrency 300 | grep max_num_seqs
  note: 300 sequences run at once, where vllm runs 256 unless it is told: max_num_seqs 300
  $ hakaru simulate serve many.json --count 600 --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["max_num_seqs"], a["running_peak"] > 256)'
  300 True

Where the user fixes a layout that leaves accelerators idle, they are paid for, and it is planned, explained and simulated.

  $ idle() { hakaru plan serve --model llama-3.1-8b --context 8k --tp 4 --pp 1 --dp 1 --instance p5.48xlarge -o idle.json "$@" | grep -e "Best:" -e idle; }
  $ idle --concurrency 8 --offline
  Best: 1 × p5.48xlarge (8 × h100-sxm), tp4 dp1
  note: 4 of 8 accelerators are idle under this layout, and paid for
  $ hakaru simulate serve idle.json --count 100 | grep -c "output tokens/s"
  1
  $ hakaru explain idle.json | grep -e "^  cost  " -e "output tokens per second"
    output tokens per second                1 replica × 8 sequences × 1024 tokens / (174 ms + 1023 × 4.82 ms) = 1,604 /s
    cost                            1 × 55.04 USD/h × 1 h = $55.04
  $ idle --rate 1/s --at p95
  Best: 1 × p5.48xlarge (8 × h100-sxm), tp4 dp1
  note: 4 of 8 accelerators are idle under this layout, and paid for
  $ hakaru simulate serve idle.json --count 100 | grep -c "output tokens/s"
  1
  $ hakaru plan infer --model resnet-50 --batch 8 --tp 1 --dp 3 --instance p5.48xlarge -o idle.json | grep idle
  note: 5 of 8 accelerators are idle under this layout, and paid for
  $ hakaru explain idle.json > /dev/null

Rates are those of the service, where one of its replicas is simulated as where all are.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --concurrency 64 --tp 1 --pp 1 --instance p5.48xlarge --top 1 -o eight.json > /dev/null
  $ rate() { hakaru simulate serve eight.json --count 800 --length-spread 0 "$@" --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["output_tokens_per_s"], a["requests_per_s"])'; }
  $ test "$(rate)" = "$(rate --replicas 8)" && echo same
  same

As CSV a simulation is the same from run to run, to the byte; how long it took is in its JSON.

  $ for run in one two; do hakaru simulate serve eight.json --count 100 --csv > $run.csv; done; cmp one.csv two.csv
  $ hakaru plan train --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge --instances 1 --top 1 -o train.json > /dev/null
  $ for run in one two; do hakaru simulate train train.json --csv > $run.csv; done; cmp one.csv two.csv
  $ hakaru simulate train train.json --json | grep -c elapsed_s
  1
