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
