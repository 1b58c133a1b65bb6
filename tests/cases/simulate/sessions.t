Conversations: every prompt is all that was said before, and what the last turns left in the KV cache is found again.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --accelerator h100-sxm --accelerators 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ simulate() { hakaru simulate serve plan.json --sessions --json "$@"; }
  $ talk() { simulate --input-length 200 --output-length 100 "$@"; }
  $ look() { python3 -c "import json, sys; a = json.load(sys.stdin); c = a['prefix_cache']; s = a['sessions']; print($1)"; }

Turns of equal length in enough memory: turn k of T has a prompt of k I + (k − 1) O tokens, and finds what the one before
it computed, (k − 1)(I + O) − 1 tokens, in full blocks of 16. With a system prompt the first turns find its blocks too.

  $ closed_form() { python3 -c "
  > system, message, answer, turns, first = $1, 200, 100, 5, $1 // 16 * 16
  > hits = first + sum((system + k * (message + answer) - 1) // 16 * 16 for k in range(1, turns))
  > prompts = sum(system + k * message + (k - 1) * answer for k in range(1, turns + 1))
  > print(f'{hits / prompts:.3f}')"; }
  $ closed_form 0; talk --rate 5 --count 2000 | look "f'{c[\"hit_rate\"]:.3f}', a['requests'], s['begun'], s['cut_short'], a['input_tokens'] / a['requests']"
  0.740
  0.740 2000 400 0 800.0
  $ closed_form 1000; talk --rate 5 --count 20000 --system-prompt 1000 --think-time 20s | look "f'{c[\"hit_rate\"]:.3f}'"
  0.884
  0.884

The rate is that of requests: sessions begin at a fifth of it. A closed loop has so many sessions at once, turns drawn
evenly where two numbers are given; the same seed gives the same figures.

  $ talk --rate 5 --count 20000 --think-time 1s | look "abs(a['requests_per_s'] / 5 - 1) < 0.05"
  True
  $ talk --concurrency 8 --turns 2-6 --count 4000 | look "a['requests'], a['running_peak'], s['turns'], abs(a['requests'] / s['begun'] / 4 - 1) < 0.05"
  4000 8 [2, 6] True
  $ talk --rate 5 --length-spread 0.5 --count 1000 | sed /elapsed_s/d > one.json
  $ talk --rate 5 --length-spread 0.5 --count 1000 | sed /elapsed_s/d | cmp - one.json && echo the same
  the same

A session of one turn is a request as without sessions.

  $ same() { for sessions in "" "--sessions --turns 1"; do
  >   hakaru simulate serve plan.json $sessions --input-length 1000 --output-length 200 --length-spread 0.5 --count 3000 --json "$@" |
  >     python3 -c 'import json, sys; a = json.load(sys.stdin); [a.pop(key) for key in ("elapsed_s", "sessions", "prefix_cache")]; print(a)' > "with$sessions.json"
  > done; cmp "with.json" "with--sessions --turns 1.json" && echo equal; }
  $ same --rate 10; same --concurrency 20; same --rate 10 --arrival gamma --burstiness 0.5
  equal
  equal
  equal

What is found needs no prefill: first tokens come sooner than with nothing cached. With more sessions than the cache holds
the blocks of those that are silent longest go, fewer are found, and first tokens take longer.

  $ long() { simulate --turns 10 --input-length 500 --output-length 100 --think-time 60s --count 20000 "$@"; }
  $ long --concurrency 50 | look "c['hit_rate'] > 0.83"
  True
  $ long --concurrency 300 | look "c['hit_rate'] < 0.5"
  True
  $ ttft() { look "a['ttft_s']['p50']"; }
  $ python3 -c "print($(long --concurrency 50 | ttft) < $(long --concurrency 300 | ttft) , $(talk --rate 2 --count 1000 | ttft) < $(talk --rate 2 --count 1000 --policy static | ttft))"
  True True

A session whose next turn would pass the context ends before it; the count of requests is kept (the last session has
no more turns left of it).

  $ simulate --rate 2 --count 300 --input-length 2000 --output-length 500 | look "a['requests'], s['begun'], s['cut_short']"
  300 100 99
  $ hakaru simulate serve plan.json --sessions --rate 2 --count 300 --input-length 2000 --output-length 500 --think-time 5s | grep -A 2 sessions
  100 sessions of 5 turns, each sent 5.00 s after the last answer
  99 of them ended early: their next turn would not have fit in the context
  prefix cache: 55.5 % of the prompts' tokens were found

Of several replicas all are simulated. A router that knows prefixes sends a turn to where the last one was; one that takes
turns sends it elsewhere.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --concurrency 64 --top 1 -o plan.json > /dev/null
  $ talk --rate 20 --count 5000 --router prefix-aware | look "a['replicas_simulated'], c['hit_rate'] > 0.7"
  8 True
  $ talk --rate 20 --count 5000 | look "a['replicas_simulated'], a['router'], c['hit_rate'] < 0.2"
  8 round-robin True

What means nothing together is refused.

  $ sessions() { hakaru simulate serve plan.json "$@"; }
  $ sessions --turns 3
  hakaru: --turns needs --sessions
  [2]
  $ sessions --think-time 3s
  hakaru: --think-time needs --sessions
  [2]
  $ sessions --system-prompt 100
  hakaru: --system-prompt needs --sessions
  [2]
  $ sessions --sessions --turns 3-2
  hakaru: --turns is '3-2'; accepted: a number of turns such as 5, or 6-9, 1 … 100000
  [2]
  $ sessions --sessions --turns 0
  hakaru: --turns is '0'; accepted: a number of turns such as 5, or 6-9, 1 … 100000
  [2]
  $ sessions --sessions --turns 2.5
  hakaru: --turns is '2.5'; accepted: a number of turns such as 5, or 6-9, 1 … 100000
  [2]
  $ sessions --sessions --think-time 60d
  hakaru: --think-time is 60d; accepted: 0s … 30d
  [2]
  $ sessions --sessions --prefix-hit-rate 0.3
  hakaru: --sessions and --prefix-hit-rate exclude each other; accepted: one of them
  [2]
  $ sessions --sessions --system-prompt 8000 --input-length 200 --output-length 100
  hakaru: 8000 + 200 + 100 tokens of system prompt, message and answer; accepted: at most 8192, the plan's context
  [2]
  $ printf 'arrival_s,input,output\n0,100,10\n' > trace.csv
  $ sessions --sessions --requests trace.csv
  hakaru: --sessions and --requests exclude each other; accepted: one of them
  [2]
  $ hakaru plan serve --model llama-3.1-8b --accelerator h100-sxm --accelerators 1 --top 1 -o live.json > /dev/null
  $ hakaru simulate serve live.json --sessions
  hakaru: --sessions needs --input-length, --output-length
  [2]
