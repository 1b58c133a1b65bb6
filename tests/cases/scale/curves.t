A curve keeps its layout family: only dp grows.

  $ hakaru() { command hakaru "$@" --wide; }
  $ llama() { hakaru scale train --model llama-2-7b --tokens 1B --sequence-length 4k --instance p4d.24xlarge "$@"; }
  $ llama --global-batch 64 --instances-to 6 --json > strong.json; echo $?
  0
  $ python3 - <<'END'
  > import json
  > curve = json.load(open("strong.json"))["curves"][0]
  > points = curve["points"]
  > print(curve["instance"], [p["instances"] for p in points])
  > planned = [p for p in points if p["why_not"] is None]
  > families = {(p["layout"]["tp"], p["layout"]["pp"], p["layout"]["cp"], p["layout"]["zero"]) for p in planned}
  > print(len(families), all(a["layout"]["dp"] < b["layout"]["dp"] for a, b in zip(planned, planned[1:])))
  > print([p["instances"] for p in points if p["why_not"]])
  > END
  p4d.24xlarge [1, 2, 4, 6]
  1 True
  [6]

Efficiency is speedup over instances, of the first that has a plan; where there is none the reason stands below.

  $ python3 - <<'END'
  > import json
  > first, *rest = [p for p in json.load(open("strong.json"))["curves"][0]["points"] if p["why_not"] is None]
  > print(first["speedup"], first["efficiency"])
  > print(all(abs(p["efficiency"] - p["tokens_per_s"] / first["tokens_per_s"] / p["instances"]) < 1e-9 for p in rest))
  > print(all(p["efficiency"] <= 1 + 1e-9 for p in rest))
  > END
  1.0 1.0
  True
  True
  $ llama --global-batch 64 --counts 1,6 | tail -1
  6: dp 24 × micro-batch 1 does not divide the global batch 64; nearest global batch: 48, 72
  $ llama --global-batch 64 --counts 1,2 --csv | cut -d, -f 1-3
  instance,instances,global_batch
  p4d.24xlarge,1,64
  p4d.24xlarge,2,64

Each point has the error bands of its step, its rate and its run, in the table as in a plan's.

  $ python3 - <<'END'
  > import json
  > points = [p for p in json.load(open("strong.json"))["curves"][0]["points"] if p["why_not"] is None]
  > for key in ("step_time_s", "tokens_per_s", "duration_s"):
  >     bands = [(p["band"]["figures"][key], p[key]) for p in points]
  >     print(key, all(b["low"] < b["low_50"] < b["high_50"] < b["high"] and b["low"] < figure < b["high"] for b, figure in bands))
  > END
  step_time_s True
  tokens_per_s True
  duration_s True
  $ llama --global-batch 64 --counts 1,2 | grep -c -- ' -[0-9]* +[0-9]* %  '
  2
  $ llama --global-batch 64 --counts 1,2 --csv | head -1 | tr , '\n' | grep -c 'band.figures.step_time_s'
  4

Where the batch grows with the instances.

  $ llama --global-batch 48 --counts 2,3,4 --weak --csv | cut -d, -f 2-3
  instances,global_batch
  2,48
  3,72
  4,96

Under weak scaling the micro-batch stays as well, so that nothing but the instances changes; under strong scaling it is
said where it does not. (Shards of the optimizer still shrink, by a few hundredths of a per cent.)

  $ hakaru scale train --model llama-2-7b --items 1e5 --sequence-length 4k --global-batch 256 --instance trn1.32xlarge \
  >     --counts 1,2,4,8 --weak --json | python3 -c '
  > import json, sys
  > points = json.load(sys.stdin)["curves"][0]["points"]
  > print(len({p["layout"]["micro_batch"] for p in points}), max(p["efficiency"] for p in points) < 1.001)'
  1 True
  $ llama --global-batch 64 --counts 1,2,4 --software nemo-megatron | tail -1
  The micro-batch (mb) is the best of each row, so rows differ in it.

In Japanese.

  $ llama --global-batch 64 --counts 1,2 --lang ja | sed -n '2p;5p' | grep -oE '^強.*|速度比'
  強スケーリング: グローバルバッチは同じまま。
  速度比

What cannot be drawn.

  $ llama --global-batch 64
  hakaru: scale needs one of --counts 4,8,16, --instances-to, --batches; found 0
  [2]
  $ llama --global-batch 64 --counts 1,2 --instances-to 4
  hakaru: scale needs one of --counts 4,8,16, --instances-to, --batches; found 2
  [2]
  $ llama --global-batch 64 --counts 4,2
  hakaru: --counts is '4,2'; accepted: numbers that rise, such as 1,2,4,8
  [2]
  $ llama --global-batch 64 --counts 1,two
  hakaru: --counts is 'two'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ llama --global-batch 64 --counts 0
  hakaru: --counts is 0; accepted: 1 … 100000
  [2]
  $ llama --global-batch 3 --counts 2,3 --weak
  hakaru: --global-batch of 3 on 2 instances is no whole number of sequences on 3
  [2]
  $ llama --global-batch 64 --batches 16
  hakaru: --batches and --global-batch exclude each other; accepted: one of them
  [2]
  $ llama --global-batch 64 --instances 4 --counts 1,2
  hakaru: --counts and --instances exclude each other; accepted: one of them
  [2]
  $ hakaru scale train --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 64 --counts 1,2
  hakaru: scale needs --instance at least once; found none
  [2]
  $ hakaru scale train --model llama-3.1-405b --tokens 1B --sequence-length 4k --global-batch 64 --instance p4d.24xlarge --counts 1
  hakaru: does not fit on 1 * p4d.24xlarge: the smallest layout * (glob)
  [1]

What a curve cannot keep to is refused.

  $ llama --global-batch 64 --counts 1,2 --deadline 1h
  hakaru: --deadline means nothing to scale, which takes the fastest plan of each point
  [2]
  $ hakaru scale train --model llama-2-7b --tokens 1B --sequence-length 4k --instance p4d.24xlarge --batches 16,64
  hakaru: --batches needs --instances
  [2]
