What training commands and configurations say, word by word: what is understood, what does not matter, and what leaves no verdict.

  $ hakaru() { command hakaru "$@" --wide; }
  $ from() { hakaru plan --from "$@" > text.txt 2>&1; status=$?; sed -n '/^Read as/p;/^Left out/p;/^No verdict/p;/^hakaru/p' text.txt; sed -n 's/^\(On [^:]*\): .*/\1./p;/^It cannot/p' text.txt; [ $status = 0 ] || echo "[$status]"; }

Flags of Megatron-LM that decide memory: weights kept in fp8, gradients in bf16.

  $ from 'torchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 1 --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather --micro-batch-size 1 --global-batch-size 128 --seq-length 8192 --bf16 --fp8-format hybrid --fp8-param-gather --grad-reduce-in-bf16 --cross-entropy-loss-fusion --train-samples 1953125000' --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.1-8b on 16,000,000,000,000 tokens: 128 sequences of 8,192 tokens a step, fp8-weights-grads, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero1.
  $ from 'torchrun --nproc_per_node 8 pretrain_gpt.py --bf16 --micro-batch-size 1 --global-batch-size 8 --seq-length 4096 --moe-shared-expert-intermediate-size 1024 --lr 1e-4' --model llama-3.2-1b --instance p5.48xlarge
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: --moe-shared-expert-intermediate-size; accepted: the same without them
  Read as Megatron-LM pretrain_gpt.py: Training llama-3.2-1b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.

A shape without the size of its vocabulary: the tokenizer's, a known model's, or asked for.

  $ shape='torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 16 --hidden-size 2048 --ffn-hidden-size 5632 --num-attention-heads 16 --group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm --position-embedding-type rope --disable-bias-linear --untie-embeddings-and-output-weights --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --bf16'
  $ from "$shape --tokenizer-type Llama2Tokenizer" --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1.
  $ from "$shape --tokenizer-type HuggingFaceTokenizer --tokenizer-model Qwen/Qwen3-8B" --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training llama on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1.
  $ from "$shape --tokenizer-type SentencePieceTokenizer" --instance p5.48xlarge
  hakaru: its model's vocabulary is not said; accepted: --vocab-size N, a known model as --tokenizer-model, or --model
  [2]

Linear layers with their biases, a rotation said the old way, a key head for each head: none of these is needed for a shape.

  $ plain='torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 16 --hidden-size 2048 --ffn-hidden-size 5632 --num-attention-heads 16 --swiglu --normalization RMSNorm --untie-embeddings-and-output-weights --vocab-size 32000 --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --bf16'
  $ for words in '--position-embedding-type rope --group-query-attention --num-query-groups 8' '--use-rotary-position-embeddings --disable-bias-linear'; do from "$plain $words" --instance p5.48xlarge; done
  Read as Megatron-LM pretrain_gpt.py: Training llama on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1.
  Read as Megatron-LM pretrain_gpt.py: Training llama on 262,144 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1.

Accelerate: FSDP 1's words beside FSDP 2's, and sequences over ranks by Ulysses.

  $ cat > fsdp1.yaml <<'END'
  > distributed_type: FSDP
  > fsdp_config:
  >   fsdp_reshard_after_forward: FULL_SHARD
  >   fsdp_version: 1
  > mixed_precision: bf16
  > num_machines: 1
  > num_processes: 8
  > END
  $ from 'accelerate launch --config_file fsdp1.yaml train.py --model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 1 --max_length 4096' --instance p5.48xlarge
  Read as accelerate launch: Training qwen3-8b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3.
  $ cat > ulysses.yaml <<'END'
  > distributed_type: DEEPSPEED
  > deepspeed_config: {zero_stage: 3, zero3_init_flag: true}
  > mixed_precision: bf16
  > num_machines: 1
  > num_processes: 8
  > parallelism_config: {parallelism_config_dp_replicate_size: 1, parallelism_config_dp_shard_size: 4, parallelism_config_sp_size: 2, parallelism_config_sp_backend: deepspeed}
  > END
  $ from ulysses.yaml --model llama-3.1-8b --instance p5.48xlarge
  Read as accelerate launch: Training llama-3.1-8b on 16,384 tokens: 4 sequences of 4,096 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 cp2 all-to-all dp4 mb1 zero3.

