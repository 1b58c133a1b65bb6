Answers that a buyer signs: what machines cost while they start, which machines have no price, and what has no answer.

A short run is not spread over more machines than it is worth: each is paid for four minutes before it works.

  $ hakaru plan train --model llama-3.1-8b --tokens 2B --accelerator h100 --top 1 | head -1
  Rent 4 × p5.48xlarge: 1.69 h, $372.
  $ hakaru plan train --model llama-3.1-8b --tokens 2B --accelerator h100 --top 1 -o plan.json > /dev/null
  $ hakaru explain plan.json | grep -E '^  (run|machine.s start|the training|start-up|time) '
    run                           1908 steps × 3.064 s = 1.62 h
    machine's start               = 3.00 min  [21]
    the training program's start  = 64.0 s  [22]
    start-up                      sum of these = 4.07 min
    time                          run or lot + start-up = 1.69 h

A lot in a Capacity Block is paid by days that hold it: a run of 23 hours that may take 34 needs two.

  $ hakaru plan serve --offline --items 1M --model llama-3.1-8b --top 1 | head -1
  Rent 1 × p6-b200.48xlarge: 38.7 min, $73.58.
  $ hakaru plan serve --offline --items 1M --model llama-3.1-8b --instance trn2.3xlarge --price capacity_block --json | python3 -c 'import json, sys; p = json.load(sys.stdin)["plans"][0]; print(p["block_hours"], round(p["duration_s"] / 3600, 1), p["cost_usd"] == p["usd_per_h"] * p["block_hours"])'
  48.0 23.9 True

"8B を 20 人に、大阪で" 新しいインスタンスの料金は登録されていません。

  $ hakaru plan serve --model llama-3.1-8b --users 20 --region 大阪 --lang ja --top 1 | head -2
  推奨: 1 × g4dn.12xlarge (月 $3,855、上限を守る確率 93 %)
  ap-northeast-3 の料金が登録されていない 5 種のほうが安い可能性があります。例: g6e.xlarge (us-east-1 では 1 時間 $1.86)。--instance g6e.xlarge で計画できます
  $ hakaru plan serve --model llama-3.1-8b --users 20 --region ap-northeast-3 --top 1 | sed -n 2p
  5 machines without a known price in ap-northeast-3 may be cheaper, such as g6e.xlarge ($1.86/h in us-east-1): --instance g6e.xlarge plans it

More machines always hold more.

  $ hakaru plan serve --model llama-3.1-8b --users 20 --objective throughput
  hakaru: --objective is throughput, which only more machines bound; accepted: it beside a fleet (--instances COUNT, --max-instances COUNT) or a budget (--budget '$5000/month'), or cost, time, energy, accelerators
  [2]
  $ hakaru plan serve --model llama-3.1-8b --users 20 --objective throughput --instance p5.4xlarge --instances 1 --top 1 | head -1
  Rent 1 × p5.4xlarge: $5,022 a month, at most 19.9 requests/s, >99 % likely to keep the limits.

Memory on so many GPUs.

  $ hakaru memory train --model llama-3.1-8b --gpus 8 --gpu h100 | sed -n 1,2p
  hakaru: '--gpus' is read as '--accelerators'
  hakaru: '--gpu' is read as '--on'
  Fits: 45.9 GiB of 80.0 GiB per device (57 %).
  tp1 pp1 dp1 mb1 would need 160 GiB: the smallest layout that fits takes 4 of the 8 accelerators of h100-sxm, tp4 pp1 dp1 mb1.
  $ hakaru memory train --model llama-3.1-8b --gpus 9 --gpu p5.48xlarge
  hakaru: '--gpus' is read as '--accelerators'
  hakaru: '--gpu' is read as '--on'
  hakaru: --accelerators is 9: p5.48xlarge has 8; accepted: 1 … 8, or an accelerator's name as --on
  [2]
  $ hakaru memory train --model llama-3.1-8b --gpus 8
  hakaru: '--gpus' is read as '--accelerators'
  hakaru: --accelerators needs --on
  [2]

