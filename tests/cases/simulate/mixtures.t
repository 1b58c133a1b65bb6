Requests of several kinds, by their shares: the means are the weighted means, and those of one kind are as before.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 16k --accelerator h100-sxm --accelerators 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ mix() { hakaru simulate serve plan.json --count 20000 --json "$@"; }
  $ means() { python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > wanted = [float(each) for each in sys.argv[1:]]
  > means = a["input_tokens"] / a["requests"], a["output_tokens"] / a["requests"]
  > print([abs(mean / want - 1) < 0.02 for mean, want in zip(means, wanted)])' "$@"; }
  $ mix --mix 0.7:500:200,0.3:8000:500 --rate 3 | means $((7 * 50 + 3 * 800)) $((7 * 20 + 3 * 50))
  [True, True]
  $ mix --mix 0.7:500:200,0.3:8000:500 --concurrency 20 | means 2750 290
  [True, True]
  $ mix --mix 0.5:1k:100,0.25:2k:300,0.25:4k:100 --rate 5 --length-spread 0.5 | means 2048 150
  [True, True]

Few long prompts hold up the many short ones: the slowest first tokens are later than where all have the mean.

  $ p99() { python3 -c 'import json, sys; print(json.load(sys.stdin)["ttft_s"]["p99"])'; }
  $ python3 -c "print($(mix --mix 0.9:500:200,0.1:12000:200 --rate 8 | p99) > $(mix --input-length 1650 --output-length 200 --rate 8 | p99))"
  True
  $ mix --mix 1:500:200 --rate 5 | sed /elapsed_s/d > one.json
  $ mix --input-length 500 --output-length 200 --rate 5 | sed /elapsed_s/d | cmp - one.json && echo equal
  equal

Turns of sessions may be of several kinds too.

  $ mix --sessions --turns 3 --mix 0.8:200:100,0.2:1000:500 --rate 5 | python3 -c '
  > import json, sys
  > a = json.load(sys.stdin)
  > print(abs(a["output_tokens"] / a["requests"] / 180 - 1) < 0.02, a["prefix_cache"]["hit_rate"] > 0.5)'
  True True

Refused:

  $ refused() { hakaru simulate serve plan.json "$@"; }
  $ refused --mix 0.7:500:200,0.2:8000:500
  hakaru: --mix has shares that sum to 0.9; accepted: shares that sum to 1
  [2]
  $ refused --mix 0.7:500
  hakaru: --mix is '0.7:500'; accepted: SHARE:INPUT:OUTPUT, at most 100 of them, such as 0.7:500:200,0.3:8000:500
  [2]
  $ refused --mix 0.5:500:200,0.5:0:500
  hakaru: --mix is '0.5:500:200,0.5:0:500'; accepted: SHARE:INPUT:OUTPUT, at most 100 of them, such as 0.7:500:200,0.3:8000:500
  [2]
  $ refused --mix 0.5:500:200,0.5:16k:500
  hakaru: 16384 + 500 tokens; accepted: at most 16384, the plan's context
  [2]
  $ refused --mix 1:500:200 --input-length 500
  hakaru: --mix and --input-length exclude each other; accepted: one of them
  [2]
  $ printf 'arrival_s,input,output\n0,100,10\n' > trace.csv
  $ refused --mix 1:500:200 --requests trace.csv
  hakaru: --mix and --requests exclude each other; accepted: one of them
  [2]
