What people run already, read back into a plan: what it is, what it should take, and what would be better on the same machines.

  $ hakaru() { command hakaru "$@" --wide; }
  $ from() { hakaru plan --from "$@" > text.txt 2>&1; status=$?; sed -n '/^No verdict/p;/^Read as/p;/^Left out/p;/^hakaru/p' text.txt; sed -n 's/^\(On [^:]*\): .*/\1./p;/^It cannot/p' text.txt; [ $status = 0 ] || echo "[$status]"; }

Training: a command as it stands in a shell, with what starts its ranks.

  $ from 'torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --sequence-parallel --micro-batch-size 1 --global-batch-size 64 --seq-length 4096 --train-iters 1000 --bf16 --use-distributed-optimizer' --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-8b on 262,144,000 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 4 × p5.48xlarge, tp4 pp2 dp4 mb1 zero1 sp.
  $ grep -c '^predicted: .* a step, .* tokens/s, MFU' text.txt
  1
  $ grep -qE '^(with the same degrees|the best layout on these machines): [0-9.]+ % less: .* a step, MFU' text.txt && grep -m 1 ' → ' text.txt | grep -qE '^  [a-z_]+ .* → ' && echo better
  [1]
  $ from 'srun -N 2 --ntasks-per-node=8 python3 /opt/Megatron-LM/pretrain_gpt.py --tensor-model-parallel-size=8 --micro-batch-size=1 --global-batch-size=32 --seq-length=8192 --bf16 --recompute-activations' --model llama-3.1-70b --instance p6-b300.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-70b on 262,144 tokens: 32 sequences of 8,192 tokens a step, bf16, adamw.
  On 2 × p6-b300.48xlarge, tp8 pp1 dp2 mb1 recompute selective.
  $ echo '{"zero_optimization": {"stage": 2}}' > ds_zero2.json
  $ from 'deepspeed --num_gpus 8 run_clm.py --deepspeed ds_zero2.json --per_device_train_batch_size 2 --gradient_accumulation_steps 4 --bf16 --gradient_checkpointing --max_steps 100 --output_dir out' --model llama-3.1-8b --instance p5.48xlarge
  Read as a script around Hugging Face's Trainer with DeepSpeed: Training llama-3.1-8b on 26,214,400 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 zero2 recompute full.
  $ from 'torchrun --nproc_per_node=8 run_clm.py --fsdp "full_shard auto_wrap" --bf16 --per_device_train_batch_size 4 --gradient_accumulation_steps 2 --gradient_checkpointing' --model llama-3.2-1b --instance p4d.24xlarge
  Read as a script around Hugging Face's Trainer: Training llama-3.2-1b on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p4d.24xlarge, tp1 pp1 dp8 mb4 zero3 recompute full.
  $ from 'accelerate launch --num_processes 16 --num_machines 2 --use_deepspeed --zero_stage 3 train.py --per_device_train_batch_size 1 --bf16 --max_steps 10' --model qwen3-8b --instance p5.48xlarge
  Read as accelerate launch: Training qwen3-8b on 655,360 tokens: 16 sequences of 4,096 tokens a step, bf16, adamw.
  On 2 × p5.48xlarge, tp1 pp1 dp16 mb1 zero3.
  $ from 'NEURON_CC_FLAGS="--model-type transformer" torchrun --nproc_per_node=32 finetune.py --bf16 --zero_1 --tensor_parallel_size 8 --per_device_train_batch_size 1 --gradient_accumulation_steps 4 --gradient_checkpointing' --model qwen3-8b --instance trn1.32xlarge
  Read as a script around Optimum Neuron's NeuronTrainer: Training qwen3-8b on 65,536 tokens: 16 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × trn1.32xlarge, tp8 pp1 dp4 mb1 zero1 sp recompute full.

A name with its point written as "_" is of that size; a "_" may also stand before the size.

  $ for model in smollm2-1_7b qwen2.5-0_5b llama3_8b qwen3_8b llama-2_7b; do from "vllm serve $model" --instance g6e.xlarge; done
  Read as vllm serve: Serving smollm2-1.7b live: 1 request/s of conversation, prompts of 1,138, answers of 210 tokens on average; context 8,192, weights bf16, KV cache bf16. Left out as longer than the context: 1 of 1,000 requests.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  Read as vllm serve: Serving qwen2.5-0.5b-instruct live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  Read as vllm serve: Serving llama-3-8b live: 1 request/s of conversation, prompts of 1,138, answers of 210 tokens on average; context 8,192, weights bf16, KV cache bf16. Left out as longer than the context: 1 of 1,000 requests.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  Read as vllm serve: Serving qwen3-8b live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  Read as vllm serve: Serving llama-2-7b live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights fp16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.

Lines that lost their backslash on the way are one command still.

  $ from 'torchrun --nproc-per-node 8 pretrain_gpt.py --bf16
  >     --tensor-model-parallel-size 4 --sequence-parallel
  >     --micro-batch-size 1 --global-batch-size 64 --seq-length 4096' --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-8b on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp4 pp1 dp2 mb1 sp.

