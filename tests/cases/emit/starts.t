Launch files start: what the engines' own sources ask for.

  $ of() { hakaru plan "$@" --top 1 -o plan.json > plan.txt; }
  $ says() { hakaru emit plan.json "${@:2}" | grep -oE -- "$1"; }

Keys of a SageMaker container are names; a flag of JSON is one of them, as JSON.

  $ of serve --model llama-3.3-70b-instruct --weights fp8 --users 50 --instance p5.48xlarge
  $ hakaru emit plan.json --for vllm,sagemaker --speculate 3 --draft eagle3 --draft-model yuhuili/EAGLE3-LLaMA3.3-Instruct-70B -o sage > text.txt
  $ (cd sage && /usr/bin/python3 - <<'END'
  > import re, sys, types
  > class Client:
  >     def __getattr__(self, name):
  >         def call(**told):
  >             if name == "create_model":
  >                 environment = told["PrimaryContainer"]["Environment"]
  >                 assert all(re.fullmatch("[a-zA-Z_][a-zA-Z0-9_]*", key) for key in environment), environment
  >                 print(environment["SM_VLLM_SPECULATIVE_CONFIG"])
  >                 sys.exit()
  >         return call
  > sys.modules["boto3"] = types.SimpleNamespace(client=lambda *names, **more: Client())
  > exec(compile(open("sagemaker_serve.py").read(), "sagemaker_serve.py", "exec"), {"__file__": "sagemaker_serve.py", "__name__": "__main__"})
  > END
  > )
  {"method":"eagle3","model":"yuhuili/EAGLE3-LLaMA3.3-Instruct-70B","num_speculative_tokens":3}

TensorRT-LLM of the image counts and names drafts so.

  $ hakaru emit plan.json --for trtllm --speculate 4 --draft model --draft-model meta-llama/Llama-3.2-1B-Instruct -o target > text.txt; grep -A 3 speculative target/trtllm.yaml; grep Draft target/README.md
  speculative_config:
    decoding_type: DraftTarget
    speculative_model: meta-llama/Llama-3.2-1B-Instruct
    max_draft_len: 4
  return_perf_metrics: true
  enable_iter_perf_stats: true
  - `speculative_config.decoding_type=DraftTarget`: up to 1.2.1

Models that bring their code are trusted where they do, others are not.

  $ for model in kimi-k2 mimo-v2-flash; do of serve --model $model --users 50 --instance p5en.48xlarge --instances 2; for engine in vllm sglang; do says '--trust.remote.code' --for $engine; done; done; says '--trust.remote.code' --for trtllm
  --trust-remote-code
  --trust-remote-code
  --trust-remote-code
  --trust-remote-code
  --trust_remote_code
  $ for model in internlm2.5-7b baichuan2-7b; do of serve --model $model --users 5 --instance p5.4xlarge; says '--trust.remote.code' --for vllm; done
  --trust-remote-code
  --trust-remote-code
  $ of serve --model deepseek-v3 --users 100 --instance p5en.48xlarge --ep 8 --dp 8 --tp 1 --ttft none --tpot none; says '--trust.remote.code' --for vllm
  [1]

What an engine has words for and does not run is refused.

  $ hakaru emit plan.json --for sglang --speculate 3 --draft model --draft-model deepseek-ai/DeepSeek-V2-Lite
  hakaru: sglang.launch_server cannot run this plan: it drafts by another model (STANDALONE) without attention of each replica alone; accepted: --draft eagle3, --draft mtp, or plans of one replica, --dp 1
  [1]
  $ hakaru emit plan.json --for trtllm --speculate 2 --draft mtp -o mtp > text.txt; grep -A 2 speculative mtp/trtllm.yaml
  speculative_config:
    decoding_type: MTP
    num_nextn_predict_layers: 2
  $ of serve --model mixtral-8x7b --users 50 --instance p4de.24xlarge --ep 8 --dp 8 --tp 1 --ttft none --tpot none; hakaru emit plan.json --for sglang
  hakaru: sglang.launch_server cannot run this plan: its Mixtral has no attention of each replica (--enable-dp-attention); accepted: plans of one replica, --dp 1
  [1]
  $ of train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 2 --software hf-trainer-deepspeed --tp 2 --ep 8 --zero 3 --sequence-parallel false; hakaru emit plan.json --for deepspeed
  hakaru: a script around Hugging Face's Trainer with DeepSpeed cannot run this plan: its AutoEP runs ZeRO 3 without tensor parallelism alone; the nearest that it can run: tp1 pp1 ep8 dp16 mb2 zero3 recompute full, 0.34 times as long a step: plan again with --tp 1
  [1]

