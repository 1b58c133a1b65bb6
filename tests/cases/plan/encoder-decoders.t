Whisper: a prompt of four special tokens, the longest answer, an encoder that runs once, and its results cached for every request.

  $ hakaru() { command hakaru "$@" --wide; }
  $ serve() { hakaru plan serve --offline --model whisper-large-v3 --context 448 --instance g5.xlarge "$@"; }
  $ serve | sed -n 2p
  Serving whisper-large-v3 offline, closed loop: context 448, prompts of 4, answers of 444 tokens; weights fp16, KV cache bf16. An encoder reads 1,500 positions once for each request, ahead of the answer. Ranked by cost.
  $ serve --concurrency 1 -o plan.json --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["ttft_s"] > 1500 * 2 * 637e6 / 125e12, plan["memory"]["device"]["kv_cache_bytes"] / 163840 == 448 + 94 * 16)'
  True True
  $ hakaru explain plan.json | grep -c 'encoder, within prefill\|cross-attention cache'
  2
  $ hakaru memory serve --model whisper-large-v3 --context 448 --batch 8 --on g5.xlarge --json | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > print(device["weights_bytes"] == 2 * 1543490560, device["kv_cache_bytes"] == 8 * 163840 * (448 + 1504))'
  True True
  $ hakaru model show whisper-large-v3 | grep cache
    KV cache               163,840 bytes for each token in bf16
    cross-attention cache  0.25 GB (0.23 GiB) for each sequence in bf16

Simulated, a request alone takes what the plan says; many at once hold blocks for their audio, and wait for encoders.

  $ hakaru simulate serve plan.json --concurrency 1 --count 20 --json > one.json
  $ hakaru simulate serve plan.json --concurrency 64 --count 256 --json > many.json
  $ python3 -c '
  > import json
  > plan = json.load(open("plan.json"))["plans"][0]
  > one, many = json.load(open("one.json")), json.load(open("many.json"))
  > print(abs(one["ttft_s"]["p50"] / plan["ttft_s"] - 1) < 0.05, abs(one["tpot_s"]["p50"] / plan["tpot_s"] - 1) < 0.05)
  > print(many["ttft_s"]["p99"] > 5 * one["ttft_s"]["p50"], many["kv_use_peak"] > 0.5)'
  True True
  True True

T5: the encoder reads the prompt, whose keys and values the decoder keeps; its own cache holds the answer.

  $ hakaru plan serve --offline --model flan-t5-xl --context 512 --instance g5.xlarge --concurrency 4 -o t5.json --json > /dev/null
  $ hakaru explain t5.json | grep 'KV cache\|cross-attention' | grep -o 'GB of [0-9]* [a-z]*'
  GB of 64 tokens
  GB of 448 positions
  $ hakaru simulate serve t5.json --concurrency 1 --count 20 --json > t5one.json
  $ hakaru plan serve --offline --model flan-t5-xl --context 512 --instance g5.xlarge --concurrency 1 --json | python3 -c '
  > import json, sys
  > plan, one = json.load(sys.stdin)["plans"][0], json.load(open("t5one.json"))
  > print(abs(one["ttft_s"]["p50"] / plan["ttft_s"] - 1) < 0.1, abs(one["tpot_s"]["p50"] / plan["tpot_s"] - 1) < 0.1)'
  True True
  $ hakaru plan serve --ttft none --tpot none --model flan-t5-base --context 512 --rate 5/s --at p95 --instance g5.xlarge | grep -c '^Best: 1 × g5.xlarge'
  1
  $ hakaru simulate serve t5.json --prefix-hit-rate 0.5
  hakaru: --prefix-hit-rate is for decoders; flan-t5-xl encodes what it is asked whole
  [2]
