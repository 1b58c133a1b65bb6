What strangers typed: taken as it is meant, with a line that says so, or refused with what to type.

  $ first() { COLUMNS=200 hakaru "$@" 2>&1 | head -1; }
  $ notes() { COLUMNS=100 hakaru "$@" 2>&1 | grep -A1 -E "^(hakaru|note): " ; }

1. A family of one size is that instance, of several its sizes are named; case and blanks mean nothing.

  $ notes plan train --model llama-3.1-8b --tokens 1B --instance p4d | grep read
  note: p4d is read as p4d.24xlarge
  $ first plan train --model llama-3.1-8b --tokens 1B --instance p6-b200
  Rent 1 × p6-b200.48xlarge: 1.72 h, $196.
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5
  hakaru: instance 'p5' is a family of several; accepted: p5.48xlarge, p5.4xlarge
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p6
  hakaru: instance 'p6' is not known; nearest: p6-b200.48xlarge, p6-b300.48xlarge, a40-8; one of your own: hakaru catalog add
  [2]
  $ first plan train --model llama-3.1-8b --tokens 1B --instance 'DGX H100'
  Use 2 × dgx-h100: 1.61 h.
  $ hakaru price list p6-b200 --price capacity_blocks | sed -n 2p
  p6-b200.48xlarge  us      capacity_block  $82.37  2026-06-23  [1]
  $ first fit p4d
  250 of 285 models fit on p4d.24xlarge (8 × a100-sxm-40gb); the largest is deepseek-v4-flash.
  $ notes network --on p4d --instances 2 --op allreduce --size 1GB
  hakaru: '--op' is read as '--operation'
  hakaru: '--size' is read as '--bytes'
  all_reduce of 1.00 GB over 2 × p4d.24xlarge: 4 ports each, 2 leaf switches of 64 uplinks; paths:
  --
  note: p4d is read as p4d.24xlarge

2. An accelerator where an instance is asked for is its usual machine; several accelerators are compared.

  $ COLUMNS=140 hakaru compare train --model llama-3.1-8b --tokens 1B --instance gaudi3 --instance mi300x --instance h100 | cut -c1-100 | sed -n '5,8p;/^note/p'
  1 × gaudi3-8  tp1 dp8 mb4 zero2     7.96 s    2.11 h     –  15.2 kWh    1.00×       –     1.00
  8 × mi300x-8  tp1 dp64 mb4 zero3    1.34 s  21.3 min     –    17 kWh    5.95×       –     1.12
  2 × dgx-h100  tp2 dp8 mb4 zero1 sp  6.07 s    1.61 h     –    18 kWh    1.31×       –     1.19
  
  note: gaudi3 is read as gaudi3-8, the usual machine with it
  note: mi300x is read as mi300x-8, the usual machine with it
  note: h100 is read as dgx-h100, the usual machine with it
  $ COLUMNS=140 hakaru compare train --model llama-3.1-8b --tokens 1B --accelerator trainium2 --accelerator h100 | cut -c1-60 | sed -n '5,7p'
  4 × trn2.3xlarge  tp4 pp2 dp2 mb2 zero1 sp  47.0 s    12.8 
  4 × p5.48xlarge   tp2 dp16 mb4 zero1 sp     3.06 s  52.8 mi
  
  $ hakaru compare train --model llama-3.1-8b --tokens 1B --accelerator h100
  hakaru: compare needs --instance or --accelerator at least twice; found 1
  [2]
  $ echo '{"question": "compare_serve", "model": "llama-3.1-8b", "accelerator": ["h100", "l40s"]}' | hakaru ask - | python3 -c 'import json, sys; print([each["instance"] for each in json.load(sys.stdin)["comparisons"]])'
  ['h100-sxm', 'l40s']

3. A class of accelerators is all of it.

  $ first plan infer --model bert-base-uncased --items 1M --accelerator cpu
  Rent 1 × c7i.8xlarge: 2.16 h, $3.09.
  $ first plan infer --model bert-base-uncased --items 1M --accelerator tpu
  Rent 1 × ct5lp-hightpu-4t: 7.81 min, $0.625.
  $ first plan train --model llama-3.1-8b --tokens 1B --accelerator trainium
  Rent 1 × inf2.48xlarge: 17.4 h, $225.
  $ first plan serve --model llama-3.1-8b --accelerator rtx
  Rent 1 × 1rtx6000ada.10v: $603 a month, 95 % likely to keep the limits.
  $ hakaru plan serve --model llama-3.1-8b --accelerator gpux
  hakaru: accelerator 'gpux' is not known; nearest: tpu7x, gaudi, gb10
  [2]

