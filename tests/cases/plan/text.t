The answer in text: the question, ranked plans, the best of them, what to do next. Figures are left out here.

  $ figures() { LC_ALL=C.UTF-8 sed -E ':a; s/(^|[ $、])[0-9][0-9.,]*([^0-9A-Za-z.,]|$)/\1N\2/; ta; s/N-[0-9]+-[0-9]+/DATE/; s/[█░]+/BAR/g; s/ +/ /g'; }
  $ hakaru plan infer --model resnet-50 --batch 8 --instance inf1.xlarge --top 1 | figures | grep -v '^note'
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels. Ranked by cost at the bad end of its error band.
  
  # instances accelerators layout batch latency items/s $/h $/million items memory error, N % evidence
  N N × inf1.xlarge N × neuroncore-v1 tp1 pp1 dp4 N N ms N $N $N N % -75 +216 % measured
  
  Best: N × inf1.xlarge (4 × neuroncore-v1), tp1 pp1 dp4
   N items/s, N ms for a batch of N
   memory: weights N + activations N + reserve N = N of N GiB; at least N % left free
   price: $N/h for each instance, on_demand, us-east-1, DATE
   bought otherwise, an hour: savings_3y $N (committed), spot $N (if none is taken away)
   evidence: measured: constants fitted to runs of neuron on neuroncore-v1
   nine times in ten, the median batch of a run: latency N ms to N ms, items/s N to N
   as far off as runs that no fit had seen; most like it: N (neuron on neuroncore-v1, models of its kind (vision); models: N), half within N %
  
  N layouts evaluated, N fit.
  Next: add -o plan.json to keep the plans, then: hakaru explain plan.json
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 1 --zero 0 --recompute none --micro-batch 8 --top 1 | figures | head -8
  Training gpt2 on N tokens: N sequences of N tokens a step, bf16, adamw. Ranked by cost at the bad end of its error band.
  
  # instances accelerators layout step time cost energy memory error, N % evidence
  N N × p4d.24xlarge N × a100-sxm-40gb tp1 pp1 dp8 mb8 N ms N min $N N kWh N % -14 +13 % measured
  
  Best: N × p4d.24xlarge (8 × a100-sxm-40gb), tp1 pp1 dp8 mb8
   N ms a step = compute N ms + exposed communication N ms + optimizer N ms; MFU N %
   memory: weights N + gradients N + optimizer N + activations N + buffers N + reserve N = N of N GiB; at least N % left free
  $ hakaru plan serve --offline --model gpt2 --context 1k --instance g5.xlarge --top 1 --lang ja | figures | head -7
  オフラインのサービング: gpt2 (処理中のリクエストが終わるたびに次が入る、コンテキスト長 N、入力 N、出力 N トークン、重み bf16、KV キャッシュ bf16)。 順位の基準: コスト (誤差の範囲の悪いほうの端)。
  
  # インスタンス アクセラレーター 分割構成 バッチ TTFT TPOT トークン/s $/h $/100 万出力トークン メモリ 誤差 (90 %) 根拠
  N N × g5.xlarge N × a10g tp1 pp1 dp1 N N ms N ms N $N $N N % -44 +80 % h100-sxm の実測
  
  最良: N × g5.xlarge (1 × a10g), tp1 pp1 dp1
   N リクエスト/s、N 出力トークン/s、リクエスト所要時間 N s

A comparison has ratios to the first, and below the table what the reader should know of each plan, once.

  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --instance g4dn.2xlarge --prices-as-of 2023-12-31 | figures
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels.
  
  instances layout batch latency items/s $/h $/million items price error, N % evidence speed × cost × energy ×
  N × inf1.xlarge tp1 pp1 dp4 N N ms N $N $N on_demand, us-east-1, DATE -75 +216 % measured N× N× –
  N × g4dn.xlarge tp1 pp1 dp1 N N ms N $N $N on_demand, us-east-1, DATE -87 +77 % that of l40s N× N× –
  N × g4dn.2xlarge tp1 pp1 dp1 N N ms N $N $N on_demand, us-east-1, DATE -87 +77 % that of l40s N× N× –
  
  Ratios are to the first: speed, cost and energy of the same amount of work.
  g4dn.xlarge, g4dn.2xlarge: t4 has no bf16 of its own: computed in fp16
  g4dn.xlarge, g4dn.2xlarge: as tensorrt runs it; --software pytorch: as PyTorch does, nothing compiled
  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(list(answer), [list(one) for one in answer["comparisons"]], answer["comparisons"][0]["plan"]["rank"])'
  ['scenario', 'comparisons'] [['instance', 'plan', 'why_not'], ['instance', 'plan', 'why_not']] 1
