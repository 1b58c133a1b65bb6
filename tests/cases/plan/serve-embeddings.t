A model that embeds is served behind an engine too: a prompt is answered once it was read.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan serve --rank-by expected --model bge-large-en-v1.5 --instance g6e.xlarge --top 1 "$@"; }
  $ plan --rate 300/s --ttft 100ms -o plan.json | sed -n '1,5p'
  Rent 1 × g6e.xlarge: $1,359 a month, 50 % likely to keep the limits.
  Serving bge-large-en-v1.5 live: 300 requests/s, prompts of 512 tokens, each embedded; weights bf16. Limits at p95: TTFT ≤ 100 ms. Ranked by cost of a month.
  
  #  instances       layout   max req/s     TTFT  $/month  SLO met  evidence  memory  accelerators  error, 90 %
  1  1 × g6e.xlarge  tp1 dp1        300  67.8 ms   $1,359     50 %  none         4 %  1 × l40s       -89 +820 %
  $ plan --rate 300/s --lang ja | sed -n '1,4p'
  推奨: 1 × g6e.xlarge (月 $1,359、上限を守る確率 50 %)
  常時サービス: bge-large-en-v1.5 (毎秒 300 リクエスト、入力 512 トークンの埋め込み、重み bf16)。p95 での上限: TTFT ≤ 2.00 s。月額コスト順。
  
  #  インスタンス    分割構成  最大 req/s     TTFT    $/月  SLO 達成  根拠  メモリ  アクセラレーター  誤差 (90 %)
  $ hakaru simulate serve plan.json | head -1
  Serving bge-large-en-v1.5: prompts of 512 tokens, each embedded; weights bf16.
  $ hakaru explain plan.json | grep -E 'KV cache  |TPOT'
  [1]

Offline it makes as many vectors as the simulation of its plan.

  $ hakaru plan serve --rank-by expected --model bge-large-en-v1.5 --instance g6e.xlarge --offline --json -o offline.json > all.json
  $ hakaru simulate serve offline.json --json > simulated.json
  $ python3 -c "
  > import json
  > planned = json.load(open('all.json'))['plans'][0]['requests_per_s']
  > simulated = json.load(open('simulated.json'))
  > print(abs(planned / simulated['requests_per_s'] - 1) < 0.05)"
  True
  $ plan --offline --concurrency 32 | sed -n '1,4p'
  Rent 1 × g6e.xlarge: 326 prompts/s, $1.59 a million prompts.
  Serving bge-large-en-v1.5: prompts of 512 tokens, each embedded; weights bf16. Ranked by cost.
  
  #  instances       layout   batch     TTFT  prompts/s    $/h  $/million prompts  evidence  memory  accelerators  error, 90 %

What only answers in tokens have is refused.

  $ plan --output-length 5
  hakaru: --output-length: bge-large-en-v1.5 answers each prompt with a vector; accepted: --input-length, --ttft
  [2]
  $ plan --traffic code
  hakaru: --traffic: bge-large-en-v1.5 answers each prompt with a vector; accepted: --input-length, --ttft
  [2]
  $ plan --tpot 50ms
  hakaru: --tpot: bge-large-en-v1.5 answers each prompt with a vector; accepted: --input-length, --ttft
  [2]
  $ plan --input-length 600
  hakaru: --input-length is 600; the longest sequence of bge-large-en-v1.5 is 512
  [2]
  $ hakaru plan serve --rank-by expected --model resnet-50
  hakaru: --model is resnet-50, which reads no tokens; use: hakaru plan infer
  [2]
