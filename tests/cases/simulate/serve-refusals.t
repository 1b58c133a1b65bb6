What cannot be simulated is refused in one line; a bad trace with its line.

  $ hakaru simulate serve
  hakaru: PLAN is missing: hakaru simulate serve FILE[#RANK]
  [2]
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o infer.json > /dev/null
  $ hakaru simulate serve infer.json
  hakaru: infer.json: not a plan of serving; accepted: one of hakaru plan serve
  [2]
  $ hakaru plan serve --offline --model llama-3.1-8b --context 4k --accelerator h100-sxm --accelerators 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ hakaru simulate serve plan.json --rate fast
  hakaru: --rate is 'fast'; accepted: a rate such as 5, 5/s, 300/m
  [2]
  $ hakaru simulate serve plan.json --rate 0
  hakaru: --rate is '0'; accepted: a rate such as 5, 5/s, 300/m
  [2]
  $ hakaru simulate serve plan.json --rate 5 --concurrency 3
  hakaru: --concurrency and --rate exclude each other; accepted: one of them
  [2]
  $ hakaru simulate serve plan.json --rate 5 --burstiness 3
  hakaru: --burstiness needs --arrival gamma
  [2]
  $ hakaru simulate serve plan.json --rate 5 --arrival often
  hakaru: --arrival is 'often'; accepted: poisson, gamma, constant
  [2]
  $ hakaru simulate serve plan.json --arrival poisson
  hakaru: --arrival needs --rate
  [2]
  $ hakaru simulate serve plan.json --policy orca
  hakaru: --policy is 'orca'; accepted: vllm, static, buckets
  [2]
  $ hakaru simulate serve plan.json --prefix-hit-rate 2
  hakaru: --prefix-hit-rate is 2; accepted: 0 … 1
  [2]
  $ hakaru simulate serve plan.json --max-num-seqs 0
  hakaru: --max-num-seqs is 0; accepted: 1 … 1000000
  [2]
  $ hakaru simulate serve plan.json --seed -1
  hakaru: --seed is '-1'; accepted: 0, 1, 2, …
  [2]
  $ hakaru simulate serve plan.json --input-length 4096
  hakaru: 4096 + 512 tokens; accepted: at most 4096, the plan's context
  [2]
  $ hakaru simulate serve plan.json --requests missing.csv
  hakaru: missing.csv: cannot be read: no such file
  [2]
  $ hakaru simulate serve plan.json --count 10 --trace plan.json
  hakaru: plan.json: is read by this command, which does not write over it; accepted: another file
  [2]
  $ hakaru simulate serve plan.json --count 2000000 --series series.csv
  hakaru: 2000000 requests are too many for --trace and --series; accepted: --count 1000000
  [2]
  $ hakaru simulate serve plan.json --rate 1/h --count 10000
  hakaru: the traffic lasts longer than the 92 days that are simulated; lower --count or raise --rate
  [2]
  $ hakaru simulate serve plan.json --router nearest
  hakaru: --router is 'nearest'; accepted: round-robin, least-loaded, join-shortest-queue, prefix-aware
  [2]
  $ hakaru simulate serve plan.json --disaggregate 2
  hakaru: --disaggregate is '2'; accepted: P:D, replicas that prefill and that decode, such as 1:3
  [2]
  $ hakaru simulate serve plan.json --disaggregate 1:0
  hakaru: --disaggregate is '1:0'; accepted: P:D, replicas that prefill and that decode, such as 1:3
  [2]
  $ hakaru simulate serve plan.json --disaggregate 1:1 --policy static
  hakaru: --disaggregate needs --policy vllm|buckets; found static
  [2]
  $ hakaru simulate serve plan.json --speculate 3
  hakaru: --speculate needs --acceptance
  [2]
  $ hakaru simulate serve plan.json --at 0.95
  hakaru: --at is '0.95'; accepted: a percentile such as p50, p95, p99
  [2]
  $ hakaru simulate serve plan.json --rate 5 --sustained
  hakaru: --sustained needs --ttft, --tpot
  [2]
  $ hakaru simulate serve plan.json --sustained --ttft 1s
  hakaru: --sustained needs --rate, --requests
  [2]
  $ hakaru simulate serve plan.json --rate 5 --sustained --ttft 1us
  hakaru: no rate keeps the limits: even a request alone takes longer; relax --ttft or --tpot
  [1]

Traces.

  $ serve() { cat > bad.csv; hakaru simulate serve plan.json --requests bad.csv; }
  $ printf '' | serve
  hakaru: bad.csv: is empty; accepted: a line of column names, then rows
  [2]
  $ printf 'TIMESTAMP,ContextTokens\n' | serve
  hakaru: bad.csv: has no 'output'; found: TIMESTAMP, ContextTokens; accepted for it: output, output_tokens, GeneratedTokens (Azure), Response tokens (BurstGPT), output_length (Mooncake, Qwen), num_decode_tokens (Vidur), token_size (Splitwise), completion_tokens
  [2]
  $ printf 'arrival_s,input,output\n' | serve
  hakaru: bad.csv: holds no request; accepted: one a line
  [2]
  $ printf 'arrival_s,input,output\n1,10,10\n0.5,10,10\n' | serve
  hakaru: bad.csv: line 3: came before line 2; accepted: requests in order of arrival
  [2]
  $ printf 'arrival_s,input,output\n-1,10,10\n' | serve
  hakaru: bad.csv: line 2: 'arrival_s' is -1; accepted: seconds, 0 … 4000000
  [2]
  $ printf 'arrival_s,input,output\n0,0,10\n' | serve
  hakaru: bad.csv: line 2: 'input' is '0'; accepted: a whole number, 1 … 1073741824
  [2]
  $ printf 'arrival_s,input,output\n0,10,ten\n' | serve
  hakaru: bad.csv: line 2: 'output' is 'ten'; accepted: a whole number, 1 … 1073741824
  [2]
  $ printf 'arrival_s,input,output\n0,10\n' | serve
  hakaru: bad.csv: line 2: 'output' is missing: 2 cells found; accepted: 3, one for each column
  [2]
  $ printf 'arrival_s,input,output\n0,4000,97\n' | serve
  hakaru: bad.csv: every request is longer than 4096 tokens, the plan's context
  [2]
  $ printf 'arrival_s,input,output\nnan,10,10\n' | serve
  hakaru: bad.csv: line 2: 'arrival_s' is nan; accepted: seconds, 0 … 4000000
  [2]
  $ printf 'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,374,44\n2023-13-16 18:15:46,374,44\n' | serve
  hakaru: bad.csv: line 3: 'TIMESTAMP' is '2023-13-16 18:15:46'; accepted: a number of seconds, 0 or more, or a time such as 2023-11-16 18:15:46.68
  [2]
  $ printf 'TIMESTAMP,ContextTokens,GeneratedTokens\n16.11.2023,374,44\n' | serve
  hakaru: bad.csv: line 2: 'TIMESTAMP' is '16.11.2023'; accepted: a number of seconds, 0 or more, or a time such as 2023-11-16 18:15:46.68
  [2]
  $ printf '{"arrival_s": 0, "input": 1, "output": 1}\n{"arrival_s": 1, "input": 1}\n' | serve
  hakaru: bad.csv: line 2: has no 'output'; found: arrival_s, input; accepted for it: output, output_tokens, GeneratedTokens (Azure), Response tokens (BurstGPT), output_length (Mooncake, Qwen), num_decode_tokens (Vidur), token_size (Splitwise), completion_tokens
  [2]
  $ printf '{"arrival_s": 0, "input": 1, "output": 1}\n{"arrival_s": 1,\n' | serve
  hakaru: bad.csv: line 2: is not a JSON object; accepted: {"arrival_s": 0.25, "input": 374, "output": 44}
  [2]
  $ printf '{"arrival_s": 0, "input": "many", "output": 1}\n' | serve
  hakaru: bad.csv: line 1: 'input' is "many"; accepted: 1 … 1073741824
  [2]
  $ printf 'when,input,output\n0,1,1\n' | serve
  hakaru: bad.csv: has no 'arrival_s'; found: when, input, output; accepted for it: arrival_s, arrival, TIMESTAMP (Azure), Timestamp (BurstGPT), timestamp (Mooncake, Qwen), arrived_at (Vidur), arrival_timestamp (Splitwise)
  [2]
  $ printf '{"timestamp": 0, "input_length": 5}\n' | serve
  hakaru: bad.csv: line 1: has no 'output'; found: input_length, timestamp; accepted for it: output, output_tokens, GeneratedTokens (Azure), Response tokens (BurstGPT), output_length (Mooncake, Qwen), num_decode_tokens (Vidur), token_size (Splitwise), completion_tokens
  [2]
  $ printf '[{"id": "a", "conversations": []}]\n' | serve
  hakaru: bad.csv: is a JSON array; accepted: an object a line, {"arrival_s": 0.25, "input": 374, "output": 44}
  [2]
  $ printf 'Timestamp,Model,Request tokens,Response tokens\nsoon,ChatGPT,1,1\n' | serve
  hakaru: bad.csv: line 2: 'Timestamp' is 'soon'; accepted: a number of seconds, 0 or more, or a time such as 2023-11-16 18:15:46.68
  [2]

What would be ignored is refused: sharing that nothing reads, a draft that is not asked for, a rate from too few requests.

  $ hakaru simulate serve plan.json --prefix-groups 5
  hakaru: --prefix-groups needs --prefix-hit-rate
  [2]
  $ hakaru simulate serve plan.json --policy static --prefix-hit-rate 0.3
  hakaru: --prefix-hit-rate needs --policy vllm; found static
  [2]
  $ hakaru simulate serve plan.json --draft-cost 0.1
  hakaru: --draft-cost needs --speculate
  [2]
  $ hakaru simulate serve plan.json --count 20 --rate 5/s --ttft 1000s --sustained
  hakaru: 20 requests are too few to tell: at a rate that keeps the limits all come before most have ended; raise --count
  [1]
  $ printf '[{"arrival_s": 0, "input": 3, "output": 4}]\n' > array.json
  $ hakaru simulate serve plan.json --requests array.json
  hakaru: array.json: is a JSON array; accepted: an object a line, {"arrival_s": 0.25, "input": 374, "output": 44}
  [2]
  $ printf '\357\273\277{"arrival_s": 0, "arrival": 9, "input": 3, "output": 4}\n' > marked.jsonl
  $ hakaru simulate serve plan.json --requests marked.jsonl --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["requests"])'
  1
