The cheapest fleet that keeps its limits at a percentile, simulated.

  $ hakaru() { command hakaru "$@" --wide; }
  $ replay() { hakaru plan serve --rank-by expected --model llama-3.1-8b --context 4k --instance p5.4xlarge --tp 1 --pp 1 "$@"; }
  $ plan() { replay --input-length 1000 --output-length 200 "$@"; }
  $ kept() { plan "$@" --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)["plans"][0]
  > print(a["instances"], a["ttft_s"] <= 0.3, a["tpot_s"] <= 0.020 * 1.004, a["requests_per_s"] > 90)'; }
  $ kept --rate 100/s --ttft 300ms --tpot 20ms --at p95
  6 True True True
  $ plan --rate 90/s --ttft 40ms --tpot 25ms --at p95 --instances 5
  hakaru: no simulated fleet keeps the limits at p95; nearest is 5 * p5.4xlarge, tp1 pp1 dp5 mb1: TTFT *, TPOT *; relax --ttft by *, or lower --rate* (glob)
  [1]

What is explained is what was simulated, and adds up.

  $ plan --rate 100/s --ttft 300ms --tpot 20ms --at p95 --top 1 -o fleet.json > /dev/null
  $ hakaru explain fleet.json | grep -E "^  (traffic|replicas|sequences that|TTFT|TPOT|low end|high end|E2EL|requests per|output tokens per|cost)"
    traffic                                 Poisson arrivals, 100/s, prompts of 1,000, answers of 200 tokens, seed 0 = 5,912 requests
    replicas                                6 × 1 accelerator / (tp 1 × pp 1), each request to the shortest queue = 6
    sequences that ran at once              at most, in the fullest replica = 57
    TTFT p95                                rank 5,617 / 5,912, from the shortest, simulated within 0.39 % = 73.8 ms
    TPOT p95                                likewise, of answers of two tokens or more = 15.3 ms
    E2EL p95                                rank 5,617 / 5,912, from the shortest, simulated within 0.39 % = 3.08 s
    requests per second                     5,912 requests / 62.04 s = 95.3 /s
    output tokens per second                95.2933 requests/s × 200 tokens = 19,059 /s
    cost                            6 × 6.88 USD/h × 1 h = $41.28
    cost of a month                 41.28 USD/h × 730 h = $30,134
    cost per million output tokens  41.28 USD/h × 10⁶ / (100 requests/s × 200 tokens × 3,600 s) = $0.573
    low end                                                                           TPOT 0.01527 s × e^-0.2472 = 11.9 ms
    high end                                                                          TPOT 0.01527 s × e^0.2472 = 19.5 ms
  $ hakaru explain fleet.json --json > explained.json; python3 -c '
  > import json
  > plan, terms = json.load(open("fleet.json"))["plans"][0], json.load(open("explained.json"))
  > value = {term["name"]: term["value"] for part in terms.values() for term in part}
  > close = lambda one, other: abs(one / other - 1) < 1e-9
  > print(close(value["requests per second"], value["traffic"] / plan["simulated_s"]))
  > print(close(value["cost per million output tokens"], plan["usd_per_h"] * 1e6 / (100 * 200 * 3600)))
  > print(close(sum(t["value"] for t in terms["memory"]), plan["memory"]["device"]["total_bytes"]))
  > print(close(value["a prompt alone"], sum(v for name, v in value.items() if name.startswith("prefill:"))))
  > print([value[name + " p95"] == plan[key] for name, key in (("TTFT", "ttft_s"), ("TPOT", "tpot_s"), ("E2EL", "request_s"))])'
  True
  True
  True
  True
  [True, True, True]
  $ hakaru simulate serve fleet.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("fleet.json"))["plans"][0]["simulated_requests"])') --json | python3 -c '
  > import json, sys
  > a, plan = json.load(sys.stdin), json.load(open("fleet.json"))["plans"][0]
  > print(a["ttft_s"]["p95"] == plan["ttft_s"], a["tpot_s"]["p95"] == plan["tpot_s"], a["requests_per_s"] == plan["requests_per_s"])'
  True True True

