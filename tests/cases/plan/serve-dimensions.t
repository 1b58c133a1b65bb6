Types of weights and cache, and prefill and decode apart, as dimensions of the search for a fleet.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --input-length 1000 --output-length 200 --at p95 "$@"; }
  $ kinds() { python3 -c '
  > import json, sys
  > for p in json.load(sys.stdin)["plans"]:
  >   l = p["layout"]; print(p["instances"], "x", p["instance"], *(f"{k}{l[k]}" for k in ("tp", "pp", "dp")), p.get("precision", "-"), p.get("prefill_replicas", "-"))'; }
  $ one="--instance g6e.xlarge --rate 10/s --ttft 500ms --tpot 30ms --tp 1 --pp 1"

Nothing is quantised unasked; of several, each with each is looked at, and each plan is the one that its types alone give.

  $ plan $one --json | kinds
  5 x g6e.xlarge tp1 pp1 dp5 - -
  $ plan $one --weights bf16,fp8 --kv-cache bf16,fp8 -o several.json --json | kinds
  2 x g6e.xlarge tp1 pp1 dp2 fp8, KV fp8 -
  2 x g6e.xlarge tp1 pp1 dp2 fp8, KV bf16 -
  4 x g6e.xlarge tp1 pp1 dp4 bf16, KV fp8 -
  5 x g6e.xlarge tp1 pp1 dp5 bf16, KV bf16 -
  $ for weights in bf16 fp8; do for cache in bf16 fp8; do plan $one --weights $weights --kv-cache $cache --json | kinds; done; done | sort
  2 x g6e.xlarge tp1 pp1 dp2 - -
  2 x g6e.xlarge tp1 pp1 dp2 - -
  4 x g6e.xlarge tp1 pp1 dp4 - -
  5 x g6e.xlarge tp1 pp1 dp5 - -
  $ plan $one --weights bf16,fp8 --top 1 | sed 's/ *memory per device//; s/ *[█░].*//' | head -6
  Rent 2 × g6e.xlarge: $2,717 a month, 65 % likely to keep the limits.
  Serving llama-3.1-8b live: 10 requests/s, prompts of 1,000, answers of 200 tokens; context 8,192, weights bf16 | fp8, KV cache bf16. Limits at p95: TTFT ≤ 500 ms, TPOT ≤ 30.0 ms. Ranked by cost of a month.
  
  #  instances       layout   precision     max req/s    TTFT     TPOT  $/month  SLO met  evidence           memory  accelerators  error, 90 %
  1  2 × g6e.xlarge  tp1 dp2  fp8, KV bf16       10.5  137 ms  26.9 ms   $2,717     65 %  similar: h100-sxm    89 %  2 × l40s        -29 +41 %
  

The file keeps a plan's own types.

  $ for rank in 1 4; do hakaru explain several.json#$rank | head -1; done
  Serving llama-3.1-8b: context 8,192, prompts of 1,000, answers of 200 tokens; weights fp8, KV cache fp8.
  Serving llama-3.1-8b: context 8,192, prompts of 1,000, answers of 200 tokens; weights bf16, KV cache bf16.
  $ hakaru simulate serve several.json#1 --count 100 | head -1
  Serving llama-3.1-8b: context 8,192, prompts of 1,000, answers of 200 tokens; weights fp8, KV cache fp8.

Prefill and decode apart: the fewest replicas that keep TTFT prefill. The plan is simulated as it was planned.

  $ plan --instance p5.4xlarge --tp 1 --pp 1 --rate 200/s --ttft 300ms --tpot 16ms --disaggregate true -o apart.json --json | kinds
  10 x p5.4xlarge tp1 pp1 dp10 - 5
  12 x p5.4xlarge tp1 pp1 dp12 - -
  $ hakaru simulate serve apart.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("apart.json"))["plans"][0]["simulated_requests"])') --json | python3 -c '
  > import json, sys
  > a, plan = json.load(sys.stdin), json.load(open("apart.json"))["plans"][0]
  > print(a["kv_transfers"] == a["requests"], a["ttft_s"]["p95"] == plan["ttft_s"], a["tpot_s"]["p95"] == plan["tpot_s"])'
  True True True
  $ hakaru simulate serve apart.json --count 100 | tail -2
  5 replicas prefill and 5 decode; 100 KV caches were sent
  90 % interval of the means: TTFT 26.1–118 ms, TPOT 5.97–9.78 ms, a request 1.20–2.06 s
  $ hakaru simulate serve apart.json --count 100 --replicas 2 | tail -3
  all 2 replicas were simulated, behind a router (round-robin)
  90 % interval of the means: TTFT 212–957 ms, TPOT 9.41–15.4 ms, a request 2.07–3.93 s
  the plan's 5 prefill and 5 decode replicas are not apart here
  $ hakaru explain apart.json | grep -E "^  (replicas|KV cache sent)"
    replicas                                10 × 1 accelerator / (tp 1 × pp 1), each request to the shortest queue = 10
    replicas that prefill                   the fewest that keep TTFT = 5
    KV cache sent                           1,000 tokens × 131072 bytes / 12.5 GB/s + 27.0 µs = 10.5 ms
  $ sed 's/"prefill_replicas": [0-9]*/"prefill_replicas": 99/' apart.json > edited.json; hakaru explain edited.json
  hakaru: edited.json: 'plan.prefill_replicas' is 99; accepted: fewer than its 10 replicas
  [2]

