The small model learns in several number formats, the same seed and text; with what the plan itself needs in each. The
losses are the same bits on every x86-64: src/hakaru/tracing/host_math.h says why.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 64 --instance trn1.32xlarge \
  >     --instances 1 --tp 8 --pp 4 --dp 1 --vpp 1 --zero 0 --recompute none --micro-batch 1 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --ranks 2 --steps 30 --compare-precision fp32,bf16,bf16-sr
  precision  loss at the end  against the first  plan's memory per device  loss, step by step
  fp32                4.5418             +0.0 %                   10.4 GB  ██████▇▇▇▆▆▅▅▆▅▄▄▃▄▃▂▂▂▁▁▁▁▁▁▁
  bf16                4.5952             +1.2 %                   6.85 GB  ███████▇█▇▇▅▆▆▅▅▅▄▄▄▃▂▂▂▁▁▂▁▁▁
  bf16-sr             4.5418             -0.0 %                   6.85 GB  ██████▇▇▇▆▆▅▅▆▅▄▄▃▃▃▂▂▂▁▁▁▁▁▁▁
  Rehearsed formats hold all but the optimizer's states, with no fp32 copy of the weights; the plan's own recipe, bf16, needs 8.58 GB per device.
  $ hakaru rehearse plan.json --ranks 2 --steps 30 --compare-precision bf16-sr --json > once.json
  $ hakaru rehearse plan.json --ranks 2 --steps 30 --compare-precision bf16-sr --json | cmp - once.json
  $ hakaru rehearse plan.json --compare-precision fp32,bf17
  hakaru: precision 'bf17' cannot be rehearsed; accepted: fp32, bf16, bf16-sr, fp16, fp16-sr, fp8-e4m3, fp8-e4m3-sr, fp8-e5m2, fp8-e5m2-sr, cfp8, cfp8-sr
  [2]

The plan's layout in other formats: bytes held and sent as predicted, and the loss that of one rank within a quantum.
A pipeline computes the same bit by bit; over data-parallel ranks the first step's loss is the same, and shards of the
optimizer round as the whole does; tensor-parallel ranks sum what was rounded.

  $ plan() { hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --micro-batch 1 --vpp 1 --recompute none --accelerators 2 "$@" -o plan.json > /dev/null; }
  $ losses() { hakaru rehearse plan.json --steps 4 --precision $1 --json > $2.json; python3 -c '
  > import json, sys
  > done = json.load(open(sys.argv[1] + ".json"))
  > same = [ours == alone for ours, alone in zip(done["loss"], done["loss_of_one_rank"])]
  > print(done["agrees"], same[0], all(same), sum(row["executed_bytes"] for row in done["collectives"]))' $2; }
  $ plan --tp 1 --pp 2 --dp 1; losses bf16-sr pipeline; losses fp32 pipeline
  True True True 65536
  True True True 131072
  $ plan --tp 1 --pp 1 --dp 2 --zero 0; losses bf16-sr whole; plan --tp 1 --pp 1 --dp 2 --zero 1; losses bf16-sr shards
  True True False 607488
  True True False 1214976
  $ python3 -c '
  > import json
  > print(json.load(open("whole.json"))["loss"] == json.load(open("shards.json"))["loss"])'
  True
  $ plan --tp 2 --pp 1 --dp 1; losses bf16-sr tensor
  True False False 328960
  $ hakaru rehearse plan.json --precision bf17
  hakaru: precision 'bf17' cannot be rehearsed; accepted: fp32, bf16, bf16-sr, fp16, fp16-sr, fp8-e4m3, fp8-e4m3-sr, fp8-e5m2, fp8-e5m2-sr, cfp8, cfp8-sr
  [2]