Axolotl on several machines is started by torchrun, on one by itself; its command is read back.

  $ of train --model llama-3.1-70b --tokens 10B --instance p5.48xlarge --instances 8 --software pytorch-fsdp
  $ hakaru emit plan.json --for axolotl,slurm -o axolotl > text.txt; grep -A 9 launcher axolotl/launch.sh
    --launcher torchrun \
    -- \
    --nnodes 8 \
    --nproc_per_node 8 \
    --rdzv_id hakaru \
    --rdzv_backend c10d \
    --rdzv_endpoint "${HEAD}":29500
  $ hakaru plan --from axolotl/launch.sh --instance p5.48xlarge | grep -oE '^Read as [^:]*|[0-9]+ × p5.48xlarge:.*zero3'
  8 × p5.48xlarge: the smallest layout (tp1 pp1 dp64 mb4 zero3
  Read as axolotl train
  $ hakaru emit plan.json --for axolotl,hyperpod-eks
  hakaru: Amazon SageMaker HyperPod with EKS cannot run this plan: its operator starts what torchrun starts elsewhere, which this program is not
  [1]

torchtitan counts in tokens, and its last word says what is recomputed; a note names another software than planned.

  $ of train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 1 --software pytorch-fsdp
  $ hakaru emit plan.json --for torchtitan -o titan | grep -E 'tokens_per|max_context|graphs'; tail -1 titan/launch.sh
    --training.disable_cuda_graphs \
    --training.num_tokens_per_microbatch_per_dp_rank 8192 \
    --training.num_tokens_per_train_step 2097152 \
    --training.max_context_length 4096 \
    --checkpoint.interval 500 activation-checkpoint:none
  $ hakaru plan --from titan --instance p5.48xlarge --model llama-3.1-8b | grep -E '^(Read|Assumed|Left|On|.*tokens a step)'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 zero2: 27.0 s a step, MFU 50.5 %; the run takes 35.9 h, $1,974.
  Read as torchtitan: Training llama-3.1-8b on 10,001,317,888 tokens: 512 sequences of 4,096 tokens a step, bf16, adamw.
  $ hakaru plan --from 'torchrun --nproc_per_node 8 -m torchtitan.train --module llama3 --config llama3_8b --training.local_batch_size 2 --training.seq_len 8192 --activation_checkpoint.mode full' --instance p5.48xlarge | grep -E '^(Read|Left|On)'
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb2 zero3 recompute full: 2.43 s a step, MFU 39.4 %.
  Read as torchtitan: Training llama-3-8b on 131,072 tokens: 16 sequences of 8,192 tokens a step, bf16, adamw.
  $ hakaru emit plan.json --for hf-trainer -o other | grep note; grep -o 'max_length.*' other/launch.sh
  note: figures are of torchtitan; a script around Hugging Face's Trainer keeps other memory and takes other time: plan again with --software hf-trainer
  max_length 4096 \

TRL is asked for the types and the length that were planned; Megatron Bridge says where the weights are that it starts from.

  $ of train --model llama-3.1-8b --tokens 50M --lora-rank 16 --instance g6e.xlarge --software hf-trainer
  $ says '--(dtype|max_length).*' --for hf-trainer
  --max_length 4096 \
  --dtype bfloat16 \
  $ hakaru emit plan.json --for hf-trainer -o lora > text.txt; hakaru plan --from lora --model llama-3.1-8b --instance g6e.xlarge | grep -E '^(Read|Assumed|Left)'
  Read as a script around Hugging Face's Trainer: Training llama-3.1-8b on 50,069,504 tokens: 64 sequences of 4,096 tokens a step, bf16, adamw. LoRA of rank 16.
  $ of train --model llama-3.1-8b --tokens 50M --lora-rank 16 --lora-base nf4 --instance p5.48xlarge --instances 1 --software hf-trainer --zero 3; says '--bnb.*storage.*' --for hf-trainer
  --bnb_4bit_quant_storage bfloat16 \
  $ of train --model llama-3.1-70b --tokens 50M --lora-rank 16 --instance p5.48xlarge --software nemo-megatron; says 'checkpoint.pretrained.*' --for megatron-bridge
  checkpoint.pretrained_checkpoint="${PRETRAINED}" \
  $ hakaru emit plan.json --for megatron-bridge -o bridge > text.txt; grep PRETRAINED bridge/README.md
  - `PRETRAINED`: the weights to start from

Gated models are fetched by a token everywhere.

  $ hakaru emit plan.json --for megatron-bridge,kubernetes -o many > text.txt; of train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 1
  $ for platform in kubernetes eks hyperpod-eks sagemaker skypilot ecs; do hakaru emit plan.json --for megatron-bridge,$platform -o train-$platform > text.txt; done
  $ of serve --model llama-3.1-8b --users 20 --instance g6e.xlarge; hakaru emit plan.json --for vllm,ecs -o ecs > text.txt
  $ for file in many/train.yaml train-*/{train.yaml,sagemaker_train.py,task-definition.json} ecs/task-definition.json; do [ ! -e $file ] || grep -q HF_TOKEN $file || echo none in $file; done

MaxText's tokenizer is Hugging Face's.

  $ of train --model llama-3.1-8b --tokens 10B --instance tpu-v5p-4 --instances 8 --region any --usd-per-hour 16; says 'tokenizer.*' --for maxtext
  tokenizer_path="${TOKENIZER}" \
  tokenizer_type=huggingface \

Disks hold the weights.

  $ of serve --model deepseek-v3 --users 20 --instance p5.48xlarge --instances 2 --tp 16 --tpot 200ms; hakaru emit plan.json --for vllm,eks -o disk > text.txt; grep volumeSize disk/eks.yaml
      volumeSize: 900
  $ hakaru emit plan.json --for vllm,skypilot -o sky > text.txt; grep disk_size sky/service.yaml
    disk_size: 900
  $ hakaru emit plan.json --for vllm,hyperpod -o pod > text.txt; grep -o '"VolumeSizeInGB": [0-9]*' pod/create-cluster.json
  "VolumeSizeInGB": 900

SGLang's parts meet by NIXL on EFA.

  $ of serve --model llama-3.1-70b --rate 40/s --instance p5.48xlarge --instances 4 --engine sglang --disaggregate true
  $ hakaru emit plan.json --for sglang,kubernetes -o apart | head -1; grep -rhoE 'transfer-backend.*' apart | sort -u
  hakaru: llama-3.1-70b, 4 × p5.48xlarge, tp4 dp8 5P:3D
  transfer-backend nixl

vLLM keeps states in blocks: no more sequences than these start, and no more run than have one of each group.

  $ of serve --model qwen3.5-27b --weights fp8 --offline --context 8k --instance p5.4xlarge --instances 1; says 'max-num-seqs.*' --for vllm
  max-num-seqs 216 \
  $ from() { hakaru plan --from "vllm serve Qwen/Qwen3.5-27B-FP8 --gpu-memory-utilization 0.95 $1" --instance p5.4xlarge; }
  $ from "--max-num-seqs 1024" | grep cannot
  It cannot run: vllm serve cannot start: 1024 sequences (max_num_seqs) > 950 blocks of the KV cache, of which each takes 4 for its states and tokens; accepted: max_num_seqs 237 or fewer, as many as run at once
  $ from "--max-num-seqs 200" | grep -c 'predicted: TTFT'
  1

Rows of measurements state the limits that a server ran with: what is above them waits.

  $ printf 'id,model,accelerator,accelerators,tp,weight_dtype,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms,trust,year,max_num_seqs\na,llama-3.1-8b,h100-sxm,1,1,bf16,vLLM 0.11,server,400,512,128,3000,20,high,2025,\nb,llama-3.1-8b,h100-sxm,1,1,bf16,vLLM 0.11,server,400,512,128,3000,20,high,2025,256\n' > rows.csv
  $ hakaru validate serving rows.csv --json | /usr/bin/python3 -c "import json, sys; a, b = [row['predicted'] for row in json.load(sys.stdin)['rows'] if row['metric'] == 'ttft_ms']; print(a < 1000, 2000 < b < 5000)"
  True True