4. Kinds of price, however they are written.

  $ for kind in capacity-block 'Capacity Blocks' on-demand On_Demand; do hakaru price list p5en.48xlarge --price "$kind" | sed -n 2p | cut -c1-50; done
  p5en.48xlarge  us      capacity_block  $45.77  202
  p5en.48xlarge  us      capacity_block  $45.77  202
  p5en.48xlarge  ap-northeast-1  on_demand  $79.12  
  p5en.48xlarge  ap-northeast-1  on_demand  $79.12  
  $ hakaru price list p5en.48xlarge --price savings-plan
  hakaru: 'savings-plan' is a price of several kinds; accepted: savings_1y, savings_3y
  [2]
  $ hakaru price list p5en.48xlarge --price reserved
  hakaru: 'reserved' is not a kind of price; accepted: on_demand, savings_1y, savings_3y, capacity_block, spot, sagemaker_training, sagemaker_hosting, sagemaker_hyperpod
  [2]

5. A bare word is the model.

  $ COLUMNS=200 hakaru plan serve gpt-oss-120b --users 50 2>&1 | head -2
  hakaru: 'gpt-oss-120b' is read as '--model gpt-oss-120b'
  Rent 1 × g7e.2xlarge: $2,455 a month, 97 % likely to keep the limits.
  $ COLUMNS=200 hakaru plan serve openai/gpt-oss-120b --users 50 2>&1 | head -2
  hakaru: 'openai/gpt-oss-120b' is read as '--model openai/gpt-oss-120b'
  Rent 1 × g7e.2xlarge: $2,455 a month, 97 % likely to keep the limits.
  $ hakaru memory serve llama-3.1-8b | head -1
  15.1 GiB per device.
  $ COLUMNS=200 hakaru compare serve llama-3.1-8b --instance p5 2>&1 | head -2
  hakaru: 'llama-3.1-8b' is read as '--model llama-3.1-8b'
  hakaru: instance 'p5' is a family of several; accepted: p5.48xlarge, p5.4xlarge
  $ hakaru memory llama-3.1-8b
  hakaru: 'llama-3.1-8b' is not a command of memory; of a model say: hakaru memory train|serve llama-3.1-8b
  [2]
  $ hakaru plan serve gpt-oss-12b
  hakaru: 'gpt-oss-12b' is read as '--model gpt-oss-12b'
  hakaru: 'gpt-oss-12b' is neither a known model nor a file; the nearest known: gpt-oss-120b, gpt-oss-20b, gpt-j-6b ('hakaru model list' shows all)
  [2]
  $ hakaru plan serve no-such.toml
  hakaru: no-such.toml: cannot be read: no such file
  [2]

6. Samples and epochs.

  $ notes plan train --model llama-3.1-8b --samples 50k --epochs 3 --seq-len 2048 --instance p5.48xlarge
  hakaru: '--samples' is read as '--items'
  hakaru: '--seq-len' is read as '--sequence-length'
  Rent 2 × p5.48xlarge: 32.6 min, $59.86.
  --
  note: 50,000 samples of 2,048 tokens, 3 epochs: 307,200,000 tokens
  $ notes plan train --model llama-3.1-8b --tokens 100M --epochs 3 --instance p5.48xlarge
  note: 100,000,000 tokens, 3 epochs: 300,000,000 tokens
  $ notes plan train --model stable-diffusion-xl --images 1M --epochs 2 --instance p5.48xlarge
  hakaru: '--images' is read as '--items'
  Rent 2 × p5.48xlarge: 2.51 h, $276.
  --
  note: each step is launched as one CUDA graph, as mlperf runs it; --captured-step false: one by one
  Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.
  note: 1,000,000 items, 2 epochs: 2,000,000 items
  $ hakaru plan train --model llama-3.1-8b --tokens 100M --epochs 3 --global-batch 64..128 --what-if network=2x --instance p5.48xlarge | grep epochs
  note: 100,000,000 tokens, 3 epochs: 300,000,000 tokens
  $ hakaru plan train --model llama-3.1-8b --epochs 3
  hakaru: --tokens is missing; it is needed for this job; --epochs needs --tokens, --items
  [2]
  $ hakaru plan infer --model bert-base-uncased --items 1M --epochs 3
  hakaru: '--epochs' is not a flag of infer; for a training run: hakaru plan train … --epochs
  [2]
  $ echo '{"question": "plan_train", "model": "llama-3.1-8b", "items": 50000, "epochs": 3, "sequence_length": 2048, "instance": "p5.48xlarge"}' | hakaru ask - | python3 -c 'import json, sys; print(json.load(sys.stdin)["notes"][0])'
  50,000 samples of 2,048 tokens, 3 epochs: 307,200,000 tokens

