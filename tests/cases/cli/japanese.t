Every command that answers in text does so in Japanese, each kind of answer once: with its usual status, and nothing of
the program's inside.

  $ says() {
  >   hakaru "$@" --lang ja > said 2>&1; status=$?
  >   grep -Ei 'internal error|\{[0-9]*\}' said && echo "$*"
  >   LC_ALL=C grep -qP '[\xe3-\xe9][\x80-\xbf]{2}' said || { echo "no Japanese: hakaru $*"; head -3 said; }
  >   test $status = 0 || { echo "status $status: hakaru $*"; tail -2 said; }
  > }
  $ says --help; says
  $ for command in plan compare scale simulate memory validate calibrate model instance accelerator price; do says $command --help; done
  $ for command in train serve infer; do says plan $command --help; says compare $command --help; done
  $ for command in explain run network rehearse sweep completion 'scale train' 'simulate train' 'simulate serve' \
  >     'memory train' 'memory serve' 'model show' 'compare peaks'; do says $command --help; done

What is known.

  $ says model list; says model show llama-3.1-8b; says model show stable-diffusion-1.5; says model show deepseek-v3
  $ says instance list; says instance show trn1.32xlarge; says accelerator list; says accelerator show h100; says price list --instance p4d.24xlarge
  $ says compare peaks --instance trn1.2xlarge --instance p5.48xlarge

Training.

  $ train='--model llama-3.2-1b --tokens 10B --sequence-length 2k --global-batch 64'
  $ says memory train --model llama-3.2-1b --context 2k --batch 1 --on trn1.2xlarge --rule-of-thumb
  $ says plan train $train --instance trn1.32xlarge --instances 2 --pp 2 --top 2 -o train.json
  $ says plan train $train --instance p4d.24xlarge --deadline 30d --data-set 1TB --data-set-storage s3 --top 2
  $ says compare train $train --instance p4d.24xlarge --instance trn1.32xlarge --instances 1
  $ says explain train.json; says explain train.json#2; says measure train.json; says run train.json; says run train.json --purchase on_demand=1,spot=1
  $ says simulate train train.json; says scale train $train --instance trn1.32xlarge --counts 1,2
  $ says network --on trn1.32xlarge --instances 4 --operation all_reduce --bytes 1GB
  $ says rehearse train.json --ranks 2 --steps 2; says rehearse train.json --ranks 2 --steps 2 --compare-precision fp32,bf16-sr
  $ says rehearse train.json --sequence-lengths 100,200,300 --buckets powers

Serving.

  $ serve='--model llama-3.1-8b --context 4k --instance g6e.xlarge'
  $ says memory serve --model llama-3.1-8b --context 4k --batch 4 --on g6e.xlarge --rule-of-thumb
  $ says plan serve $serve --top 2 -o static.json; says plan serve $serve --concurrency 16 --top 1 -o fleet.json
  $ says plan serve $serve --rate 1/s --ttft 2s --tpot 100ms --at p95 --top 1 -o slo.json
  $ says plan serve --model llama-3.1-8b --context 4k --instance inf2.48xlarge --concurrency 4 --top 1 -o compiled.json
  $ says compare serve --model llama-3.1-8b --context 4k --instance g6e.xlarge --instance inf2.xlarge --concurrency 4
  $ for plan in static fleet slo compiled; do says explain $plan.json; says measure $plan.json; done
  $ for plan in fleet compiled; do says simulate serve $plan.json --rate 0.2/s --count 10; done
  $ says simulate serve fleet.json --rate 0.2 --count 10 --replicas 2 --router round-robin
  $ says simulate serve fleet.json --rate 1 --count 40 --max-replicas 3 --scale-at 3

Items in batches.

  $ says plan infer --model resnet-50 --batch 8 --instance g5.xlarge --top 2 -o items.json
  $ says plan infer --model bert-base-uncased --sequence-length 128 --batch 8 --instance inf2.xlarge --top 2 -o words.json
  $ says compare infer --model yolov5s --batch 8 --instance g5.xlarge --instance inf1.xlarge
  $ says explain items.json; says explain words.json; says measure items.json

Measurements.

  $ cat > kernels.csv <<'X'
  > accelerator,software,dtype,m,n,k,latency_us
  > h100-sxm,vLLM 0.24.0,bf16,8192,8192,8192,1575.1
  > X
  $ cat > items.csv <<'X'
  > id,series,model,accelerator,instance,accelerators,dtype,batch,seq_or_image,latency_ms_p50,items_per_s,notes
  > X1,own,bert-large-uncased,neuroncore-v2,inf2.xlarge,2,fp32,1,128,2.694,738.6,autocast=Matmult-BF16
  > X
  $ cat > memory.csv <<'X'
  > id,model,base_model,family,accelerator,accelerators,tp,pp,dp,seq_len,recompute,micro_batch,global_batch,precision,component,memory_gib
  > M1,gpt3,gpt3-175b,decoder,a100-sxm-80gb,64,8,8,1,2048,none,1,64,fp16,activations,66.84375
  > X
  $ cat > steps.csv <<'X'
  > id,series,model,base_model,family,seq_len,accelerator,machine,accelerators,tp,pp,dp,zero,recompute,micro_batch,global_batch,precision,software,step_time_s
  > T1,own,Llama3-8B,llama-3.1-8b,decoder,8192,h100-sxm,p5.48xlarge,32,1,1,32,3,selective,1,32,bf16,,1.207369
  > X
  $ cat > served.csv <<'X'
  > id,series,model,base_model,accelerator,instance,accelerators,tp,pp,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms
  > S1,own,Qwen3-32B,qwen3-32b,h100-sxm,,8,8,1,vllm 0.12.0,server,8,1024,1024,100,10
  > X
  $ says validate operators kernels.csv; says validate training steps.csv; says validate memory memory.csv
  $ says validate serving served.csv; says validate inference items.csv
  $ for i in $(seq 200); do echo "l40s,own,bf16,$((i * 128)),4096,4096,$((20 + 10 * i))"; done > rows
  $ { head -1 kernels.csv; cat rows; } > gemm.csv; says calibrate operators gemm.csv --accelerator l40s -o own

Scenarios.

  $ cat > sweep.toml <<'X'
  > [base]
  > job = "train"
  > model = "gpt2-xl"
  > tokens = "1B"
  > sequence_length = "1k"
  > global_batch = 32
  > instance = "p4d.24xlarge"
  > instances = 1
  > X
  $ says sweep sweep.toml -o swept.csv