Flags that a script holds in lists and texts, as Megatron-LM's examples do; what is not known of them stands as it is.

  $ cat > lists.sh <<'END'
  > DISTRIBUTED_ARGS=(--nproc_per_node 8 --nnodes 1)
  > TRAINING_ARGS="
  >     --micro-batch-size 1 \
  >     --global-batch-size 64
  >     --seq-length 4096 --bf16 --data-path $DATA
  > "
  > MODEL_PARALLEL_ARGS=(
  >   --tensor-model-parallel-size 4  # of a machine
  >   # "${UNUSED[@]}"
  >   --pipeline-model-parallel-size 2
  > )
  > MODEL_PARALLEL_ARGS+=(--sequence-parallel)
  > torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py "${MODEL_PARALLEL_ARGS[@]}" $TRAINING_ARGS
  > END
  $ from lists.sh --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-8b on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp4 pp2 dp1 mb1 sp.

The model is the command's own where its flags say its shape.

  $ hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --tp 1 --pp 2 --ep 8 --micro-batch 1 --top 1 -o moe.json > plan.txt
  $ hakaru emit moe.json -o moe > text.txt
  $ from moe/launch.sh --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training qwen3_moe on 1,000,341,504 tokens: 128 sequences of 4,096 tokens a step, bf16, adamw.
  On 2 × p5.48xlarge, tp1 pp2 ep8 dp8 mb1 zero1.
  $ grep ^predicted text.txt > by-shape.txt && from moe/launch.sh --instance p5.48xlarge --model qwen3-30b-a3b > read.txt && grep ^predicted text.txt | cmp - by-shape.txt

Files of settings: alone, or those that a command names. "auto" leaves a number to the script.

  $ echo '{"train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": 4, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}, "bf16": {"enabled": true}, "tensor_parallel": {"autotp_size": 4}, "optimizer": {"type": "AdamW", "params": {"lr": 3e-5}}}' > ds.json
  $ from ds.json --model llama-3.1-8b --instance p4d.24xlarge
  Read as a script around Hugging Face's Trainer with DeepSpeed: Training llama-3.1-8b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p4d.24xlarge, tp4 pp1 dp2 mb1 zero2 offload.
  $ from "$(cat ds.json)" --model llama-3.1-8b --instance p4d.24xlarge
  Read as a script around Hugging Face's Trainer with DeepSpeed: Training llama-3.1-8b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p4d.24xlarge, tp4 pp1 dp2 mb1 zero2 offload.
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
  Read as axolotl train: Training llama-3.2-1b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw-8bit. LoRA of rank 32, the frozen base in nf4.
  On 1 × g5.xlarge, tp1 pp1 dp1 mb2 recompute full.
  $ from 'axolotl train qlora.yml' --instance g5.xlarge
  Read as axolotl train: Training llama-3.2-1b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw-8bit. LoRA of rank 32, the frozen base in nf4.
  On 1 × g5.xlarge, tp1 pp1 dp1 mb2 recompute full.
  $ from 'axolotl train elsewhere.yml' --instance g5.xlarge --model llama-3.2-1b
  hakaru: --from: names the file elsewhere.yml, which is not there; accepted: one that is, or the command without it
  [2]
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
  Read as accelerate launch: Training qwen3-8b on 524,288 tokens: 128 sequences of 4,096 tokens a step, bf16, adamw.
  On 2 × p5.48xlarge, tp1 pp1 dp16 mb1 zero3 recompute full.
  $ cat > conf.yaml <<'END'
  > trainer: {devices: 32, num_nodes: 16}
  > distributed_strategy: {tensor_model_parallel_size: 32, pipeline_model_parallel_size: 8, zero1: true, sequence_parallel: true, kv_replicator: 4}
  > data: {micro_batch_size: 1, global_batch_size: 1024}
  > model: {encoder_seq_length: 4096, activations_checkpoint_granularity: selective}
  > precision: {type: mixed_precision}
  > END
  $ from conf.yaml --model llama-3.1-70b --instance trn1.32xlarge
  Read as NxD Training training_orchestrator.py: Training llama-3.1-70b on 4,194,304 tokens: 1,024 sequences of 4,096 tokens a step, bf16, adamw.
  On 16 × trn1.32xlarge, tp32 pp8 dp2 mb1 zero1 sp recompute selective.
  $ printf '[parallelism]\ntensor_parallel_degree = 8\ndata_parallel_shard_degree = -1\n[training]\nlocal_batch_size = 2\nseq_len = 4096\n[activation_checkpoint]\nmode = "full"\n' > titan.toml
  $ from titan.toml --model llama-3.1-70b --instance p5.48xlarge --instances 4
  Read as torchtitan with a TOML file: Training llama-3.1-70b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  On 4 × p5.48xlarge, tp8 pp1 dp4 mb2 zero3 sp recompute full.

