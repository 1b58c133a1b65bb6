The answer in text: the question, ranked plans, the best of them, what to do next. Figures are left out here.

  $ figures() { LC_ALL=C.UTF-8 sed -E ':a; s/(^|[ $、])[0-9][0-9.,]*([^0-9A-Za-z.,]|$)/\1N\2/; ta; s/N-[0-9]+-[0-9]+/DATE/; s/[█░]+/BAR/g; s/ +/ /g'; }
  $ hakaru plan infer --model resnet-50 --batch 8 --instance inf1.xlarge --top 1 | figures | grep -v '^note'
  Rent N × inf1.xlarge: N items/s, $N a million items.
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels. Ranked by cost.
  
  # instances layout batch latency items/s $/h $/million items evidence memory accelerators error, N %
  N N × inf1.xlarge tp1 dp4 N N ms N $N $N measured N % N × neuroncore-v1 -69 +221 %
  
  N % interval: latency N–103 ms, items/s N–3,185; held-out runs: N median error N %
  memory: N of N GiB, most of it reserve (0.56); at least N % left free
  Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 1 --zero 0 --recompute none --micro-batch 8 --top 1 | figures | head -8
  Rent N × p4d.24xlarge: N min, $N
  Training gpt2 on N tokens: N sequences of N tokens a step, bf16, adamw. Ranked by cost.
  
  # instances layout step time cost evidence memory energy accelerators error, N %
  N N × p4d.24xlarge tp1 dp8 mb8 N ms N min $N measured N % N kWh N × a100-sxm-40gb -9 +10 %
  
  N % interval: step N–77.3 ms, time N–23.7 min, cost $N–$N; held-out runs: N median error N %
  memory: N of N GiB, most of it reserve (2.7); at least N % left free
  $ hakaru plan serve --offline --model gpt2 --context 1k --instance g5.xlarge --top 1 --lang ja | figures | head -7
  推奨: N × g5.xlarge (9,199 トークン/s、出力 N 万トークンあたり $N)
  オフラインのサービング: gpt2 (閉ループ、コンテキスト長 N、入力 N、出力 N トークン、重み bf16、KV キャッシュ bf16)。順位の基準: コスト。
  
  # インスタンス 分割構成 バッチ TTFT TPOT トークン/s $/h $/100 万出力トークン 根拠 メモリ アクセラレーター 誤差 (90 %)
  N N × g5.xlarge tp1 dp1 N N ms N ms N $N $N 類似 N % N × a10g -36 +57 %
  
  N % の範囲: TTFT N–452 ms、TPOT N–38.5 ms、リクエスト全体 N–5.60 s、トークン/s N–14,464。推定に使わなかった実測 N 件の誤差から (中央値 N %)

A comparison has ratios to the first, and below the table what the reader should know of each plan, once.

  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --instance g4dn.2xlarge --prices-as-of 2023-12-31 | figures
  Rent N × g4dn.xlarge: N items/s, $N a million items.
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels.
  
  instances layout batch latency items/s $/h $/million items speed × cost × energy × price error, N % evidence
  N × inf1.xlarge tp1 dp4 N N ms N $N $N N× N× – on_demand, us-east-1, DATE -69 +221 % measured
  N × g4dn.xlarge tp1 dp1 N N ms N $N $N N× N× – on_demand, us-east-1, DATE -92 +1133 % similar: l40s
  N × g4dn.2xlarge tp1 dp1 N N ms N $N $N N× N× – on_demand, us-east-1, DATE -92 +1133 % similar: l40s
  
  Ratios are to the first: speed, cost and energy of the same amount of work.
  g4dn.xlarge, g4dn.2xlarge: t4 has no bf16 of its own: computed in fp16
  g4dn.xlarge, g4dn.2xlarge: as tensorrt runs it; --software pytorch: as PyTorch does, nothing compiled
  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(list(answer), [list(one) for one in answer["comparisons"]], answer["comparisons"][0]["plan"]["rank"])'
  ['scenario', 'comparisons'] [['instance', 'plan', 'why_not'], ['instance', 'plan', 'why_not']] 1
