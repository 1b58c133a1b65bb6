A fleet that follows its load: replicas come after their warm-up, and go when there is less to do.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 4k --instance g6e.xlarge --instances 1 --tp 1 --pp 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ "$TESTDIR"/../day > day.csv
  $ serve() { hakaru simulate serve plan.json --requests day.csv --router join-shortest-queue "$@"; }
  $ scaled() { serve --max-replicas 8 --scale-at 20 "$@"; }
  $ value() { key=$1; shift; "$@" --json | python3 -c "import json, sys; a = json.load(sys.stdin); s = a['scaling']; print($key)"; }
  $ scaled | grep -A 7 "to 8 replicas"
  1 to 8 replicas behind a router (join-shortest-queue), 20 requests in flight for each; at most 4 at once
  scaled up 3 times, by 3 replicas; 3 were let go; 5.35 replica-hours on 5.35 instance-hours, 14.8 min of them warming up
  looked at every 15.0 s: 10.0 % more or less load changes nothing, replicas go after 5.00 min of less
  
  warm-up of a new replica: 4.92 min
    machine's start  = 3.00 min  [1]
    weights          1 × 16.1 GB / 0.312 GB/s (s3, the network's) = 51.4 s  [2]
    engine's start   = 64.0 s  [3]

What its looks at the load found is told, 300 of them at most.

  $ value "len(s['looks']) <= 300, s['looks'][1]['time_s'] - s['looks'][0]['time_s'] >= 15, max(l['replicas'] for l in s['looks']) == s['replicas_peak'], all(l['serving'] <= l['replicas'] for l in s['looks'])" scaled
  True True True True

It pays for fewer hours than a fleet that is always as large, for money and for energy; what warms up is paid for.

  $ python3 -c "print($(value "a['cost_usd']" scaled) < 0.7 * $(value "a['cost_usd']" serve --replicas 8), $(value "a['energy_kwh']" scaled) < 0.7 * $(value "a['energy_kwh']" serve --replicas 8))"
  True True
  $ hourly=$(value "a['cost_usd'] / a['simulated_s'] * 3600" serve --replicas 1)
  $ value "abs(a['cost_usd'] / s['instance_hours'] / $hourly - 1) < 1e-9, abs(s['warming_s'] - s['warm_up_s'] * s['replicas_started']) < 1e-6, s['replicas_peak'] <= 8" scaled
  True True True

As many at least as at most is the fleet that does not change.

  $ same() { value "a['ttft_s'], a['itl_s'], a['e2e_s'], a['busy_s'], a['iterations']" "$@"; }
  $ same serve --replicas 3 > fixed; test -s fixed && same serve --min-replicas 3 --max-replicas 3 --scale-at 5 | diff fixed - && echo same
  same

The longer the warm-up, the later help comes.

  $ for time in 0s 60s 300s 900s; do value "a['ttft_s']['p99']" scaled --warm-up $time; done | sort -g -c && echo ordered
  ordered

Its parts: where the weights lie, the machine, and on Neuron the compiler, where its graphs are not cached.

  $ parts() { value "*(f'{t[\"name\"]} {t[\"value\"]:.1f} s,' for t in s['warm_up'])" "$@"; }
  $ parts scaled
  machine's start 180.0 s, weights 51.4 s, engine's start 64.0 s,
  $ parts scaled --weights-on local-nvme --instance-start 0s
  machine's start 0.0 s, weights 1.0 s, engine's start 64.0 s,
  $ hakaru plan serve --offline --model llama-3.1-8b --context 4k --instance trn1.2xlarge --instances 1 --concurrency 4 --top 1 -o neuron.json > /dev/null
  $ neuron() { hakaru simulate serve neuron.json --policy buckets --rate 1/s --count 300 --max-replicas 4 --scale-at 2 "$@"; }
  $ parts neuron
  machine's start 180.0 s, weights 41.1 s, engine's start 40.0 s,
  $ parts neuron --compile-time 20m
  machine's start 180.0 s, weights 41.1 s, compiling 1200.0 s, engine's start 40.0 s,
  $ value "s['replicas_started']" neuron --warm-up 30s
  3
  $ value "s" hakaru simulate serve plan.json --rate 5 --count 10
  None

The timeline counts the replicas.

  $ scaled --trace scaled.trace > /dev/null; python3 -c '
  > import json
  > counts = [e["args"]["paid for"] for e in json.load(open("scaled.trace"))["traceEvents"] if e["name"] == "replicas"]
  > print(counts[0], max(counts), counts[-1], all(abs(a - b) == 1 for a, b in zip(counts[:-2], counts[1:-1])))'
  1 4 0 True

Durations as long as the clock holds are waited for, and what they sum up to is right.

  $ rare() { hakaru simulate serve plan.json --rate 0.0001/s --max-replicas 3 "$@"; }
  $ value "0 < s['replica_hours'], a['requests']" rare --count 700 --scale-at 1 --let-go-after 30d
  True 700
  $ value "0 < s['warming_s'] <= 2 * a['simulated_s'], s['replica_hours'] * 3600 > a['simulated_s']" rare --count 750 --scale-at 0.001 --warm-up 30d
  True True

What cannot be is refused.

  $ hakaru simulate serve plan.json --scale-at 3
  hakaru: --scale-at needs --max-replicas
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3
  hakaru: --max-replicas needs --scale-at
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 0
  hakaru: --scale-at is 0; accepted: 0.001 … 1000000
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --min-replicas 4 --scale-at 3
  hakaru: --min-replicas is 4; accepted: 1 … 3
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --replicas 2
  hakaru: --max-replicas and --replicas exclude each other; accepted: one of them
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --disaggregate 1:1
  hakaru: --max-replicas and --disaggregate exclude each other; accepted: one of them
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --warm-up 1m --weights-on s3
  hakaru: --warm-up and --weights-on exclude each other; accepted: one of them
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --weights-on tape
  hakaru: storage 'tape' is not known; accepted: local-nvme; aws: ebs-gp3, ebs-io2, efs, fsx-lustre, fsx-lustre-efa, s3
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --scale-interval 10ms
  hakaru: --scale-interval is 10ms; accepted: 1s … 30d
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --warm-up 1000d
  hakaru: --warm-up is 1000d; accepted: 0s … 30d
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --instance-start 20d --compile-time 20d
  hakaru: a new replica warms up for 40.0 days; accepted: at most 30d
  [2]
  $ hakaru simulate serve plan.json --max-replicas 3 --scale-at 3 --rate 1/s --ttft 1s --sustained
  hakaru: --sustained and --max-replicas exclude each other; accepted: one of them
  [2]