torchtitan's own script has its file, and how many ranks a machine has, of the environment; its flags stand over the file's. The model
is its family and flavor, or its configuration's name.

  $ from 'NGPU=8 CONFIG_FILE="./titan.toml" ./run_train.sh --training.steps 100 --training.seq_len=2048' --model llama-3.1-8b --instance p5.48xlarge
  Read as torchtitan with a TOML file: Training llama-3.1-8b on 409,600 tokens: 2 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  $ printf 'export NGPU=8\nexport CONFIG_FILE=titan.toml\nbash torchtitan/run_train.sh\n' > train.sh
  $ printf '[model]\nname = "llama3"\nflavor = "70B"\n' >> titan.toml
  $ from train.sh --instance p6-b200.48xlarge
  Read as torchtitan with a TOML file: Training llama-3-70b on 8,192 tokens: 2 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p6-b200.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  $ sed 's/70B/debugmodel/' titan.toml > debug.toml
  $ from 'CONFIG_FILE=debug.toml ./run_train.sh' --instance p5.48xlarge
  hakaru: its model 'llama3-debugmodel' is not known; accepted: --model with a known one (the nearest: llama-3-youko-8b, llama-13b, llama-3-70b) or its config.json
  [2]
  $ from 'MODULE=llama3 CONFIG=llama3_8b ./run_train.sh --parallelism.tensor_parallel_degree 2 --training.local_batch_size 2' --instance p5.48xlarge
  Read as torchtitan: Training llama-3-8b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb2 zero3 sp recompute selective.

A script with defaults of its own; what is said to other programs, or within a flag's value, is not of it.

  $ cat > start.sh <<'END'
  > RANKS=${RANKS:-"8"}
  > SETTINGS=${SETTINGS:-"./titan.toml"}
  > START=${START:-'torchtitan.train'}
  > torchrun --nproc_per_node=${RANKS} -m ${START} --job.config_file ${SETTINGS} "$@"
  > END
  $ from start.sh --instance p6-b200.48xlarge > script.txt && tail -1 script.txt
  On 1 × p6-b200.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  $ for words in '--job.description "NGPU=2"' '--job.dump_folder CONFIG_FILE=other.toml'; do
  >   from "CONFIG_FILE=titan.toml ./run_train.sh $words" --instance p6-b200.48xlarge | tail -1; done
  On 1 × p6-b200.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  On 1 × p6-b200.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  $ printf 'NGPU=2 python prep.py\nCONFIG_FILE=titan.toml ./run_train.sh\n' > train.sh && from train.sh --instance p6-b200.48xlarge | tail -1
  On 1 × p6-b200.48xlarge, tp8 pp1 dp1 mb2 zero3 sp recompute full.
  $ from "CONFIG_FILE=titan.toml torchrun --nproc_per_node 8 -m torchtitan.train --job.config_file other.toml" --instance p6-b200.48xlarge
  hakaru: --from: names the file other.toml, which is not there; accepted: one that is, or the command without it
  [2]
  $ from 'NGPU=many CONFIG_FILE=titan.toml ./run_train.sh --model.flavor=8B --activation_checkpoint.mode selective' --instance p5.48xlarge
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: NGPU=many; accepted: the same without them
  Read as torchtitan with a TOML file: Training llama-3-8b on 8,192 tokens: 2 sequences of 4,096 tokens a step, bf16, adamw.

Serving: what takes requests, and its limits.

  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-parallel-size 2 --max-model-len 32k --max-num-seqs 64' --instance p5.48xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 32,000, weights bf16, KV cache bf16.
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ from 'docker run --gpus all -p 8000:8000 --ipc=host vllm/vllm-openai:v0.11.0 --model Qwen/Qwen2.5-7B-Instruct -tp 2 -dp 4 --max_model_len 8192' --instance p5.48xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 1,138, answers of 210 tokens on average; context 8,192, weights bf16, KV cache bf16. Left out as longer than the context: 1 of 1,000 requests.
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb1.
  $ from 'python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3-0324 --tp-size 16 --dp-size 8 --enable-dp-attention --context-length 8192 --kv-cache-dtype fp8_e4m3' --instance p6-b300.48xlarge
  Read as sglang.launch_server: Serving deepseek-v3 live: 1 request/s of conversation, prompts of 1,138, answers of 210 tokens on average; context 8,192, weights fp8, KV cache fp8. Left out as longer than the context: 1 of 1,000 requests.
  On 2 × p6-b300.48xlarge, tp2 pp1 ep8 dp8 mb1.
  $ printf 'kv_cache_config:\n  dtype: fp8\n' > llm.yaml && from 'trtllm-serve meta-llama/Llama-3.1-8B-Instruct --tp_size 4 --max_seq_len 4096 --config llm.yaml' --instance p5.48xlarge
  Read as trtllm-serve: Serving llama-3.1-8b live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache fp8. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  $ from 'vllm serve meta-llama/Llama-3.1-8B-Instruct --tensor-parallel-size 8 --max-model-len 4096' --instance inf2.48xlarge
  Read as vllm serve with NxD Inference: Serving llama-3.1-8b live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × inf2.48xlarge, tp8 pp1 dp1 mb1.
  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct --max-model-len 16384' --instance g6e.xlarge --rate 2/s
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 2 requests/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  $ grep -c '^predicted: TTFT .*, TPOT .* output tokens/s' text.txt
  1

