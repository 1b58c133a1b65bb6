The cheapest fleet that keeps its limits at a percentile, simulated.

  $ replay() { hakaru plan serve --model llama-3.1-8b --context 4k --instance p5.4xlarge --tp 1 --pp 1 "$@"; }
  $ plan() { replay --input-length 1000 --output-length 200 "$@"; }
  $ kept() { plan "$@" --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)["plans"][0]
  > print(a["instances"], a["ttft_s"] <= 0.3, a["tpot_s"] <= 0.020 * 1.004, a["requests_per_s"] > 90)'; }
  $ kept --rate 100/s --ttft 300ms --tpot 20ms --at p95
  6 True True True
  $ plan --rate 90/s --ttft 40ms --tpot 25ms --at p95 --instances 5
  hakaru: no simulated fleet keeps the limits at p95; nearest is 5 x p5.4xlarge, tp1 pp1 dp5 mb1: TTFT *, TPOT *; relax --ttft by *, or lower --rate (glob)
  [1]

A trace gives rate and lengths; what does not go together is refused.

  $ python3 -c '
  > print("arrival_s,input,output")
  > for i in range(500): print(f"{i / 50},{500 + i},{100 + i % 50}")' > trace.csv
  $ replay --requests trace.csv --ttft 300ms --at p99 --top 1 | head -1
  Serving llama-3.1-8b: context 4,096, prompts of 750, answers of 125 tokens; weights bf16, KV cache bf16. Ranked by cost.
  $ replay --requests trace.csv --concurrency 4
  hakaru: --requests and --concurrency exclude each other
  [2]
  $ plan --requests trace.csv
  hakaru: --input-length and --requests exclude each other
  [2]
  $ replay --requests ""
  hakaru: --requests is ''; accepted: a file
  [2]
  $ printf 'arrival_s,input,output\n3,50,10\n3,60,10\n' > once.csv
  $ replay --requests once.csv --rate 5/s
  hakaru: --rate needs --requests at more than one time
  [2]
  $ plan --at p95
  hakaru: --at needs --rate, --requests
  [2]
  $ plan --rate 5/s --at often
  hakaru: --at is 'often'; accepted: a percentile such as p50, p95, p99
  [2]
  $ printf 'arrival_s,input,output\n0,5000,10\n' > long.csv
  $ replay --requests long.csv
  hakaru: long.csv: line 2: 5000 + 10 tokens; accepted: at most 4096, the plan's context
  [2]

The plan keeps the trace's mean lengths and rate; what draws traffic of those says that it is no replay.

  $ replay --requests trace.csv --top 1 -o replayed.json > /dev/null
  $ hakaru simulate serve replayed.json --count 500 | sed -n '1p;$p'
  Serving llama-3.1-8b: context 4,096, prompts of 750, answers of 125 tokens; weights bf16, KV cache bf16.
  the plan was made for */trace.csv, whose requests are not replayed; give them by --requests (glob)
  $ hakaru simulate serve replayed.json --count 5000 --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > print(a["input_tokens"] / a["requests"], 40 < a["requests_per_s"] * a["replicas"] < 60)'
  750.0 True
