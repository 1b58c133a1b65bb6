What people run already, read back into a plan: what it is, what it should take, and what would be better on the same machines.

  $ from() { hakaru plan --from "$@" > text.txt 2>&1; status=$?; sed -n '/^Read as/p;/^Left out/p;/^On /p;/^It cannot/p;/^hakaru/p' text.txt; [ $status = 0 ] || echo "[$status]"; }

Training: a command as it stands in a shell, with what starts its ranks.

  $ from 'torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --sequence-parallel --micro-batch-size 1 --global-batch-size 64 --seq-length 4096 --train-iters 1000 --bf16 --use-distributed-optimizer' --model llama-3.1-8b --instance p5.48xlarge
  $ grep -c '^predicted: .* a step, .* tokens/s, MFU' text.txt
  $ grep -A 1 'less: ' text.txt | sed 's/: .*//;s/ → .*/ → …/' | head -2
  $ from 'srun -N 2 --ntasks-per-node=8 python3 /opt/Megatron-LM/pretrain_gpt.py --tensor-model-parallel-size=8 --micro-batch-size=1 --global-batch-size=32 --seq-length=8192 --bf16 --recompute-activations' --model llama-3.1-70b --instance p6-b300.48xlarge
  $ from 'deepspeed --num_gpus 8 run_clm.py --deepspeed ds_zero2.json --per_device_train_batch_size 2 --gradient_accumulation_steps 4 --bf16 --gradient_checkpointing --max_steps 100 --output_dir out' --model llama-3.1-8b --instance p5.48xlarge
  $ from 'torchrun --nproc_per_node=8 run_clm.py --fsdp "full_shard auto_wrap" --bf16 --per_device_train_batch_size 4 --gradient_accumulation_steps 2 --gradient_checkpointing' --model llama-3.2-1b --instance p4d.24xlarge
  $ from 'accelerate launch --num_processes 16 --num_machines 2 --use_deepspeed --zero_stage 3 train.py --per_device_train_batch_size 1 --bf16 --max_steps 10' --model qwen3-8b --instance p5.48xlarge
  $ from 'NEURON_CC_FLAGS="--model-type transformer" torchrun --nproc_per_node=32 finetune.py --bf16 --zero_1 --tensor_parallel_size 8 --per_device_train_batch_size 1 --gradient_accumulation_steps 4 --gradient_checkpointing' --model qwen3-8b --instance trn1.32xlarge

Lines that lost their backslash on the way are one command still.

  $ from 'torchrun --nproc-per-node 8 pretrain_gpt.py --bf16
  >     --tensor-model-parallel-size 4 --sequence-parallel
  >     --micro-batch-size 1 --global-batch-size 64 --seq-length 4096' --model llama-3.1-8b --instance p5.48xlarge

The model is the command's own where its flags say its shape.

  $ hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --tp 1 --pp 2 --ep 8 --micro-batch 1 --top 1 -o moe.json > plan.txt
  $ hakaru emit moe.json -o moe > text.txt
  $ from moe/launch.sh --instance p5.48xlarge
  $ grep ^predicted text.txt > by-shape.txt && from moe/launch.sh --instance p5.48xlarge --model qwen3-30b-a3b > read.txt && grep ^predicted text.txt | cmp - by-shape.txt

Files of settings: alone, or those that a command names. "auto" leaves a number to the script.

  $ echo '{"train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": 4, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}, "bf16": {"enabled": true}, "tensor_parallel": {"autotp_size": 4}, "optimizer": {"type": "AdamW", "params": {"lr": 3e-5}}}' > ds.json
  $ from ds.json --model llama-3.1-8b --instance p4d.24xlarge
  $ from "$(cat ds.json)" --model llama-3.1-8b --instance p4d.24xlarge
  $ cat > qlora.yml <<'END'
  > base_model: NousResearch/Llama-3.2-1B
  > adapter: qlora
  > load_in_4bit: true
  > lora_r: 32
  > sequence_len: 4096
  > micro_batch_size: 2
  > gradient_accumulation_steps: 4
  > num_epochs: 1
  > optimizer: adamw_bnb_8bit
  > bf16: auto
  > gradient_checkpointing: true
  > datasets:
  >   - path: teknium/GPT4-LLM-Cleaned
  >     type: alpaca
  > END
  $ from qlora.yml --instance g5.xlarge
  $ from 'axolotl train qlora.yml' --instance g5.xlarge
  $ from 'axolotl train elsewhere.yml' --instance g5.xlarge --model llama-3.2-1b | head -2
  $ cat > fsdp2.yaml <<'END'
  > distributed_type: FSDP
  > mixed_precision: bf16
  > num_machines: 2
  > num_processes: 16
  > fsdp_config:
  >   fsdp_version: 2
  >   fsdp_reshard_after_forward: true
  >   fsdp_activation_checkpointing: true
  > END
  $ from 'accelerate launch --config_file fsdp2.yaml train.py --per_device_train_batch_size 1 --gradient_accumulation_steps 8' --model qwen3-8b --instance p5.48xlarge
  $ cat > conf.yaml <<'END'
  > trainer: {devices: 32, num_nodes: 16}
  > distributed_strategy: {tensor_model_parallel_size: 32, pipeline_model_parallel_size: 8, zero1: true, sequence_parallel: true, kv_replicator: 4}
  > data: {micro_batch_size: 1, global_batch_size: 1024}
  > model: {encoder_seq_length: 4096, activations_checkpoint_granularity: selective}
  > precision: {type: mixed_precision}
  > END
  $ from conf.yaml --model llama-3.1-70b --instance trn1.32xlarge
  $ printf '[parallelism]\ntensor_parallel_degree = 8\ndata_parallel_shard_degree = -1\n[training]\nlocal_batch_size = 2\nseq_len = 4096\n[activation_checkpoint]\nmode = "full"\n' > titan.toml
  $ from titan.toml --model llama-3.1-70b --instance p5.48xlarge --instances 4

