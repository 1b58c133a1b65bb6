Weights by their type, and a KV cache of 57,344 bytes a token: 8,192 tokens are 469,762,048 bytes.

  $ serve() { hakaru memory serve --model qwen2.5-7b-instruct --context 8k "$@" --json | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > print(round(device["weights_bytes"] / 1e9, 2), round(device["kv_cache_bytes"]))'; }
  $ serve
  15.23 469762048
  $ serve --weights int8
  8.71 469762048
  $ serve --kv-cache fp8
  15.23 234881024
  $ serve --batch 4
  15.23 1879048192
  $ serve --tp 2
  7.62 234881024

On a device it is said how many such sequences fit.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --on p4d.24xlarge | head -2 | sed 's/[0-9.]\+/N/g'
  Fits: N GiB of N GiB per device (N %)N
  N such sequences fit on each replica