A manifest's servers are as many as it has; a script's variables are its own.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 3 --concurrency 32 --engine vllm --top 1 -o serve.json > plan.txt && hakaru emit serve.json --for kubernetes,slurm -o files > text.txt
  $ from files/serve.yaml --instance g6e.xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  On 3 × g6e.xlarge, tp1 pp1 dp3 mb1.
  $ printf 'MODEL=Qwen/Qwen2.5-7B-Instruct\nexport TP=2\n# eight users\nexec vllm serve $MODEL \\\n  -tp ${TP} --max-model-len ${LENGTH:-4096}\n' > run.sh && from run.sh --instance p5.48xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.

A Dockerfile's words are its image's, or those of its entry point.

  $ printf 'FROM vllm/vllm-openai:v0.11.0\nENV TP=2\nCMD ["--model", "Qwen/Qwen2.5-7B-Instruct", \\\n  "-tp", "2", "--max-model-len", "4096"]\n' > Dockerfile && from Dockerfile --instance p5.48xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ printf 'FROM python:3.12\nRUN pip install sglang\nENTRYPOINT ["python3", "-m", "sglang.launch_server"]\nCMD ["--model-path", "Qwen/Qwen2.5-7B-Instruct", "--tp", "4", "--context-length", "4096"]\n' > Dockerfile && from Dockerfile --instance p5.48xlarge
  Read as sglang.launch_server: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.

What no table knows, of flags and of values of known ones, is told first, and nothing is predicted of a server that has it.

  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --kv-cache-dtype turboquant_k8v4 --enable-my-feature 3 --max-model-len 4096' --instance p5.48xlarge
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: --enable-my-feature, --kv-cache-dtype turboquant_k8v4; accepted: the same without them
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 962, answers of 210 tokens on average; context 4,096, weights bf16, KV cache bf16. Left out as longer than the context: 55 of 1,000 requests.
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --foo' --instance p5.48xlarge --json | python3 -c "import json, sys; j = json.load(sys.stdin); print(j['program'], j['read']['tp'], j['unread'], j['keys']['engine'], j['plan'], j['better'])"
  vllm-serve 2 ['--foo'] vllm None []

