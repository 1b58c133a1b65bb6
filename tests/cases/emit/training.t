What runs a training plan: a script for each machine that sets what it needs and then starts the program, the plan beside it, and how
one comes back with measurements. Every file parses.

  $ hakaru() { command hakaru "$@" --wide; }
  $ command -v shellcheck > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ plan() { hakaru plan train --tokens 10B --top 1 --instance p5.48xlarge "$@" -o plan.json > plan.txt; }
  $ plan --model llama-3.1-8b --sequence-length 8192 --global-batch 64 --instances 2 --software megatron-core-0.14 \
  >   --tp 4 --pp 2 --dp 2 --vpp 2 --micro-batch 1 --zero 1 --recompute selective
  $ hakaru emit plan.json -o megatron | tail -1
  written to megatron: README.md, plan.json, launch.sh
  $ parses megatron
  $ sed -n '2p;5,6p' megatron/launch.sh
  # hakaru: llama-3.1-8b, 2 × p5.48xlarge, tp4 pp2 vpp2 dp2 mb1 zero1 sp recompute selective
  # words of Megatron-LM pretrain_gpt.py 0.15.0 to 0.19.0 (looked up 2026-11-26)
  # to measure it: hakaru measure plan.json -o runs
  $ grep -E -- '--(nnodes|hidden|[a-z-]*parallel|num-virtual|[a-z-]*batch|seq|recompute|[a-z-]*optimizer|train-iters|bf16)' megatron/launch.sh
    --nnodes 2 \
    --hidden-size 4096 \
    --tensor-model-parallel-size 4 \
    --pipeline-model-parallel-size 2 \
    --num-virtual-stages-per-pipeline-rank 2 \
    --sequence-parallel \
    --use-distributed-optimizer \
    --recompute-granularity selective \
    --micro-batch-size 1 \
    --global-batch-size 64 \
    --seq-length 8192 \
    --train-iters 19074 \
    --bf16 \
    --optimizer adam \
    --hidden-dropout 0.0 \
  $ sed -n '/^## /,$p' megatron/README.md
  ## Start
  
  - on a machine itself: `bash launch.sh`
  
  ## Set these before
  
  - `HEAD`: the first machine's name or address, which the others reach
  - `MEGATRON`: the folder of Megatron-LM
  - `DATA`: the data set, as the program takes it
  - `LEARNING_RATE`: the learning rate
  
  ## Measure it, and come back
  
  ```
  hakaru measure plan.json -o runs
  hakaru calibrate …
  ```
  $ hakaru explain megatron/plan.json | head -1
  Training llama-3.1-8b on 10,000,000,000 tokens: 64 sequences of 8,192 tokens a step, bf16, adamw.

It ends at once where it is not told what it needs, and starts the program with what it has been told.

  $ bash megatron/launch.sh
  set HEAD: the first machine's name or address, which the others reach
  [2]
  $ mkdir bin && printf '#!/bin/sh\nshift 8; echo "$2 $3; $(echo "$*" | grep -o "data-path.*split\|--tokenizer-model [^ ]*\|--lr [^ ]*")"\n' > bin/torchrun && chmod +x bin/torchrun
  $ PATH="$PWD/bin:$PATH" HEAD=m1 MEGATRON=/opt/megatron DATA="my data" LEARNING_RATE=3e-4 bash megatron/launch.sh
  m1:29500 /opt/megatron/pretrain_gpt.py; data-path my data --split
  --tokenizer-model meta-llama/Llama-3.1-8B
  --lr 3e-4

The engine is the plan's own where none is named; one plan runs with several.

  $ plan --model llama-3.1-8b --instances 1 --software pytorch-fsdp --tp 2 --pp 1 --zero 3 --recompute full --precision bf16
  $ for engine in "" "--for torchtitan" "--for megatron-bridge" "--for maxtext"; do hakaru emit plan.json $engine --json | grep '"engine"'; done
    "engine": "torchtitan",
    "engine": "torchtitan",
    "engine": "megatron-bridge",
    "engine": "maxtext",
  $ hakaru emit plan.json --for torchtitan-toml -o titan | grep written
  written to titan: README.md, plan.json, launch.sh, train.toml
  $ parses titan && grep -A 6 parallelism titan/train.toml
  [parallelism]
  data_parallel_shard_degree = 4
  fsdp_reshard_after_forward = "always"
  tensor_parallel_degree = 2
  
  [training]
  dataset = "FILL_IN_DATA"
  $ grep exec -A 9 titan/launch.sh
  exec torchrun \
    --nproc-per-node 8 \
    --standalone \
    -m torchtitan.train \
    --job.config_file train.toml \
    --job.dump_folder "${CHECKPOINTS}"

