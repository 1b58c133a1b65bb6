Commands that others run already, pasted as they are: what is read of them, and what helps where something is missing.

  $ from() { hakaru plan --from "$@" 2>&1; }

1. "Our Megatron command names no model." Its flags say the shape; what they leave out is as Megatron has it unasked, or is named.

  $ megatron() { from "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 40 --hidden-size 5120 --num-attention-heads 40 --seq-length 4096 --max-position-embeddings 4096 --tensor-model-parallel-size 8 --sequence-parallel --micro-batch-size 1 --global-batch-size 64 --bf16 --vocab-size 32000 $*" --instance p5.48xlarge | grep -o '^hakaru.*\|Training [a-z0-9]*\|[0-9.]* GiB of'; }
  $ megatron
  Training gpt2
  34.3 GiB of
  $ megatron --position-embedding-type rope
  Training starcoder2
  33.9 GiB of
  $ megatron --swiglu --normalization RMSNorm
  hakaru: its model's shape is none that is known here without --position-embedding-type rope; accepted: --position-embedding-type rope besides, or --model
  $ megatron --swiglu --normalization RMSNorm --position-embedding-type rope
  Training llama
  33.9 GiB of
  $ megatron --swiglu --normalization RMSNorm --position-embedding-type rope --ffn-hidden-size 13632
  Training llama
  33.9 GiB of
  $ megatron --swiglu --position-embedding-type learned_absolute
  hakaru: its model's shape is none that is known here without --normalization RMSNorm --position-embedding-type rope; accepted: --normalization RMSNorm --position-embedding-type rope besides, or --model

2. "What does my axolotl config cost?" It has no length of its own, so its step is predicted, and the lever is named.

  $ cat > lora.yml <<'END'
  > base_model: NousResearch/Meta-Llama-3.1-8B
  > adapter: lora
  > lora_r: 16
  > sequence_len: 2048
  > micro_batch_size: 2
  > gradient_accumulation_steps: 4
  > num_epochs: 3
  > optimizer: adamw_torch
  > bf16: auto
  > gradient_checkpointing: true
  > END
  $ from lora.yml | sed -n '1,2p;/^90/,/^Nothing/p'
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb2 recompute full: 9.37 s a step, MFU 15.5 %.
  The command names no machine; taken: g6e.xlarge, the cheapest that holds it; --instance (g6e.2xlarge, g7.2xlarge, g6e.4xlarge) chooses another.
  90 % interval: step 6.87–12.8 s
  Nothing says how long the run is: --tokens N gives its time and its cost.
  $ from lora.yml --tokens 10M | grep -o 'the run takes .*\|time .*'
  the run takes 1.67 h, $3.11.
  time 1.25–2.25 h, cost $2.32–$4.19

3. A key of torchtitan's old releases is the newer one's.

  $ printf '[model]\nname = "llama3"\nflavor = "8B"\n[training]\nbatch_size = 1\nseq_len = 8192\ncompile = true\n' > old.toml; from old.toml --instance p5.48xlarge | grep 'without effect'
  Read, without effect on the prediction: compiled true
  $ printf '[model]\nname = "llama3"\nflavor = "8B"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n[compile]\nenable = true\n' > new.toml; from new.toml --instance p5.48xlarge | grep 'without effect'
  Read, without effect on the prediction: compiled true

