A replica under traffic: what goes in comes out, and the same seed gives the same figures.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --accelerator h100-sxm --accelerators 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ hakaru simulate serve plan.json --rate 5/s --count 2000 --input-length 1000 --output-length 200 --json > one.json
  $ hakaru simulate serve plan.json --rate 5 --count 2000 --input-length 1000 --output-length 200 --json > two.json
  $ python3 -c '
  > import json
  > one, two = json.load(open("one.json")), json.load(open("two.json"))
  > print(list(one))
  > print(list(one["ttft_s"]), one["requests"], one["input_tokens"], one["output_tokens"], one["preemptions"])
  > one.pop("elapsed_s"), two.pop("elapsed_s")
  > print(one == two, abs(one["requests_per_s"] / 5 - 1) < 0.1, 0 < one["kv_use_peak"] < 1)
  > for key in "ttft_s", "tpot_s", "itl_s", "e2e_s":
  >   print(key, sorted(one[key].values()) == list(one[key].values()))'
  ['requests', 'simulated_s', 'elapsed_s', 'ttft_s', 'tpot_s', 'itl_s', 'e2e_s', 'requests_per_s', 'input_tokens', 'output_tokens', 'output_tokens_per_s', 'goodput_requests_per_s', 'kv_use_peak', 'kv_blocks', 'kv_transfers', 'preemptions', 'queue_peak', 'running_peak', 'iterations', 'busy_s', 'percentile_error_pct', 'policy', 'max_num_seqs', 'max_num_batched_tokens', 'batch_buckets', 'sequence_buckets', 'prefill_batch', 'replicas', 'replicas_simulated', 'router', 'scaling', 'sessions', 'prefix_cache', 'sustained_requests_per_s', 'cost_usd', 'cost_per_million_tokens_usd', 'cost_per_million_input_tokens_usd', 'cost_per_million_total_tokens_usd', 'energy_kwh', 'means', 'band']
  ['p50', 'p90', 'p95', 'p99'] 2000 2000000 400000 0
  True True True
  ttft_s True
  tpot_s True
  itl_s True
  e2e_s True

With nothing said it is the plan's own load, in a closed loop; more load makes it slower.

  $ hakaru simulate serve plan.json --count 200 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["running_peak"])'
  16
  $ p95() { hakaru simulate serve plan.json --count 2000 --input-length 1000 --output-length 200 "$@" --json |
  >   python3 -c 'import json, sys; print(json.load(sys.stdin)["ttft_s"]["p95"])'; }
  $ python3 -c "print($(p95 --rate 5) < $(p95 --rate 30), $(p95 --rate 20) < $(p95 --rate 20 --arrival gamma --burstiness 0.1))"
  True True
  $ python3 -c "print($(p95 --rate 5) < $(p95 --rate 5 --policy static), $(p95 --rate 5 --prefix-hit-rate 0.8) < $(p95 --rate 5))"
  True True

Traces are replayed, stretched, and drawn from.

  $ printf 'arrival_s,input,output\n0,100,10\n0.5,200,20\n1,300,30\n' > trace.csv
  $ printf '{"arrival": 0, "input": 100, "output": 10}\n{"arrival": 0.5, "input": 200, "output": 20}\n{"arrival": 1, "input": 300, "output": 30}\n' > trace.jsonl
  $ tokens() { hakaru simulate serve plan.json "$@" --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["requests"], a["input_tokens"], a["output_tokens"], a["simulated_s"] > 1)'; }
  $ tokens --requests trace.csv
  3 600 60 True
  $ tokens --requests trace.jsonl
  3 600 60 True
  $ tokens --requests trace.csv --rate 100/s
  3 600 60 False
  $ tokens --requests trace.csv --count 2
  2 300 30 False
  $ tokens --requests trace.csv --concurrency 1 --count 1000 | cut -d' ' -f1
  1000

Of several replicas one is simulated, with its share.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --accelerator h100-sxm --accelerators 4 --tp 1 --pp 1 --concurrency 16 --top 1 -o four.json > /dev/null
  $ hakaru simulate serve four.json --requests trace.csv | tail -2
  one of 4 replicas was simulated, with one of 4 requests; rates are those of all
  90 % interval of the means: TTFT 7.75–35.0 ms, TPOT 5.07–8.31 ms, a request 52.7–106 ms
  $ hakaru simulate serve four.json --rate 20 --count 1000 --lang ja | tail -2
  4 レプリカ中 1 つを、リクエストの 4 分の 1 でシミュレーションしました。毎秒の値は全レプリカのものです
  90 % の範囲 (平均値): TTFT 22.5–102 s、TPOT 29.1–47.8 ms、リクエスト全体 0.83–2.47 分

The timeline holds every iteration and request, the series a line for each change.

  $ hakaru simulate serve plan.json --requests trace.csv --trace trace.json --series series.csv | tail -2
  written to trace.json; open it at https://ui.perfetto.dev
  written to series.csv
  $ python3 -c '
  > import csv, json
  > events = json.load(open("trace.json"))["traceEvents"]
  > runs = [e for e in events if e["ph"] == "X"]
  > print(sum(e["args"]["prefill_tokens"] for e in runs), len([e for e in events if e["ph"] == "b"]))
  > rows = list(csv.DictReader(open("series.csv")))
  > print(list(rows[0]), len(rows) == len(runs))'
  600 6
  ['time_s', 'duration_s', 'iterations', 'waiting', 'running', 'decodes', 'prefill_tokens', 'kv_use', 'replica'] True

Requests of exactly one length keep step: all are answered at once and come again at once. What was measured did not, so
lengths differ a little unless they are told not to; means stand beside percentiles, as benchmarks print them.

  $ hakaru simulate serve plan.json --concurrency 16 --count 320 | grep "keep step"
  lengths differ by about 10.0 %, lest requests in flight keep step; --length-spread 0 makes them all alike
  $ hakaru simulate serve plan.json --concurrency 16 --count 320 --length-spread 0 | grep -c "keep step"
  0
  [1]
  $ ttft() { hakaru simulate serve plan.json --concurrency 16 --count 320 --input-length 1000 --output-length 200 --json "$@" | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["means"]["ttft_s"] > 0, a["ttft_s"]["p50"])'; }
  $ python3 -c 'import sys; told = [line.split() for line in sys.argv[1:]]; print(told[0][0], told[1][0], float(told[0][1]) < float(told[1][1]))' "$(ttft)" "$(ttft --length-spread 0)"
  True True True
