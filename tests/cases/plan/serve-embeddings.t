A model that embeds is served behind an engine too: a prompt is answered once it was read.

  $ plan() { hakaru plan serve --rank-by expected --model bge-large-en-v1.5 --instance g6e.xlarge --top 1 "$@"; }
  $ plan --rate 300/s --ttft 100ms -o plan.json | sed -n '1,5p'
  Serving bge-large-en-v1.5 live: 300 requests/s, prompts of 512 tokens, each embedded; weights bf16.
  Limits at p95: TTFT ≤ 100 ms. Ranked by cost of a month.
  
  #  instances       accelerators  layout       requests/s held     TTFT  TPOT    $/h  $/month  $/million prompts  memory  keeps limits  error, 90 %  evidence
  1  1 × g6e.xlarge  1 × l40s      tp1 pp1 dp1              300  84.6 ms     –  $1.86   $1,359              $1.72     4 %          41 %   -84 +938 %  none
  $ plan --rate 300/s --lang ja | sed -n '1,4p'
  常時サービス: bge-large-en-v1.5 (毎秒 300 リクエスト、入力 512 トークンの埋め込み、重み bf16)。
  p95 での上限: TTFT ≤ 2.00 s。 月額コスト順。
  
  #  インスタンス    アクセラレーター  分割構成     最大リクエスト/秒     TTFT  TPOT    $/h    $/月  $/100 万プロンプト  メモリ  上限を守る確率  誤差 (90 %)  根拠
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
  Serving bge-large-en-v1.5: prompts of 512 tokens, each embedded; weights bf16. Ranked by cost.
  
  #  instances       accelerators  layout       batch     TTFT  TPOT  prompts/s    $/h  $/million prompts  memory  error, 90 %  evidence
  1  1 × g6e.xlarge  1 × l40s      tp1 pp1 dp1     32  98.1 ms     –        326  $1.86              $1.59     4 %   -84 +938 %  none

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
