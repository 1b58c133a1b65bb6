What runs a training plan: a script for each machine that sets what it needs and then starts the program, the plan beside it, and how
one comes back with measurements. Every file parses.

  $ command -v shellcheck > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ plan() { hakaru plan train --tokens 10B --top 1 --instance p5.48xlarge "$@" -o plan.json > plan.txt; }
  $ plan --model llama-3.1-8b --sequence-length 8192 --global-batch 64 --instances 2 --software megatron-core-0.14 \
  >   --tp 4 --pp 2 --dp 2 --vpp 2 --micro-batch 1 --zero 1 --recompute selective
  $ hakaru emit plan.json -o megatron | tail -1
  $ parses megatron
  $ sed -n '2p;5,6p' megatron/launch.sh
  $ grep -E 'nnodes|endpoint|hidden-size|parallel|virtual|batch|seq-length|recompute|optimizer|iters|bf16' megatron/launch.sh
  $ sed -n '/^## /,$p' megatron/README.md
  $ hakaru explain megatron/plan.json | head -1

It ends at once where it is not told what it needs, and starts the program with what it has been told.

  $ bash megatron/launch.sh
  $ mkdir bin && printf '#!/bin/sh\nshift 8; echo "$2 $3; $(echo "$*" | grep -o "data-path.*split\|--tokenizer-model [^ ]*\|--lr [^ ]*")"\n' > bin/torchrun && chmod +x bin/torchrun
  $ PATH="$PWD/bin:$PATH" HEAD=m1 MEGATRON=/opt/megatron DATA="my data" LEARNING_RATE=3e-4 bash megatron/launch.sh

The engine is the plan's own where none is named; one plan runs with several.

  $ plan --model llama-3.1-8b --instances 1 --software pytorch-fsdp --tp 2 --pp 1 --zero 3 --recompute full --precision bf16
  $ for engine in "" torchtitan torchtitan-toml; do hakaru emit plan.json ${engine:+--for $engine} --json; done | grep -o '"engine": .*\|"names": .*\|"[a-zA-Z.]*",\?$' | paste -sd ' ' | sed 's/"engine"/\n&/g' | tail -3
  $ hakaru emit plan.json --for torchtitan-toml -o titan | grep written
  $ parses titan && grep -A 6 parallelism titan/train.toml
  $ grep exec -A 9 titan/launch.sh

Files of settings go with programs that read them; what both say is one.

  $ plan --model qwen3-8b --instances 1 --software deepspeed --zero 2 --tp 1 --pp 1 --recompute full --micro-batch 2
  $ hakaru emit plan.json -o zero | tail -1 && parses zero
  $ python3 -c "import json; c = json.load(open('zero/ds_config.json')); print(c['zero_optimization']['stage'], c['bf16'], c['train_micro_batch_size_per_gpu'], c['gradient_accumulation_steps'])"
  $ grep -o 'deepspeed ds.*\|per_device.*\|accumulation.*' zero/launch.sh
  $ plan --model qwen3-8b --instances 1 --software pytorch-fsdp --zero 3 --tp 1 --pp 1 --recompute full --lora-rank 16
  $ hakaru emit plan.json --for accelerate -o accelerate | tail -1 && parses accelerate && sed -n '/^fsdp_config/,$p' accelerate/accelerate.yaml
  $ sed -n '/exec/,/TRAIN/p' accelerate/launch.sh
  $ hakaru emit plan.json --for axolotl -o axolotl | tail -1 && parses axolotl && grep -E '^(base|adapter|lora|micro|gradient)|path' axolotl/config.yaml
  $ grep FILL_IN axolotl/README.md

On Trainium the program is Neuron's.

  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance trn1.32xlarge --instances 4 --tp 8 --pp 1 --zero 1 --top 1 -o trn.json > plan.txt
  $ hakaru emit trn.json -o trn | tail -1 && parses trn && grep -E 'exec|nproc|nnodes|orchestrator|tensor_model|devices|num_nodes|zero' trn/launch.sh
  $ hakaru emit trn.json --for neuron -o trn2 | tail -1 && parses trn2 && grep -E 'zero|tensor_par' trn2/launch.sh

As JSON: the commands as they are typed, what is left to fill in, and the files' texts where they are asked for.

  $ echo '{"question": "emit", "plan": "trn.json", "for": "nxd,slurm", "out": true}' | hakaru ask - > emitted.json
  $ python3 -c "import json; j = json.load(open('emitted.json')); print(sorted(j), j['names'] == list(j['out']), [f['name'] for f in j['fill_in'] if not f['value']])"
  $ hakaru emit trn.json --for nxd --csv | cut -c 1-80

In Japanese too.

  $ hakaru emit megatron/plan.json --for megatron --lang ja -o ja | sed -n '/設定/p;$p'
  $ sed -n '1,2p;6p' ja/README.md && parses ja