What is missing is asked for.

  $ from 'torchrun --nproc_per_node 8 train.py --bf16 --per_device_train_batch_size 1' --instance p5.48xlarge
  hakaru: the model is not said; accepted: --model
  [2]
  $ from 'vllm serve deepseek-ai/DeepSeek-R1 -tp 1'
  hakaru: the command names no machine; accepted: --instance; deepseek-r1 takes 625 GiB of weights in fp8 and 70,272 bytes of KV cache a token in bf16
  [2]
  $ hakaru plan
  hakaru: --from is missing: hakaru plan --from FILE|COMMAND, hakaru plan train|serve|infer
  [2]
  $ from 'ls -l' --instance p5.48xlarge | cut -c 1-80
  hakaru: --from: starts no program that is supported here (accelerate launch, ato
  [2]
  $ from nothere.sh --instance p5.48xlarge
  hakaru: nothere.sh: cannot be read: no such file
  [2]
  $ from ''
  hakaru: --from is empty; accepted: a value, or leave it out
  [2]

What a launcher starts counts, not the launcher; MaxText as its older releases are started.

  $ for command in 'accelerate launch --num_processes 8 -m axolotl.cli.train lora.yml' 'python -m axolotl.cli.train lora.yml'; do
  >   printf 'base_model: NousResearch/Llama-3.2-1B\nadapter: lora\nlora_r: 8\nmicro_batch_size: 2\nsequence_len: 4096\nmax_steps: 10\n' > lora.yml && from "$command" --instance p4d.24xlarge; done
  Read as axolotl train: Training llama-3.2-1b on 655,360 tokens: 16 sequences of 4,096 tokens a step, bf16, adamw. LoRA of rank 8.
  On 1 × p4d.24xlarge, tp1 pp1 dp8 mb2 recompute full.
  Read as axolotl train: Training llama-3.2-1b on 655,360 tokens: 16 sequences of 4,096 tokens a step, bf16, adamw. LoRA of rank 8.
  On 1 × p4d.24xlarge, tp1 pp1 dp8 mb2 recompute full.
  $ for start in '-m MaxText.train' MaxText/train.py; do from "python3 $start MaxText/configs/base.yml per_device_batch_size=4 max_target_length=2048 steps=10" --instance tpu-v6e-4 --model llama-3.2-1b; done
  Read as MaxText train: Training llama-3.2-1b on 327,680 tokens: 16 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × tpu-v6e-4, tp1 pp1 dp4 mb4 zero3 recompute full.
  Read as MaxText train: Training llama-3.2-1b on 327,680 tokens: 16 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × tpu-v6e-4, tp1 pp1 dp4 mb4 zero3 recompute full.

What a shell is given, and what a container's environment fills in.

  $ pod() { printf '{"kind": "Pod", "spec": {"containers": [{"image": "vllm/vllm-openai:v0.11.0", %s}]}}' "$1" > pod.json && from pod.json --instance p5.48xlarge | tail -1; }
  $ pod '"command": ["/bin/sh", "-c"], "args": ["vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2"]'
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ environment='"env": [{"name": "MODEL", "value": "Qwen/Qwen2.5-7B-Instruct"}, {"name": "TP", "value": "4"}]'
  $ pod '"args": ["--model", "$(MODEL)", "--tensor-parallel-size=$(TP)"], '"$environment"
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  $ pod '"args": ["--model=$(MODEL)", "-tp", "2", "--served-model-name=$(SHOWN)"], "env": [{"name": "MODEL", "value": "Qwen/Qwen2.5-7B-Instruct"}, {"name": "SHOWN", "value": "my --tensor-parallel-size 8"}]'
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ pod '"command": ["bash", "-c", "vllm serve $MODEL -tp $TP"], '"$environment"
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.

On TPUs what emit writes comes back as it was.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance tpu-v6e-4 --instances 1 --concurrency 8 --tp 4 --top 1 -o tpu.json > plan.txt
  $ for engine in vllm sglang-jax; do hakaru emit tpu.json --for $engine -o tpu-$engine > text.txt && from tpu-$engine --instance tpu-v6e-4 | tail -1; done
  On 1 × tpu-v6e-4, tp4 pp1 dp1 mb1.
  On 1 × tpu-v6e-4, tp4 pp1 dp1 mb1.

Ranks that cannot be, and numbers that are none.

  $ megatron='pretrain_gpt.py --pipeline-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 64 --seq-length 4096 --bf16 --tensor-model-parallel-size'
  $ from "torchrun --nproc_per_node 6 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge
  hakaru: Megatron-LM pretrain_gpt.py: 6 ranks cannot be divided by tp · pp · cp = 8
  [2]
  $ from "torchrun --nproc_per_node 8 --nnodes 4 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge --instances 2
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-8b on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  It cannot run: tp 4 × pp 2 × cp 1 × dp 4 makes 32 ranks; 2 × p5.48xlarge has 16; nearest: dp 2
  $ from "torchrun --nproc_per_node 8 $megatron 0" --model llama-3.1-8b --instance p5.48xlarge
  hakaru: Megatron-LM pretrain_gpt.py: 'tp' is said as '0'; accepted: a whole number
  [2]
  $ from "torchrun --nproc_per_node 8 $megatron four" --model llama-3.1-8b --instance p5.48xlarge
  hakaru: Megatron-LM pretrain_gpt.py: 'tp' is said as 'four'; accepted: a whole number
  [2]
  $ from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 3' --instance p5.48xlarge
  Read as vllm serve: Serving qwen2.5-7b-instruct live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  It cannot run: tp 3 does not divide 28 heads; nearest: 2, 4

What does not fit says where it would, or what would on the same machines.

  $ from 'vllm serve meta-llama/Llama-3.1-405B -tp 8' --instance p4d.24xlarge
  Read as vllm serve: Serving llama-3.1-405b live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16.
  It cannot run: does not fit on 1 × p4d.24xlarge: the smallest layout (tp8 pp1 dp1 mb1) needs 96.8 GiB per device, which has 40.0 GiB; would fit: 1 × p5e.48xlarge
  $ from "torchrun --nproc_per_node 8 --nnodes 8 $megatron 4" --model llama-3.1-70b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-70b on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  It cannot run: does not fit on 8 × p5.48xlarge: the smallest layout (tp4 pp2 dp8 mb1) needs 188 GiB per device, which has 80.0 GiB; set fewer parts of the layout, or allow recompute, ZeRO or smaller types
  $ grep -c '^the best layout on these machines: ' text.txt
  1

A file that a command names and that is not there is asked for: without it the program would do otherwise.

  $ from 'deepspeed --num_gpus 8 run_clm.py --deepspeed missing.json --per_device_train_batch_size 2 --bf16' --model llama-3.1-8b --instance p5.48xlarge
  hakaru: --from: names the file missing.json, which is not there; accepted: one that is, or the command without it
  [2]
  $ from 'deepspeed --num_gpus 8 run_clm.py --deepspeed missing.json --bf16' --model llama-3.1-8b --instance p5.48xlarge --lang ja
  hakaru: --from: 設定ファイル missing.json がありません。あるファイルを指定するか、指定を外してください
  [2]

DeepSpeed's own file, which other settings and flags name, says how weights are sharded; one that is not there is asked for.

  $ echo '{"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}}}' > ds_zero3.json
  $ printf 'base_model: Qwen/Qwen3-8B\ndeepspeed: ds_zero3.json\nmicro_batch_size: 1\ngradient_accumulation_steps: 4\nsequence_len: 2048\nbf16: true\ngradient_checkpointing: true\n' > axolotl.yaml
  $ from 'axolotl train axolotl.yaml' --instance p5.48xlarge && from axolotl.yaml --instance p5.48xlarge | tail -1
  Read as axolotl train: Training qwen3-8b on 65,536 tokens: 32 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full offload.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full offload.
  $ printf 'distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds_zero3.json\n  zero3_init_flag: true\nnum_machines: 1\nnum_processes: 8\nmachine_rank: 0\n' > with_file.yaml
  $ printf 'distributed_type: DEEPSPEED\ndeepspeed_config:\n  gradient_accumulation_steps: 4\n  offload_optimizer_device: cpu\n  offload_param_device: none\n  zero_stage: 3\nnum_machines: 1\nnum_processes: 8\n' > in_place.yaml
  $ script='train.py --model_name_or_path meta-llama/Llama-3.2-1B --bf16 --per_device_train_batch_size 1'
  $ for how in '--config_file with_file.yaml' '--config_file in_place.yaml' '--num_processes 8 --use_deepspeed --deepspeed_config_file ds_zero3.json'; do from "accelerate launch $how $script" --instance p5.48xlarge | grep -v '^Read as'; done
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 offload.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 offload.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 offload.
  $ for flag in --deepspeed --deepspeed_config; do from "torchrun --nproc-per-node 8 $script $flag elsewhere.json" --instance p5.48xlarge; done
  hakaru: --from: names the file elsewhere.json, which is not there; accepted: one that is, or the command without it
  [2]
  hakaru: --from: names the file elsewhere.json, which is not there; accepted: one that is, or the command without it
  [2]

What the flags of accelerate say stands for its file: FSDP shards weights, DeepSpeed's stage is 2, without either it trains copies.

  $ accelerate() { from "accelerate launch --num_processes 8 $1 train.py --model_name_or_path meta-llama/Llama-3.2-1B --bf16 --per_device_train_batch_size 1" --instance p5.48xlarge | grep -v '^Read as'; }
  $ accelerate '--use_fsdp --parallelism_config_tp_size=2'
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb1 zero3.
  $ accelerate '--use_fsdp --fsdp_version 2 --fsdp_reshard_after_forward false'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero2.
  $ accelerate '--use_fsdp --fsdp_sharding_strategy SHARD_GRAD_OP'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero2.
  $ accelerate --use_deepspeed
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero2.
  $ accelerate '--use_deepspeed --zero_stage 3 --offload_optimizer_device cpu'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 offload.
  $ accelerate --multi_gpu
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1.

Adapters, and the model, of scripts as TRL has them.

  $ from 'torchrun --nproc_per_node 8 sft.py --model_name_or_path meta-llama/Llama-3.2-1B --fsdp "full_shard auto_wrap" --bf16 --per_device_train_batch_size 1 --use_peft --lora_r 32' --instance p4d.24xlarge
  Read as a script around Hugging Face's Trainer: Training llama-3.2-1b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw. LoRA of rank 32.
  On 1 × p4d.24xlarge, tp1 pp1 dp8 mb1 zero3.
  $ hakaru plan --from 'torchrun --nproc_per_node 8 sft.py --model_name_or_path meta-llama/Llama-3.2-1B --bf16 --use_peft --load_in_4bit' --instance p4d.24xlarge --json | grep -E '"(lora_rank|lora_base)": '
      "lora_base": "nf4",
      "lora_rank": "16",
      "lora_base": "nf4",
      "lora_rank": 16,

Experts over the ranks of a tensor group, and machines that a server does not fill or does not fit.

  $ hakaru plan --from 'vllm serve Qwen/Qwen3-30B-A3B -tp 8 --enable-expert-parallel --max-model-len 4096' --instance p5.48xlarge | grep -E '^(note|On)'
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1: fits (9.16 of 80 GiB); TTFT 36.6 ms, TPOT 5.08 ms.
  note: its experts are spread over 8 ranks; predicted as ep 1 with each cut in its tensor group, which is as many bytes a rank
  $ from 'python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct --tp 4 --nnodes 2' --instance g6e.xlarge
  hakaru: sglang.launch_server: 4 ranks on 2 machines are 2 on each; g6e.xlarge has 1
  [2]
  $ hakaru plan --from 'python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct --tp 4 --nnodes 2' --instance p5.48xlarge | grep -E '^(note|On)'
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1: fits (6.41 of 80 GiB); TTFT 109 ms, TPOT 3.75 ms.
  note: one server is said to have 2 machines; its 4 ranks are predicted on 1

What nothing says is told, with the value that it is predicted with; what a program does unasked is not assumed.

  $ assumed() { hakaru plan --from "$@" | grep '^Assumed'; }
  $ assumed 'torchrun --nproc_per_node 8 train.py --fsdp full_shard --bf16 --gradient_checkpointing' --model llama-3.2-1b --instance p4d.24xlarge
  Assumed, since nothing says it: sequence_length 4096, steps 1
  $ assumed 'torchrun --nproc_per_node 8 train.py --fsdp full_shard --bf16 --max_seq_length 2048 --max_steps 10' --model llama-3.2-1b --instance p4d.24xlarge
  [1]
  $ assumed 'torchrun --nproc_per_node 8 train.py --fsdp full_shard --bf16 --max_steps 10' --model llama-3.2-1b --instance p4d.24xlarge --sequence-length 2048
  [1]
  $ assumed 'vllm serve Qwen/Qwen2.5-7B-Instruct' --instance g6e.xlarge
  Assumed, since nothing says it: context 16384, rate 1/s, traffic conversation, input_length 1147, output_length 210
  $ assumed 'vllm serve Qwen/Qwen2.5-7B-Instruct --max-model-len 8192' --instance g6e.xlarge --rate 1/s --input-length 1000 --output-length 100
  [1]
  $ assumed "torchrun --nproc_per_node 8 $megatron 4 --optimizer adam --train-iters 10" --model llama-3.1-8b --instance p5.48xlarge
  [1]
  $ hakaru plan --from 'torchrun --nproc_per_node 8 train.py --fsdp full_shard --bf16' --model llama-3.2-1b --instance p4d.24xlarge --lang ja | grep '^指定がなく'
  指定がなく仮定した値: シーケンス長 4096, steps 1

Adapters of axolotl, however their size is scaled.

  $ printf 'base_model: NousResearch/Llama-3.2-1B\nadapter: lora\nlora_r: 8\nlora_alpha: 32\nlora_dropout: 0.05\nmicro_batch_size: 2\nsequence_len: 4096\nmax_steps: 10\noutput_dir: out\n' > lora.yml && from lora.yml --instance g5.xlarge
  Read as axolotl train: Training llama-3.2-1b on 81,920 tokens: 2 sequences of 4,096 tokens a step, bf16, adamw. LoRA of rank 8.
  On 1 × g5.xlarge, tp1 pp1 dp1 mb2 recompute full.

Commands of public projects: FastChat, DeepSpeed-Chat, Megatron-LM's GPT-3, whose shape needs no words of its kind.

  $ from 'torchrun --nproc_per_node=8 fastchat/train/train_mem.py --model_name_or_path meta-llama/Llama-2-7b-hf --bf16 True --per_device_train_batch_size 2 --gradient_accumulation_steps 16 --max_steps 100 --fsdp "full_shard auto_wrap" --model_max_length 2048 --gradient_checkpointing True' --instance p4d.24xlarge
  Read as a script around Hugging Face's Trainer: Training llama-2-7b on 52,428,800 tokens: 256 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p4d.24xlarge, tp1 pp1 dp8 mb2 zero3 recompute full.
  $ from 'deepspeed --num_gpus 8 main.py --model_name_or_path facebook/opt-13b --per_device_train_batch_size 1 --gradient_accumulation_steps 2 --zero_stage 2 --deepspeed --bf16 --max_steps 10 --gradient_checkpointing' --instance p5.48xlarge
  Read as a script around Hugging Face's Trainer with DeepSpeed: Training opt-13b on 327,680 tokens: 16 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero2 recompute full.
  $ from 'torchrun --nproc_per_node=8 --nnodes=16 pretrain_gpt.py --tensor-model-parallel-size 8 --pipeline-model-parallel-size 16 --num-layers 96 --hidden-size 12288 --num-attention-heads 96 --vocab-size 50257 --seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 1 --global-batch-size 1536 --train-iters 500000 --fp16 --recompute-activations --sequence-parallel --use-distributed-optimizer' --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training gpt2 on 1,572,864,000,000 tokens: 1,536 sequences of 2,048 tokens a step, fp16, adamw.
  On 16 × p5.48xlarge, tp8 pp16 dp1 mb1 zero1 sp recompute selective.

Replicas of one server that share attention alone hold its experts together: SGLang's DeepSeek-V3 on one machine.

  $ hakaru plan --from 'python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp 8 --dp 8 --enable-dp-attention --context-length 8192' --instance p5en.48xlarge | grep -E '^(note|On)'
  On 1 × p5en.48xlarge, tp1 pp1 ep8 dp8 mb1: fits (96.8 of 141 GiB); TTFT 784 ms, TPOT 22.3 ms.
  note: its replicas cut each expert among them unasked; predicted as ep 8, which is as many bytes a rank
  $ hakaru plan --from 'vllm serve Qwen/Qwen3-30B-A3B --data-parallel-size 8 --max-model-len 4096' --instance p5.48xlarge | grep -E '^(note|On)'
  On 1 × p5.48xlarge, tp1 pp1 ep8 dp8 mb1: fits (11.2 of 80 GiB); TTFT 76.5 ms, TPOT 5.99 ms.
  note: its replicas cut each expert among them unasked; predicted as ep 8, which is as many bytes a rank
  $ hakaru plan --from 'vllm serve Qwen/Qwen3-8B --data-parallel-size 8 --max-model-len 4096' --instance p5.48xlarge | grep -E '^(note|On)'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1: fits (17.2 of 80 GiB); TTFT 74.4 ms, TPOT 6.86 ms.

A name is no other size's.

  $ from 'vllm serve facebook/opt-1.3b' --instance g5.xlarge | cut -c 1-80
  Read as vllm serve: Serving opt-1.3b live: 1 request/s of conversation, prompts 
  On 1 × g5.xlarge, tp1 pp1 dp1 mb1.

A checkpoint that its name says to be quantised is its model, kept so; the type that a user says counts.

  $ quantised() { from "vllm serve $1 --tensor-parallel-size 4 --max-model-len 4096" --instance p5.48xlarge "${@:2}" | grep -o '^Read as.*Serving [^ ]*\|^hakaru.*'; sed -n 's/^note: //p' text.txt; }
  $ for model in RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8 Qwen/Qwen2.5-72B-Instruct-GPTQ-Int4 nvidia/Llama-3.3-70B-Instruct-FP4 RedHatAI/Llama-3.3-70B-Instruct-quantized.w8a8; do quantised $model; done
  Read as vllm serve: Serving llama-3.1-70b
  RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8 is read as meta-llama-3.1-70b-instruct with weights fp8, as its name says
  Read as vllm serve: Serving qwen2.5-72b-instruct
  Qwen/Qwen2.5-72B-Instruct-GPTQ-Int4 is read as qwen2.5-72b-instruct with weights gptq, as its name says
  Read as vllm serve: Serving llama-3.3-70b-instruct
  nvidia/Llama-3.3-70B-Instruct-FP4 is read as llama-3.3-70b-instruct with weights nvfp4, as its name says
  Read as vllm serve: Serving llama-3.3-70b-instruct
  RedHatAI/Llama-3.3-70B-Instruct-quantized.w8a8 is read as llama-3.3-70b-instruct with weights int8, as its name says
  $ quantised Qwen/Qwen3-32B-AWQ --weights fp8
  Read as vllm serve: Serving qwen3-32b
  Qwen/Qwen3-32B-AWQ is read as qwen3-32b
  $ quantised someone/Nothing-7B-FP8
  hakaru: its model 'someone/Nothing-7B-FP8' is not known; accepted: --model with a known one (the nearest: nemotron-4-15b, nemotron-h-56b, megatron-7.1b) or its config.json

What a shell is given is read behind its options too.

  $ from "A=(run serve Qwen/Qwen3-8B)"$'\n'"bash -euo pipefail -c 'vllm \"\${A[@]:1}\" --max-model-len 4096 --tensor-parallel-size 2'" --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ from 'docker run --entrypoint bash -v/cache:/cache vllm/vllm-openai -lc "vllm serve Qwen/Qwen3-8B --tensor-parallel-size 2"' --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.

A folder starts as many servers as its manifest says, or the plan in it, where that is laid out as its script. Servers that follow the
load, as SkyPilot's, are those of the plan.

  $ hakaru plan serve --model llama-3.1-8b --concurrency 200 --instance p5.48xlarge --tp 2 --dp 4 --top 1 -o serve.json > plan.txt
  $ for where in slurm kubernetes; do hakaru emit serve.json --for vllm,$where -o on-$where > plan.txt; from on-$where --instance p5.48xlarge --concurrency 200 | tail -1; done
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb1.
  On 1 × p5.48xlarge, tp2 pp1 dp4 mb1.
  $ hakaru plan --from on-slurm --instance p5.48xlarge --concurrency 200 | grep '^note'
  note: 4 servers, as plan.json beside it says
  $ hakaru plan --from on-slurm --instance p5.48xlarge --concurrency 200 --lang ja | grep plan.json
  注: 同じフォルダーの plan.json のとおり、サーバーは 4 台とします
  $ sed -i 's/-tensor-parallel-size 2/-tensor-parallel-size 4/' on-slurm/launch.sh && from on-slurm --instance p5.48xlarge --concurrency 200 | tail -1
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 3 --concurrency 32 --engine vllm --top 1 -o spread.json > plan.txt
  $ hakaru emit spread.json --for vllm,skypilot -o on-skypilot > plan.txt && grep min_replicas on-skypilot/service.yaml && from on-skypilot --instance g6e.xlarge --concurrency 32 | tail -1
      min_replicas: 1
  On 3 × g6e.xlarge, tp1 pp1 dp3 mb1.
  $ sed -i 's/replicas: 4/replicas: 2/' on-kubernetes/serve.yaml && from on-kubernetes --instance p5.48xlarge --concurrency 200 | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp2 mb1.

In Japanese.

  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct -tp 2 --foo 3' --instance p5.48xlarge --lang ja
  判定できません: メモリと時間は予測していません。これらを左右しうる次の指定が、ここでは不明なためです: --foo。これらを除いたものなら予測できます
  vllm serve として読みました。常時サービス: qwen2.5-7b-instruct (会話のリクエスト、毎秒 1 リクエスト、平均で入力 1,147、出力 210 トークン、コンテキスト長 16,384、重み bf16、KV キャッシュ bf16)。
  指定がなく仮定した値: コンテキスト長 16384、リクエスト率 1/s、トラフィック 会話、入力長 1147、出力長 210
  $ hakaru plan --from "torchrun --nproc_per_node 6 $megatron 4" --model llama-3.1-8b --instance p5.48xlarge --lang ja
  hakaru: Megatron-LM pretrain_gpt.py: 6 ランクは tp · pp · cp = 8 で割り切れません
  [2]
  $ hakaru plan --from 'vllm serve deepseek-ai/DeepSeek-R1 -tp 1' --lang ja
  hakaru: インスタンスタイプが分かりません。--instance で指定してください。deepseek-r1 の重みは 625 GiB (fp8)、KV キャッシュは 1 トークンあたり 70,272 バイト (bf16)
  [2]

Programs that serve others are told no file of their machine.

  $ echo '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "plan", "arguments": {"from": "/etc/passwd", "instance": "p5.48xlarge"}}}' | hakaru mcp | grep -o "'from' names.*command"
  'from' names no file of this machine; accepted: a command
