What FSDP2 runs, as torchtitan uses it (data/offered.toml).

  $ plan() { hakaru plan train --tokens 100B --accelerator h100-sxm --software torchtitan "$@"; }
  $ layouts() { python3 -c "import json, sys; print(*('zero %(zero)d, pp %(pp)d, ep %(ep)d' % p['layout'] for p in json.load(sys.stdin)['plans']), sep='\n')"; }

Where something else divides the model, its ranks share weights: nothing is recommended that it would refuse to start.

  $ plan --model mixtral-8x7b --accelerators 64 --ep 8 --top 20 --json | layouts | grep -c "zero 0"
  0
  [1]
  $ plan --model llama-3.2-1b --accelerators 8 --cp 8 --sequence-length 32k --recompute full --top 20 --json | layouts | grep -c "zero 0"
  0
  [1]
  $ plan --model mixtral-8x7b --accelerators 64 --ep 8 --zero 0 --top 1 | grep "^note: torchtitan"
  note: torchtitan has zero 0 where nothing else divides the model; beside tp, pp, cp or ep a search keeps to 2, 3
  $ plan --model llama-3.1-8b --accelerators 8 --tp 8 --top 1 | grep -c "^note: torchtitan has zero 0"
  1

Experts go over the ranks of tp too, in one piece.

  $ plan --model mixtral-8x7b --accelerators 64 --tp 2 --ep 8 --top 20 --json | grep -o '"etp":[^,]*' | sort -u
  "etp": 1
  $ plan --model mixtral-8x7b --accelerators 64 --tp 2 --ep 8 --etp 2 --top 1 | grep "^note: torchtitan"
  note: torchtitan spreads whole experts over the ranks of tp too; a search keeps to etp 1

It shards beside pipeline stages, where weights stay gathered and gradients whole from the first micro-batch to the last: memory
and time are those of ZeRO 1.

  $ large() { plan --model llama-3.1-405b --accelerators 512 --sequence-length 8k --precision fp8 --tp 8 --pp 8 --vpp 1 --dp 8 --micro-batch 1 --recompute full --json "$@"; }
  $ told() { python3 -c "import json, sys; best = json.load(sys.stdin)['plans'][0]; print(best['step_time_s'], best['memory'])"; }
  $ for zero in 1 2 3; do large --zero $zero | told; done | uniq | grep -c weights_bytes
  1
  $ plan --model llama-3.1-405b --accelerators 512 --sequence-length 8k --tp 8 --pp 8 --zero 3 --top 1 | grep "^note: zero 3"
  note: zero 3 beside pipeline stages is counted as zero 2: weights stay gathered for the whole step, not gathered again for each micro-batch

Of other software it is no choice.

  $ hakaru plan train --tokens 100B --accelerator h100-sxm --model llama-3.1-70b --accelerators 64 --pp 4 --zero 2
  hakaru: zero 2 needs pp 1, found pp 4: gradients shared out after every micro-batch undo the pipeline; use zero 1
  [1]

The program of its older releases says fp8, which flags of its main do not.

  $ plan --model llama-3.1-8b --accelerators 8 --precision fp8 --top 1 -o plan.json > /dev/null
  $ hakaru emit plan.json | grep -c "job.config_file"
  1
  $ hakaru emit plan.json --for torchtitan
  hakaru: torchtitan has no words for 'precision fp8'; engines that have: * (glob)
  [1]

Software that divides models by ZeRO alone does so over any number of ranks.

  $ hakaru plan train --tokens 100B --accelerator h100-sxm --model mixtral-8x22b --accelerators 512 --software deepspeed-zero3 --top 1 --json | layouts
  zero 3, pp 1, ep 1

  $ hakaru plan train --tokens 100B --accelerator h100-sxm --model deepseek-v3 --accelerators 512 --software deepspeed
  hakaru: does not fit on 64 × dgx-h100: the smallest layout (tp1 pp1 dp512 mb1 zero3 recompute full) needs 105 GiB per device, which has 80.0 GiB; more machines, --tp, --pp, --offload-optimizer, smaller types or shorter sequences may hold it
  [1]

Encoders and vision models are trained whole, as in MLPerf, by what their plan can be written for.

  $ hakaru plan train --model vit-large --items 1B --accelerator h100-sxm --accelerators 64 --top 1 -o vit.json > /dev/null
  $ hakaru emit vit.json | grep -c per_device_train_batch_size
  1
