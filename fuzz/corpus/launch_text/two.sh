srun -N 2 --ntasks-per-node=8 trtllm-serve m --tp_size 16 --ep_size 4 --config x.yml; accelerate launch --num_processes 16 train.py --bf16
