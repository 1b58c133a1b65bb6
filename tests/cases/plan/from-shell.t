Scripts, manifests and abbreviated flags, read as the shell, the platform and the engine's parser read them.

  $ hakaru() { command hakaru "$@" --wide; }
  $ from() { hakaru plan --from "$@" > text.txt 2>&1; status=$?; sed -n '/^No verdict/p;/^Read as/s/: .*//p;/^hakaru/p;/^note/p' text.txt; sed -n 's/^\(On [^:]*\): .*/\1./p;/^It cannot/p' text.txt; [ $status = 0 ] || echo "[$status]"; }

A list within a text, which a shell is given.

  $ cat > list.sh <<'END'
  > A=(
  >     --tensor-model-parallel-size 2
  >     --micro-batch-size 4
  >     --global-batch-size 64
  >     --seq-length 4096
  >     --bf16
  >     --use-distributed-optimizer
  > )
  > CMD="
  > cd /x;
  > python /x/pretrain_gpt.py ${A[@]}"
  > srun bash -c "${CMD}"
  > END
  $ from list.sh --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py
  note: it fits with any one of these: --recompute-granularity full --recompute-method uniform; --use-distributed-optimizer --use-megatron-fsdp --data-parallel-sharding-strategy optim_grads_params --no-gradient-accumulation-fusion --ckpt-format fsdp_dtensor; --seq-length 2048; --micro-batch-size 1
  It cannot run: does not fit on 1 × p5.48xlarge: the smallest layout (tp2 pp1 dp4 mb4 zero1) needs 84.7 GiB per device, which has 80.0 GiB; would fit: 1 × g7e.48xlarge

Tasks of Slurm that each start a launcher are no ranks.

  $ cat > job.sbatch <<'END'
  > #!/bin/bash
  > #SBATCH --nodes=4
  > #SBATCH --ntasks=4
  > #SBATCH --gpus-per-task=8
  > srun torchrun --nnodes 4 --nproc_per_node 8 -m torchtitan.train --module llama3 --config llama3_8b --training.local_batch_size 1 --training.seq_len 8192
  > END
  $ from job.sbatch --instance p5.48xlarge
  Read as torchtitan
  On 4 × p5.48xlarge, tp1 pp1 dp32 mb1 zero3 recompute selective.

Defaults, within one another too, arithmetic in all its forms, what Slurm sets by the lines of the same file.

  $ megatron='pretrain_gpt.py --use-distributed-optimizer --bf16 --seq-length 4096 --micro-batch-size 1 --global-batch-size 256 --tensor-model-parallel-size'
  $ printf 'NNODES=${SLURM_NNODES:-"1"}\ntorchrun --nproc_per_node 8 --nnodes $NNODES %s 8\n' "$megatron" > nodes.sh && from nodes.sh --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1 zero1.
  $ (printf '#SBATCH -N 2\n'; cat nodes.sh) > nodes.sbatch && from nodes.sbatch --model llama-3.1-8b --instance p5.48xlarge | tail -1
  On 2 × p5.48xlarge, tp8 pp1 dp2 mb1 zero1.
  $ for tp in '$((NODES * 8))' '$(expr $NODES \* 8)' '$(( NODES > 1 ? 16 : 8 ))'; do printf 'NODES=2\nTP=%s\npython3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp $TP --nnodes $NODES\n' "$tp" > tp.sh; from tp.sh --instance p5en.48xlarge | tail -1; done
  On 2 × p5en.48xlarge, tp16 pp1 dp1 mb1.
  On 2 × p5en.48xlarge, tp16 pp1 dp1 mb1.
  On 2 × p5en.48xlarge, tp16 pp1 dp1 mb1.
  $ printf ': "${MICRO:=1}"\n: "${GLOBAL:=256}"\ntorchrun --nproc_per_node=8 --nnodes=2 pretrain_gpt.py --tensor-model-parallel-size 8 --sequence-parallel --use-distributed-optimizer --bf16 --seq-length 4096 --micro-batch-size $MICRO --global-batch-size ${GLOBAL:-${OTHER:-8}}\n' > colon.sh && from colon.sh --model llama-3.1-70b --instance p5.48xlarge --json | tail -1; grep -o '"global_batch": 256' text.txt | head -1
  "global_batch": 256
  $ from 'vllm serve Qwen/Qwen3-32B --tensor-parallel-size $TP' --instance p5.48xlarge
  hakaru: vllm serve: 'tp' is said as '$TP', which only a run shows; accepted: a whole number, or a line before it that sets its variables
  [2]

