The runs that would tell most about a training plan: on the fewest machines that hold it, of a neighbour, of itself, and its
collectives.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --sequence-length 8192 --global-batch 64 --instance p5.48xlarge --instances 2 --software megatron-core-2024 --tp 4 --pp 2 --dp 2 --vpp 1 --micro-batch 1 --zero 1 --recompute none --top 1 -o plan.json > plan.txt
  $ hakaru measure plan.json --json > measure.json
  $ of '[(r["name"], r["instances"]) for r in j["runs"]], j["then"]' < measure.json
  ([('fewest-machines', 1), ('neighbour', 1), ('plan', 2), ('collective-tensor', 1)], ['hakaru calibrate training results/fewest-machines.log results/neighbour.log results/plan.log --model llama-3.1-8b --instance p5.48xlarge --precision bf16 --software megatron-core-2024 -o my-data', 'hakaru calibrate collectives results/collective-tensor.log --accelerator h100-sxm -o my-data'])

The plan's step is what the plan says; a rank does as much on fewer machines; the neighbour differs in one thing.

  $ python3 -c "import json; print(json.load(open('plan.json'))['plans'][0]['step_time_s'] == json.load(open('measure.json'))['runs'][2]['expected']['step_time_s'])"
  True
  $ of '[(sorted(r["expected_band"]), all(b["low"] < r["expected"][k] < b["high"] for k, b in r["expected_band"].items())) for r in j["runs"][2:]]' < measure.json
  [(['mfu', 'step_time_s', 'tokens_per_s'], True), ([], True)]
  $ python3 -c "import json; print(abs(json.load(open('plan.json'))['plans'][0]['band']['figures']['step_time_s']['high'] / json.load(open('measure.json'))['runs'][2]['expected_band']['step_time_s']['high'] - 1) < 1e-9)"
  True
  $ hakaru measure plan.json | grep -o 's a step ([0-9.]* s to [0-9.]* s), MFU' | sed 's/[0-9.][0-9.]* s/N s/g' | uniq -c | sed 's/^ *//'
  3 s a step (N s to N s), MFU
  $ of '[r["command"].split("--global-batch-size ")[1].split()[0] for r in j["runs"][:3]]' < measure.json
  ['32', '32', '64']
  $ hakaru measure plan.json -o runs > text.txt && shellcheck runs/*.sh
  $ diff runs/fewest-machines.sh runs/neighbour.sh | grep '^[<>]   --.*parallel' | cut -c 5-
  --tensor-model-parallel-size 4 \
  --tensor-model-parallel-size 2 \
  $ grep -A 8 -e '--hidden-size' runs/plan.sh
    --hidden-size 4096 \
    --ffn-hidden-size 14336 \
    --max-position-embeddings 131072 \
    --num-attention-heads 32 \
    --num-layers 32 \
    --num-query-groups 8 \
    --group-query-attention \
    --norm-epsilon 1e-05 \
    --rotary-base 500000 \

Constants that several stacks' logs would fit are asked for by the plan's own, also where nobody named it; adapters and what no trainer
prints are in each log.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --accelerator h100 --accelerators 8 --lora-rank 8 --top 1 -o lora.json > plan.txt
  $ hakaru measure lora.json --json | of 'j["then"][0].split("--precision ")[1]'
  bf16 --software nemo-megatron -o my-data
  $ hakaru measure lora.json -o lora > text.txt && grep -o 'seq_length=.*' lora/plan.sh | cut -d "'" -f 1
  seq_length=4096 optimizer=adamw flash_attention=1 lora_rank=8
  $ hakaru plan train --model gpt3-175b --tokens 1B --accelerator a100 --accelerators 64 --top 1 -o gpt3.json > plan.txt
  $ hakaru measure gpt3.json --json | of 'j["then"][0].split("--precision ")[1]'
  bf16 --software megatron-2020 -o my-data

torchtitan divides layers evenly, splits along the sequence and gathers keys where it is not told otherwise.

  $ titan() { hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 64 --accelerator h100 --accelerators 8 --software pytorch-fsdp --top 1 "$@" -o titan.json > plan.txt && hakaru measure titan.json --json | of '[w for r in j["runs"] if r["name"] == "plan" for w in r["command"].replace(" --", "\n--").splitlines() if "less" in w or "sequence" in w or "rotate" in w or "per_stage" in w]'; }
  $ titan --tp 2 --pp 2 --vpp 2 --sequence-parallel false --zero 0 --recompute full
  ['--parallelism.pipeline_parallel_layers_per_stage 8', '--parallelism.pipeline_parallel_first_stage_less_layers 0', '--parallelism.pipeline_parallel_last_stage_less_layers 0', '--parallelism.no-enable-sequence-parallel']
  $ titan --cp 2
  ['--parallelism.no-enable-sequence-parallel']

Megatron-LM is told as many groups of keys as heads where a model has no fewer.

  $ mkdir mha && echo '{"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096}' > mha/config.json
  $ hakaru plan train --model mha --tokens 1B --accelerator h100 --accelerators 8 --software megatron-core-2024 --top 1 -o mha.json > plan.txt && hakaru measure mha.json --json | grep -o -m 1 'num-query-groups [0-9]*' | head -1
  num-query-groups 8

A script ends at once while what it needs is empty.

  $ bash runs/fewest-machines.sh
  MEGATRON: is empty; fill it in within settings.sh
  [2]
  $ mkdir bin && printf '#!/bin/sh\necho torchrun "$3" "$4"\n' > bin/torchrun && chmod +x bin/torchrun
  $ PATH="$PWD/bin:$PATH" MEGATRON=/somewhere bash runs/fewest-machines.sh > printed.txt && cmp printed.txt runs/results/fewest-machines.log && cat printed.txt
  hakaru measure: world_size=8 tensor_model_parallel_size=4 pipeline_model_parallel_size=2 virtual_pipeline_model_parallel_size=1 context_parallel_size=1 expert_model_parallel_size=1 data_parallel_size=1 zero_optimization_stage=1 sequence_parallel=1 recompute_granularity=none micro_batch_size=1 global_batch_size=32 seq_length=8192 optimizer=adamw flash_attention=1
  torchrun --standalone /somewhere/pretrain_gpt.py

Collectives between machines run group by group, in sizes around the plan's message.

  $ hakaru plan train --model llama-3.1-70b --tokens 10B --sequence-length 8192 --global-batch 128 --instance dgx-h100 --instances 16 --tp 4 --pp 1 --zero 3 --top 1 -o large.json > plan.txt
  $ hakaru measure large.json --json | of '[r["command"] for r in j["runs"] if r["name"] == "collective-data"]'
  ['mpirun -np 128 -N 8 --hostfile "${HOSTS}" -x \'NCCL_TESTS_SPLIT=MOD 4\' "${MPI_ARGS[@]}" "${NCCL_TESTS}"/all_gather_perf -b 16777216 -e 1073741824 -f 2 -g 1']

What software has no command of today is refused by name.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software mlperf --top 1 -o mlperf.json > plan.txt
  $ hakaru measure mlperf.json 2>&1 | cut -c 1-80
  hakaru: no command of today's mlperf is known; measured can be plans of: axolotl

Launch data of one's own go before the program's; what they misspell is named.

  $ mkdir -p own/launch/programs && printf '[progams]\nx = 1\n' > own/launch/programs/measure.toml
  $ hakaru --data own measure plan.json
  hakaru: own/launch/programs/measure.toml: 'progams' is not a known key; accepted: * (glob)
  [2]
