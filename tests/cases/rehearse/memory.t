What is kept for backward passes is what memory/ predicts, to the byte, beside weights, gradients and optimizer states.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --micro-batch 1 --dp 1 "${@:2}" -o plan.json > /dev/null; }
  $ kept() { hakaru rehearse plan.json --steps 2 --json | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > kept = [row for row in done["memory"] if row["component"] == "activations"]
  > print(done["agrees"], [row["executed_bytes"] for row in kept])'; }
  $ plan llama-3.2-1b --accelerators 4 --tp 1 --pp 4 --vpp 1 --recompute none; kept
  $ plan llama-3.2-1b --accelerators 4 --tp 1 --pp 4 --vpp 1 --recompute full; kept
  $ plan llama-3.2-1b --accelerators 4 --tp 2 --pp 2 --vpp 1 --recompute none --sequence-parallel true; kept

Under GPipe the head's input waits for every micro-batch; of uneven chunks the fullest moment is counted pass by pass.

  $ plan gpt2 --accelerators 2 --tp 1 --pp 2 --vpp 1 --schedule gpipe --recompute none; kept
  $ plan gpt2 --accelerators 4 --tp 1 --pp 4 --vpp 2 --recompute none; kept

A core's memory is enough to the byte, and what does not fit says so before any rank runs.

  $ plan llama-3.2-1b --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none
  $ hakaru rehearse plan.json --steps 1 --json > whole.json
  $ fullest=$(python3 -c '
  > import collections, json
  > bytes = collections.Counter()
  > for row in json.load(open("whole.json"))["memory"]: bytes[row["rank"]] += row["predicted_bytes"]
  > print(max(bytes.values()))')
  $ hakaru rehearse plan.json --steps 1 --core-memory ${fullest}B | tail -1
  $ hakaru rehearse plan.json --steps 1 --core-memory $((fullest - 1))B
  $ hakaru rehearse plan.json --steps 1 --core-memory 0B
  $ hakaru rehearse plan.json --steps 1 --core-memory much

A second run with a cache compiles nothing; what is damaged in it is noticed and compiled again.

  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -1
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -2
  $ for file in programs/*; do printf X | dd of=$file bs=1 seek=2000 conv=notrunc 2> /dev/null; done
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -4 | sed 's/[0-9a-f]\{32\}/KEY/'
  $ hakaru rehearse plan.json --steps 1 --cache programs | tail -2 | head -1

The trace has the ranks as they ran and, apart, the stages as they were simulated.

  $ hakaru rehearse plan.json --steps 1 --trace trace.json > /dev/null
  $ python3 -c '
  > import json
  > events = json.load(open("trace.json"))["traceEvents"]
  > for event in events:
  >   if event["name"] == "process_name": print(event["pid"], event["args"]["name"])
  > print(sum(event["name"].startswith("backward") and event["pid"] == 0 for event in events) >= 4)
  > print(sorted({event["name"] for event in events if event["ph"] == "X" and event["pid"] == 0 and event["tid"] == 1}))'