Answers must not pile up behind the prompts, where TPOT is not limited either: the rate is borne.

  $ hakaru plan serve --rank-by expected --ttft none --tpot none --model llama-3.1-8b --context 8k --input-length 1000 --output-length 800 --at p95 --instance p5.4xlarge --tp 1 --pp 1 --rate 60/s --disaggregate true -o long.json --json | kinds
  7 x p5.4xlarge tp1 pp1 dp7 - -
  7 x p5.4xlarge tp1 pp1 dp7 - 2
  $ python3 -c '
  > import json
  > for p in json.load(open("long.json"))["plans"]: print(p["requests_per_s"] > 0.9 * 60)'
  True
  True

What cannot be is refused.

  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-8b --context 8k --weights bf16,fp8
  hakaru: several types in --weights, --kv-cache and --offline exclude each other
  [2]
  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-8b --context 8k --disaggregate true
  hakaru: --offline and --disaggregate exclude each other; accepted: one of them
  [2]
  $ plan $one --weights bf16,bf16
  hakaru: --weights names bf16 more than once
  [2]
  $ plan $one --weights bf16,fp9
  hakaru: --weights is 'fp9', which is not a data type; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  [2]
  $ plan $one --weights ""
  hakaru: --weights is empty; accepted: a value, or leave it out
  [2]
  $ plan $one --precision bf16,fp8
  hakaru: --precision is one type that is computed in; several types of weights: --weights bf16,fp8
  [2]
  $ plan $one --disaggregate 1:2
  hakaru: --disaggregate is '1:2'; accepted: true, false
  [2]
  $ hakaru memory serve --model llama-3.1-8b --context 8k --kv-cache bf16,fp8
  hakaru: --weights, --kv-cache names several types; hakaru memory takes one
  [2]

Machines that differ in the size of their box alone are one plan: a larger box is not told again with a worse layout.

  $ hakaru plan serve --model llama-3.1-8b --users 20 --family g6e --csv | cut -d, -f1-3 | sort -u
  1,g6e.xlarge,1
  2,g6e.12xlarge,1
  3,g6e.48xlarge,1
  rank,instance,instances
  $ hakaru plan serve --model llama-3.1-8b --users 20 --family g6e | grep 'another box'
    also, in another box: g6e.2xlarge, g6e.4xlarge, g6e.8xlarge, g6e.16xlarge