Samples are those of all steps together.

  $ hakaru plan --from "torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py --tensor-model-parallel-size 8 --sequence-parallel --use-distributed-optimizer --bf16 --seq-length 4096 --micro-batch-size 1 --global-batch-size 1024 --train-samples 24414208" --model llama-3.1-70b --instance p5.48xlarge | grep -o 'on [0-9,]* tokens'
  on 100,000,595,968 tokens

Files that the script itself writes.

  $ cat > own.sh <<'END'
  > cat > extra.yml << EOF
  > enable_attention_dp: true
  > kv_cache_config:
  >   dtype: fp8
  > EOF
  > trtllm-serve deepseek-ai/DeepSeek-R1-0528 --host 0.0.0.0 --max_batch_size 512 --tp_size 8 --ep_size 8 --max_seq_len 8192 --config extra.yml
  > END
  $ from own.sh --instance p5en.48xlarge && grep -o 'KV cache fp8' text.txt
  Read as trtllm-serve
  On 1 × p5en.48xlarge, tp1 pp1 ep8 dp8 mb1.
  KV cache fp8
  $ cat > ds.sh <<'END'
  > cat > ds.json << EOF
  > {"bf16": {"enabled": true}, "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}}, "train_micro_batch_size_per_gpu": 1}
  > EOF
  > deepspeed --num_gpus=1 train.py --deepspeed ds.json --model_name_or_path meta-llama/Llama-3.1-8B --max_length 4096 --gradient_checkpointing
  > END
  $ from ds.sh --instance p5.4xlarge | grep ^On
  On 1 × p5.4xlarge, tp1 pp1 dp1 mb1 zero3 recompute full offload.

Branches whose condition the text decides; what a variable that nothing sets would decide is left out, and told.

  $ cat > branch.sh <<'END'
  > EXTRA=""
  > if [ "$EVAL" = "true" ]; then EXTRA="--context-length $LONG"; fi
  > python3 -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp 4 $EXTRA
  > END
  $ from branch.sh --instance p5.48xlarge
  Read as sglang.launch_server
  note: nothing sets $EVAL: read as a shell does, which takes it for empty
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  $ cat > choice.sh <<'END'
  > GPU=h100
  > case "$GPU" in
  >   a100) TP=2 ;;
  >   h100|h200) TP=4 ;;
  > esac
  > [[ $TP -gt 2 && -n "$GPU" ]] && LENGTH=4096 || LENGTH=8192
  > if command -v nvidia-smi; then KV=fp8; else KV=auto; fi
  > vllm serve Qwen/Qwen3-32B --tensor-parallel-size $TP --max-model-len $LENGTH --kv-cache-dtype $KV
  > END
  $ from choice.sh --instance p5.48xlarge && sed -i '/kv-cache/s/ --kv.*//' choice.sh && from choice.sh --instance p5.48xlarge | tail -1
  No verdict: neither memory nor time is predicted, since these may decide them and are not known here: --kv-cache-dtype $KV; accepted: the same without them
  Read as vllm serve
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.

Beginnings of flags, as argparse takes them; those that several flags have are refused.

  $ from 'vllm serve Qwen/Qwen3-30B-A3B --tensor_parallel 2' --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.
  $ from 'vllm serve Qwen/Qwen3-30B-A3B --max-num 64' --instance p5.48xlarge
  hakaru: --from: '--max-num' may be --max-num-batched-tokens, --max-num-seqs, --max-num-scheduled-tokens, --max-num-partial-prefills; accepted: one of them in full
  [2]
  $ from 'A=b:c vllm serve Qwen/Qwen3-30B-A3B -tp 2' --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.

A file of flags, below those of the command.

  $ printf 'model: Qwen/Qwen3-32B\ntensor-parallel-size: 4\nmax-model-len: 16384\nkv-cache-dtype: fp8\n' > flags.yaml
  $ from 'vllm serve --config flags.yaml' --instance p5.48xlarge | tail -1 && grep -o 'context 16,384.*fp8' text.txt
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  context 16,384, weights bf16, KV cache fp8
  $ from 'vllm serve --config flags.yaml --tensor-parallel-size 2' --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1.

