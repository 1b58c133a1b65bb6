What serving benchmarks keep becomes rows of measurements, and moves the constants that stand.

  $ hakaru() { command hakaru "$@" --wide; }
  $ python3 - <<'X'
  > import json
  > vllm = {"date": "20250701-101500", "backend": "vllm", "model_id": "meta-llama/Llama-3.1-8B", "num_prompts": 80, "request_rate": "inf", "duration": 71.2, "completed": 80, "total_input_tokens": 81920, "total_output_tokens": 20480, "output_throughput": 287.6, "total_token_throughput": 1438.2}
  > for concurrency, ttft, tpot in ((1, 66.0, 7.6), (8, 95.0, 8.6), (32, 177.0, 12.3)):
  >     run = dict(vllm, max_concurrency=concurrency, mean_ttft_ms=ttft, median_ttft_ms=ttft * 0.9, p99_ttft_ms=ttft * 2, mean_tpot_ms=tpot, median_tpot_ms=tpot, p99_tpot_ms=tpot * 1.1)
  >     json.dump(run, open(f"vllm{concurrency}.json", "w"))
  > json.dump(dict(run, max_concurrency=None), open("at-once.json", "w"))
  > sglang = {"tag": None, "backend": "sglang", "dataset_name": "random", "request_rate": 4.0, "max_concurrency": None, "server_info": {"tp_size": 2, "model_path": "Qwen/Qwen3-32B"}, "duration": 60.1, "completed": 240, "total_input_tokens": 245760, "total_output_tokens": 61440, "total_output_tokens_retokenized": 61400, "output_throughput": 1022.3, "mean_ttft_ms": 80.5, "mean_tpot_ms": 22.2}
  > lines = [json.dumps(sglang), json.dumps(dict(sglang, request_rate=float("inf"), max_concurrency=16))]
  > print(*lines, lines[0][:200], sep="\n", file=open("sglang.jsonl", "w"))
  > metric = lambda average, unit="ms": {"unit": unit, "avg": average, "p50": average, "p99": 2 * average}
  > json.dump({"request_latency": metric(4102.0), "time_to_first_token": metric(93.1), "inter_token_latency": metric(25.7), "output_token_throughput": metric(486.2, "tokens/sec"), "output_sequence_length": metric(256.0, "tokens"), "input_sequence_length": metric(1024.0, "tokens"), "input_config": {"model": ["qwen3-32b"], "backend": "vllm", "perf_analyzer": {"stimulus": {"concurrency": 8}}}}, open("genai.json", "w"))
  > X
  $ rows() { hakaru calibrate serving "$@" --rows rows.csv | grep -E '[0-9] runs?( |;|$)|left out'; python3 -c '
  > import csv
  > for row in csv.DictReader(open("rows.csv")):
  >     print(*[f"{key}={row[key]}" for key in ("id", "engine", "base_model", "tp", "concurrency", "rate_per_s", "input_length", "output_length", "ttft_ms", "tpot_ms", "tpot_ms_p99") if row.get(key)])'; }
  $ rows vllm8.json --accelerator h100 --tp 1
  vllm8.json: vllm bench serve, 1 run
  vllm on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  1 of 1 runs are further off than runs repeat themselves: each moves constants no more than one that is a width off
  id=vllm8.json engine=vllm base_model=llama-3.1-8b tp=1 concurrency=8 input_length=1024 output_length=256 ttft_ms=95 tpot_ms=8.6 tpot_ms_p99=9.46
  $ rows sglang.jsonl --accelerator h100
  sglang.jsonl: sglang.bench_serving, 2 runs; 1 lines are cut off or garbled: skipped
  sglang on h100-sxm: constants that stand are moved by 2 runs (few rows: each is expected where it stands)
  2 of 2 runs are further off than runs repeat themselves: each moves constants no more than one that is a width off
  id=sglang.jsonl:1 engine=sglang base_model=qwen3-32b tp=2 rate_per_s=4 input_length=1024 output_length=256 ttft_ms=80.5 tpot_ms=22.2
  id=sglang.jsonl:2 engine=sglang base_model=qwen3-32b tp=2 concurrency=16 input_length=1024 output_length=256 ttft_ms=80.5 tpot_ms=22.2
  $ rows genai.json --accelerator h100 --tp 2
  genai.json: genai-perf, 1 run
  vllm on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  1 of 1 runs are further off than runs repeat themselves: each moves constants no more than one that is a width off
  id=genai.json engine=vllm base_model=qwen3-32b tp=2 concurrency=8 input_length=1024 output_length=256 ttft_ms=93.1 tpot_ms=25.7 tpot_ms_p99=51.4
  $ hakaru calibrate serving at-once.json --accelerator h100 --tp 1 --lang ja
  hakaru: at-once.json: 使える実行がありません; 1 行目: すべてのリクエストが一度に送られ、一定の負荷ではありません。使えるもの: a concurrency, a request rate の指定された実行
  [2]
  $ hakaru calibrate serving at-once.json --accelerator h100 --tp 1
  hakaru: at-once.json: no run can be used; line 1: all requests were sent at once, which is no steady load; accepted: a concurrency, a request rate
  [2]
  $ echo '{"hello": 1}' > other.json; hakaru calibrate serving other.json --accelerator h100 --tp 1
  hakaru: other.json: is no result of a serving benchmark; accepted: vllm bench serve --save-result, sglang.bench_serving --output-file, genai-perf's profile export
  [2]
  $ hakaru calibrate serving vllm8.json --tp 1
  hakaru: vllm8.json: does not say all of its run; name the plan with --plan, or --accelerator
  [2]
  $ hakaru calibrate serving sglang.jsonl --accelerator h100 --tp 4
  hakaru: sglang.jsonl: its log says tp 2, --tp says 4
  [2]

A result of another model or engine than the plan's is refused; OpenAI's protocol does not say which engine answered. Where requests come
at a rate, a concurrency is but a cap.

  $ hakaru plan serve --model llama-3.1-8b --concurrency 8 --accelerator h100 --accelerators 1 --engine vllm --top 1 -o plan.json > /dev/null
  $ hakaru plan serve --model llama-3.1-8b --concurrency 8 --accelerator h100 --accelerators 1 --engine sglang --top 1 -o sglang.json > /dev/null
  $ with() { python3 -c 'import json, sys; json.dump(json.load(open(sys.argv[1])) | eval(sys.argv[3]), open(sys.argv[2], "w"))' "$@"; }
  $ with vllm8.json qwen.json '{"model_id": "Qwen/Qwen3-14B"}' && hakaru calibrate serving qwen.json --plan plan.json
  hakaru: qwen.json: its log says model qwen3-14b, plan.json says llama-3.1-8b
  [2]
  $ hakaru calibrate serving vllm8.json --plan sglang.json
  hakaru: vllm8.json: its client spoke the protocol of vllm, sglang.json says sglang; accepted: a plan of that engine, or --engine NAME
  [2]
  $ hakaru calibrate serving vllm8.json --plan sglang.json --engine sglang | sed -n 3p
  sglang on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  $ with vllm8.json openai.json '{"backend": "openai"}' && hakaru calibrate serving openai.json --accelerator h100 --tp 1
  hakaru: openai.json: does not say all of its run; name the plan with --plan, or --engine
  [2]
  $ hakaru calibrate serving openai.json --plan sglang.json | sed -n 3p
  sglang on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  $ with vllm8.json capped.json '{"request_rate": 4.0, "max_concurrency": 200}' && rows capped.json --accelerator h100 --tp 1 | grep -o '[a-z_]*=4 '
  rate_per_s=4 

Experts that SGLang spreads over replicas: its tp counts the ranks of all of them.

  $ hakaru plan serve --model qwen3-30b-a3b --weights fp8 --input-length 500 --output-length 100 --concurrency 80 --engine sglang --instance p5.48xlarge --top 1 -o experts.json > /dev/null
  $ with vllm8.json spread.json '{"backend": "sglang", "model_id": None, "server_info": {"tp_size": 8, "dp_size": 8, "ep_size": 8, "enable_dp_attention": True, "model_path": "Qwen/Qwen3-30B-A3B"}}'
  $ hakaru calibrate serving spread.json --plan experts.json --rows rows.csv | sed -n 3p; python3 -c 'import csv; print([row[key] for row in csv.DictReader(open("rows.csv")) for key in ("tp", "attention_dp", "accelerators")])'
  sglang on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  ['1', '8', '8']

Several loads of one plan: errors before, after and held back; what is written is used, and named.

  $ hakaru calibrate serving vllm1.json vllm8.json vllm32.json --plan plan.json -o own --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > median = answer["pairs"][0]["median_ape_pct"]
  > print(answer["files"], len(answer["pairs"][0]["figures"]), median["after"] < median["held_back"] < median["before"])'
  ['calibrations/serving/h100-sxm.toml', 'evidence/serving/own.csv'] 6 True
  $ cut -d, -f 1-4 own/evidence/serving/own.csv | head -3
  id,metric,accelerator,vendor
  vllm1.json,tpot_ms,h100-sxm,NVIDIA
  vllm1.json,ttft_ms,h100-sxm,NVIDIA
  $ hakaru --data own plan serve --model llama-3.1-8b --concurrency 8 --accelerator h100 --accelerators 1 --engine vllm --top 1 | grep evidence:
    evidence: calibrated on runs of vllm on h100-sxm (own/calibrations/serving/h100-sxm.toml)
  $ hakaru calibrate serving vllm8.json --plan plan.json --lang ja | tail -1
  何も書いていません。-o フォルダー で書き出し先を指定してください

A run that decoded speculatively is not plain decoding: it is left out, as the file shows it, or refused where it is alone.

  $ for shows in '"spec_decode_acceptance_length": 3.1' '"spec_decode_num_drafts": 21000' '"accept_length": 3.5' '"server_info": {"speculative_algorithm": "EAGLE"}'; do with vllm8.json draft.json "{$shows}"; hakaru calibrate serving draft.json --plan plan.json; done
  hakaru: draft.json: no run can be used; line 1: it decoded speculatively (spec_decode_acceptance_length 3.1), and constants are of plain decoding; accepted: a run without a draft
  hakaru: draft.json: no run can be used; line 1: it decoded speculatively (spec_decode_num_drafts 21000), and constants are of plain decoding; accepted: a run without a draft
  hakaru: draft.json: no run can be used; line 1: it decoded speculatively (accept_length 3.5), and constants are of plain decoding; accepted: a run without a draft
  hakaru: draft.json: no run can be used; line 1: it decoded speculatively (speculative_algorithm EAGLE), and constants are of plain decoding; accepted: a run without a draft
  [2]
  $ with vllm8.json plain.json '{"accept_length": None, "server_info": {"speculative_algorithm": None}}' && hakaru calibrate serving plain.json --plan plan.json | head -1
  plain.json: vllm bench serve, 1 run
