Replicas behind a router: what goes in comes out, whoever it is sent to.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --concurrency 64 --top 1 -o plan.json > /dev/null
  $ serve() { hakaru simulate serve plan.json --count 2000 --input-length 1000 --output-length 200 --length-spread 0.5 --json "$@"; }
  $ totals() { serve "$@" | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["requests"], a["replicas_simulated"], a["router"], a["kv_transfers"])'; }
  $ totals --rate 60
  250 1 None 0
  $ for router in round-robin least-loaded join-shortest-queue prefix-aware; do totals --rate 60 --replicas 3 --router $router; done
  2000 3 round-robin 0
  2000 3 least-loaded 0
  2000 3 join-shortest-queue 0
  2000 3 prefix-aware 0

Clients that do not divide over the plan's replicas are served by all of them; the answer names what was served.

  $ totals --concurrency 3
  2000 8 round-robin 0
  $ totals --concurrency 16
  250 1 None 0
  $ hakaru simulate serve plan.json --rate 60 --count 2000 --input-length 1000 --output-length 200 | head -1
  Serving llama-3.1-8b: context 8,192, prompts of 1,000, answers of 200 tokens; weights bf16, KV cache bf16.

Where requests queue up, a queue that is seen is shorter; a prefix that is found again needs no prefill.

  $ value() { key=$1; shift; serve "$@" | python3 -c "import json, sys; print(json.load(sys.stdin)$key)"; }
  $ p99="['ttft_s']['p99']"; p50="['ttft_s']['p50']"
  $ python3 -c "print($(value $p99 --rate 90 --replicas 3 --router join-shortest-queue) < $(value $p99 --rate 90 --replicas 3))"
  True
  $ python3 -c "print($(value $p99 --rate 60 --replicas 6 --router join-shortest-queue) <= $(value $p99 --rate 60 --replicas 3 --router join-shortest-queue))"
  True
  $ prefixes="--rate 20 --replicas 4 --prefix-groups 300 --prefix-hit-rate 0.8"
  $ python3 -c "print($(value $p50 $prefixes --router prefix-aware) < $(value $p50 $prefixes --router round-robin))"
  True

Disaggregated, decoding is not held up by prompts, and every answer of more than one token has its cache sent.

  $ totals --rate 30 --disaggregate 1:2
  2000 3 round-robin 2000
  $ itl="['itl_s']['p99']"
  $ python3 -c "print($(value $itl --rate 30 --disaggregate 1:2) < $(value $itl --rate 30 --replicas 3))"
  True

A draft that is accepted makes tokens come faster, one that never is makes them slower; padding costs.

  $ tpot="['tpot_s']['p50']"
  $ python3 -c "print($(value $tpot --rate 2 --speculate 3 --acceptance 0.8) < $(value $tpot --rate 2) < $(value $tpot --rate 2 --speculate 3 --acceptance 0))"
  True
  $ python3 -c "print($(value $tpot --rate 2) < $(value $tpot --rate 2 --policy buckets))"
  True

Goodput counts requests that kept both limits; the sustained rate is the highest that keeps them at the percentile.

  $ serve --rate 10 --ttft 1s --tpot 1s | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > print(a["goodput_requests_per_s"] == a["requests_per_s"], abs(a["cost_usd"] / a["output_tokens"] * 1e6 / a["cost_per_million_tokens_usd"] - 1) < 1e-9)'
  True True
  $ limits="--replicas 2 --ttft 300ms --tpot 20ms --at p95"
  $ rate=$(value "['sustained_requests_per_s']" --rate 10 --sustained $limits)
  $ python3 -c "print($(value "['ttft_s']['p95']" --rate $rate $limits) <= 0.3, $(value "['tpot_s']['p95']" --rate $rate $limits) <= 0.02 * 1.004, $rate > 10)"
  True True True
  $ serve --rate $(python3 -c "print($rate * 1.05)") $limits | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > print(a["ttft_s"]["p95"] > 0.3 or a["tpot_s"]["p95"] > 0.02)'
  True