Serving: what takes requests, and its limits.

  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-parallel-size 2 --max-model-len 32k --max-num-seqs 64' --instance p5.48xlarge
  $ from 'docker run --gpus all -p 8000:8000 --ipc=host vllm/vllm-openai:v0.11.0 --model Qwen/Qwen2.5-7B-Instruct -tp 2 -dp 4 --max_model_len 8192' --instance p5.48xlarge
  $ from 'python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3-0324 --tp-size 16 --dp-size 8 --enable-dp-attention --context-length 8192 --kv-cache-dtype fp8_e4m3' --instance p6-b300.48xlarge
  $ from 'trtllm-serve meta-llama/Llama-3.1-8B-Instruct --tp_size 4 --max_seq_len 4096 --config llm.yaml' --instance p5.48xlarge
  $ printf 'kv_cache_config:\n  dtype: fp8\n' > llm.yaml && from 'trtllm-serve meta-llama/Llama-3.1-8B-Instruct --tp_size 4 --max_seq_len 4096 --config llm.yaml' --instance p5.48xlarge
  $ from 'vllm serve meta-llama/Llama-3.1-8B-Instruct --tensor-parallel-size 8 --max-model-len 4096' --instance inf2.48xlarge
  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct --max-model-len 16384' --instance g6e.xlarge --rate 2/s
  $ grep -c '^predicted: TTFT .*, TPOT .* output tokens/s' text.txt

A manifest's servers are as many as it has; a script's variables are its own.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 3 --users 32 --engine vllm --top 1 -o serve.json > plan.txt && hakaru emit serve.json --for kubernetes,slurm -o files > text.txt
  $ from files/serve.yaml --instance g6e.xlarge
  $ printf 'MODEL=Qwen/Qwen2.5-7B-Instruct\nexport TP=2\n# eight users\nexec vllm serve $MODEL \\\n  -tp ${TP} --max-model-len ${LENGTH:-4096}\n' > run.sh && from run.sh --instance p5.48xlarge

What no table knows is told: flags, and values of known ones.

  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --kv-cache-dtype turboquant_k8v4 --enable-my-feature 3 --max-model-len 4096' --instance p5.48xlarge
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --foo' --instance p5.48xlarge --json | python3 -c "import json, sys; j = json.load(sys.stdin); print(j['program'], j['read']['tp'], j['unread'], j['keys']['engine'], j['plan']['layout']['tp'], [sorted(b) for b in j['better']][:1])"

What is missing is asked for.

  $ from 'torchrun --nproc_per_node 8 train.py --bf16 --per_device_train_batch_size 1' --instance p5.48xlarge
  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct'
  $ hakaru plan
  $ from 'ls -l' --instance p5.48xlarge | cut -c 1-80
  $ from nothere.sh --instance p5.48xlarge
  $ from ''

Ranks that cannot be, and numbers that are none.

  $ megatron='pretrain_gpt.py --pipeline-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 64 --seq-length 4096 --bf16 --tensor-model-parallel-size'
  $ from "torchrun --nproc_per_node 6 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge
  $ from "torchrun --nproc_per_node 8 --nnodes 4 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge --instances 2
  $ from "torchrun --nproc_per_node 8 $megatron 0" --model llama-3.1-8b --instance p5.48xlarge
  $ from "torchrun --nproc_per_node 8 $megatron four" --model llama-3.1-8b --instance p5.48xlarge
  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 3' --instance p5.48xlarge

What does not fit says where it would, or what would on the same machines.

  $ from 'vllm serve meta-llama/Llama-3.1-405B -tp 8' --instance p4d.24xlarge
  $ grep '^  tp' text.txt
  $ from "torchrun --nproc_per_node 8 --nnodes 8 $megatron 4" --model llama-3.1-405b --instance p5.48xlarge
  $ grep -c '^the best layout on these machines: ' text.txt

In Japanese.

  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --foo 3' --instance p5.48xlarge --lang ja | sed -n '1,3p;5p' | sed 's/[0-9.,]* m\?s/N/g'
  $ hakaru plan --from "torchrun --nproc_per_node 6 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge --lang ja
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct' --lang ja

A service's questions name no file of its machine.

  $ echo '{"question": "plan", "from": "/etc/passwd", "instance": "p5.48xlarge"}' | hakaru ask -
