Tokens do not choose experts evenly: the step waits for the rank that most of them reach, and its memory is the fullest.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 4 --sequence-length 4096 \
  >   --global-batch 512 --tp 1 --pp 1 --ep 8 --zero 1 --micro-batch 1 --recompute full --headroom 0 --top 1 "$@"; }
  $ figures() { python3 -c '
  > import json, sys
  > even, uneven, capped = (json.load(open(name))["plans"][0] for name in ("even.json", "uneven.json", "capped.json"))
  > time, memory = (lambda plan: plan["step_time_s"]), (lambda plan: plan["memory"]["device"]["activations_bytes"])
  > exchange = lambda plan: plan["step"]["exposed"]["expert_s"]
  > for figure in (time, memory, exchange): print(figure(uneven) > figure(even), figure(capped) < figure(uneven))'; }
  $ plan --json > even.json; plan --expert-skew 0.5 --json > uneven.json; plan --expert-skew 0.5 --expert-capacity 1.25 --json > capped.json; figures
  True True
  True True
  True True
  $ plan --expert-skew 0.3 --expert-capacity 1.25 | sed -n 2p
  Training qwen3-30b-a3b on 1,000,000,000 tokens: 512 sequences of 4,096 tokens a step, bf16, adamw. Tokens choose the i-th most popular expert by i^-0.3. An expert takes 1.25 times the mean of tokens at most. Ranked by cost.
  $ plan --expert-skew 0.3 --expert-capacity 1.25 --lang ja | sed -n 2p
  学習: qwen3-30b-a3b、1,000,000,000 トークン (1 ステップ: 512 シーケンス × 4,096 トークン、bf16、adamw)。i 番目に人気のエキスパートは i^-0.3 の割合で選ばれます。1 エキスパートが受け持つトークンは平均の 1.25 倍までです。順位の基準: コスト。

A capacity that no expert reaches changes nothing.

  $ python3 -c '
  > import json
  > print(json.load(open("even.json"))["plans"][0]["step_time_s"])' > even
  $ plan --expert-capacity 2 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])' | cmp - even
  $ for capacity in 16 100; do plan --expert-skew 0.5 --expert-capacity $capacity --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; done | uniq | wc -l
  1

What is dropped is told, and not counted as work; what the busiest rank has stands in the arithmetic.

  $ plan --expert-skew 0.5 --expert-capacity 1.25 -o capped.json | grep -E "^note: experts|MFU|evidence:|wider"
    7.46 s a step = compute 5.46 s (recompute 1.02 s) + exposed communication 1.96 s + optimizer 8.55 ms + stragglers 31.5 ms; MFU 23.2 %
    evidence: calibrated on runs of nemo-megatron on h100-sxm
    90 % interval: step 3.13–17.8 s, time 0.48–2.42 h, cost $106–$534; held-out runs: 3, median error 34 % (nemo-megatron on h100-sxm, qwen3-30b-a3b (bf16 full) on about as many accelerators, in any layout; models: 1); wider, since no run of nemo-megatron recomputed activations
  note: experts drop 16.4 % of what tokens send them
  $ plan | grep -o "MFU .*"
  MFU 23.7 %
  $ hakaru explain capped.json | grep -o "dispatch and combine.*part"
  dispatch and combine over ep 8, 0.8559 times an even part
  $ hakaru explain capped.json --lang ja | grep -o "分配と結合.*ステージ)"
  分配と結合、ep 8, 0.8559 倍 (均等な割り当てに対して) (最も遅いステージ)

It is a matter of mixtures of experts, and such a plan is not rehearsed.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --expert-skew 0.3
  hakaru: --expert-skew: llama-3.1-8b has no experts
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --expert-capacity 1.25
  hakaru: --expert-capacity: llama-3.1-8b has no experts
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --tp 2 --etp 1
  hakaru: --etp: llama-3.1-8b has no experts
  [2]
  $ plan --expert-capacity 0
  hakaru: --expert-capacity is 0; accepted: 0.01 … 1000000
  [2]
  $ hakaru memory train --model llama-3.1-8b --etp 0 --expert-skew 0 | head -1
  156 GiB per device.
  $ plan --expert-skew 4
  hakaru: --expert-skew is 4; accepted: 0 … 3
  [2]
  $ plan --expert-skew 0.3 -o plan.json > plan.txt && hakaru rehearse plan.json
  hakaru: plan.json: a plan with mtp_layers, expert_skew or expert_capacity cannot be run so; accepted: the same without
  [2]
  $ hakaru measure plan.json --lang ja
  hakaru: plan.json: mtp_layers、expert_skew、expert_capacity のある計画はこの方法では実行できません。それらのない計画なら実行できます
  [2]
  $ hakaru memory train --model mixtral-8x7b --ep 8 --dp 8 --zero 1 --expert-skew 0.5 | grep activations
  activations         52.26   48.67  ██████░░░░░░░░░░░░░░
  $ hakaru memory train --model mixtral-8x7b --ep 8 --dp 8 --zero 1 | grep activations
  activations         31.76   29.58  ████░░░░░░░░░░░░░░░░