A trace gives rate and lengths; what does not go together is refused.

  $ python3 -c '
  > print("arrival_s,input,output")
  > for i in range(500): print(f"{i / 50},{500 + i},{100 + i % 50}")' > trace.csv
  $ replay --requests trace.csv --ttft 300ms --at p99 --top 1 | sed -n 2p
  Serving llama-3.1-8b live: 50 requests/s of trace.csv, prompts of 750, answers of 125 tokens on average; context 4,096, weights bf16, KV cache bf16. Limits at p99: TTFT ≤ 300 ms, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ replay --requests trace.csv --concurrency 4 | head -2
  Rent 1 × p5.4xlarge: $5,022 a month, >99 % likely to keep the limits.
  Serving llama-3.1-8b live: 4 requests always in flight of trace.csv, prompts of 750, answers of 125 tokens on average; context 4,096, weights bf16, KV cache bf16. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ plan --requests trace.csv
  hakaru: --requests and --input-length exclude each other; accepted: one of them
  [2]
  $ replay --requests ""
  hakaru: --requests is empty; accepted: a value, or leave it out
  [2]
  $ printf 'arrival_s,input,output\n3,50,10\n3,60,10\n' > once.csv
  $ replay --requests once.csv --rate 5/s
  hakaru: --rate needs --requests at more than one time
  [2]
  $ plan --at p95 | head -2
  Rent 1 × p5.4xlarge: $5,022 a month, >99 % likely to keep the limits.
  Serving llama-3.1-8b live: 1 request/s, prompts of 1,000, answers of 200 tokens; context 4,096, weights bf16, KV cache bf16. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ plan --rate 5/s --at often
  hakaru: --at is 'often'; accepted: a percentile such as p50, p95, p99
  [2]
  $ printf 'arrival_s,input,output\n0,5000,10\n' > long.csv
  $ replay --requests long.csv
  hakaru: --context is 4096: every request of long.csv is longer; raise it
  [2]

The plan keeps the trace's mean lengths and rate; what draws traffic of those says that it is no replay.

  $ replay --requests trace.csv --top 1 -o replayed.json > /dev/null
  $ hakaru simulate serve replayed.json --count 500 | sed -n '1p;$p'
  Serving llama-3.1-8b: context 4,096, prompts of 750, answers of 125 tokens; weights bf16, KV cache bf16.
  the plan was made for */trace.csv, whose requests are not replayed; give them by --requests (glob)
  $ hakaru simulate serve replayed.json --count 5000 --json | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > print(a["input_tokens"] / a["requests"], 40 < a["requests_per_s"] < 60)'
  750.0 True

Public traces are read as they are published: of Azure, BurstGPT, Mooncake (in milliseconds), Qwen (in seconds), Vidur, Splitwise; times since 1970 in any unit.

  $ rate() { cat > trace; hakaru plan serve --model llama-3.1-8b --context 8k --instance g6e.xlarge --tp 1 --top 1 --requests trace --json | python3 -c 'import json, sys; d = json.load(sys.stdin)["demand"]; print(d["rate_per_s"], d["mean_input_tokens"], d["mean_output_tokens"])'; }
  $ printf 'TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,2162,5\n2024-05-10 00:00:10.017335+00:00,2399,6\n' | rate
  0.09992600479345047 2281 6
  $ printf 'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n15,GPT-4,1087,230,1317,Conversation log\n' | rate
  0.1 780 124
  $ printf '{"timestamp": 0, "input_length": 675, "output_length": 500, "hash_ids": [0, 1]}\n{"timestamp": 10000, "input_length": 731, "output_length": 490, "hash_ids": [0, 2]}\n' | rate
  0.1 703 495
  $ printf '{"chat_id": 1, "timestamp": 0.5, "input_length": 675, "output_length": 500, "hash_ids": [0, 1]}\n{"chat_id": 2, "timestamp": 10.5, "input_length": 731, "output_length": 490, "hash_ids": [9]}\n' | rate
  0.1 703 495
  $ printf 'arrived_at,num_prefill_tokens,num_decode_tokens\n0,100,10\n10,100,10\n' | rate
  0.1 100 10
  $ printf 'request_id,arrival_timestamp,prompt_size,token_size\n0,0,100,10\n1,10,100,10\n' | rate
  0.1 100 10
  $ printf '{"timestamp": 1764410000000, "prompt_tokens": 100, "completion_tokens": 10}\n{"timestamp": 1764410010000, "prompt_tokens": 100, "completion_tokens": 10}\n' | rate
  0.1 100 10
