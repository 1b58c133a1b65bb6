Fleets of `plan serve --at`: what may be bought, and that it bears the traffic.

  $ plan() { hakaru plan serve --rank-by expected --context 8k --input-length 1000 --output-length 200 --at p95 "$@"; }
  $ best() { plan "$@" --json | python3 -c '
  > import json, sys
  > p = json.load(sys.stdin)["plans"][0]; l = p["layout"]
  > print(p["instances"], "x", p["instance"], *(f"{k}{l[k]}" for k in ("tp", "pp", "ep", "dp")))'; }

A replica of a mixture of experts is ep times tp × pp ranks, and fits; what is planned can be simulated as planned only.

  $ plan --model deepseek-v3 --instance p4d.24xlarge --rate 5/s --tp 8 --ep 1 --top 1 -o big.json --json | python3 -c '
  > import json, sys
  > p = json.load(sys.stdin)["plans"][0]; m = p["memory"]
  > print(p["instances"] * 320e9 > 671e9, m["fits"])'
  True True
  $ plan --model mixtral-8x22b --instance p5.48xlarge --tp 1 --pp 1 --ep 8 --rate 5/s --top 1 -o experts.json > /dev/null
  $ hakaru simulate serve experts.json --replicas 3
  hakaru: --replicas 3: ep 8 spreads the experts over as many replicas; accepted: multiples of 8
  [2]
  $ hakaru simulate serve experts.json --disaggregate 1:1
  hakaru: --disaggregate 1:1: ep 8 spreads the experts over as many replicas; accepted: multiples of 8
  [2]

Small replicas are found though no static batch of them would keep the rate; a limit that only wide ones keep finds those.

  $ best --model llama-3.1-8b --instance g6.xlarge --rate 5/s --ttft 1s --tpot 80ms
  7 x g6.xlarge tp1 pp1 ep1 dp7
  $ best --model llama-3.1-8b --instance g6.xlarge --rate 5/s --ttft 1s --tpot 80ms --max-instances 12
  7 x g6.xlarge tp1 pp1 ep1 dp7

Counts and replicas that are fixed are kept.

  $ best --model llama-3.1-8b --instance p5.48xlarge --rate 5/s --instances 4 --tp 1 --pp 1
  4 x p5.48xlarge tp1 pp1 ep1 dp32
  $ best --model llama-3.1-8b --instance p5.48xlarge --rate 5/s --dp 16 --tp 1 --pp 1
  2 x p5.48xlarge tp1 pp1 ep1 dp16

The rate is kept, without limits and with one that a small batch keeps at any length of the queue.

  $ served() { rate=$1; shift; plan "$@" --rate $rate/s --json | python3 -c '
  > import json, sys
  > p = json.load(sys.stdin)["plans"][0]
  > print(p["requests_per_s"] > 0.9 * float(sys.argv[1]))' $rate; }
  $ served 10 --model llama-3.1-8b --instance g6e.xlarge --tp 1 --pp 1 --tpot 24.6ms
  True
  $ served 1000 --model llama-3.1-8b --instance p5.48xlarge --tp 1 --pp 1 --ttft 1s --tpot 60ms
  True
  $ plan --model llama-3.1-8b --instance g6.xlarge --tpot none --rate 20/s --instances 2 --tp 1 --pp 1
  hakaru: nearest is 2 × g6.xlarge, tp1 pp1 dp2 mb1: 4.16/s at most where 20/s are asked; lower --rate or --users, or allow more instances; without --instances: 16 × g6.xlarge, $9,400 a month, 50 % likely
  [1]
  $ plan --model llama-3.1-8b --instance g6.xlarge --tpot none --rate 3/s --instances 2 --tp 1 --pp 1
  hakaru: no simulated fleet keeps the limits at p95; nearest is 2 × g6.xlarge, tp1 pp1 dp2 mb1: TTFT 2.54 min, TPOT 137 ms; relax --ttft by 2.51 min, or lower --rate or --users; with --weights fp8: 2 × g6.xlarge, $1,175 a month, 95 % likely; without --instances: 3 × g6.xlarge, $1,763 a month, 86 % likely
  [1]
  $ plan --model llama-3.1-8b --instance g6.xlarge --rate 3/s --instances 2 --tp 1 --pp 1
  hakaru: nearest is 1 * g6.xlarge, tp1 pp1 dp1 mb1: TPOT * of a request alone where 50.0 ms is asked; relax --tpot by * (glob)
  [1]

The best plan is the same however many are asked for, and a rate of a few an hour is a rate.

  $ best --model llama-3.1-8b --instance p5.48xlarge --rate 5/s --top 1 > one; best --model llama-3.1-8b --instance p5.48xlarge --rate 5/s --top 10 | diff one - && echo same
  same
  $ best --model llama-3.1-8b --instance p5.4xlarge --rate 3/h --ttft 500ms
  1 x p5.4xlarge tp1 pp1 ep1 dp1

What cannot be is told by the nearest, with its amount.

  $ plan --model llama-3.1-8b --instance p5.48xlarge --rate 20/s --ttft 5ms
  hakaru: nearest is 1 * p5.48xlarge, tp8 pp1 dp1 mb1: TTFT * of a request alone where 5.00 ms is asked; relax --ttft by * (glob)
  [1]

The front of latency and cost: each is quicker than all that cost less; the cheapest is the best plan.

  $ plan --model llama-3.1-8b --instance g6.xlarge --instance g6e.xlarge --instance p5.4xlarge --rate 10/s --ttft 2s --tpot 80ms --pareto --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin); front = sorted(a["pareto"], key=lambda p: p["cost_usd"])
  > print(len(front) > 3, front[0]["cost_usd"] == a["plans"][0]["cost_usd"])
  > beaten = [q for p in front for q in front if p is not q and all(p[k] <= q[k] for k in ("request_s", "cost_usd", "energy_kwh"))]
  > print(beaten, min(p["request_s"] for p in front) < 0.5 * front[0]["request_s"])'
  True True
  [] True
  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-8b --context 8k --instance g6.xlarge --pareto
  hakaru: --pareto and --offline exclude each other; accepted: one of them
  [2]

The quickest fleet is the quickest of the front, with more instances than the fewest that keep the limits.

  $ plan --model llama-3.1-8b --instance g6.xlarge --instance p5.4xlarge --rate 10/s --ttft 2s --tpot 80ms --objective time --pareto --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin); best = a["plans"][0]
  > print(best["request_s"] == min(p["request_s"] for p in a["pareto"]), best["instances"] > min(p["instances"] for p in a["pareto"]))'
  True True
  $ quickest() { best --model llama-3.1-8b --instance g6.xlarge --instance p5.4xlarge --rate 10/s --ttft 2s --tpot 80ms --objective time "$@"; }
  $ quickest > alone; quickest --pareto | diff alone - && test -s alone && echo same
  same