7. A length beyond the model's longest by 1,024 and within it by 1,000.

  $ notes plan serve --model glm-4.6 --context 200k --input-length 1000 --output-length 200 --accelerator h200
  note: 200k is read as 200,000 tokens: 204,800 are more than the longest sequence of glm-4.6, 202,752
  $ hakaru plan serve --model glm-4.6 --context 300k
  hakaru: --context is 307,200; the longest sequence of glm-4.6 is 202,752, or what rope_scaling in its config.json makes it
  [2]
  $ notes memory serve --model glm-4.6 --context 200k
  note: 200k is read as 200,000 tokens: 204,800 are more than the longest sequence of glm-4.6, 202,752

8. Flags of other tools and of other commands.

  $ notes plan train --model llama-3.1-8b --grpo --prompts 10000 --instance p5.48xlarge
  hakaru: '--grpo' is read as '--algorithm grpo'
  hakaru: '--prompts' is read as '--items'
  hakaru: --input-length, --output-length are missing; they are needed for this job
  $ notes plan train --model llama-3.1-8b --tokens 1B --seq 4096 --instance p5.48xlarge
  hakaru: '--seq' is read as '--sequence-length'
  Rent 4 × p5.48xlarge: 52.8 min, $194.
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --checkpoint-interval 1h
  hakaru: '--checkpoint-interval' is not a flag of train; commands with --checkpoint-interval: hakaru run
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --mtbf 3h --checkpoint-every 1h
  hakaru: '--mtbf' is not a flag of train; commands with --node-mtbf: hakaru run; '--checkpoint-every' is not a flag of train; commands with --checkpoint-interval: hakaru run
  [2]
  $ hakaru validate training --by accelerator
  hakaru: '--by' is not a flag of training; commands with --by: hakaru validate
  [2]

9. Sides of pictures.

  $ first plan infer --model stable-diffusion-xl --items 1M --image-size 1024x1024
  Rent 1 × g6e.xlarge: 47.2 days, $2,107.
  $ notes plan infer --model stable-diffusion-xl --items 1M --image-size 832x1216
  note: as tensorrt runs it; --software pytorch: as PyTorch does, nothing compiled
  Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.
  note: 832x1216 is read as 1006 pixels along each side, as many in all
  $ hakaru plan infer --model stable-diffusion-xl --items 1M --image-size big
  hakaru: --image-size is 'big'; accepted: 1 … 16384
  [2]

10. Hours of sound.

  $ notes plan serve --model whisper-large-v3 --offline --items '10000 hours'
  note: not ranked, as software for this model or job ends there, has ended, or never ran: g4ad, g5g,
    inf1; name them to rank them (--family)
  --
  note: 10000 hours of sound are 1,200,000 items of 30.0 s
  $ notes plan serve --model whisper-large-v3 --offline --items 1万時間
  note: not ranked, as software for this model or job ends there, has ended, or never ran: g4ad, g5g,
    inf1; name them to rank them (--family)
  --
  note: 1万時間 of sound are 1,200,000 items of 30.0 s
  $ hakaru plan infer --model whisper-large-v3 --items 500h --accelerator l40s --price spot
  hakaru: --model is whisper-large-v3, which writes its answers token by token; ask: hakaru plan serve --model whisper-large-v3 --offline --items 60000 --accelerator l40s --price spot
  [2]
  $ hakaru plan serve --model llama-3.1-8b --offline --items 500h
  hakaru: --items is '500h'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]