Software runs by the program of what its name stands for, as it is typed.

  $ plan --model llama-3.1-8b --instances 1 --software NeMo@26.06 && hakaru emit plan.json -o typed | grep -o "run.*\.py" | head -1
  run_recipe.py

Files of settings go with programs that read them; what both say is one.

  $ plan --model qwen3-8b --instances 1 --software deepspeed --zero 2 --tp 1 --pp 1 --recompute full --micro-batch 2 --global-batch 64 --headroom 5%
  $ hakaru emit plan.json -o zero | tail -1 && parses zero
  written to zero: README.md, plan.json, launch.sh, ds_config.json
  $ python3 -c "import json; c = json.load(open('zero/ds_config.json')); print(c['zero_optimization']['stage'], c['bf16'], c['train_micro_batch_size_per_gpu'], c['gradient_accumulation_steps'])"
  2 {'enabled': True} 2 4
  $ grep -o 'deepspeed ds.*\|per_device.*\|accumulation.*' zero/launch.sh
  deepspeed ds_config.json \
  per_device_train_batch_size 2 \
  accumulation_steps 4 \
  $ plan --model qwen3-8b --instances 1 --software pytorch-fsdp --zero 3 --tp 1 --pp 1 --recompute full --lora-rank 16 --micro-batch 2 --global-batch 64
  $ hakaru emit plan.json --for accelerate -o accelerate | tail -1 && parses accelerate && sed -n '/^fsdp_config/,/num_machines/p' accelerate/accelerate.yaml
  written to accelerate: README.md, plan.json, launch.sh, accelerate.yaml
  fsdp_config:
    fsdp_reshard_after_forward: true
    fsdp_activation_checkpointing: true
    fsdp_version: 2
    fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP
    fsdp_cpu_ram_efficient_loading: true
    fsdp_state_dict_type: SHARDED_STATE_DICT
  mixed_precision: bf16
  num_processes: 8
  num_machines: 1
  $ sed -n '/exec/,/TRAIN/p' accelerate/launch.sh
  exec accelerate launch \
    --config_file accelerate.yaml \
    --machine_rank "${NODE_RANK}" \
    --main_process_ip "${HEAD}" \
    --main_process_port 29500 "${TRAIN_SCRIPT}" \
  $ hakaru emit plan.json --for axolotl -o axolotl | tail -1 && parses axolotl && grep -E '^(base|adapter|lora|micro|gradient)|path' axolotl/config.yaml
  written to axolotl: README.md, plan.json, launch.sh, config.yaml
  adapter: lora
  lora_alpha: 16
  lora_target_linear: true
  base_model: Qwen/Qwen3-8B
  gradient_checkpointing: true
  micro_batch_size: 2
  gradient_accumulation_steps: 4
  lora_r: 16
      path: FILL_IN_DATA
  $ grep FILL_IN axolotl/README.md
  - `FILL_IN_DATA`, config.yaml: the data set, as the program takes it
  - `FILL_IN_DATA_TYPE`, config.yaml: how the data set is read, such as chat_template or alpaca
  - `FILL_IN_LEARNING_RATE`, config.yaml: the learning rate

On Trainium the program is Neuron's.

  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance trn1.32xlarge --instances 4 --tp 8 --pp 1 --zero 1 --top 1 -o trn.json > plan.txt
  $ hakaru emit trn.json -o trn | tail -1 && parses trn && grep -E '^exec|nproc|nnodes|NXDT}' trn/launch.sh && grep -E 'tensor_model|devices|num_nodes|zero1' trn/conf.yaml
  written to trn: README.md, plan.json, launch.sh, conf.yaml
  exec torchrun \
    --nproc-per-node 32 \
    --nnodes 4 \
    "${NXDT}"/examples/training_orchestrator.py \
  # hakaru: llama-3.1-8b, 4 × trn1.32xlarge, tp8 dp16 mb2 zero1 sp
    tensor_model_parallel_size: 8
    zero1: true
    devices: 32
    num_nodes: 4
  $ hakaru emit trn.json --for neuron -o trn2 | tail -1 && parses trn2 && grep -E 'zero_1|tensor_par' trn2/launch.sh
  written to trn2: README.md, plan.json, launch.sh
    --tensor_parallel_size 8 \
    --zero_1 \

