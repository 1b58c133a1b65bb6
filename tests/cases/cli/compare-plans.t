Two kept plans side by side: what was chosen differently, and what came of it, part by part.

  $ hakaru() { command hakaru "$@" --wide; }
  $ train() { hakaru plan train --model llama-2-7b --tokens 10B --sequence-length 4k --global-batch 512 "$@" > /dev/null; }
  $ train --instance p4d.24xlarge --instances 8 --top 2 -o a.json
  $ train --instance p5.48xlarge --instances 4 --price capacity_block -o b.json
  $ hakaru compare a.json b.json
  A: 8 × p4d.24xlarge, tp2 pp2 vpp4 dp16 mb2 zero1 sp
     Training llama-2-7b on 10,000,000,000 tokens: 512 sequences of 4,096 tokens a step, bf16, adamw.
  B: 4 × p5.48xlarge, tp1 dp32 mb2 zero2
     Training llama-2-7b on 10,000,000,000 tokens: 512 sequences of 4,096 tokens a step, bf16, adamw.
  
  key                A                 B
  instance           p4d.24xlarge      p5.48xlarge
  instances          8                 4
  accelerator        a100-sxm-40gb     h100-sxm
  accelerators       64                32
  tp                 2                 1
  pp                 2                 1
  vpp                4                 1
  dp                 16                32
  zero               1                 2
  sequence_parallel  true              false
  schedule           interleaved-1f1b  1f1b
  price_kind         on_demand         capacity_block
  region             us-east-1         us
  
  part                             A         B      B − A         %
  compute                     8.00 s    4.97 s    -3.03 s   -37.8 %
  exposed, tensor parallel    363 ms         0    -363 ms  -100.0 %
  exposed, pipeline           149 ms         0    -149 ms  -100.0 %
  exposed, data parallel      329 ms    129 ms    -200 ms   -60.9 %
  bubble                      130 ms         0    -130 ms  -100.0 %
  optimizer                  4.44 ms   1.89 ms   -2.56 ms   -57.6 %
  stragglers                 88.9 ms   21.6 ms   -67.3 ms   -75.7 %
  step                        9.06 s    5.12 s    -3.94 s   -43.5 %
  MFU                         53.4 %    59.6 %     +6.2 %   +11.6 %
  time                        12.1 h    6.86 h    -5.22 h   -43.2 %
  cost                        $2,121    $3,987    +$1,866   +88.0 %
  $/h                           $176      $166     -$9.55    -5.4 %
  energy                     309 kWh   154 kWh   -155 kWh   -50.3 %
  memory per device         31.9 GiB  53.8 GiB  +21.9 GiB   +68.7 %
  
  A: 90 % interval: step 8.14–10.1 s, time 10.8–13.4 h, cost $1,905–$2,361
  B: 90 % interval: step 3.44–7.64 s, time 4.62–10.2 h
  
  note: A is priced on_demand, B capacity_block: costs are not like for like

Of the same machines only the layout is left.

  $ hakaru compare a.json#1 a.json#2 | sed -n '6,/^$/p'
  key                A     B
  tp                 2     1
  pp                 2     4
  sequence_parallel  true  false
  micro_batch        2     1
  
  $ hakaru compare a.json a.json | sed -n '6,9p'
  part                             A         B  B − A  %
  compute                     8.00 s    8.00 s      =
  exposed, tensor parallel    363 ms    363 ms      =
  exposed, pipeline           149 ms    149 ms      =

The parts are those of the plans, and add up to their steps.

  $ hakaru compare a.json b.json --json > comparison.json
  $ python3 - <<'X'
  > import json
  > told = json.load(open("comparison.json"))
  > parts = {each["part"]: each for each in told["parts"]}
  > for side in "ab":
  >     plan = json.load(open(f"{side}.json"))["plans"][0]
  >     value = lambda part: parts[part][side]
  >     step = sum(value(part) for part in ("compute_s", "bubble_s", "optimizer_s", "straggling_s", "loading_s"))
  >     step += sum(value(part) for part in parts if part.startswith("exposed."))
  >     print(abs(step / value("step_time_s") - 1) < 1e-9, plan["step"]["compute_s"] == value("compute_s"),
  >           [plan[key] == value(key) for key in ("step_time_s", "mfu", "duration_s", "cost_usd", "energy_kwh")],
  >           plan["memory"]["device"]["total_bytes"] == value("memory_bytes"), told[side]["layout"] == plan["layout"])
  > print(all(abs(each["b"] - each["a"] - each["difference"]) == 0 for each in told["parts"]))
  > print([each["key"] for each in told["differs"]], told["questions_differ"])
  > X
  True True [True, True, True, True, True] True True
  True True [True, True, True, True, True] True True
  True
  ['instance', 'instances', 'accelerator', 'accelerators', 'tp', 'pp', 'vpp', 'dp', 'zero', 'sequence_parallel', 'schedule', 'price_kind', 'region'] []

