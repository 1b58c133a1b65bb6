The first and the last pipeline stage may hold other than even layers: the head of a large vocabulary is worth several.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 4k --global-batch 256 \
  >     --instance p5.48xlarge --instances 1 --tp 1 --zero 1 --micro-batch 1 --recompute none "$@"; }
  $ figures() { python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > layout = plan["layout"]
  > print(layout.get("first_stage_layers"), layout.get("last_stage_layers"), round(plan["step_time_s"], 3), "s,",
  >       round(plan["memory"]["device"]["weights_bytes"] / 1e9, 2), "GB of weights")'; }
  $ plan --pp 4 --vpp 1 --json | figures
  None None 8.302 s, 1.01 GB of weights
  $ plan --pp 4 --vpp 1 --last-stage-layers 1 --json | figures
  None 1 6.386 s, 1.13 GB of weights
  $ plan --pp 4 --vpp 1 --first-stage-layers 3 --last-stage-layers 1 --json | figures
  3 1 6.385 s, 0.73 GB of weights

Chunks are as even as Megatron-LM wants them.

  $ plan --pp 2 --vpp 2 --last-stage-layers 6 --json | figures
  None 6 4.813 s, 1.74 GB of weights
  $ plan --pp 2 --vpp 2 --last-stage-layers 5
  hakaru: vpp 2 does not divide the layers of every stage: first-stage-layers 0, last-stage-layers 5, others 11
  [1]
  $ plan --pp 4 --vpp 1 --last-stage-layers 2
  hakaru: first-stage-layers 0 and last-stage-layers 2 (0: as the others) do not leave as many of the 16 layers to each other stage of pp 4
  [1]
  $ plan --pp 1 --last-stage-layers 2
  hakaru: --last-stage-layers needs --pp of at least 2
  [2]
  $ plan --pp 4 --vpp 1 --last-stage-layers 0
  hakaru: --last-stage-layers is 0; accepted: 1 … 1000000
  [2]
  $ plan --pp 4 --last-stage-layers 100
  hakaru: first-stage-layers 0 and last-stage-layers 100 (0: as the others) do not leave as many of the 16 layers to each other stage of pp 4
  [1]

Unasked they are looked at by --exhaustive, which says where one would be faster.

  $ plan --pp 4 --vpp 1 --schedule 1f1b --exhaustive | grep -E "would take|evaluated|^ *Best|^Best"
  Best: 1 × p5.48xlarge (8 × h100-sxm), tp1 pp4 dp2 mb1 zero1
  note: tp1 pp4 last1 dp2 mb1 zero1 would take 6.39 s a step, by formulas that no measured step has confirmed; ask for it by its flags
  6 layouts evaluated, 6 fit.
  $ plan --pp 4 --vpp 1 --schedule 1f1b | grep -c "would take"
  0
  [1]

A plan keeps them; its arithmetic and its simulation agree, a rehearsal refuses.

  $ plan --pp 4 --vpp 1 --last-stage-layers 1 -o plan.json | grep Best
  Best: 1 × p5.48xlarge (8 × h100-sxm), tp1 pp4 last1 dp2 mb1 zero1
  $ hakaru explain plan.json | grep -E "^On|^  step|in flight|low end|high end"
  On 1 × p5.48xlarge, tp1 pp4 last1 dp2 mb1 zero1.
    activations of layers           1.55 GB a micro-batch × 4 in flight, recompute none = 6.22 GB  [2]
    step                          the sum = 6.39 s  [18]
    low end             step 6.386 s × e^-0.1735 = 5.37 s
    high end            step 6.386 s × e^0.1735 = 7.60 s
  $ hakaru simulate train plan.json | sed -n 2,6p
  On 1 × p5.48xlarge, tp1 pp4 last1 dp2 mb1 zero1.
  
  part of the step           time    share
  compute and optimizer    6.30 s   98.7 %
  exposed, pipeline       76.9 µs    0.0 %
  $ hakaru rehearse plan.json
  hakaru: tp1 pp4 last1 dp2 mb1 zero1 cannot be rehearsed yet; accepted: stages that are even
  [2]
  $ sed 's/"last_stage_layers": *1/"last_stage_layers": 2/' plan.json > edited.json; hakaru explain edited.json
  hakaru: edited.json: first-stage-layers 0 and last-stage-layers 2 (0: as the others) do not leave as many of the 16 layers to each other stage of pp 4
  [2]
  $ sed 's/"last_stage_layers": *1/"last_stage_layers": -1/' plan.json > edited.json; hakaru explain edited.json
  hakaru: edited.json: 'layout.last_stage_layers' is -1; accepted: 0 … 1000000
  [2]

  $ hakaru memory train --model llama-3.2-1b --context 4k --pp 4 --last-stage-layers 1 --micro-batch 1 --batch 8 | head -3
  15.6 GiB per device.
  Training llama-3.2-1b: 8 × 4,096 tokens, bf16, adamw; tp1 pp4 last1 dp1 mb1
  

A sweep over them has their columns.

  $ printf '%s\n' '[base]' 'job = "train"' 'model = "llama-3.2-1b"' 'tokens = "1B"' 'sequence_length = 4096' 'pp = 4' \
  >     'vpp = 1' 'global_batch = 64' 'instance = "p5.48xlarge"' 'instances = 1' '[[list]]' '[[list]]' \
  >     'last_stage_layers = 1' > s.toml; hakaru sweep s.toml -o s.csv > printed 2>&1; python3 -c '
  > import csv
  > for row in csv.DictReader(open("s.csv")):
  >     print(row["scenario.last_stage_layers"], row["layout.last_stage_layers"], round(float(row["step_time_s"]), 3))'
    1.958
  1 1 1.639
