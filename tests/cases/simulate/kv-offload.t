What the KV cache has no room for goes to the host's memory, from where it is loaded instead of computed again.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --accelerator h100-sxm --accelerators 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ talk() { hakaru simulate serve plan.json --sessions --turns 10 --input-length 500 --output-length 100 --think-time 60s --count 20000 --json "$@" > answer.json; }
  $ look() { python3 -c "import json; a = json.load(open('answer.json')); c = a['prefix_cache']; print($1)"; }

At 1 request/s the device has room for all that is said, and finds 0.84 of it. At 3/s it has not: a session's blocks are gone
before its next turn comes, so that all is computed again, and requests queue. 20 GB of the host's memory hold a part,
50 GB hold all: what was found is found again, and first tokens come as soon as at 1/s, but for the load. A block of 16
tokens, 2.1 MB, takes 33 us over 63 GB/s.

  $ talk --rate 1; look "round(c['hit_rate'], 2), a['ttft_s']['p50'] < 0.1"
  0.84 True
  $ talk --rate 3; look "c['hit_rate'] < 0.1, c['loaded_tokens'], c['host_blocks'], a['ttft_s']['p50'] > 1"
  True 0 0 True
  $ cp answer.json without.json
  $ talk --rate 3 --kv-offload 20GB; look "0.2 < c['hit_rate'] < 0.8, c['host_blocks']"
  True 9536
  $ talk --rate 3 --kv-offload 50GB; look "round(c['hit_rate'], 2), 0.9 < c['loaded_tokens'] / c['hit_tokens'] < 1, round(c['load_block_s'] * 1e6, 1), a['ttft_s']['p50'] < 0.1"
  0.84 True 33.3 True
  $ hakaru simulate serve plan.json --sessions --turns 10 --input-length 500 --output-length 100 --think-time 60s --rate 3 --count 20000 --kv-offload 50GB | grep -A 1 'prefix cache'
  prefix cache: 84.0 % of the prompts' tokens were found
  96.3 % of these were loaded from the host's memory, which has room for 23,841 blocks

With nothing in it, it is as if it were not there.

  $ talk --rate 3 --kv-offload 0GB; sed /elapsed_s/d answer.json > zero.json; sed /elapsed_s/d without.json | cmp - zero.json && echo equal
  equal

Refused: without sessions, more than the host has, where nothing is cached, where no link is known.

  $ hakaru simulate serve plan.json --kv-offload 10GB
  hakaru: --kv-offload needs --sessions
  [2]
  $ hakaru simulate serve plan.json --sessions --kv-offload much
  hakaru: --kv-offload is 'much'; accepted: bytes with their unit such as 500GB, 2TiB
  [2]
  $ hakaru simulate serve plan.json --sessions --kv-offload 10GB --policy static
  hakaru: --kv-offload needs --policy vllm; found static
  [2]
  $ other() { hakaru plan serve --offline --model llama-3.1-8b --context 8k "$@" --concurrency 16 --top 1 -o other.json > /dev/null; }
  $ other --instance p5.48xlarge --instances 1 --tp 2
  $ hakaru simulate serve other.json --sessions --kv-offload 1TB
  hakaru: --kv-offload is 1000 GB; accepted: at most 550 GB, the part of the memory of p5.48xlarge for one replica
  [2]
  $ other --accelerator gb200 --accelerators 4
  $ hakaru simulate serve other.json --sessions --kv-offload 10GB
  hakaru: --kv-offload needs host_link_gb_per_s: gb200 has no known one
  [2]
