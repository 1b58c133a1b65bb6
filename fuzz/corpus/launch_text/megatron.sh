env A=1 torchrun --nproc-per-node 8 --nnodes=4 $'/m\x2fpretrain_gpt.py' --tensor-model-parallel-size 4
  --num-layers-per-virtual-pipeline-stage 2 --bf16 --use-distributed-optimizer --micro-batch-size 1 --global-batch-size 64