Sizes that a manifest states: Kubeflow, LeaderWorkerSet, SkyPilot, dstack, Compose.

  $ printf '{"kind": "PyTorchJob", "spec": {"pytorchReplicaSpecs": {"Worker": {"replicas": 4, "template": {"spec": {"containers": [{"command": ["torchrun", "--nproc_per_node=8"], "args": ["pretrain_gpt.py", "--tensor-model-parallel-size=8", "--sequence-parallel", "--use-distributed-optimizer", "--bf16", "--seq-length=4096", "--micro-batch-size=1", "--global-batch-size=256"]}]}}}}}}' > job.json
  $ from job.json --model llama-3.1-70b --instance p5.48xlarge | tail -1
  It cannot run: does not fit on 4 × p5.48xlarge: the smallest layout (tp8 pp1 dp4 mb1 zero1 sp) needs 89.1 GiB per device, which has 80.0 GiB; set fewer parts of the layout, or allow recompute, ZeRO or smaller types
  $ printf '{"kind": "LeaderWorkerSet", "spec": {"replicas": 1, "leaderWorkerTemplate": {"size": 2, "workerTemplate": {"spec": {"containers": [{"image": "lmsysorg/sglang:latest", "command": ["python3", "-m", "sglang.launch_server", "--model-path", "meta-llama/Llama-3.1-405B-Instruct", "--tp", "16", "--dist-init-addr", "$(LWS_LEADER_ADDRESS):20000", "--nnodes", "$(LWS_GROUP_SIZE)", "--node-rank", "$(LWS_WORKER_INDEX)"]}]}}}}}' > lws.json
  $ from lws.json --instance p5.48xlarge | tail -1
  On 2 × p5.48xlarge, tp16 pp1 dp1 mb1.
  $ printf 'resources:\n  accelerators: {H200:8, H100:8}\nnum_nodes: 2\nenvs:\n  MODEL: deepseek-ai/DeepSeek-R1\nrun: |\n  TP=$(($SKYPILOT_NUM_GPUS_PER_NODE * $SKYPILOT_NUM_NODES))\n  python -m sglang.launch_server --model $MODEL --tp $TP --nnodes ${SKYPILOT_NUM_NODES} --node-rank ${SKYPILOT_NODE_RANK}\n' > sky.yaml
  $ from sky.yaml --instance p5en.48xlarge | tail -1
  On 2 × p5en.48xlarge, tp16 pp1 dp1 mb1.
  $ printf 'type: task\nnodes: 2\ncommands:\n  - cd x\n  - torchrun --nproc-per-node=$DSTACK_GPUS_PER_NODE --nnodes=$DSTACK_NODES_NUM pretrain_gpt.py --tensor-model-parallel-size 8 --bf16 --seq-length 4096 --micro-batch-size 1 --global-batch-size 64\nresources:\n  gpu: H100:80GB:8\n' > dstack.yaml
  $ from dstack.yaml --model llama-3.1-8b --instance p5.48xlarge | tail -1
  On 2 × p5.48xlarge, tp8 pp1 dp2 mb1.
  $ printf 'services:\n  sglang:\n    image: lmsysorg/sglang:latest\n    entrypoint: python3 -m sglang.launch_server\n    command: --model-path meta-llama/Llama-3.1-8B-Instruct --host 0.0.0.0 --port 30000\n' > compose.yaml && from compose.yaml --instance p5.4xlarge | tail -1
  On 1 × p5.4xlarge, tp1 pp1 dp1 mb1.
  $ printf '{"kind": "StatefulSet", "spec": {"replicas": 2, "template": {"spec": {"containers": [{"command": ["bash", "-c"], "args": ["python3 -m sglang.launch_server --model deepseek-ai/DeepSeek-R1 --tensor-parallel-size 16 --nnodes 2 --node-rank $POD_INDEX"]}]}}}}' > pods.json && from pods.json --instance p5en.48xlarge | tail -1
  On 2 × p5en.48xlarge, tp16 pp1 dp1 mb1.
  $ from 'sglang serve --model-path Qwen/Qwen3-32B --tp 4 --context-length 16384' --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.

Accelerators that a training leaves idle.

  $ from "torchrun --nproc_per_node 4 $megatron 4 --sequence-parallel" --model llama-3.1-8b --instance p5.48xlarge
  Read as Megatron-LM pretrain_gpt.py
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1 zero1 sp.
  $ from "torchrun --nproc_per_node 2 $megatron 2" --model llama-3.2-1b --instance p5.48xlarge | tail -1
  On 1 × p5.48xlarge, tp2 pp1 dp1 mb1 zero1.

Limits of a server are part of what is predicted.

  $ rate() { hakaru plan --from "vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4 $1" --instance p5.48xlarge --json | python3 -c "import json, sys; p = json.load(sys.stdin)['plan']; print(p['max_num_seqs'] if 'max_num_seqs' in p else p['serving']['max_num_seqs'])"; }
  $ rate '--max-num-seqs 1'; rate '--max-num-seqs 7'
  1
  7

Names of a model's own layers of prediction; files of checkpoints.

  $ from "vllm serve Qwen/Qwen3-Next-80B-A3B-Instruct -tp 4 --speculative-config '{\"method\":\"qwen3_next_mtp\",\"num_speculative_tokens\":2}'" --instance p5.48xlarge && grep -o 'draft mtp, draft_tokens 2' text.txt
  Read as vllm serve
  On 1 × p5.48xlarge, tp4 pp1 dp1 mb1.
  draft mtp, draft_tokens 2