A program of one's own is a table of its flags.

  $ mkdir -p own/launch/programs && cat > own/launch/programs/mine.toml <<'END'
  > for = {mine = "mine"}
  > [programs.mine]
  > shown = "our trainer"
  > program = ["our-train"]
  > source = "own"
  > [programs.mine.flags]
  > tp = "--tp"
  > zero = "--zero="
  > recompute = "--recompute"
  > precision = "--type"
  > optimizer = "--optimizer"
  > micro_batch = "--batch"
  > accumulation = "--passes"
  > steps = "--steps"
  > [programs.mine.choices]
  > "task.pretraining" = []
  > "sequence_parallel.true" = ["--sp"]
  > END
  $ plan --model llama-3.1-8b --instances 1 --tp 4 --pp 1 --zero 1 --micro-batch 2 --global-batch 64 --sequence-length 4096 --recompute none
  $ hakaru --data own emit plan.json --for mine | grep -A 9 nproc
    --nproc-per-node 8 \
    --standalone our-train \
    --tp 4 \
    --sp \
    --zero=1 \
    --recompute none \
    --batch 2 \
    --passes 16 \
    --steps 38147 \
    --type bf16 \
  $ hakaru --data own emit plan.json --for mine -o mine > text.txt && hakaru --data own plan --from mine/launch.sh --model llama-3.1-8b --instance p5.48xlarge | grep -oE "^(On [^:]*|Read as.*)"
  On 1 × p5.48xlarge, tp4 pp1 dp2 mb2 zero1 sp
  Read as our trainer: Training llama-3.1-8b on 10,000,007,168 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.

As JSON: the commands as they are typed, what is left to fill in, and the files' texts where they are asked for.

  $ echo '{"question": "emit", "plan": "trn.json", "for": "nxd,slurm", "out": true}' | hakaru ask - > emitted.json
  $ python3 -c "import json; j = json.load(open('emitted.json')); print(sorted(j), j['names'] == list(j['out']), [f['name'] for f in j['fill_in'] if not f['value']])"
  ['commands', 'engine', 'fill_in', 'names', 'notes', 'out', 'source', 'versions'] True ['HEAD', 'NXDT', 'DATA', 'CONFIG_JSON', 'LEARNING_RATE']
  $ hakaru emit trn.json --for nxd --csv | cut -c 1-80
  name,command,servers,accelerators
  launch,"torchrun --nproc-per-node 32 --nnodes 4 --rdzv-backend c10d --rdzv-id ha

In Japanese too.

  $ hakaru emit megatron/plan.json --for megatron --lang ja -o ja | sed -n '/設定/p;$p'
  HEAD を設定してください: 最初のマシンの名前またはアドレス (他のマシンから届くもの)
  MEGATRON を設定してください: Megatron-LM のフォルダー
  DATA を設定してください: データセット (プログラムが受け取る形で)
  LEARNING_RATE を設定してください: 学習率
  ja に書き出しました: README.md, plan.json, launch.sh
  $ sed -n '1,2p;6p' ja/README.md && parses ja
  # Megatron-LM pretrain_gpt.py で計画を動かす
  
  - コマンドの書式: Megatron-LM pretrain_gpt.py 0.15.0〜0.19.0 (2026-11-26 に確認)

