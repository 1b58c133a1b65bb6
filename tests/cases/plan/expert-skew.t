Tokens that prefer some experts to others: fewer experts run, and the rank with the most popular has more to do.

  $ hakaru() { command hakaru "$@" --wide; }
  $ tpot() { hakaru plan serve --offline --model gpt-oss-120b --instance p5.48xlarge --pp 1 --input-length 1000 --output-length 200 --context 1200 --top 1 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["tpot_s"])'; }

On one rank of experts few sequences read fewer of them; many read them all, and the time is the same.

  $ python3 -c "print($(tpot --tp 8 --dp 1 --ep 1 --concurrency 8 --expert-skew 1) < $(tpot --tp 8 --dp 1 --ep 1 --concurrency 8))"
  True

Spread over ranks, many sequences wait for the rank with the most popular.

  $ python3 -c "print($(tpot --tp 1 --dp 8 --ep 8 --concurrency 2048 --expert-skew 1) > $(tpot --tp 1 --dp 8 --ep 8 --concurrency 2048))"
  True

The plan file keeps it; a model without experts has no use for it.

  $ hakaru plan serve --model gpt-oss-120b --instance p5.48xlarge --rate 5/s --expert-skew 0.8 --top 1 -o plan.json | sed -n 2p
  Serving gpt-oss-120b live: 5 requests/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16 (experts mxfp4), KV cache bf16. Tokens choose the i-th most popular expert by i^-0.8. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ hakaru simulate serve plan.json --router join-shortest-queue --json > again.json
  $ python3 -c '
  > import json
  > plan, again = json.load(open("plan.json"))["plans"][0], json.load(open("again.json"))
  > print(abs(plan["ttft_s"] / again["ttft_s"]["p95"] - 1) < 0.03, abs(plan["tpot_s"] / again["tpot_s"]["p95"] - 1) < 0.03)'
  True True
  $ hakaru plan serve --model llama-3.1-8b --expert-skew 1
  hakaru: --expert-skew: llama-3.1-8b has no experts
  [2]
  $ hakaru plan serve --model gpt-oss-120b --expert-skew 4
  hakaru: --expert-skew is 4; accepted: 0 … 3
  [2]
