A live service: what is kept can be read back, and one machine's row does not hang on the machines beside it.

  $ live() { hakaru plan serve --rank-by expected --model qwen2.5-7b-instruct "$@"; }
  $ for flags in '' "--budget 5000" '--offline false --users 4' '--users 4' '--traffic code' '--offline'; do
  >   live --instance g6e.xlarge $flags -o kept.json > /dev/null && hakaru explain kept.json > /dev/null && hakaru simulate serve kept.json --count 50 > /dev/null || echo "$flags"
  > done
  $ row() { live --rate 40/s "$@" --json | python3 -c 'import json, sys; p = next(p for p in json.load(sys.stdin)["plans"] if p["instance"] == "p5.48xlarge"); print(p["instances"], p["layout"]["tp"], p["layout"]["pp"], p["ttft_s"])'; }
  $ row --instance p5.48xlarge > alone; row --instance p5.48xlarge --instance p4d.24xlarge | diff alone - && echo same
  same

Simulated again as it was planned, of the plan's traffic, it gives the plan's figures; of what it would hold too.

  $ live --instance g6e.xlarge -o kept.json --json > planned
  $ hakaru simulate serve kept.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("planned"))["plans"][0]["simulated_requests"])') --json | python3 -c '
  > import json, sys
  > again, plan = json.load(sys.stdin), json.load(open("planned"))["plans"][0]
  > print(again["ttft_s"]["p95"] == plan["ttft_s"], again["tpot_s"]["p95"] == plan["tpot_s"], plan["held_requests_per_s"] > plan["requests_per_s"])'
  True True True
  $ live --instance g6e.xlarge --rate $(python3 -c 'import json; print(json.load(open("planned"))["plans"][0]["held_requests_per_s"] * 0.9)') --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["instances"])'
  1

Of boxes that hold the same the cheapest stands for the others, whatever is ranked by; without a price there is no budget.

  $ for objective in cost energy accelerators; do live --family g6e --objective $objective --json | python3 -c 'import json, sys; p = json.load(sys.stdin)["plans"][0]; print(p["instance"], p["also"][0])'; done
  g6e.xlarge g6e.2xlarge
  g6e.xlarge g6e.2xlarge
  g6e.xlarge g6e.2xlarge
  $ live --instance dgx-h100 --budget '$3000/month'
  hakaru: no plan has a known cost, so the budget cannot be held; name an instance with a price, or a region (--region)
  [1]
  $ live --family g6e --budget '$100/month' --objective time
  hakaru: no fleet that costs at most $100 a month keeps the limits; ask with --objective cost for the cheapest that does
  [1]

Two plans of other percentiles answer other questions.

  $ live --instance g6e.xlarge --at p50 -o median.json > /dev/null; hakaru compare kept.json median.json | tail -1
  note: they answer different questions: at