4. "Our Deployment says the machine." Labels of nodes name the machine, or its accelerator; so do a task of SkyPilot and Slurm's features.

  $ deployment() { printf 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 1\n  template:\n    spec:\n%b\n      containers:\n      - image: vllm/vllm-openai:latest\n        args: ["--model", "meta-llama/Llama-3.1-70B-Instruct", "--tensor-parallel-size", "8"]\n' "$1" > deployment.yaml; from deployment.yaml | sed -n '1s/:.*//p;2s/; --instance.*//p' | grep '^On\|names'; }
  $ deployment '      nodeSelector: {node.kubernetes.io/instance-type: p4de.24xlarge}'
  On 1 × p4de.24xlarge, tp8 pp1 dp1 mb1
  $ deployment '      nodeSelector:\n        beta.kubernetes.io/instance-type: p4de.24xlarge'
  On 1 × p4de.24xlarge, tp8 pp1 dp1 mb1
  $ deployment '      affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: node.kubernetes.io/instance-type, operator: In, values: [p4de.24xlarge]}]}]}}}'
  On 1 × p4de.24xlarge, tp8 pp1 dp1 mb1
  $ deployment '      nodeSelector: {cloud.google.com/gke-accelerator: nvidia-h100-80gb}'
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1
  The command names nvidia-h100-80gb and no machine; taken: p5.48xlarge, the cheapest that keeps the limits
  $ deployment '      nodeSelector: {nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}'
  On 1 × p4de.24xlarge, tp8 pp1 dp1 mb1
  The command names NVIDIA-A100-SXM4-80GB and no machine; taken: p4de.24xlarge, the cheapest that keeps the limits
  $ printf 'resources:\n  instance_type: p4d.24xlarge\nrun: |\n  vllm serve meta-llama/Llama-3.1-8B-Instruct -tp 8\n  sleep 1\n' > task.yaml; from task.yaml | grep -o '^On [^,]*'
  On 1 × p4d.24xlarge
  $ printf '#!/bin/bash\n#SBATCH --nodes=1 --constraint="h100&ib"\nvllm serve meta-llama/Llama-3.1-70B-Instruct -tp 8\n' > serve.sbatch; from serve.sbatch | grep -o '^On [^,]*'
  On 1 × p5.48xlarge

5. "FSDP of a 70B does not fit." What helps was tried, and stands there as the program's own words.

  $ printf 'distributed_type: FSDP\nmixed_precision: bf16\nnum_machines: 1\nnum_processes: 8\nfsdp_config:\n  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n  fsdp_activation_checkpointing: true\n' > fsdp.yaml
  $ fsdp() { from "accelerate launch --config_file fsdp.yaml train.py --model_name_or_path $1 --per_device_train_batch_size $4 --max_seq_length $2" --instance $3 | sed -n '1s/:.*//p;/fits/p'; }
  $ fsdp meta-llama/Llama-3.1-70B 8192 p5.48xlarge 1
  It cannot run
  note: it fits with any one of these: 16 × p5.48xlarge
  $ fsdp meta-llama/Llama-2-13b 4096 p4d.24xlarge 4
  It cannot run
  note: it fits with any one of these: 8 × p4d.24xlarge; fsdp_config.fsdp_offload_params=true
  $ fsdp meta-llama/Llama-3.1-8B 4096 p4d.24xlarge 4
  It cannot run
  note: it fits with any one of these: --max_length 1024; --per_device_train_batch_size 1
  $ fsdp meta-llama/Llama-3.1-8B 8192 g6.48xlarge 1
  It cannot run
  note: it fits neither on 32 machines, nor with 8-bit states, states on the host, all recomputed, all sharded, or sequences of 512 tokens
  $ fsdp meta-llama/Llama-3.1-8B 8192 g5.xlarge 1
  It cannot run
  $ hakaru plan train --model llama-3.1-405b --tokens 1B --sequence-length 131072 --instance g6.48xlarge --instances 1 --zero 3 --recompute full --tp 1 --pp 1 --software hf-trainer 2>&1
  hakaru: does not fit on 1 × g6.48xlarge: the smallest layout (tp1 pp1 dp8 mb1 zero3 recompute full) needs 2183 GiB per device, which has 22.4 GiB; more machines, --tp, --pp, --offload-optimizer, smaller types or shorter sequences may hold it
  [1]

6. "Our TGI server." Its launcher, its image and a compose file are read; no speed of it is measured, which is said.

  $ from 'text-generation-launcher --model-id mistralai/Mixtral-8x7B-Instruct-v0.1 --num-shard 2 --quantize bitsandbytes-nf4 --max-input-tokens 4096 --max-total-tokens 6144 --port 80' --instance g6e.12xlarge | grep '^On\|^Read as\|^note'
  On 1 × g6e.12xlarge, tp2 pp1 dp1 mb1: fits (19.9 of 44.7 GiB); TTFT 484 ms, TPOT 30.9 ms.
  Read as text-generation-launcher: Serving mixtral-8x7b live: 1 request/s of conversation, prompts of 1,133, answers of 210 tokens on average; context 6,144, weights nf4, KV cache bf16. Left out as longer than the context: 2 of 1,000 requests.
  note: no speed of text-generation-launcher is measured here: predicted as engines that batch continuously are
  $ from 'docker run --gpus all -p 8080:80 ghcr.io/huggingface/text-generation-inference:2.4 --model-id meta-llama/Llama-3.1-8B-Instruct' --instance g5.12xlarge | grep -o '^On [^:]*'
  On 1 × g5.12xlarge, tp4 pp1 dp1 mb1
  $ printf 'services:\n  tgi:\n    image: ghcr.io/huggingface/text-generation-inference:2.4\n    command: --model-id meta-llama/Llama-3.1-8B-Instruct --max-total-tokens 8192 --num-shard 1\n' > compose.yaml; from compose.yaml --instance g6e.xlarge | grep -o '^On [^:]*'
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1

7. "Our server has half of the GPU." The share of memory that its words give it bounds weights and KV cache; where these do not fit, the share is named.

  $ share() { from "$@" | grep -o 'It cannot run.*\|fits ([^)]*)\|Read, without.*'; }
  $ share 'vllm serve Qwen/Qwen3-32B --gpu-memory-utilization 0.5 --max-model-len 8192' --instance p5.4xlarge
  It cannot run: weights of 61.0 GiB and a KV cache do not fit 0.5 × 80.0 GiB (--gpu-memory-utilization 0.5); accepted: --gpu-memory-utilization 0.8
  $ share 'vllm serve Qwen/Qwen3-32B --gpu-memory-utilization 0.85 --max-model-len 8192' --instance p5.4xlarge
  fits (67.4 of 80 GiB)
  $ share 'vllm serve Qwen/Qwen3-32B --gpu-memory-utilization 0.95 --max-model-len 8192' --instance p5.4xlarge
  fits (71.4 of 80 GiB)
  Read, without effect on the prediction: memory_share 0.95
  $ share 'vllm serve Qwen/Qwen3-8B --gpu-memory-utilization 0.3 --max-model-len 8192' --instance p5.4xlarge
  fits (23.7 of 80 GiB)
  $ share 'python -m sglang.launch_server --model-path Qwen/Qwen3-32B --mem-fraction-static 0.5' --instance p5.4xlarge
  It cannot run: weights of 61.0 GiB and a KV cache do not fit 0.5 × 80.0 GiB (--mem-fraction-static 0.5); accepted: --mem-fraction-static 0.8
  Read, without effect on the prediction: prefix_cache true
  $ share 'text-generation-launcher --model-id Qwen/Qwen3-32B --cuda-memory-fraction 0.4' --instance p5.4xlarge
  It cannot run: weights of 61.0 GiB and a KV cache do not fit 0.4 × 80.0 GiB (--cuda-memory-fraction 0.4); accepted: --cuda-memory-fraction 0.8

8. "Our optimizer is paged." Names of AdamW with states of 32 or 8 bits are read; one with other states gets no verdict.

  $ optimizer() { printf 'base_model: NousResearch/Meta-Llama-3.1-8B\nadapter: lora\nsequence_len: 2048\nmicro_batch_size: 2\noptimizer: %s\nbf16: auto\n' $1 > optimizer.yml; from optimizer.yml --instance g6e.xlarge | grep -o '^On [^,]*\|^No verdict\|bf16-pure, adamw.*\|bf16, adamw.*\|^note: its opt.*'; }
  $ optimizer paged_adamw_8bit
  bf16, adamw-8bit.
  note: its optimizer's states are paged: some move to the host where memory is short; predicted as not paged
  $ optimizer adamw_apex_fused
  bf16, adamw.
  $ optimizer ademamix
  No verdict
  bf16, adamw.

9. "It may use two of the GPUs." More ranks than the accelerators that the command shows its program cannot run; the words that show them are named.

  $ shown() { from "$@" --instance p5.48xlarge | grep -o '^It cannot run.*\|^On [^:]*\|^hakaru.*'; }
  $ shown 'CUDA_VISIBLE_DEVICES=0,1 vllm serve meta-llama/Llama-3.3-70B-Instruct -tp 4'
  It cannot run: it needs 4 accelerators of a machine, and the command shows it 2 (CUDA_VISIBLE_DEVICES=0,1); accepted: 4 of them, or --tensor-parallel-size 2
  $ shown "docker run --gpus '\"device=0,1\"' vllm/vllm-openai:latest --model meta-llama/Llama-3.3-70B-Instruct -tp 4"
  It cannot run: it needs 4 accelerators of a machine, and the command shows it 2 (--gpus device=0,1); accepted: 4 of them, or --tensor-parallel-size 2
  $ shown 'docker run --gpus all -e NVIDIA_VISIBLE_DEVICES=0,1 vllm/vllm-openai:latest --model meta-llama/Llama-3.3-70B-Instruct -tp 4'
  It cannot run: it needs 4 accelerators of a machine, and the command shows it 2 (NVIDIA_VISIBLE_DEVICES=0,1); accepted: 4 of them, or --tensor-parallel-size 2
  $ shown 'docker run --gpus 2 vllm/vllm-openai:latest --model meta-llama/Llama-3.3-70B-Instruct -tp 4'
  It cannot run: it needs 4 accelerators of a machine, and the command shows it 2 (--gpus 2); accepted: 4 of them, or --tensor-parallel-size 2
  $ shown 'CUDA_VISIBLE_DEVICES=0-3 vllm serve meta-llama/Llama-3.3-70B-Instruct -tp 4'
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1
  $ shown 'CUDA_VISIBLE_DEVICES=0,1 torchrun --nproc_per_node 8 train.py --model_name_or_path meta-llama/Llama-3.2-1B --per_device_train_batch_size 1 --bf16'
  It cannot run: it needs 8 accelerators of a machine, and the command shows it 2 (CUDA_VISIBLE_DEVICES=0,1); accepted: 8 of them

10. A command that runs on no machine needs none to be told so.

  $ hakaru plan --from 'python -m sglang.launch_server --model-path Qwen/Qwen3-235B-A22B-Instruct-2507-FP8 --tp 8' | grep -oE '^It cannot run|no multiple of 128; accepted: --tp-size 4|names no machine'
  It cannot run
  no multiple of 128; accepted: --tp-size 4
