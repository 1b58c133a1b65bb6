The answer in text: the question, ranked plans, the best of them, what to do next. Figures are left out here.

  $ figures() { LC_ALL=C.UTF-8 sed -E ':a; s/(^|[ $、])[0-9][0-9.,]*([^0-9A-Za-z.,]|$)/\1N\2/; ta; s/N-[0-9]+-[0-9]+/DATE/; s/[█░]+/BAR/g; s/ +/ /g'; }
  $ hakaru plan infer --model resnet-50 --batch 8 --instance inf1.xlarge --top 1 | figures | grep -v '^note'
  Rent N × inf1.xlarge: N items/s, $N a million items.
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels. Ranked by cost.
  
  # instances layout batch latency items/s $/h $/million items evidence memory accelerators error, N %
  N N \xc3\x97 inf1.xlarge tp1 dp4 N N ms N $N $N measured N % N \xc3\x97 neuroncore-v1 -69 +221 % (esc)
  
  N % interval: latency N\xe2\x80\x93103 ms, items/s N\xe2\x80\x933,185; held-out runs: N median error N % (esc)
  memory: weights N + activations N + reserve N = N of N GiB; at least N % left free
  Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 1 --zero 0 --recompute none --micro-batch 8 --top 1 | figures | head -8
  Rent N × p4d.24xlarge: N min, $N
  Training gpt2 on N tokens: N sequences of N tokens a step, bf16, adamw. Ranked by cost.
  
  # instances layout step time cost evidence memory energy accelerators error, N %
  N N \xc3\x97 p4d.24xlarge tp1 dp8 mb8 N ms N min $N measured N % N kWh N \xc3\x97 a100-sxm-40gb -9 +10 % (esc)
  
  N % interval: step N\xe2\x80\x9377.3 ms, time N\xe2\x80\x9323.7 min, cost $N\xe2\x80\x93$N; held-out runs: N median error N % (esc)
  memory: weights N + gradients N + optimizer N + activations N + buffers N + reserve N = N of N GiB; at least N % left free
  $ hakaru plan serve --offline --model gpt2 --context 1k --instance g5.xlarge --top 1 --lang ja | figures | head -7
  \xe6\x8e\xa8\xe5\xa5\xa8: N \xc3\x97 g5.xlarge (9,186 \xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3/s, \xe5\x87\xba\xe5\x8a\x9b N \xe4\xb8\x87\xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3\xe3\x81\x82\xe3\x81\x9f\xe3\x82\x8a $N) (esc)
  オフラインのサービング: gpt2 (閉ループ、コンテキスト長 N、入力 N、出力 N トークン、重み bf16、KV キャッシュ bf16)。 順位の基準: コスト。
  
  # インスタンス 分割構成 バッチ TTFT TPOT トークン/s $/h $/100 万出力トークン 根拠 メモリ アクセラレーター 誤差 (90 %)
  N N \xc3\x97 g5.xlarge tp1 dp1 N N ms N ms N $N $N \xe9\xa1\x9e\xe4\xbc\xbc: h100-sxm N % N \xc3\x97 a10g -35 +54 % (esc)
  
  N % \xe3\x81\xae\xe7\xaf\x84\xe5\x9b\xb2: TTFT N\xe2\x80\x93467 ms, TPOT N\xe2\x80\x9338.4 ms, \xe3\x83\xaa\xe3\x82\xaf\xe3\x82\xa8\xe3\x82\xb9\xe3\x83\x88\xe5\x85\xa8\xe4\xbd\x93 N\xe2\x80\x935.50 s, \xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3/s N\xe2\x80\x9314,161\xe3\x80\x82\xe6\x8e\xa8\xe5\xae\x9a\xe3\x81\xab\xe4\xbd\xbf\xe3\x82\x8f\xe3\x81\xaa\xe3\x81\x8b\xe3\x81\xa3\xe3\x81\x9f\xe5\xae\x9f\xe6\xb8\xac N \xe4\xbb\xb6\xe3\x81\xae\xe8\xaa\xa4\xe5\xb7\xae\xe3\x81\x8b\xe3\x82\x89 (\xe4\xb8\xad\xe5\xa4\xae\xe5\x80\xa4 N %) (esc)

A comparison has ratios to the first, and below the table what the reader should know of each plan, once.

  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --instance g4dn.2xlarge --prices-as-of 2023-12-31 | figures
  Rent N × g4dn.xlarge: N items/s, $N a million items.
  Running resnet-50 on batches of N bf16. Each is a picture of N × N pixels.
  
  instances layout batch latency items/s $/h $/million items speed × cost × energy × price error, N % evidence
  N \xc3\x97 inf1.xlarge tp1 dp4 N N ms N $N $N N\xc3\x97 N\xc3\x97 \xe2\x80\x93 on_demand, us-east-1, DATE -69 +221 % measured (esc)
  N \xc3\x97 g4dn.xlarge tp1 dp1 N N ms N $N $N N\xc3\x97 N\xc3\x97 \xe2\x80\x93 on_demand, us-east-1, DATE -92 +1133 % similar: l40s (esc)
  N \xc3\x97 g4dn.2xlarge tp1 dp1 N N ms N $N $N N\xc3\x97 N\xc3\x97 \xe2\x80\x93 on_demand, us-east-1, DATE -92 +1133 % similar: l40s (esc)
  
  Ratios are to the first: speed, cost and energy of the same amount of work.
  g4dn.xlarge, g4dn.2xlarge: t4 has no bf16 of its own: computed in fp16
  g4dn.xlarge, g4dn.2xlarge: as tensorrt runs it; --software pytorch: as PyTorch does, nothing compiled
  $ hakaru compare infer --model resnet-50 --batch 8 --instance inf1.xlarge --instance g4dn.xlarge --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(list(answer), [list(one) for one in answer["comparisons"]], answer["comparisons"][0]["plan"]["rank"])'
  ['scenario', 'comparisons'] [['instance', 'plan', 'why_not'], ['instance', 'plan', 'why_not']] 1