axolotl: numbers as YAML has them, the types that weights are kept in, what shards them, and its own DeepSpeed files.

  $ base='base_model: meta-llama/Llama-3.1-8B
  > micro_batch_size: 1
  > gradient_checkpointing: true
  > max_steps: 10'
  $ axolotl() { printf '%s\n' "$base" "$@" > config.yaml; from config.yaml --instance p5.48xlarge --instances 1; }
  $ axolotl 'sequence_len: 8_192' 'bf16: true' 'adapter: lora' 'lora_r: 16'
  Read as axolotl train: Training llama-3.1-8b on 655,360 tokens: 8 sequences of 8,192 tokens a step, bf16, adamw. LoRA of rank 16.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  $ axolotl 'sequence_len: 2048' 'bf16: auto' 'optimizer: adamw_bnb_8bit'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16-pure, adamw-8bit.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'fsdp: [full_shard, auto_wrap]'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'fsdp_version: 2' 'fsdp_config: {reshard_after_forward: true}' 'dp_shard_size: 4' 'dp_replicate_size: 2'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full dp-replicate2.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'deepspeed: deepspeed_configs/zero2.json'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero2 recompute full.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'deepspeed: deepspeed_configs/zero3_bf16_cpuoffload_all.json'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full offload offload-weights.
  $ printf '%s' '{"zero_optimization": {"stage": 3, "offload_param": {"device": "none"}, "offload_optimizer": {"device": "none"}}, "bf16": {"enabled": true}}' > none.json
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'deepspeed: none.json'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full.
  $ printf '%s' '{"zero_optimization": {"stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/local"}}, "bf16": {"enabled": true}}' > nvme.json
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'deepspeed: nvme.json' | sed 's/;.*//'
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: zero_optimization.offload_param.nvme_path, zero_optimization.offload_param.device=nvme
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'deepspeed: mine.json'
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: mine.json; accepted: the same without them
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'rl: dpo' 'adapter: lora' 'lora_r: 16'
  Read as axolotl train: DPO of llama-3.1-8b on 327,680 tokens: 8 pairs of 2,048 tokens each answer a step, bf16, adamw; the reference is the base without its adapters. LoRA of rank 16.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  $ axolotl 'sequence_len: 2048' 'bf16: true' 'fsdp_version: 2' 'fsdp_config: {reshard_after_forward: true}'
  Read as axolotl train: Training llama-3.1-8b on 163,840 tokens: 8 sequences of 2,048 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 recompute full.
  $ from 'axolotl train config.yaml --launcher torchrun -- --nnodes 4 --nproc_per_node 8 --rdzv_backend c10d' --instance p5.48xlarge
  Read as axolotl train: Training llama-3.1-8b on 655,360 tokens: 32 sequences of 2,048 tokens a step, bf16, adamw.
  On 4 × p5.48xlarge, tp1 pp1 dp32 mb1 zero3 recompute full.

