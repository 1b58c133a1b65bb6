What is kept for backward passes is what memory/ predicts, to the byte, beside weights, gradients and optimizer states.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --micro-batch 1 --dp 1 "${@:2}" -o plan.json > /dev/null; }
  $ kept() { hakaru rehearse plan.json --steps 2 --json | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > kept = [row for row in done["memory"] if row["component"] == "activations"]
  > print(done["agrees"], [row["executed_bytes"] for row in kept])'; }
  $ plan llama-3.2-1b --accelerators 4 --tp 1 --pp 4 --vpp 1 --recompute none; kept
  True [610304, 457728, 305152, 168960]
  $ plan llama-3.2-1b --accelerators 4 --tp 1 --pp 4 --vpp 1 --recompute full; kept
  True [177152, 168960, 160768, 152576]
  $ plan llama-3.2-1b --accelerators 4 --tp 2 --pp 2 --vpp 1 --recompute none --sequence-parallel true; kept
  True [610304, 610304, 321536, 321536]

Under GPipe the head's input waits for every micro-batch; of uneven chunks the fullest moment is counted pass by pass.

  $ plan gpt2 --accelerators 2 --tp 1 --pp 2 --vpp 1 --schedule gpipe --recompute none; kept
  True [264192, 274432]
  $ plan gpt2 --accelerators 4 --tp 1 --pp 4 --vpp 2 --recompute none; kept
  True [627456, 297216, 231168, 169216]

A core's memory is enough to the byte, and what does not fit says so before any rank runs.

  $ plan llama-3.2-1b --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none
  $ hakaru rehearse plan.json --steps 1 --json > whole.json
  $ fullest=$(python3 -c '
  > import collections, json
  > bytes = collections.Counter()
  > for row in json.load(open("whole.json"))["memory"]:
  >   if row["component"] in ("peak",): bytes[row["rank"]] += row["predicted_bytes"]
  > print(max(bytes.values()))')
  $ hakaru rehearse plan.json --steps 1 --core-memory ${fullest}B | tail -1
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  $ hakaru rehearse plan.json --steps 1 --core-memory $((fullest - 1))B 2>&1 | head -1 | sed 's/tensors: .*B, [a-z_]*.cpp:[0-9]*).*/tensors: named with their lines/'
  hakaru: ranks 0 do not fit, as predicted: the fullest needs 2,883,584 B and its core has 2,883,583 B; --core-memory 2883584B would do; its largest tensors: named with their lines
  $ hakaru rehearse plan.json --steps 1 --core-memory 1MB 2> /dev/null
  [1]
  $ hakaru rehearse plan.json --steps 1 --core-memory 0B
  hakaru: --core-memory is 0B; accepted: 1B … 1000PB
  [2]
  $ hakaru rehearse plan.json --steps 1 --core-memory much
  hakaru: --core-memory is 'much'; accepted: bytes with their unit such as 500GB, 2TiB
  [2]

The same with weight passes put off (zero-bubble), under ZeRO 2 and 3, and with context parallelism.

  $ edge() { hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --micro-batch 1 --recompute none "$@" -o plan.json > /dev/null; hakaru rehearse plan.json --steps 1 --json > whole.json
  >   most=$(python3 -c '
  > import json
  > print(max(r["predicted_bytes"] for r in json.load(open("whole.json"))["memory"] if r["component"] == "peak"))')
  >   hakaru rehearse plan.json --steps 1 --core-memory ${most}B | tail -1
  >   hakaru rehearse plan.json --steps 1 --core-memory $((most - 1))B 2>&1 | grep -o 'do not fit, as predicted'; }
  $ edge --accelerators 4 --tp 1 --pp 4 --vpp 1 --dp 1 --schedule zb-h1
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  do not fit, as predicted
  $ edge --accelerators 2 --tp 1 --pp 1 --dp 2 --zero 2
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  do not fit, as predicted
  $ edge --accelerators 2 --tp 1 --pp 1 --dp 2 --zero 3
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  do not fit, as predicted
  $ edge --accelerators 2 --tp 1 --pp 1 --dp 1 --cp 2 --zero 1
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  do not fit, as predicted
  $ plan llama-3.2-1b --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none

A second run with a cache compiles nothing; what is damaged in it is noticed and compiled again.

  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -1
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -2
  Programs: 0 compiled, 2 found in the cache.
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  $ for file in programs/*; do printf X | dd of=$file bs=1 seek=2000 conv=notrunc 2> /dev/null; done
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -3 | sed 's/[0-9a-f]\{32\}/KEY/'
  rank 0: the stored program KEY is damaged: its checksum is not that of its bytes
  rank 1: the stored program KEY is damaged: its checksum is not that of its bytes
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -2 | head -1
  Programs: 0 compiled, 2 found in the cache.

The trace has the ranks as they ran and, apart, the stages as they were simulated, and each rank's instructions on the
engines of its core.

  $ hakaru rehearse plan.json --steps 1 --trace trace.json > /dev/null
  $ python3 -c '
  > import json
  > events = json.load(open("trace.json"))["traceEvents"]
  > for event in events:
  >   if event["name"] == "process_name": print(event["pid"], event["args"]["name"])
  > print(sum(event["name"].startswith("backward") and event["pid"] == 0 for event in events) >= 4)
  > print(sorted({event["name"] for event in events if event["ph"] == "X" and event["pid"] == 0 and event["tid"] == 1}))
  > print([event["args"]["name"] for event in events if event["name"] == "thread_name" and event["pid"] == 4])
  > core = [event for event in events if event["ph"] == "X" and event["pid"] == 4]
  > print({event["name"] for event in core} >= {"send", "receive", "matrix product"}, {event["args"]["part"] for event in core} >= {"forward", "optimizer"})
  > ends = [event["ts"] + event["dur"] for event in core]
  > print(all(ends[int(read)] <= event["ts"] + 1e-6 for event in core for read in event["args"]["reads"].split()))'
  0 executed: rank 0, time of this machine
  1 executed: rank 1, time of this machine
  2 simulated: stage 0, time of b300-sxm
  3 simulated: stage 1, time of b300-sxm
  4 core: rank 0, time of b300-sxm
  5 core: rank 1, time of b300-sxm
  True
  ['receive', 'send']
  ['DMA', 'vector', 'tensor', 'collective']
  True True
  True

Gradients are summed over context ranks too: on their cores that takes time where there are no others.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 512 --global-batch 8 --accelerator b300 --accelerators 2 \
  >     --micro-batch 1 --cp 2 --dp 1 --zero 1 --top 1 -o context.json > /dev/null
  $ hakaru rehearse context.json --steps 1 --scale layers=1 --trace trace.json > /dev/null
  $ python3 -c '
  > import json
  > events = json.load(open("trace.json"))["traceEvents"]
  > cores = {event["pid"] for event in events if event["name"] == "process_name" and event["args"]["name"].startswith("core")}
  > print({(event["name"], event["dur"] > 0) for event in events if event["pid"] in cores and event["name"] == "reduce-scatter"})'
  {('reduce-scatter', True)}

What only ranks can do is not asked of what runs none.

  $ hakaru rehearse plan.json --compare-precision bf16 --trace step.json
  hakaru: --trace and --compare-precision exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse plan.json --sequence-lengths 8,16 --cache programs
  hakaru: --cache and --sequence-lengths exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse plan.json --sequence-lengths 8,16 --core-memory 1MB
  hakaru: --core-memory and --sequence-lengths exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse plan.json --sequence-lengths 8,16 --compare-precision bf16
  hakaru: --sequence-lengths and --compare-precision exclude each other; accepted: one of them
  [2]