11. Sweeps.

  $ printf '[base]\njob = "serve"\nmodel = "llama-3.1-8b"\ninstance = "p5.48xlarge"\n[grid]\nrate = ["1/s", "5/s"]\n' > sweep.toml
  $ hakaru sweep sweep.toml | cut -d, -f1-4
  index,scenario.rate,instance,instances
  0,1/s,p5.48xlarge,1
  1,5/s,p5.48xlarge,1
  $ hakaru sweep sweep.toml --json
  {"error":{"kind":"bad_input","exit_status":2,"message":"-o is missing: hakaru sweep SWEEP.toml -o out.csv"}}
  hakaru: -o is missing: hakaru sweep SWEEP.toml -o out.csv
  [2]
  $ printf '[base]\nkind = "serve"\nmodel = "llama-3.1-8b"\n' | hakaru sweep -
  hakaru: -: 'base.kind' is not a key of a scenario; say: job = "serve"
  [2]
  $ printf '[base]\nquestion = "plan_train"\nmodel = "llama-3.1-8b"\n' | hakaru sweep -
  hakaru: -: 'base.question' is not a key of a scenario; say: job = "train"
  [2]
  $ hakaru scale serve llama-3.1-8b --instance p5.48xlarge --rate 1,5
  hakaru: 'serve' is not a command of scale, which is of training; many loads in one table: printf 'base = {job = "serve", model = "llama-3.1-8b", instance = "p5.48xlarge"}\ngrid = {rate = ["1", "5"]}\n' | hakaru sweep -
  [2]
  $ eval "$(hakaru scale serve llama-3.1-8b --instance p5.48xlarge --rate 1,5 2>&1 | sed 's/.*table: //')" | cut -d, -f1-4
  index,scenario.rate,instance,instances
  0,1,p5.48xlarge,1
  1,5,p5.48xlarge,1

12. Failures that cannot be counted are not passed over.

  $ hakaru catalog add box --accelerator h100 --accelerators 8 --links nvlink --price '$20' --data own >/dev/null
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance box --instances 1 --data own -o plan.json >/dev/null
  $ hakaru run plan.json --node-mtbf 3h --data own
  hakaru: --node-mtbf needs the speed at which checkpoints are written, not known of box; accepted: --checkpoint-bandwidth 5GB, or --checkpoint-storage: ebs-gp3, ebs-io2, efs, fsx-lustre, fsx-lustre-efa, s3
  [2]
  $ hakaru run plan.json --node-mtbf 3h --checkpoint-bandwidth 5GB --data own | head -1
  Training llama-3.1-8b on 1,000,000,000 tokens: 256 sequences of 4,096 tokens a step, bf16, adamw.

13. The table that nvidia-smi draws.

  $ cat > own.txt <<'END'
  > Thu Nov 26 09:14:02 2026       
  > +---------------------------------------------------------------------------------------+
  > | NVIDIA-SMI 535.104.05             Driver Version: 535.104.05   CUDA Version: 12.2     |
  > |-----------------------------------------+----------------------+----------------------+
  > | GPU  Name                 Persistence-M | Bus-Id        Disp.A | Volatile Uncorr. ECC |
  > | Fan  Temp   Perf          Pwr:Usage/Cap |         Memory-Usage | GPU-Util  Compute M. |
  > |                                         |                      |               MIG M. |
  > |=========================================+======================+======================|
  > |   0  NVIDIA A100-SXM4-80GB          On  | 00000000:07:00.0 Off |                    0 |
  > | N/A   31C    P0              61W / 400W |      4MiB / 81920MiB |      0%      Default |
  > |                                         |                      |             Disabled |
  > +-----------------------------------------+----------------------+----------------------+
  > |   1  NVIDIA A100-SXM4-80GB          On  | 00000000:0B:00.0 Off |                    0 |
  > | N/A   30C    P0              60W / 400W |      4MiB / 81920MiB |      0%      Default |
  > |                                         |                      |             Disabled |
  > +-----------------------------------------+----------------------+----------------------+
  >                                                                                          
  > +---------------------------------------------------------------------------------------+
  > | Processes:                                                                            |
  > |  GPU   GI   CI        PID   Type   Process name                            GPU Memory |
  > |        ID   ID                                                             Usage      |
  > |=======================================================================================|
  > |    0   N/A  N/A      4711      C   /usr/bin/python3                             1024MiB |
  > +---------------------------------------------------------------------------------------+
  > END
  $ hakaru catalog add two own.txt --links nvlink --data own | head -4
  two is added to own
  
  what          value                                  source
  accelerator   a100-sxm-80gb (NVIDIA A100-SXM4-80GB)  nvidia-smi of 2026-11-30 (own.txt)
  $ sed 's/A100-SXM4-80GB /A100-SXM... /' own.txt > short.txt
  $ hakaru catalog add two short.txt --links nvlink --data own
  hakaru: short.txt: the name 'NVIDIA A100-SXM...' is cut off; accepted: nvidia-smi --query-gpu=name,memory.total --format=csv
  [2]
