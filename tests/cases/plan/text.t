The answer in text: the question, ranked plans, the best of them, what to do next. Figures are left out here.

  $ figures() { LC_ALL=C.UTF-8 sed -E ':a; s/(^|[ $、])[0-9][0-9.,]*([^0-9A-Za-z.,]|$)/\1N\2/; ta; s/N-[0-9]+-[0-9]+/DATE/; s/[█░]+/BAR/g; s/ +/ /g'; }
  $ hakaru plan infer --model resnet-50 --batch 8 --instance inf1.xlarge --top 1 | figures | grep -v '^note'
  Running resnet-50 on batches of N bf16. Ranked by cost.
  
  # instances layout batch latency items/s $/million items memory per device
  N N × inf1.xlarge tp1 pp1 dp4 N N ms N $N BAR N %
  
  Best: N × inf1.xlarge (4 accelerators, neuroncore-v1), tp1 pp1 dp4
   N items/s, N ms for a batch of N
   memory: weights N + activations N + reserve N = N of N GiB; at least N % left free
   price: $N/h for each instance, on_demand, us-east-1, DATE
   note: timed with constants fitted to runs of neuron on neuroncore-v1
  
  N layouts evaluated, N fit. Estimates without an error band: no measurements are laid beside them yet.
  Next: add -o plan.json to keep the plans, then: hakaru explain plan.json
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 1 --zero 0 --recompute none --micro-batch 8 --top 1 | figures | head -8
  Training gpt2 on N tokens: N sequences of N tokens a step, bf16, adamw. Ranked by cost.
  
  # instances layout step time cost energy memory per device
  N N × p4d.24xlarge tp1 pp1 dp8 mb8 N ms N min $N N kWh BAR N %
  
  Best: N × p4d.24xlarge (8 accelerators, a100-sxm-40gb), tp1 pp1 dp8 mb8
   N ms a step = compute N ms + exposed communication N ms + optimizer N ms; MFU N %
   memory: weights N + gradients N + optimizer N + activations N + buffers N + reserve N = N of N GiB; at least N % left free
  $ hakaru plan serve --model gpt2 --context 1k --instance g5.xlarge --top 1 --lang ja | figures | head -7
  サービング: gpt2 (コンテキスト長 N、入力 N、出力 N トークン、重み fp32、KV キャッシュ bf16)。 順位の基準: コスト。
  
  # インスタンス 分割構成 バッチ TTFT TPOT トークン/s $/100 万トークン デバイスあたりのメモリ
  N N × g5.xlarge tp1 pp1 dp1 N N s N ms N $N BAR N %
  
  最良: N × g5.xlarge (アクセラレーター N 基、a10g)、tp1 pp1 dp1
   N リクエスト/s、N 出力トークン/s、リクエスト所要時間 N s

A comparison has ratios to the first, and below the table what the reader should know of each plan, once.

  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --instance g4dn.2xlarge --prices-as-of 2023-12-31 | figures
  Running resnet-50 on batches of N bf16.
  
  instances layout batch latency items/s $/million items speed × cost × energy ×
  N × inf1.xlarge tp1 pp1 dp4 N N ms N $N N× N× –
  N × g4dn.xlarge tp1 pp1 dp1 N N ms N $N N× N× –
  N × g4dn.2xlarge tp1 pp1 dp1 N N ms N $N N× N× –
  
  Ratios are to the first: speed, cost and energy of the same amount of work.
  inf1.xlarge: timed with constants fitted to runs of neuron on neuroncore-v1
  g4dn.xlarge, g4dn.2xlarge: t4 has no bf16 of its own: computed in fp16
  g4dn.xlarge, g4dn.2xlarge: no runs of tensorrt on t4 were measured: timed with constants fitted on l40s
  g4dn.xlarge, g4dn.2xlarge: no measurements of t4: timed with the constants of its nearest relative, l40s
  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(list(answer), [list(one) for one in answer["comparisons"]], answer["comparisons"][0]["plan"]["rank"])'
  ['scenario', 'comparisons'] [['instance', 'plan', 'why_not'], ['instance', 'plan', 'why_not']] 1