What programs write lies where the platform keeps it, also where their settings are in a file, and never beside launch.sh in a pod.

  $ hakaru plan train --model qwen3-8b --tokens 1B --instance p5.48xlarge --instances 1 --software axolotl --lora-rank 16 --zero 3 --recompute full --top 1 -o lora.json > plan.txt
  $ hakaru emit lora.json --for axolotl,kubernetes -o written > text.txt && parses written && grep -A 2 'exec axolotl' written/launch.sh; grep output_dir written/config.yaml
  exec axolotl train config.yaml \
    --output-dir "${CHECKPOINTS}" \
    --dataset-prepared-path \
  [1]
  $ grep -E 'bash .*launch.sh|It holds' written/train.yaml
            # It holds PyTorch. What "axolotl train" needs besides goes into an image made from it.
              - mkdir -p /tmp/launch && cp /launch/* /tmp/launch && exec timeout 14h bash /tmp/launch/launch.sh
  $ hakaru emit lora.json --for hf-trainer -o hf > text.txt && grep -c output_dir hf/launch.sh
  1

MaxText calls models by names of its own, and is told of GPUs and of their machines.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --software maxtext --zero 3 --tp 1 --pp 1 --recompute full --top 1 -o max.json > plan.txt && hakaru emit max.json -o max > text.txt && sed -n '/^exec/,/MAXTEXT/p' max/launch.sh && grep -E 'model_name|hardware|dcn' max/launch.sh && parses max
  exec env JAX_COORDINATOR_IP="${HEAD}" JAX_COORDINATOR_PORT=29500 NNODES=2 NODE_RANK="${NODE_RANK}" python3 \
    -m maxtext.trainers.pre_train.train \
    "${MAXTEXT}"/src/maxtext/configs/base.yml \
    hardware=gpu \
    dcn_data_parallelism=1 \
    dcn_fsdp_parallelism=-1 \
    model_name="${MAXTEXT_MODEL}" \

Megatron-LM's shape is told whole where the config.json is whole, and of models that are known by name; where it is not, a note says what to add.

  $ echo '{"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 16, "vocab_size": 32000, "max_position_embeddings": 4096, "rope_theta": 500000.0, "rms_norm_eps": 1e-05}' > config.json
  $ hakaru plan train --model ./config.json --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --top 1 -o own.json > plan.txt && hakaru emit own.json -o own | grep -E 'rotary|epsilon'
    --norm-epsilon 1e-05 \
    --rotary-base 500000 \
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --top 1 -o bare.json > plan.txt && hakaru emit bare.json -o bare | grep -E 'rotary|epsilon|rope|note'
    --norm-epsilon 1e-05 \
    --rotary-base 500000 \
    --position-embedding-type rope \
    --use-rope-scaling \
    --rope-scaling-factor 8 \
  $ hakaru plan --from bare --instance p5.48xlarge | grep -o "^On [^:]*"
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb2 zero1 sp
  $ hakaru plan train --model mistral-7b-instruct-v0.3 --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --top 1 -o bare.json > plan.txt && hakaru emit bare.json | grep note
  note: pretrain_gpt.py norms with an epsilon of 1e-5 unasked: add --norm-epsilon as the model's config.json has it
  note: pretrain_gpt.py rotates by a base of 10,000 unasked: add --rotary-base, --use-rope-scaling as the model's config.json has it

Layers that do not divide over the stages are divided as the plan has them.

  $ uneven() { hakaru plan train --tokens 1B --instance p5.48xlarge --software megatron-core-0.14 --top 1 "$@" -o uneven.json > plan.txt; }
  $ uneven --model deepseek-v3 --instances 64 --pp 16 && for engine in megatron megatron-bridge; do hakaru emit uneven.json --for $engine | grep -iE 'pipeline'; done
    --pipeline-model-parallel-size 16 \
    --pipeline-model-parallel-layout 'Et*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1L' \
    model.pipeline_model_parallel_size=16 \
    'model.pipeline_model_parallel_layout=Et*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*2|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1|t*1L' \
  $ hakaru emit uneven.json --for megatron -o uneven > text.txt && hakaru plan --from uneven --model deepseek-v3 --instance p5.48xlarge | grep -oE "^On [^:]*"
  On 64 × p5.48xlarge, tp2 pp16 vpp3 ep4 dp16 mb1 zero1 sp recompute full
  $ uneven --model qwen2.5-7b-instruct --instances 1 --pp 4 --vpp 2 && hakaru emit uneven.json --for megatron -o chunks | grep -E 'pipeline|virtual' && hakaru plan --from chunks --model qwen2.5-7b-instruct --instance p5.48xlarge | grep -oE "^On [^:]*"
    --pipeline-model-parallel-size 4 \
    --pipeline-model-parallel-layout 'Et*4|t*4|t*4|t*4|t*3|t*3|t*3|t*3L' \
  On 1 × p5.48xlarge, tp1 pp4 vpp2 dp2 mb1 zero1
  $ hakaru plan --from "torchrun --nproc-per-node 8 --nnodes 16 pretrain_gpt.py --pipeline-model-parallel-size 16 --pipeline-model-parallel-layout 'Et*3|(tt|)*29,m|L'" --model deepseek-v3 --instance p5.48xlarge --json | grep -m 1 '"vpp"'
      "vpp": 2,
  $ uneven --model llama-3.1-8b --instances 4 --pp 4 && hakaru emit uneven.json --for megatron | grep pipeline
    --pipeline-model-parallel-size 4 \

A job's limit of time is above the end of the plan's band.

  $ plan --model llama-3.1-8b --instances 2 && hakaru emit plan.json --for megatron,slurm -o limited > text.txt && grep -oE 'time [0-9.]+ [a-z]+ to [0-9.]+ [a-z]+|--time=.*' limited/job.sbatch
  --time=22:00:00

How a model's rotation is scaled, its config.json says.

  $ config() { printf '{"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "rope_theta": 500000.0, "rms_norm_eps": 1e-5, "max_position_embeddings": 131072, "rope_scaling": {"rope_type": "%s", "factor": 32.0}}' $1 > config.json; }
  $ for kind in llama3 yarn; do config $kind; hakaru plan train --model config.json --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --top 1 -o scaled.json > plan.txt; hakaru emit scaled.json --for megatron | grep rope; done
    --position-embedding-type rope \
    --use-rope-scaling \
    --rope-scaling-factor 32 \
    --position-embedding-type rope \
  note: pretrain_gpt.py has no words for rope_scaling yarn here: the model is trained without

The Trainer captures passes as CUDA graphs where weights are whole; where they are sharded nothing does.

  $ bert() { hakaru plan train --model bert-large --tokens 1B --sequence-length 512 --instance p5.48xlarge --instances 1 --micro-batch 64 --captured-step true --top 1 "$@" -o bert.json > plan.txt; }
  $ bert --zero 0 && hakaru emit bert.json --for hf-trainer -o captured | grep compile && hakaru plan --from captured --model bert-large --instance p5.48xlarge --sequence-length 512 | grep ^On
    --torch_compile_mode reduce-overhead \
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb64 captured: 203 ms a step, MFU 32.0 %; the run takes 17.0 min, $15.58.
  $ bert --zero 2 && hakaru emit bert.json --for hf-trainer
  hakaru: a script around Hugging Face's Trainer has no words for 'captured_step true'; the nearest plan that it can run: tp1 pp1 dp8 mb64 zero2, 1.00 times as long a step: plan again with --captured-step false
  [1]

NxD Training has its YAML whole, with copies of keys and values where there are fewer heads than ranks; the user's own is said over
it. It makes models of three kinds.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance trn1.32xlarge --instances 1 --tp 32 --pp 1 --zero 1 --recompute selective --top 1 -o nxd.json > plan.txt
  $ hakaru emit nxd.json -o nxd > text.txt && parses nxd && sed -n '/orchestrator.py/,$p' nxd/launch.sh | tail -7
    "${NXDT}"/examples/training_orchestrator.py \
    --config-dir . \
    --config-name conf.yaml \
    exp_manager.explicit_log_dir="${CHECKPOINTS}" \
    data.train_dir="${DATA}" \
    model.model_config="${CONFIG_JSON}" \
    model.optim.lr="${LEARNING_RATE}"
  $ python3 -c "import yaml; c = yaml.safe_load(open('nxd/conf.yaml')); print(c['name'], c['distributed_strategy'], c['model']['qkv_linear'], c['model']['activations_checkpoint_recompute'], c['precision'], c['exp_manager']['checkpoint_callback_params']['model_parallel_size'])"
  hf_llama {'tensor_model_parallel_size': 32, 'pipeline_model_parallel_size': 1, 'virtual_pipeline_model_parallel_size': 1, 'kv_replicator': 4, 'sequence_parallel': True, 'zero1': True} True ['CoreAttention'] {'type': 'mixed_precision'} 32
  $ for from in nxd nxd/conf.yaml; do hakaru plan --from $from --model llama-3.1-8b --instance trn1.32xlarge | grep -E '^(Left|On)'; done
  On 1 × trn1.32xlarge, tp32 pp1 dp1 mb2 zero1 sp recompute selective: 77.8 s a step, MFU 22.8 %; the run takes 21.2 h, $456.
  On 1 × trn1.32xlarge, tp32 pp1 dp1 mb2 zero1 sp recompute selective: 77.8 s a step, MFU 22.8 %; the run takes 21.2 h, $456.
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance trn1.32xlarge --instances 1 --tp 8 --pp 1 --lora-rank 16 --top 1 -o adapters.json > plan.txt && hakaru emit adapters.json --for nxd -o adapters > text.txt
  $ hakaru plan --from adapters --model llama-3.1-8b --instance trn1.32xlarge | grep -oE '^Left.*|^On.*tp8 pp1 dp4'
  On 1 × trn1.32xlarge, tp8 pp1 dp4
  $ hakaru plan train --model mixtral-8x7b --tokens 1B --instance trn1.32xlarge --instances 8 --top 1 -o moe.json > plan.txt && hakaru emit moe.json -o moe > text.txt && grep -A 10 '^  moe:' moe/conf.yaml | grep -E 'experts|top_k:|dropless|capacity' && hakaru plan --from moe --model mixtral-8x7b --instance trn1.32xlarge | grep -cE '^(Left|hakaru)'
      num_experts: 8
      top_k: 2
      dropless: true
      capacity_factor: 0.0
  0
  [1]
  $ hakaru plan train --model qwen3-8b --tokens 1B --instance trn1.32xlarge --instances 1 --zero 1 --top 1 -o qwen.json > plan.txt && hakaru emit qwen.json
  hakaru: NxD Training training_orchestrator.py is not for models like qwen3-8b; accepted: --for neuron
  [1]

A recipe of the user's may have other degrees: those of 1 are said over it too.

  $ plan --model llama-3.1-8b --instances 1 --software nemo-megatron --tp 1 --pp 1 --dp 8 --zero 1 && hakaru emit plan.json -o ones | grep -E 'model_parallel|context|sequence_p|graph' && hakaru plan --from ones --model llama-3.1-8b --instance p5.48xlarge | grep ^On
    model.tensor_model_parallel_size=1 \
    model.pipeline_model_parallel_size=1 \
    model.context_parallel_size=1 \
    model.virtual_pipeline_model_parallel_size=null \
    model.sequence_parallel=false \
    model.cuda_graph_impl=none \
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 zero1 recompute full: 30.3 s a step, MFU 45.1 %; the run takes 40.1 h, $2,210.
  $ plan --model llama-3.1-8b --instances 1 --software torchtitan --tp 1 --pp 1 --zero 3 && hakaru emit plan.json | grep -E '_degree'
    --parallelism.tensor_parallel_degree 1 \
    --parallelism.pipeline_parallel_degree 1 \
    --parallelism.context_parallel_degree 1 \
    --parallelism.data_parallel_shard_degree 8 \

Keys of a config.json that are null are as if they were not there; Megatron-LM is told what is, and what is not is said.

  $ mkdir nulls && cat > nulls/config.json <<'END'
  > {"model_type": null, "architectures": ["LlamaForCausalLM"], "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_key_value_heads": null, "num_experts_per_tok": null,
  >  "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "rope_scaling": {"rope_type": null, "factor": 8}}
  > END
  $ of_nulls() { hakaru plan train --model nulls --tokens 1M --instance p5.48xlarge --instances 1 --tp 2 --top 1 -o nulls.json > plan.txt && hakaru emit nulls.json --for megatron "$@" > text.txt; grep -oE '^note.*|^注.*|--use-rope.*|.*MODEL_ARGS.*' text.txt; }
  $ of_nulls && of_nulls --lang ja
  note: pretrain_gpt.py rotates by a base of 10,000 unasked: add --rotary-base, --use-rope-scaling as the model's config.json has it
  注: pretrain_gpt.py は指定がなければ RoPE の底を 10,000 とします。--rotary-base, --use-rope-scaling をモデルの config.json に合わせて追加してください
  $ sed -i 's/"rope_type": null, "factor": 8/"rope_type": "llama3"/; s/"rms_norm_eps": 1e-5/"rope_theta": 500000/' nulls/config.json && of_nulls && of_nulls --lang ja
  note: pretrain_gpt.py norms with an epsilon of 1e-5 unasked: add --norm-epsilon as the model's config.json has it
  note: rope_scaling llama3 of the model has no factor: pretrain_gpt.py is not told of it, and trains without
  注: pretrain_gpt.py は指定がなければ正規化の epsilon を 1e-5 とします。--norm-epsilon をモデルの config.json に合わせて追加してください
  注: モデルの rope_scaling llama3 に factor がないため、pretrain_gpt.py には指定せず、これなしで学習することになります
