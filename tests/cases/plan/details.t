Details of a layout that the search leaves alone unless asked: they are kept in plans, and simulated.

  $ gpt3() { hakaru plan train --model gpt3-175b --tokens 300B --sequence-length 2k --global-batch 1536 \
  >     --accelerator a100-80gb --accelerators 1024 --tp 8 --pp 8 --vpp 2 --micro-batch 4 --sequence-parallel true --zero 1 "$@"; }
  $ figures() { python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["layout"][sys.argv[1]], round(plan["memory"]["device"]["activations_bytes"] / 1e9, 1), "GB",
  >       round(plan["step_time_s"], 2), "s,", round(plan["step"]["exposed"]["tensor_s"], 2), "s tensor,",
  >       round(plan["step"]["exposed"]["context_s"], 2), "s context")' "$1"; }

Layers that run again together are kept by one input, and are all there at once; the work is the same.

  $ gpt3 --recompute full --json | figures recompute_layers
  1 3.9 GB 25.59 s, 2.27 s tensor, 0.0 s context
  $ gpt3 --recompute-layers 3 --json | figures recompute_layers
  3 2.3 GB 25.59 s, 2.27 s tensor, 0.0 s context
  $ gpt3 --recompute-layers 7
  hakaru: recompute-layers 7: the fullest chunk of a stage has 6 layers; accepted: 1 … 6
  [1]
  $ gpt3 --recompute-layers 3 --recompute selective
  hakaru: --recompute-layers needs --recompute full; found selective
  [2]

Tensor-parallel collectives not overlapped at all, and cut into four.

  $ gpt3 --recompute full --tensor-chunks 1 --json | figures tensor_chunks
  1 3.9 GB 26.56 s, 3.1 s tensor, 0.0 s context
  $ gpt3 --recompute full --tensor-chunks 4 --json | figures tensor_chunks
  4 3.9 GB 24.03 s, 0.92 s tensor, 0.0 s context

Context parallelism hands keys and values round, or heads out.

  $ long() { hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 64k --global-batch 64 \
  >     --instance p5.48xlarge --instances 8 --cp 8 --pp 1 "$@"; }
  $ long --tp 2 --json | figures context_parallel
  ring 36.7 GB 13.72 s, 0.15 s tensor, 0.0 s context
  $ long --tp 2 --context-parallel all-to-all --json | figures context_parallel
  all-to-all 37.7 GB 16.11 s, 0.15 s tensor, 2.26 s context
  $ long --tp 2 --context-parallel spiral
  hakaru: --context-parallel is 'spiral'; accepted: ring, all-to-all
  [2]
  $ long --context-parallel all-to-all --tp 8
  hakaru: cp 8 all-to-all: tp × cp = 64 does not divide 32 heads; nearest: 32
  [1]

A plan keeps them, and its simulation agrees.

  $ gpt3 --recompute-layers 3 --tensor-chunks 4 -o plan.json > /dev/null
  $ hakaru simulate train plan.json | sed -n 2p
  On 128 × dgx-a100-80gb, tp8 pp8 vpp2 dp16 mb4 zero1 sp recompute full/3 tc4.
  $ hakaru explain plan.json | grep -E "recomputed|tensor-parallel"
    activations of the layer being recomputed  3 layers = 1.18 GB  [2]
    tensor-parallel collectives  24 micro-batches × 38.2 ms of collectives over tp 8, 4 chunks beside products, what is not hidden on the slowest stage = 918 ms  [13,14]
  $ sed 's/"recompute_layers": *3/"recompute_layers": 100/' plan.json > edited.json; hakaru explain edited.json
  hakaru: edited.json: recompute-layers 100: the fullest chunk of a stage has 6 layers; accepted: 1 … 6
  [2]
