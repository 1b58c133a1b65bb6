One step of a plan, event by event: its parts add up to it, and the closed form that planned it is near.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 4 --vpp 1 --micro-batch 1 --top 1 -o plan.json > /dev/null
  $ hakaru simulate train plan.json --json > step.json
  $ python3 -c '
  > import json
  > step, plan = json.load(open("step.json")), json.load(open("plan.json"))["plans"][0]
  > print(list(step), list(step["exposed"]))
  > parts = step["compute_s"] + sum(step["exposed"].values()) + step["bubble_s"] + step["straggling_s"] + step["loading_s"]
  > print(abs(parts / step["step_time_s"] - 1) < 1e-9, abs(step["step_time_s"] / plan["step_time_s"] - 1) < 0.02)
  > print(abs(step["step_time_closed_form_s"] / plan["step_time_s"] - 1) < 1e-9, step["events"] > 64 / 2 * 4 * 2)'
  ['step_time_s', 'compute_s', 'exposed', 'bubble_s', 'straggling_s', 'loading_s', 'step_time_closed_form_s', 'events', 'elapsed_s', 'band', 'network', 'lost_by_bucket_s'] ['tensor_s', 'pipeline_s', 'data_s', 'expert_s', 'context_s', 'offload_s']
  True True
  True True

The same seed gives the same step, another one another; jitter makes it longer.

  $ jittered() { hakaru simulate train plan.json --jitter 0.1 --stragglers 0.05 --seed $1 --json | grep step_time_s; }
  $ jittered 1 > one; jittered 1 > again; jittered 2 > two
  $ cmp one again && cmp -s one two || echo differs
  differs

The trace is one process for each stage and a slice for each pass, with counters.

  $ hakaru simulate train plan.json --trace trace.json > printed
  $ tail -1 printed
  written to trace.json; open it at https://ui.perfetto.dev
  $ python3 -c '
  > import json
  > events = json.load(open("trace.json"))["traceEvents"]
  > print(sorted({event["ph"] for event in events}), sorted({event["pid"] for event in events}))
  > kept = [event["args"]["micro-batches"] for event in events if event["name"] == "activations in flight"]
  > print(max(kept), min(kept))
  > print(sum(event["name"].startswith("forward 3") for event in events if event["pid"] == 1))'
  ['C', 'M', 'X'] [0, 1, 2, 3]
  4 0
  3

The picture is as wide as the terminal, and says in letters what it may not say in colour.

  $ COLUMNS=60 hakaru simulate train plan.json | grep '^stage' | python3 -c '
  > import sys
  > print({len(line.rstrip("\n")) for line in sys.stdin})'
  {60}
  $ hakaru simulate train plan.json --lang ja | grep -cE '^ステージ [0-9]+ '
  4

Schedules are asked for by name; memory keeps what each has in flight. A rank of DualPipe has both ends, and so one table for embedding
and head: three layers and the positions more.

  $ for schedule in 1f1b zb-h1 gpipe dualpipe; do
  >   hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --tp 1 --pp 4 --vpp 1 --micro-batch 1 --recompute none --schedule $schedule --top 1 -o $schedule.json > /dev/null
  >   hakaru simulate train $schedule.json --json > $schedule.step
  > done
  $ python3 -c '
  > import json
  > plan = {name: json.load(open(name + ".json"))["plans"][0] for name in ("1f1b", "zb-h1", "gpipe", "dualpipe")}
  > step = {name: json.load(open(name + ".step")) for name in plan}
  > print([plan[name]["layout"]["schedule"] for name in plan])
  > print(step["dualpipe"]["bubble_s"] < step["1f1b"]["bubble_s"], step["zb-h1"]["bubble_s"] < step["1f1b"]["bubble_s"])
  > kept = {name: plan[name]["memory"]["device"]["activations_bytes"] for name in plan}
  > print(kept["gpipe"] > 2 * kept["1f1b"])
  > weights = {name: plan[name]["memory"]["device"]["weights_bytes"] for name in plan}
  > print((weights["dualpipe"] - weights["1f1b"]) / 2 == 3 * 7087872 + 1024 * 768)'
  ['1f1b', 'zb-h1', 'gpipe', 'dualpipe']
  True True
  True
  True
  $ hakaru rehearse dualpipe.json
  hakaru: schedule dualpipe cannot be rehearsed yet; accepted: schedules of one copy of the model
  [2]

Connections between instances, simulated one by one: where two share an uplink both are slower, and the step with them.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 128 --instance p4d.24xlarge \
  >     --instances 16 --tp 8 --pp 1 --micro-batch 1 --zero 0 --top 1 -o spread.json > /dev/null
  $ step() { hakaru simulate train spread.json --json "$@" | python3 -c '
  > import json, sys
  > step = json.load(sys.stdin)
  > print(step["network"], round(1e3 * step["lost_by_bucket_s"], 1), "ms", round(step["step_time_s"], 3),
  >       round(step["exposed"]["data_s"], 3))'; }
  $ step
  closed 0.0 ms 2.897 1.047
  $ step --network flow
  flow 0.0 ms 2.897 1.047
  $ step --network flow --paths one --seed 1
  flow 86.1 ms 5.167 3.287
  $ step --network flow --paths one --seed 2
  flow 129.2 ms 6.301 4.407
  $ step --network flow --oversubscription 4
  flow 43.1 ms 4.032 2.167
  $ hakaru simulate train spread.json --network flow --paths one --seed 1 | tail -1
  Between instances every bucket of gradients takes 86.1 ms more than in closed form.
  $ hakaru simulate train spread.json --paths one
  hakaru: --paths needs --network flow
  [2]
  $ hakaru simulate train spread.json --network fast
  hakaru: --network is 'fast'; accepted: closed, flow
  [2]