Sequences of an iteration as they are asked for: launch files say them, Neuron compiles for them.

  $ hakaru plan serve --model llama-3.1-8b --users 20 --instance p5.4xlarge --max-num-seqs 128 --max-num-batched-tokens 4096 -o seqs.json > /dev/null
  $ hakaru emit seqs.json --for vllm | grep -E -- '--max-num'
    --max-num-seqs 128 \
    --max-num-batched-tokens 4096 \
  $ hakaru plan serve --model llama-3.1-8b --offline --instance inf2.xlarge --max-num-seqs 16 --context 2k --json | python3 -c 'import json, sys; print({(p["batch"], p["max_num_seqs"]) for p in json.load(sys.stdin)["plans"]})'
  {(16, 16)}
  $ hakaru plan serve --model llama-3.1-8b --offline --instance inf2.xlarge --max-num-seqs 512 --context 2k
  hakaru: a compiled batch of 512 does not fit: 1 × inf2.xlarge, tp2 pp1 dp1 mb1 holds 52; lower --max-num-seqs
  [1]
  $ hakaru plan serve --model llama-3.1-8b --offline --instance p5.4xlarge --instances 1 --concurrency 300 --max-num-seqs 256
  hakaru: 300 requests in flight are more than --max-num-seqs 256 lets run on 1 replica, and the others wait: ask without --offline, which simulates it, or raise --max-num-seqs
  [1]

A refusal in a pipe is as wide as on a terminal.

  $ COLUMNS= hakaru plan serve --model llama-3.1-8b --users 20 --objective throughput 2>&1 | awk '{ if (length($0) > widest) widest = length($0) } END { print (widest <= 100) }'
  1

The nearest plan is the one whose limit is missed by little, not the one whose queue grows without end.

  $ hakaru plan serve --model llama-3.1-405b --accelerator MI300X --accelerators 8 2>&1 | tail -1 | grep -oE 'nearest is 1 × mi300x-8|relax --t[a-z]+'
  relax --tpot

A region where new machines have no price yet: the refusal names one.

  $ hakaru plan serve --model qwen3-14b --input-length 8000 --output-length 400 --rate 1/s --region 大阪 2>&1 | tail -1 | grep -oE '[a-z0-9.]+ has no known price in ap-northeast-3'
  g6e.xlarge has no known price in ap-northeast-3

A CPU is cheaper by the hour and not for the work.

  $ hakaru plan train --model llama-3.1-8b --tokens 1T --deadline 60d --region 東京 --top 1 | sed -n 2p | grep -cE 'r6i|c7i|m7i'
  0
  [1]

Machines whose software does not run the model's architecture are ranked where they are named.

  $ hakaru plan serve --model gemma-3n-e4b-it --users 30 --json | python3 -c 'import json, sys; print(any(p["instance"].startswith("inf2") for p in json.load(sys.stdin)["plans"]))'
  False
  $ hakaru plan serve --model gemma-3n-e4b-it --users 30 --family inf2 --top 1 --wide | grep -c 'gemma3n is not officially supported on neuroncore-v2'
  1

Plans that are not in the order of their costs say why.

  $ hakaru plan train --model qwen3-30b-a3b --tokens 0.5B --lora-rank 32 | grep -oE 'Ranked by .*first\.'
  Ranked by cost; within 5 % of the best, measured and faster plans first.

No figure lies outside its own interval.

  $ for question in 'train --model llama-3.1-8b --tokens 100M --lora-rank 16' 'serve --model deepseek-r1' 'serve --model llama-3.3-70b --weights fp8 --rate 8/s' 'infer --model bert-base-uncased --items 1M'; do hakaru plan $question --json; done | python3 -c '
  > import json, sys
  > text, at, outside, seen = sys.stdin.read(), 0, 0, 0
  > while text[at:].strip():
  >     answer, at = json.JSONDecoder().raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
  >     for plan in answer["plans"]:
  >         for key, ends in plan["band"]["figures"].items():
  >             seen += 1
  >             outside += not ends["low"] <= (plan[key] if key in plan else ends["low_50"]) <= ends["high"]
  > print(seen > 20, outside)'
  True 0
