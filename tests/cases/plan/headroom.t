Plans leave 5 % of each device free, or what --headroom says; an engine that leaves more of its own keeps to that.

  $ hakaru() { command hakaru "$@" --wide; }
  $ free() { hakaru plan "$@" --json | python3 -c '
  > import json, sys
  > plans = [plan["memory"] for plan in json.load(sys.stdin)["plans"]]
  > free = [1 - plan["device"]["total_bytes"] / plan["capacity_bytes"] for plan in plans]
  > asked = {round(plan["headroom_bytes"] / plan["capacity_bytes"], 4) for plan in plans}
  > print(*asked, min(free) >= max(asked) - 1e-9, all(plan["fits"] for plan in plans))'; }
  $ train="train --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 64 --instance p4d.24xlarge --instances 1"
  $ free $train
  0.05 True True
  $ free $train --headroom 20%
  0.2 True True
  $ free $train --headroom 0%
  0.0 True True
  $ free serve --model llama-3.1-8b --context 8k --instance g6e.xlarge
  0.1 True True
  $ free serve --model llama-3.1-8b --context 8k --instance trn1.32xlarge
  0.05 True True
  $ free serve --model llama-3.1-8b --context 8k --instance g6e.xlarge --headroom 30%
  0.3 True True
  $ free serve --model llama-3.1-8b --context 8k --instance g6e.xlarge --rate 1/s --at p95
  0.1 True True
  $ free infer --model bert-base --sequence-length 128 --instance g6.xlarge
  0.05 True True

It is said, in the plan and in its arithmetic, and the simulation of a plan keeps to it.

  $ hakaru plan $train --headroom 10% -o plan.json | grep -o "of .* left free"
  of 40 GiB; at least 10 % left free
  $ hakaru explain plan.json | grep "left free"
    left free                       at least this share of 40.0 GiB = 10 %  [6]
  $ hakaru memory serve --model llama-2-7b --context 4k --on g6.xlarge --headroom 40% | grep -o "fit.*"
  fit: 15.7 GiB per device needed, 13.4 GiB there with 40 % left free; 2.30 GiB too much.
  fit on 1 × g6.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 15.7 GiB of 22.4 GiB per device and leaves 29.7 % free, not 40.0 %; nearest: 1 × g6.12xlarge / --headroom 29%
  fit on each replica

A layout that one already runs may fill its devices further.

  $ full="train --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 64 --instance p4d.24xlarge --instances 1"
  $ hakaru plan $full --headroom 49% --tp 8 --pp 1 --dp 1 --zero 0 --sequence-parallel true --recompute none --micro-batch 4
  hakaru: does not fit on 1 × p4d.24xlarge: the smallest layout (tp8 pp1 dp1 mb4 sp) needs 25.3 GiB of 40.0 GiB per device and leaves 36.7 % free, not 49.0 %; nearest: 1 × p4de.24xlarge / 1 × p4d.24xlarge --offload-optimizer true / --headroom 36%
  [1]
  $ hakaru plan $full --headroom 5
  hakaru: --headroom is '5'; accepted: a percentage such as 5%, 0%
  [2]
  $ hakaru plan $full --headroom 96%
  hakaru: --headroom is 96%; accepted: 0% … 95%
  [2]

Where peaks were measured, so much that one in twenty is out of memory; of few runs, no more than the worst of them took.

  $ hakaru plan train --model llama-3.1-70b --tokens 10B --sequence-length 8k --global-batch 512 --accelerator h100-sxm --accelerators 128 --software deepspeed-zero3 --top 1 | grep '^1' | cut -c 1-74
  1  16 × dgx-h100  tp1 dp128 mb1 zero3 recompute full  44.1 s  29.2 h  sim
