A service whose requests are of several kinds: fleets are simulated with all of them, the plan tells their mean.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan serve --model llama-3.1-8b --instance g6e.xlarge --top 1 "$@"; }
  $ plan --rate 3/s --mix 0.7:500:200,0.3:8000:500 -o plan.json | sed -n 2p
  Serving llama-3.1-8b live: 3 requests/s of 0.7:500:200,0.3:8000:500, prompts of 2,750, answers of 290 tokens on average; context 8,500, weights bf16, KV cache bf16. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ hakaru explain plan.json | grep -o '0.7:500:200,0.3:8000:500: prompts of 2,750, answers of 290 tokens in the mean'
  0.7:500:200,0.3:8000:500: prompts of 2,750, answers of 290 tokens in the mean

The plan file keeps the kinds: simulated again, the figures are the same.

  $ hakaru simulate serve plan.json --router join-shortest-queue --json > again.json
  $ python3 -c '
  > import json
  > plan, again = json.load(open("plan.json"))["plans"][0], json.load(open("again.json"))
  > print(abs(plan["ttft_s"] / again["ttft_s"]["p95"] - 1) < 0.03, abs(plan["tpot_s"] / again["tpot_s"]["p95"] - 1) < 0.03)'
  True True

Long prompts among short ones cost more than all at the mean.

  $ instances() { plan --rank-by expected "$@" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["instances"])'; }
  $ python3 -c "print($(instances --mix 0.9:500:200,0.1:12000:200 --rate 10/s) > $(instances --input-length 1650 --output-length 200 --rate 10/s))"
  True

  $ plan --mix 0.7:500:200,0.2:8000:500
  hakaru: --mix has shares that sum to 0.9; accepted: shares that sum to 1
  [2]
  $ plan --mix 1:500:200 --traffic code
  hakaru: --traffic and --mix exclude each other; accepted: one of them
  [2]
  $ plan --mix 1:500:200 --offline
  hakaru: --offline and --mix exclude each other; accepted: one of them
  [2]
  $ plan --mix 1:500:200 --input-length 500
  hakaru: --mix and --input-length exclude each other; accepted: one of them
  [2]
