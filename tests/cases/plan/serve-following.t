What a plan's fleet costs when it follows a trace, its new replicas warming up, instead of being always as large.

  $ hakaru() { command hakaru "$@" --wide; }
  $ "$TESTDIR"/../day > day.csv
  $ plan() { hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --ttft 2s --tpot 80ms --at p95 --requests day.csv "$@"; }
  $ plan --instance g6e.xlarge --max-replicas auto -o g6e.json | grep -A 6 "Following the load"
  Following the load, the cheapest: plan 1, g6e.xlarge, tp1 dp2, with 1 to 2 replicas, 54 requests in flight for each
    $* per million output tokens in the mean, where the plan as it is costs $* (glob)
    90 % interval of the cost of an hour: $* to $* (glob)
    with 1 on demand and the peak, up to 1 more, on spot: $* (glob)
    TTFT *, TPOT *, a request takes * (glob)
    at most * replicas at once; * replica-hours on * instance-hours in 2.00 h; a new replica warms up for 4.92 min (glob)

It keeps the limits, costs less, and `simulate serve` gives it again without being told how.

  $ check() { python3 -c '
  > import json, sys
  > p, a = json.load(open(sys.argv[1]))["plans"][0], json.load(open(sys.argv[2]))
  > s, t = p["scaling"], a["scaling"]
  > print(s["ttft_s"] <= 2, s["tpot_s"] <= 0.08, s["cost_per_million_tokens_usd"] < 0.99 * p["cost_per_million_tokens_usd"], s["usd_per_h"] < 0.99 * p["usd_per_h"])
  > print(all(s[k] == t[k] for k in ("min_replicas", "max_replicas", "scale_at", "warm_up_s", "replicas_peak", "replica_hours", "instance_hours")), s["ttft_s"] == a["ttft_s"]["p95"], s["tpot_s"] == a["tpot_s"]["p95"], s["request_s"] == a["e2e_s"]["p95"])
  > print(abs(a["cost_usd"] / s["hours"] / s["usd_per_h"] - 1) < 1e-9, abs(s["usd_per_h"] / p["usd_per_h"] - s["instance_hours"] / s["hours"] / p["instances"]) < 1e-9)' "$@"; }
  $ for instance in g6e.xlarge inf2.24xlarge; do
  >   plan --instance $instance --max-replicas auto -o plan.json --json > planned
  >   hakaru simulate serve plan.json --requests day.csv --json > simulated; check planned simulated; done
  True True True True
  True True True True
  True True
  True True True True
  True True True True
  True True

Machines that are nearly always there are cheaper under a savings plan, of an instance that has one; the others by the hour.

  $ python3 -c '
  > import json
  > p = json.load(open("planned"))["plans"][0]
  > s = p["scaling"]; b = s["bought"]
  > print(b["base_kind"], b["base_instances"] > 0, b["peak_kind"], b["usd_per_h"] < s["usd_per_h"])
  > print(json.load(open("g6e.json"))["plans"][0]["scaling"]["bought"])'
  savings_3y True on_demand True
  None

The peak may be on spot: what is always there stays as it was, and is counted as it was; nothing is chosen by it.

  $ python3 -c '
  > import json
  > p = json.load(open("g6e.json"))["plans"][0]
  > s = p["scaling"]; b = s["bought_with_spot"]
  > print(b["base_kind"], b["base_instances"], b["peak_kind"], b["peak_instances"], p["price"]["usd_per_h"] < b["usd_per_h"] < s["usd_per_h"])
  > print(json.load(open("planned"))["plans"][0]["scaling"]["bought_with_spot"])'
  on_demand 1 spot 1 True
  None
  $ hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --ttft 2s --tpot 80ms --at p95 --requests day.csv --instance g6e.xlarge --max-replicas auto --top 1 --api-price '$0.1/$0.4' > beside.txt
  $ grep -o 'and the peak, up to 1 more, on spot' beside.txt
  and the peak, up to 1 more, on spot

Beside a service that sells tokens it counts as it follows the load too.

  $ grep -o -e '^  as it follows the load, plan 1 costs' -e 'even where tokens cost .* of these prices' beside.txt | sed 's/[0-9.]* %/N %/'
    as it follows the load, plan 1 costs
  even where tokens cost N % of these prices
  $ plan --instance g6e.xlarge --max-replicas auto --top 1 --api-price '$0.1/$0.4' --json | python3 -c '
  > import json, sys
  > j = json.load(sys.stdin)
  > print(abs(j["api"]["plans"][0]["following_usd"] / (j["plans"][0]["scaling"]["usd_per_h"] * 730) - 1) < 1e-9)'
  True

A fleet paid for ahead is told apart from one that follows at the plan's own price.

  $ plan --instance inf2.24xlarge --max-replicas auto --top 1 --api-price '$0.1/$0.4' --json | python3 -c '
  > import json, sys
  > j = json.load(sys.stdin)
  > beside, s = j["api"]["plans"][0], j["plans"][0]["scaling"]
  > print(round(beside["following_usd"] / s["usd_per_h"], 6), round(beside["bought_ahead_usd"] / s["bought"]["usd_per_h"], 6))'
  730.0 730.0
  $ plan --instance inf2.24xlarge --max-replicas auto --top 1 --api-price '$0.1/$0.4' | grep -o 'with .* it costs'
  with 2 always there under 3-year Savings Plan it costs

Where iterations take longer it costs no less; the fleet as it is costs more only where they take longer than it bears.

  $ python3 -c '
  > import json
  > p = json.load(open("g6e.json"))["plans"][0]
  > following, month = (p["band"]["figures"][k] for k in ("scaling_usd_per_h", "usd_per_month"))
  > print(following["low"] <= following["low_50"] <= following["high_50"] <= following["high"], following["low"] < p["scaling"]["usd_per_h"] < following["high"])
  > print(month["low"] == p["usd_per_month"] < month["high"])'
  True True
  True

Its arithmetic is told.

  $ hakaru explain g6e.json | grep "follows its load" | sed 's/[0-9][0-9.]*/N/g'
    instances as it follows its load        N … N replicas, N requests in flight for each: N instance-hours / N h = N
    cost of an hour as it follows its load  $N / N instances × N = N USD/h  [N]
  $ hakaru explain g6e.json --lang ja | grep -c "負荷に追従するとき"
  2

The fixed fleet is what was found without, and is simulated where its replicas are named.

  $ plan --instance g6e.xlarge --json | python3 -c '
  > import json, sys
  > fixed, following = json.load(sys.stdin)["plans"], json.load(open("g6e.json"))["plans"]
  > for p in following: p.pop("scaling", None)
  > print([(p["instances"], p["ttft_s"], p["request_s"]) for p in fixed] == [(p["instances"], p["ttft_s"], p["request_s"]) for p in following])'
  True
  $ hakaru simulate serve g6e.json --requests day.csv --replicas 3 --json | grep '"scaling"'
    "scaling": null,

Replicas that compile first come later and cost more; on GPUs nothing is compiled.

  $ cost() { plan "$@" --json | python3 -c 'import json, sys; s = json.load(sys.stdin)["plans"][0]["scaling"]; print(s["cost_per_million_tokens_usd"], s["warm_up_s"])'; }
  $ cost --instance inf2.24xlarge --max-replicas auto > cached; cost --instance inf2.24xlarge --max-replicas auto --compile-time 5m > compiled
  $ python3 -c "c, w = map(float, open('cached').read().split()); d, v = map(float, open('compiled').read().split()); print(d > c, abs(v - w - 300) < 1e-6)"
  True True
  $ cost --instance g6e.xlarge --max-replicas auto > one; cost --instance g6e.xlarge --max-replicas auto --compile-time 5m | diff one - && echo same
  same

Room for more replicas never makes it dearer; a fleet that is paid ahead does not follow.

  $ cost --instance g6e.xlarge --max-replicas 3 > few; cost --instance g6e.xlarge --max-replicas 12 > many
  $ python3 -c "f, m = (float(open(n).read().split()[0]) for n in ('few', 'many')); print(m <= f)"
  True
  $ plan --instance trn2.3xlarge --top 1 --max-replicas auto | grep "ahead\|Following"
  note: its price (capacity_block) is paid ahead: a fleet that follows its load would not cost less
  Following the load: of the first plans there is none whose fleet could be smaller for a while.
  $ plan --instance g6e.xlarge --objective time --max-replicas auto
  hakaru: --max-replicas and --objective time exclude each other; accepted: one of them
  [2]
  $ plan --instance inf2.24xlarge --max-replicas auto --compile-time 40d
  hakaru: --compile-time is 40d; accepted: 0s … 7d
  [2]

Where the load is even there is nothing to follow; as many as there may be are enough, or nothing is told.

  $ python3 -c "
  > print('arrival_s,input,output')
  > for i in range(5000): print(f'{i / 5:.3f},1000,200')" > even.csv
  $ hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --ttft 2s --tpot 80ms --at p95 --requests even.csv --instance g6e.xlarge --top 1 --max-replicas auto | grep "Following the load"
  Following the load: none of the 1 plans tried keeps the limits with fewer instance-hours than as it is.
  $ plan --instance g6e.xlarge --max-replicas 1 --json | grep -c '"scaling"'
  0
  [1]

Where no price is known, what follows is told without one; fewer accelerators are better.

  $ hakaru plan serve --rank-by expected --model llama-3.1-70b --context 8k --ttft 4s --tpot 50ms --at p95 --requests day.csv --instance dgx-a100-80gb --tp 8 --top 1 --max-replicas auto | grep -e "^1 " -A 3 -e "Following the load"
  1  3 × dgx-a100-80gb  tp8 dp3           7  164 ms  38.3 ms     50 %  none        34 %  24 × a100-sxm-80gb    -31 +46 %
  
  Best: 3 × dgx-a100-80gb (24 × a100-sxm-80gb), tp8 dp3
    7 requests/s, 1,399 output tokens/s; a request takes 7.75 s
  --
  Following the load: plan 1, dgx-a100-80gb, tp8 dp3, with 1 to 6 replicas, 31 requests in flight for each
    TTFT 715 ms, TPOT 44.4 ms, a request takes 8.97 s
    at most 3 replicas at once; 4.42 replica-hours on 4.42 instance-hours in 2.00 h; a new replica warms up for 4.36 min

Instances side by side, each as it follows the load.

  $ both() { hakaru compare serve --rank-by expected --model llama-3.1-8b --context 8k --ttft 2s --tpot 80ms --requests day.csv \
  >     --max-replicas auto --instance g6e.xlarge --instance g6e.12xlarge "$@"; }
  $ both | grep -o '[$]/h as it follows its load'
  $/h as it follows its load
  $ both --json | python3 -c '
  > import json, sys
  > plans = [each["plan"] for each in json.load(sys.stdin)["comparisons"]]
  > print(plans[0]["scaling"]["usd_per_h"] < plans[0]["usd_per_h"], "scaling" in plans[1])'
  True False

What means nothing is refused.

  $ hakaru plan serve --rank-by expected --ttft none --tpot none --model llama-3.1-8b --context 8k --rate 5/s --at p95 --max-replicas auto
  hakaru: --max-replicas needs --requests
  [2]
  $ plan --instance g6e.xlarge --max-replicas many
  hakaru: --max-replicas is 'many'; accepted: * (glob)
  [2]
  $ plan --instance g6e.xlarge --compile-time 5m
  hakaru: --compile-time needs --max-replicas
  [2]
  $ sed 's/"min_replicas": 1,/"min_replicas": 100,/' g6e.json > odd.json; hakaru simulate serve odd.json --requests day.csv
  hakaru: odd.json: 'plan.scaling.min_replicas' is 100; accepted: at most max_replicas
  [2]
  $ sed 's/"scale_at": [0-9.]*,/"scale_at": 0,/' g6e.json > odd.json; hakaru simulate serve odd.json --requests day.csv
  hakaru: odd.json: 'plan.scaling.scale_at' is 0; accepted: 0.001 … 1e+06
  [2]

Replicas that share experts come and go together.

  $ hakaru plan serve --rank-by expected --model mixtral-8x7b --context 8k --ttft 2s --tpot 80ms --at p95 --requests day.csv --instance g6e.12xlarge --ep 4 --tp 1 --pp 1 --top 1 --max-replicas auto -o experts.json > /dev/null
  $ hakaru simulate serve experts.json --requests day.csv --json | python3 -c '
  > import json, sys
  > s = json.load(sys.stdin)["scaling"]
  > print([s[k] % 4 for k in ("min_replicas", "max_replicas", "replicas_started", "replicas_let_go", "replicas_peak")])'
  [0, 0, 0, 0, 0]
  $ sed 's/"min_replicas": 4,/"min_replicas": 3,/' experts.json > odd.json; hakaru simulate serve odd.json --requests day.csv
  hakaru: odd.json: 'plan.scaling.min_replicas' is 3; accepted: multiples of ep 4
  [2]
  $ sed 's/"simulated_replicas": [0-9]*,/"prefill_replicas": 1, &/' g6e.json > odd.json; hakaru simulate serve odd.json --requests day.csv
  hakaru: odd.json: 'plan.scaling' is a table; accepted: none, beside 'prefill_replicas'
  [2]