A script that only looks like a Trainer, DeepSpeed-Chat, TRL.

  $ from 'torchrun --nproc_per_node 8 train.py --sharding_strategy=full --max_context_width=8192 --train_batch_size=1 --max_steps=50' --instance p5.48xlarge --model llama-3.1-8b | cut -c1-59
  hakaru: --from: starts no program that is supported here (a
  [2]
  $ from 'torchrun --nproc_per_node 8 train.py --per_device_train_batch_size 1 --bf16 --use_my_kernel' --instance p5.48xlarge --model llama-3.2-1b
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: --use_my_kernel; accepted: the same without them
  Read as a script around Hugging Face's Trainer: Training llama-3.2-1b on 32,768 tokens: 8 sequences of 4,096 tokens a step, bf16, adamw.
  $ from 'deepspeed --num_gpus 8 main.py --model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 4 --max_seq_len 512 --gradient_accumulation_steps 1 --gradient_checkpointing --zero_stage 3 --deepspeed --output_dir out' --instance p5.48xlarge
  Read as DeepSpeed-Chat main.py: Training llama-2-7b on 16,384 tokens: 32 sequences of 512 tokens a step, fp16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb4 zero3 recompute full.
  $ from 'trl sft --model_name_or_path Qwen/Qwen3-0.6B --dataset_name trl-lib/Capybara --per_device_train_batch_size 2 --num_processes 8' --instance p5.48xlarge
  Read as trl sft: Training qwen3-0.6b on 16,384 tokens: 16 sequences of 1,024 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 recompute full.
  $ from 'trl sft --model_name_or_path Qwen/Qwen3-0.6B --dataset_name trl-lib/Capybara --dtype bfloat16 --per_device_train_batch_size 2 --num_processes 8' --instance p5.48xlarge
  Read as trl sft: Training qwen3-0.6b on 16,384 tokens: 16 sequences of 1,024 tokens a step, bf16-pure, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 recompute full.

torchtitan: tokens in place of sequences, converters, Llama 4, and activation checkpointing by operation.

  $ from 'torchrun --nproc_per_node 8 -m torchtitan.train --module llama3 --config llama3_8b --training.num_tokens_per_microbatch_per_dp_rank 16384 --training.max_context_length 8192' --instance p5.48xlarge
  Read as torchtitan: Training llama-3-8b on 131,072 tokens: 16 sequences of 8,192 tokens a step, bf16, adamw.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 zero3 recompute selective.
  $ titan() { printf '%s\n' "$@" > titan.toml; from titan.toml --instance grand-teton-h100 --instances 1; }
  $ titan '[model]' 'name = "llama3"' 'flavor = "8B"' 'converters = ["float8"]' '[training]' 'local_batch_size = 1' 'seq_len = 8192' 'steps = 10'
  Read as torchtitan with a TOML file: Training llama-3-8b on 655,360 tokens: 8 sequences of 8,192 tokens a step, fp8, adamw.
  On 1 × grand-teton-h100, tp1 pp1 dp8 mb1 zero3 recompute selective.
  $ titan '[model]' 'name = "llama3"' 'flavor = "8B"' '[training]' 'local_batch_size = 2' 'seq_len = 8192' 'steps = 10' '[activation_checkpoint]' 'mode = "selective"' 'selective_ac_option = "op"'
  Read as torchtitan with a TOML file: Training llama-3-8b on 1,310,720 tokens: 16 sequences of 8,192 tokens a step, bf16, adamw.
  On 1 × grand-teton-h100, tp1 pp1 dp8 mb2 zero3 recompute selective.
  $ titan '[model]' 'name = "llama3"' 'flavor = "8B"' '[training]' 'local_batch_size = 2' 'seq_len = 8192' 'steps = 10' '[activation_checkpoint]' 'mode = "selective"' 'selective_ac_option = "3"'
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: activation_checkpoint.selective_ac_option=3; accepted: the same without them
  Read as torchtitan with a TOML file: Training llama-3-8b on 1,310,720 tokens: 16 sequences of 8,192 tokens a step, bf16, adamw.
  $ titan '[model]' 'name = "llama4"' 'flavor = "17bx16e"' '[training]' 'local_batch_size = 1' 'seq_len = 8192' 'steps = 10'
  Read as torchtitan with a TOML file: Training llama-4-scout on 655,360 tokens: 8 sequences of 8,192 tokens a step, bf16, adamw.
  It cannot run: does not fit on 1 × grand-teton-h100: the smallest layout (tp1 pp1 dp8 mb1 zero3 recompute selective) needs 285 GiB per device, which has 95.0 GiB; set fewer parts of the layout, or allow recompute, ZeRO or smaller types

NxD Training's preference optimisation holds a reference.

  $ cat > dpo.yaml <<'END'
  > name: hf_llama
  > trainer: {devices: 32, num_nodes: 1, max_steps: 100}
  > distributed_strategy: {tensor_model_parallel_size: 32, pipeline_model_parallel_size: 1, zero1: true, sequence_parallel: true}
  > data: {micro_batch_size: 1, global_batch_size: 4}
  > model: {encoder_seq_length: 8192}
  > model_alignment_strategy: {dpo: {kl_beta: 0.1}}
  > precision: {type: mixed_precision}
  > END
  $ from dpo.yaml --model llama-3-8b --instance trn1.32xlarge
  Read as NxD Training training_orchestrator.py: DPO of llama-3-8b on 6,553,600 tokens: 4 pairs of 8,192 tokens each answer a step, bf16, adamw; a frozen reference is held.
  On 1 × trn1.32xlarge, tp32 pp1 dp1 mb1 zero1 sp.

One question, one answer: Megatron-LM's command is predicted as the software that is asked for by its name.

  $ from 'torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --pipeline-model-parallel-size 4 --expert-model-parallel-size 8 --use-distributed-optimizer --bf16 --seq-length 4096 --micro-batch-size 1 --global-batch-size 256' --model mixtral-8x7b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py: Training mixtral-8x7b on 1,048,576 tokens: 256 sequences of 4,096 tokens a step, bf16, adamw.
  On 4 × p5.48xlarge, tp1 pp4 ep8 dp8 mb1 zero1.
  $ hakaru plan train --model mixtral-8x7b --sequence-length 4096 --global-batch 256 --items 256 --instance p5.48xlarge --instances 4 --tp 1 --pp 4 --ep 8 --micro-batch 1 --zero 1 --vpp 1 --expert-overlap false --recompute none --software megatron-lm --top 1 --json | python3 -c 'import json, sys; print("%.3g" % json.load(sys.stdin)["plans"][0]["step_time_s"])' > planned
  $ sed -n 's/^predicted: \([0-9.]*\) s a step.*/\1/p' text.txt | diff planned - && echo the same
  the same

A module that a launcher runs is a script; a machine may be named by its accelerator; the first line says how long the run takes.

  $ sft='--model_name_or_path Qwen/Qwen3-0.6B --bf16 --max_length 2048 --per_device_train_batch_size 1 --gradient_checkpointing --max_steps 100'
  $ for start in 'accelerate launch --num_processes 8 -m trl.scripts.sft' 'torchrun --nproc_per_node 8 -m trl.scripts.sft' 'python3 -m torch.distributed.run --nproc_per_node 8 -m trl.scripts.sft' 'deepspeed --num_gpus 8 --module trl.scripts.sft'; do from "$start $sft" --instance p5.48xlarge | grep '^On\|^hakaru'; done
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 recompute full.
  $ hakaru plan --from "torchrun --nproc_per_node 8 sft.py $sft" --accelerator h100-sxm 2>&1 | grep -o "^hakaru: .*\|^note: h100.*\|the run takes [0-9.]* [a-z]*"
  hakaru: '--accelerator' is read as '--instance'
  the run takes 18.6 s
  note: h100-sxm is read as dgx-h100, the usual machine with it
  $ hakaru plan --from "torchrun --nproc_per_node 8 sft.py $sft" --instance p5.48xlarge | grep -o 'the run takes [0-9.]* [a-z]*, \$[0-9]' | wc -l
  1

Little memory left is noted; what is no better than the layout before it is left out.

  $ echo '{"bf16": {"enabled": true}, "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}}}' > offload.json
  $ offload='deepspeed --num_gpus 8 train.py --deepspeed offload.json --bf16 --max_length 4096 --max_steps 9'
  $ hakaru plan --from "$offload --model_name_or_path Qwen/Qwen3-4B --per_device_train_batch_size 2 --gradient_checkpointing" --instance g5.48xlarge | grep '^note'
  note: 1.32 GiB free on each device is less than hakaru plan train keeps free unasked: the run may end for lack of memory
  $ hakaru plan --from "$offload --model_name_or_path meta-llama/Llama-3.1-8B --per_device_train_batch_size 4" --instance p4d.24xlarge | grep -o '^with the same degrees\|^the best layout.*'
  with the same degrees
