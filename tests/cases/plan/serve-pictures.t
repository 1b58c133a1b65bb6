A prompt may hold pictures: their tokens are among its own, and the model's tower looks at them once.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan serve --model qwen2.5-vl-7b-instruct --instance p5.4xlarge --top 1 "$@"; }
  $ plan --images 2 --image-size 1024 --rate 2/s -o plan.json | sed -n 2p
  Serving qwen2.5-vl-7b-instruct live: 2 requests/s of conversation, prompts of 3,885, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16. 2 pictures of 1,024 × 1,024 pixels in each prompt: 2,738 tokens. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ hakaru explain plan.json | grep -E 'prefill: pictures|a prompt alone' | sed 's/ = .*//'
    prefill: pictures                       1 sequence × 2 pictures of 1024 × 1024 pixels, through the model's tower
    a prompt alone                          the sum of prefill
  $ hakaru explain plan.json --lang ja | grep -E '画像' | sed 's/ = .*//'
  サービング: qwen2.5-vl-7b-instruct (コンテキスト長 16,384、入力 3,885、出力 210 トークン、重み bf16、KV キャッシュ bf16)。プロンプトごとに 1,024 × 1,024 画素の画像が 2 枚入ります (2,738 トークン)。
    プリフィル: 画像                       1 シーケンス × 2 枚の画像、1024 × 1024 画素、ビジョンタワーで処理

The plan file's prompts have them already: simulated again, the figures are the same.

  $ hakaru simulate serve plan.json --router join-shortest-queue --json > again.json
  $ python3 -c '
  > import json
  > plan, again = json.load(open("plan.json"))["plans"][0], json.load(open("again.json"))
  > print(plan["ttft_s"] == again["ttft_s"]["p95"], plan["tpot_s"] == again["tpot_s"]["p95"])'
  False False

The text of other prompts is given, their pictures come with it.

  $ hakaru simulate serve plan.json --input-length 100 --output-length 50 --rate 1/s | head -1
  Serving qwen2.5-vl-7b-instruct: context 16,384, prompts of 2,838, answers of 50 tokens; weights bf16, KV cache bf16. 2 pictures of 1,024 × 1,024 pixels in each prompt: 2,738 tokens.

More or larger pictures never make an answer come sooner, nor a fleet smaller.

  $ ttft() { plan --offline --context 16384 --input-length 500 --output-length 100 --concurrency 4 "$@" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["ttft_s"])'; }
  $ python3 -c "print($(ttft) < $(ttft --images 1 --image-size 448) < $(ttft --images 1 --image-size 896) < $(ttft --images 4 --image-size 896))"
  True
  $ instances() { plan --rate 10/s "$@" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["instances"])'; }
  $ python3 -c "print($(instances) < $(instances --images 4 --image-size 1024))"
  True

A closed form, explained, adds up.

  $ plan --offline --context 8192 --input-length 500 --output-length 100 --concurrency 4 --images 1 --image-size 1024 -o offline.json > /dev/null
  $ hakaru explain offline.json --json | python3 -c '
  > import json, sys
  > terms = json.load(sys.stdin)["time"]
  > parts = [t["value"] for t in terms if t["name"].startswith(("prefill: ", "waits: "))]
  > print(abs(sum(parts) / next(t["value"] for t in terms if t["name"] == "TTFT") - 1) < 1e-9)'
  True

A tower of one size says which; what it cannot look at is refused.

  $ hakaru plan serve --model gemma-3-27b-it --images 1 --instance p5.48xlarge --top 1 | sed -n 2p
  Serving gemma-3-27b-it live: 1 request/s of conversation, prompts of 1,403, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16. A picture of 896 × 896 pixels in each prompt: 256 tokens. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month.
  $ hakaru plan serve --model llama-4-scout --images 1 --image-size 500
  hakaru: --image-size is 500; llama-4-scout takes pictures of 336 pixels along one side
  [2]
  $ hakaru plan serve --model qwen2.5-7b-instruct --images 1
  hakaru: --images: qwen2.5-7b-instruct takes no pictures
  [2]
  $ plan --images 1
  hakaru: --images needs --image-size: qwen2.5-vl-7b-instruct takes pictures of any size
  [2]
  $ plan --images 1 --lang ja
  hakaru: --images には --image-size が必要です。qwen2.5-vl-7b-instruct はどの大きさの画像も受け取ります
  [2]
  $ plan --image-size 512
  hakaru: --image-size needs --images
  [2]
  $ plan --images 1 --image-size 99999
  hakaru: --image-size is 99999; accepted: 1 … 16384
  [2]
  $ plan --images 3 --image-size 1024 --context 4096 --output-length 100
  hakaru: --context is 4096: the pictures of a prompt alone are 4107 tokens
  [2]