A fleet whose replicas have stages is simulated again as it was planned: a replica lies within its instance.

  $ plan --model llama-3.1-8b --instance g6e.12xlarge --rate 30/s --ttft 2s --tpot 25ms --tp 2 --pp 2 --top 1 -o staged.json --json > staged
  $ hakaru simulate serve staged.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("staged"))["plans"][0]["simulated_requests"])') --json | python3 -c '
  > import json, sys
  > again, planned = json.load(sys.stdin), json.load(open("staged"))["plans"][0]
  > print(planned["instances"] > 1, planned["layout"]["pp"], again["ttft_s"]["p95"] == planned["ttft_s"], again["e2e_s"]["p95"] == planned["request_s"])'
  True 2 True True

A percentile is written as it was asked for; a plan file without it is as its question was, and never guessed.

  $ hakaru plan serve --rank-by expected --ttft none --tpot none --context 8k --model llama-3.1-8b --instance g6.xlarge --rate 2/s --at p99.99999 --top 1 -o far.json > /dev/null; grep -o '"simulated_percentile.*' far.json
  "simulated_percentile": "p99.99999",
  $ grep -v simulated_percentile far.json > none.json; hakaru explain none.json | grep -o "TTFT p[0-9.]*"
  hakaru: none.json: 'plan.simulated_percentile' is missing; accepted: text
  [1]
  $ grep -v '"at": "p99.99999"' none.json > lost.json; hakaru explain lost.json
  hakaru: lost.json: 'plan.simulated_percentile' is missing; accepted: text
  [2]

The rate that is named as the most is one: a replica that always has requests waiting comes near it, and not above it.

  $ most() { plan "$@" --instances 1 --rate 1000000/s 2>&1 | grep -o '[0-9.]*/s at most' | cut -d/ -f1; }
  $ full() { plan "$@" --instances 1 --rate 1/s --top 1 -o full.json > /dev/null
  >   hakaru simulate serve full.json --concurrency 800 --count 3000 --replicas 1 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["requests_per_s"])'; }
  $ for layout in "llama-3.1-8b --instance p5.4xlarge --tp 1" "llama-3.1-70b --instance p5.48xlarge --tp 8"; do
  >   shape="--model $layout --pp 1"; python3 -c "print(0.8 < $(full $shape) / $(most $shape) < 1.02)"; done
  True
  True