Serving and batch inference have figures of their own; other questions are named.

  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --instance g6.12xlarge -o s.json > /dev/null
  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 4k --instance g6.12xlarge --weights fp8 -o t.json > /dev/null
  $ hakaru compare s.json t.json | sed -n '/^key/,$p'
  key            A      B
  context        8,192  4,096
  input_length   7,168  3,584
  output_length  1,024  512
  tp             2      1
  dp             2      4
  weights        bf16   fp8
  compute        bf16   fp8
  batch          54     49
  
  part                      A         B      B − A         %
  TTFT                 5.87 s    3.08 s    -2.78 s   -47.5 %
  TPOT                 119 ms    118 ms   -1.45 ms    -1.2 %
  requests/s            0.844       3.1      +2.25  +266.7 %
  tokens/s                864     1,585       +720   +83.3 %
  $/h                   $4.60     $4.60          =
  $/month              $3,359    $3,359          =
  $/million tokens      $1.48    $0.807    -$0.672   -45.5 %
  memory per device  20.1 GiB  20.0 GiB  -0.10 GiB    -0.5 %
  
  A: 90 % interval: TTFT 2.68–12.8 s, TPOT 81.8–174 ms, a request 1.39–3.26 min, tokens/s 565–1,321
  B: 90 % interval: TTFT 1.41–6.74 s, TPOT 80.8–172 ms, a request 41.4–96.8 s, tokens/s 1,037–2,423
  
  note: they answer different questions: context, input_length, output_length
  $ hakaru plan infer --model resnet-50 --batch 32 --instance g5.xlarge -o i.json > /dev/null
  $ hakaru plan infer --model resnet-50 --batch 32 --instance g5.xlarge --items 1M -o j.json > /dev/null
  $ hakaru compare i.json j.json | sed -n '/^key/,$p'
  key    A  B
  items  –  1,000,000
  
  part                      A           B  B − A  %
  latency             5.60 ms     5.60 ms      =
  items/s               5,715       5,715      =
  time                      –    6.99 min      –
  cost                      –      $0.117      –
  $/h                   $1.01       $1.01      =
  $/million items     $0.0489     $0.0489      =
  energy                    –  0.0349 kWh      –
  memory per device  1.36 GiB    1.36 GiB      =
  
  A: 90 % interval: latency 454 µs–69.0 ms, items/s 463–70,478
  B: 90 % interval: latency 454 µs–69.0 ms, items/s 463–70,478, time 4.31–40.0 min, cost $0.0722–$0.671
  
  note: they answer different questions: items
  $ hakaru compare i.json j.json --csv | head -2
  part,a,b,difference
  latency_s,0.005598897244250936,0.005598897244250936,0.0
  $ hakaru compare s.json t.json --lang ja | sed -n '/^キー/,$p'
  キー           A      B
  context        8,192  4,096
  input_length   7,168  3,584
  output_length  1,024  512
  tp             2      1
  dp             2      4
  weights        bf16   fp8
  compute        bf16   fp8
  batch          54     49
  
  内訳                           A         B      B − A         %
  TTFT                      5.87 s    3.08 s    -2.78 s   -47.5 %
  TPOT                      119 ms    118 ms   -1.45 ms    -1.2 %
  リクエスト/s               0.844       3.1      +2.25  +266.7 %
  トークン/s                   864     1,585       +720   +83.3 %
  $/h                        $4.60     $4.60          =
  $/月                      $3,359    $3,359          =
  $/100 万トークン           $1.48    $0.807    -$0.672   -45.5 %
  デバイスあたりのメモリ  20.1 GiB  20.0 GiB  -0.10 GiB    -0.5 %
  
  A: 90 % の範囲: TTFT 2.68–12.8 s、TPOT 81.8–174 ms、リクエスト全体 1.39–3.26 分、トークン/s 565–1,321
  B: 90 % の範囲: TTFT 1.41–6.74 s、TPOT 80.8–172 ms、リクエスト全体 41.4–96.8 s、トークン/s 1,037–2,423
  
  注: 2 つの計画は問いが異なります: context, input_length, output_length

What cannot be compared.

  $ hakaru compare a.json s.json
  hakaru: A is a plan to train, B one to serve; accepted: two plans of the same kind of job
  [2]
  $ hakaru compare a.json
  hakaru: compare found 'a.json'; accepted: two plans (FILE or FILE#RANK), or one of train, serve, infer, peaks, plans
  [2]
  $ hakaru compare
  hakaru: compare needs one of: train, serve, infer, peaks, plans
  [2]
  $ hakaru compare trian
  hakaru: compare found 'trian'; accepted: two plans (FILE or FILE#RANK), or one of train, serve, infer, peaks, plans
  [2]
  $ hakaru compare a.json b.json s.json
  hakaru: 's.json' is one word too many for compare
  [2]
  $ hakaru compare train a.json b.json
  hakaru: 'b.json' is one word too many for train
  [2]
  $ hakaru compare a.json nowhere.json
  hakaru: nowhere.json: cannot be read: no such file
  [2]
  $ hakaru compare a.json#9 b.json
  hakaru: a.json: has no plan of rank 9; it has 2
  [2]
  $ sed -i 's/"compute_s": /"compute_s": -/' a.json; hakaru compare a.json b.json
  hakaru: a.json: 'step.compute_s' is -7.999468591316848; accepted: 0 … 1e+15
  [2]

Which is better, of two that are asked and paid alike, does not hang on which is named first.

  $ hakaru plan train --model llama-2-7b --tokens 10B --instance p5.48xlarge --top 2 -o two.json > /dev/null; python3 - <<'X'
  > import json, subprocess
  > def chance(a, b): return json.loads(subprocess.run(["hakaru", "compare", a, b, "--json"], capture_output=True, text=True).stdout)["chance_a_better"]
  > one, other = chance("two.json", "two.json#2"), chance("two.json#2", "two.json")
  > print(0.2 < one < 0.8, round(one + other, 3), chance("two.json", "two.json"))
  > X
  True 1.0 None
