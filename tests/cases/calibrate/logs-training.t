What trainers print becomes rows of measurements: the median of the steady steps, with what the log says of its run.

  $ hakaru() { command hakaru "$@" --wide; }
  $ asked='--model llama-3.1-8b --accelerator h100 --accelerators 8 --tp 1 --pp 1 --sequence-length 8k'
  $ rows() { hakaru calibrate training "$@" --rows rows.csv | head -1; python3 -c '
  > import csv
  > for row in csv.DictReader(open("rows.csv")):
  >     print(*[f"{key}={row[key]}" for key in ("software", "accelerators", "tp", "vpp", "global_batch", "seq_len", "step_time_s", "memory_gib") if row.get(key)])'; }
  $ python3 - <<'X'
  > step = " [2025-03-11 09:10:{0:02d}] iteration {0:8d}/     500 | consumed samples: {1:12d} | elapsed time per iteration (ms): {2} | learning rate: 1.2E-06 | global batch size:   128 | lm loss: 1.07E+01 |"
  > lines = ["using world size: 8, data-parallel size: 2, tensor-model-parallel size: 4, pipeline-model-parallel size: 1", "  seq_length ...................................... 4096"]
  > lines += [step.format(n, n * 128, 9100.4 if n < 3 else 5500.0 + n % 3) for n in range(1, 31)]
  > lines[20] = lines[20][:100]  # the disk was full
  > lines[12] = lines[12][:90] + lines[13]  # two ranks at once
  > lines += [lines[-1], "[Rank 0] (after 10 iterations) memory (MB) | allocated: 30110.2 | max allocated: 51200.0 | reserved: 60000.0", "  virtual_pipeline_model_parallel_size ............ None"]
  > print("\n".join(lines), file=open("megatron.log", "w"))
  > X
  $ rows megatron.log --model llama-3.1-8b --accelerator h100
  megatron.log: Megatron-LM, 1 run; 28 lines or steps tell a step's time, the first 10 left out; 2 lines are cut off or garbled: skipped; 1 tell of a step again: skipped
  software=megatron-core-2024 accelerators=8 tp=4 vpp=1 global_batch=128 seq_len=4096 step_time_s=5.501 memory_gib=50
  $ chunks() { { printf '  %s ........ %s\n' num_layers 32 pipeline_model_parallel_size 4 "$@"; cat megatron.log; } | grep -v -e 'model-parallel size' -e '_parallel_size .* None' > chunks.log; rows chunks.log --model llama-3.1-8b --accelerator h100 --accelerators 8 --tp 1 --global-batch 128 | grep -o 'vpp=.*global' ; }
  $ chunks virtual_pipeline_model_parallel_size 2
  vpp=2 global
  $ chunks num_layers_per_virtual_pipeline_stage 2
  vpp=4 global
  $ chunks num_virtual_stages_per_pipeline_rank 8
  vpp=8 global
  $ chunks num_layers_per_virtual_pipeline_stage 3
  [1]
  $ for n in $(seq 0 29); do echo "0: Training epoch 0, iteration $n/99 | lr: 1.2e-06 | global_batch_size: 256 | global_step: $n | reduced_train_loss: 11.9 | train_step_timing in s: $((n < 2 ? 40 : 17)).25"; done > nemo.log
  $ rows nemo.log $asked
  nemo.log: NeMo, 1 run; 30 lines or steps tell a step's time, the first 10 left out
  software=nemo-megatron accelerators=8 tp=1 global_batch=256 seq_len=8192 step_time_s=17.25
  $ printf 'r0 Step Time : %ss GPU utilization: 500.2MODEL_TFLOP/s/GPU\n' 63.11 4.66 4.71 4.70 > bridge.log
  $ rows bridge.log $asked --global-batch 64
  bridge.log: Megatron Bridge, 1 run; 4 lines or steps tell a step's time, the first 2 left out
  software=nemo-megatron accelerators=8 tp=1 global_batch=64 seq_len=8192 step_time_s=4.705
  $ cat > titan.log <<'X'
  > [titan] INFO - Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=4, cp=1, tp=2, ep=1
  > [titan] INFO - Trainer is initialized with local batch size 4, global batch size 16, gradient accumulation steps 1, sequence length 8192, total steps 500 (warmup 200)
  > [titan] INFO - step:  1  loss: 12.2403  memory: 41.11GiB(51.97%)  tps: 1,502  tflops: 87.02  mfu: 8.80%
  > [titan] INFO - step: 10  loss: 10.1203  memory: 47.54GiB(60.09%)  tps: 4,096  tflops: 336.52  mfu: 34.03%
  > [titan] INFO - step: 20  loss:  8.4101  memory: 47.54GiB(60.09%)  tps: 4,096  tflops: 335.30  mfu: 33.90%
  > X
  $ rows titan.log --model llama-3.1-8b --accelerator h100
  titan.log: torchtitan, 1 run; 3 lines or steps tell a step's time, the first 1 left out
  software=pytorch-fsdp accelerators=8 tp=2 global_batch=16 seq_len=8192 step_time_s=4 memory_gib=47.54
  $ cat > deepspeed.log <<'X'
  >   train_batch_size ............. 64
  >   world_size ................... 8
  > [INFO] [timer.py:260:stop] epoch=0/micro_step=40/global_step=10, RunningAvgSamplesPerSec=4.0, CurrSamplesPerSec=4.1, MemAllocated=12.11GB, MaxMemAllocated=60.42GB
  > [INFO] [timer.py:260:stop] epoch=0/micro_step=80/global_step=20, RunningAvgSamplesPerSec=5.0, CurrSamplesPerSec=8.0, MemAllocated=12.11GB, MaxMemAllocated=60.42GB
  > X
  $ rows deepspeed.log $asked
  deepspeed.log: DeepSpeed, 1 run; 2 lines or steps tell a step's time, the first 1 left out
  software=deepspeed accelerators=8 tp=1 global_batch=64 seq_len=8192 step_time_s=8 memory_gib=60.42
  $ printf 'steps: %s loss: 5.55 iter time (s): 12.5 samples/sec: 10.24\n' 10 20 30 > pipe.log
  $ rows pipe.log $asked --global-batch 128
  pipe.log: DeepSpeed pipeline, 1 run; 3 lines or steps tell a step's time, the first 1 left out
  software=deepspeed accelerators=8 tp=1 global_batch=128 seq_len=8192 step_time_s=12.5
  $ echo '[Rank 0] time (ms) | fwd: 200.0 | bwd: 500.0 | bwd_allreduce: 111.2 | step: 60.0' > clock.log
  $ rows clock.log $asked --global-batch 8
  clock.log: DeepSpeed wall clock, 1 run; 1 lines or steps tell a step's time, the first 0 left out
  software=deepspeed accelerators=8 tp=1 global_batch=8 seq_len=8192 step_time_s=0.76
  $ echo '{"global_step": 400, "log_history": [{"loss": 1.9, "step": 200}, {"step": 400, "train_runtime": 2000.0, "train_samples_per_second": 6.4}], "train_batch_size": 4}' > trainer_state.json
  $ rows trainer_state.json $asked --global-batch 32
  trainer_state.json: trainer_state.json, 1 run; 400 lines or steps tell a step's time, the first 0 left out
  software=hf-trainer accelerators=8 tp=1 global_batch=32 seq_len=8192 step_time_s=5
  $ printf '  Total train batch size (w. parallel, distributed & accumulation) = 128\n  1%%|  | 10/1000 [02:30<4:11:40, 15.25s/it]\r 10%%|  | 100/1000 [25:00<3:26:40, 13.75s/it]\r 50%%| | 500/1000 [1:48:20<1:54:10, 12.5s/it]\n{"x"}\n' > bar.log; echo "{'loss': 2.31, 'learning_rate': 2e-05, 'epoch': 0.1}" >> bar.log
  $ rows bar.log $asked
  bar.log: Hugging Face Trainer, 1 run; 500 lines or steps tell a step's time, the first 100 left out
  software=hf-trainer accelerators=8 tp=1 global_batch=128 seq_len=8192 step_time_s=12.5

Of several bars the one that counts the steps of training; numbers that Transformers 5 puts into quotes are numbers.

  $ bars() { printf 'Loading checkpoint shards: 25%%|# | 1/4 [00:25<01:15, 25.0s/it]\rLoading checkpoint shards: 100%%|##| 4/4 [01:40<00:00, 25.0s/it]\n'; printf "$1"; printf ' 10%%|  | 20/200 [05:00<45:00, 15.0s/it]\n'; echo "{'loss': '2.31', 'epoch': '0.1'}"; printf ' 100%%|  | 200/200 [50:00<00:00, 15.0s/it]\n'; }
  $ for total in '  Total optimization steps = 200\n' ''; do bars "$total" > shards.log; rows shards.log $asked --global-batch 128 | tail -1; done
  software=hf-trainer accelerators=8 tp=1 global_batch=128 seq_len=8192 step_time_s=15
  software=hf-trainer accelerators=8 tp=1 global_batch=128 seq_len=8192 step_time_s=15
  $ { echo '  Total optimization steps = 300'; echo "{'train_runtime': '3750', 'train_samples_per_second': '10.24', 'train_steps_per_second': '0.08', 'train_loss': '2.1'}"; } > quoted.log
  $ rows quoted.log $asked --global-batch 128
  quoted.log: Hugging Face Trainer, 1 run; 300 lines or steps tell a step's time, the first 0 left out
  software=hf-trainer accelerators=8 tp=1 global_batch=128 seq_len=8192 step_time_s=12.5

What no such machine can compute is no measurement; a log of software of another kind than the plan's is not its.

  $ hakaru calibrate training clock.log $asked --global-batch 64
  hakaru: clock.log: no row can be used; its step takes 0.76 s, less than the accelerators' peak allows: 3.41 s
  [2]
  $ step() { for n in $(seq $1 $2); do echo " iteration $n/ 40 | consumed samples: $n | elapsed time per iteration (ms): $3 | global batch size: $4 |"; done; }
  $ step 1 20 200000.0 32 > long.log; hakaru calibrate training long.log --model llama-3.1-8b --accelerator h100 --accelerators 256 --tp 8 --pp 1 --sequence-length 1M 2>&1 | head -1  # causal: 115 s at the peak
  long.log: Megatron-LM, 1 run; 20 lines or steps tell a step's time, the first 10 left out
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --software nemo-megatron --top 1 -o megatron.json > /dev/null; hakaru calibrate training titan.log --plan megatron.json
  hakaru: titan.log: is a log of torchtitan, megatron.json says nemo-megatron; accepted: a plan of that software, or --software NAME
  [2]

Where the batch grows, the last one's steps count; where a script ran twice into one log, its last run.

  $ step() { for n in $(seq $1 $2); do echo " iteration $n/ 40 | consumed samples: $n | elapsed time per iteration (ms): $3 | global batch size: $4 |"; done; }
  $ { step 1 20 1000.0 16; step 21 40 4000.0 64; } > ramp.log
  $ rows ramp.log $asked
  ramp.log: Megatron-LM, 1 run; 40 lines or steps tell a step's time, the first 30 left out
  software=megatron-core-2024 accelerators=8 tp=1 global_batch=64 seq_len=8192 step_time_s=4
  $ said='hakaru measure: world_size=8 tensor_model_parallel_size=1 pipeline_model_parallel_size=1 global_batch_size=16'
  $ { echo "$said"; step 1 20 9000.0 16; echo "$said"; step 1 30 1000.0 16; } > twice.log
  $ rows twice.log --model llama-3.1-8b --accelerator h100 --sequence-length 8k
  twice.log: Megatron-LM, 1 run; 30 lines or steps tell a step's time, the first 10 left out
  software=megatron-core-2024 accelerators=8 tp=1 global_batch=16 seq_len=8192 step_time_s=1

  $ printf '[0]:LOG Wed Dec 4 00:12:27 2024 - (0, %s) step_loss : 8.25 learning_rate : 2.80e-06 throughput : 8.00\n' 14 24 34 > neuron.log
  $ rows neuron.log --model llama-3.1-8b --instance trn1.32xlarge --accelerators 32 --tp 8 --pp 1 --sequence-length 4096 --global-batch 64
  neuron.log: neuronx-distributed, 1 run; 3 lines or steps tell a step's time, the first 1 left out
  software=neuronx accelerators=32 tp=8 global_batch=64 seq_len=4096 step_time_s=8

A plan says the rest, and a log that says otherwise is refused by name.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --tp 2 --pp 1 --software nemo-megatron --top 1 -o plan.json > /dev/null
  $ hakaru calibrate training nemo.log --plan plan.json
  hakaru: nemo.log: its log says global_batch 256, plan.json says 128
  [2]
  $ hakaru calibrate training megatron.log --plan plan.json
  hakaru: megatron.log: its log says dp 2, plan.json says 4
  [2]
  $ hakaru calibrate training bridge.log
  hakaru: bridge.log: does not say all of its run; name the plan with --plan, or --model, --accelerator, --accelerators, --tp, --pp, --global-batch, --sequence-length
  [2]
  $ echo hello > other.log; hakaru calibrate training other.log --plan plan.json
  hakaru: other.log: no line tells of a training step; accepted: logs of Megatron Bridge, Megatron-LM, *NeMo, * (glob)
  [2]
  $ head -c 100 nemo.log > cut.log; hakaru calibrate training cut.log --plan plan.json
  hakaru: cut.log: no line tells of a training step; accepted: * (glob)
  [2]

  $ hakaru calibrate training bridge.log bridge.log --plan plan.json
  hakaru: FILE names bridge.log more than once
  [2]

A few runs move the constants that stand, and are held back in turn; later plans use what was written, and say so.

  $ step_s=$(python3 -c 'import json; print(json.load(open("plan.json"))["plans"][0]["step_time_s"])')
  $ for run in a b c; do for n in $(seq 1 30); do python3 -c "print('Training epoch 0, iteration $n/99 | global_batch_size: 128 | train_step_timing in s: %.3f |' % ($step_s * (1.100 + 0.00$n % 0.003)))"; done > $run.log; done
  $ hakaru calibrate training a.log b.log c.log --plan plan.json -o own --json | python3 -c '
  > import json, sys
  > pair = json.load(sys.stdin)["pairs"][0]
  > median = pair["median_ape_pct"]
  > print(pair["software"], pair["accelerator"], pair["runs"], pair["worse"])
  > print(round(median["before"]), median["after"] < 3, median["after"] <= median["held_back"] < 5)'
  nemo-megatron h100-sxm 3 False
  9 True True
  $ grep -c '^\[' own/calibrations/training/h100-sxm.toml
  1
  $ grep -h source own/calibrations/training/h100-sxm.toml | grep own
  source = "3 own runs (a.log+b.log+c.log), over what stood; median error before 9.*" (glob)
  $ cut -d, -f 1-10 own/evidence/training/own.csv
  id,metric,accelerator,vendor,software,model,model_kind,identity,configuration,load
  a.log,step_time_s,h100-sxm,NVIDIA,nemo-megatron,llama-3.1-8b,dense,32-4096-32-8-0,bf16 full,n0
  b.log,step_time_s,h100-sxm,NVIDIA,nemo-megatron,llama-3.1-8b,dense,32-4096-32-8-0,bf16 full,n0
  c.log,step_time_s,h100-sxm,NVIDIA,nemo-megatron,llama-3.1-8b,dense,32-4096-32-8-0,bf16 full,n0

What builds on a folder keeps the runs in it, but for those that are told again; what is made anew from other constants drops them, and
says so. The same name for another model is another run.

  $ ids() { cut -d, -f 1,6,17- own/evidence/training/own.csv | sed -E 's/,([0-9.]+)/,N/g'; }
  $ cp -r own kept && hakaru --data own calibrate training c.log --plan plan.json -o own > /dev/null; ids
  id,model,unseen_model,unseen_pair,relative,unknown
  a.log,llama-3.1-8b,N,,,
  b.log,llama-3.1-8b,N,,,
  c.log,llama-3.1-8b,,,,
  $ hakaru plan train --model qwen2.5-7b-instruct --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --tp 2 --pp 1 --software nemo-megatron --top 1 -o qwen.json > /dev/null
  $ hakaru --data own calibrate training a.log --plan qwen.json -o own > /dev/null; ids | cut -d, -f 1,2
  id,model
  a.log,llama-3.1-8b
  b.log,llama-3.1-8b
  c.log,llama-3.1-8b
  a.log,qwen2.5-7b-instruct
  $ hakaru calibrate training c.log --plan plan.json -o own | grep 'earlier runs'; ids | cut -d, -f 1,2
  nemo-megatron on h100-sxm: 3 earlier runs in own/evidence/training/own.csv are no part of what is written, which sets out from other constants; to build on them, give the folder as --data too
  id,model
  c.log,llama-3.1-8b
  $ rm -r own && mv kept own

One run, which none can be held back to test, leaves error bands as they are.

  $ band() { hakaru "$@" plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --tp 2 --pp 1 --software nemo-megatron --top 1 --json | python3 -c 'import json, sys; plan = json.load(sys.stdin)["plans"][0]; print({key: round(plan["band"]["figures"]["step_time_s"][key] / plan["step_time_s"], 3) for key in ("low", "high")})'; }
  $ python3 -c "print('\n'.join(f'Training epoch 0, iteration {n}/99 | global_batch_size: 128 | train_step_timing in s: $step_s |' for n in range(30)))" > exact.log
  $ hakaru calibrate training exact.log --plan plan.json -o one > /dev/null; band > before.txt; band --data one | cmp - before.txt
  $ band --data own > after.txt; test -s after.txt && echo told; cmp -s after.txt before.txt
  told
  [1]
  $ hakaru --data own plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --tp 2 --pp 1 --software nemo-megatron --top 1 | grep evidence:
    evidence: calibrated on runs of nemo-megatron on h100-sxm (own/calibrations/training/h100-sxm.toml)

What is further off held back than before is not written: here each run says the opposite of the others.

  $ for run in a b; do for n in $(seq 1 30); do python3 -c "print('Training epoch 0, iteration $n/99 | global_batch_size: 128 | train_step_timing in s: %.3f |' % ($step_s * (1.3 if '$run' == 'a' else 0.75)))"; done > $run.log; done
  $ hakaru calibrate training a.log b.log --plan plan.json -o worse
  hakaru: a.log+b.log: nothing to write; leave -o out; nemo-megatron on h100-sxm: runs held back are further off, in the mean, with what the others say (*) than before (*) (glob)
  [2]
  $ hakaru calibrate training a.log b.log --plan plan.json -o worse --lang ja 2>&1 | sed 's/[0-9.]* %/N %/g'
  hakaru: a.log+b.log: 書き出すものがありません。-o を外してください; h100-sxm の nemo-megatron: 検証用に除外した実行の平均誤差が、ほかの実行で更新すると N % になり、更新前の N % より大きくなります
  $ test -e worse
  [1]

Spreads of one's own are read with care.

  $ mkdir wrong && sed 's/^update = { spread = 0.1, lower = 0.05,/update = { spread = 0.1, lower = 2,/' "$TESTDIR/../../../data/training_constants.toml" > wrong/training_constants.toml && hakaru --data wrong calibrate training exact.log --plan plan.json
  hakaru: wrong/training_constants.toml: 'gemm_efficiency.update.upper' is 1; accepted: 2 … 1e+30
  [2]

Nothing is half-written.

  $ mkdir half && touch half/evidence && hakaru calibrate training exact.log --plan plan.json -o half; ls half
  hakaru: half/evidence: cannot be written: Not a directory
  evidence

Few rows as CSV go the same way; flags that only logs need are refused beside CSV.

  $ head -2 rows.csv > few.csv; hakaru calibrate training few.csv --accelerator neuroncore-v2 | sed -n '1p;3p'
  few.csv: CSV, 1 run
  neuronx on neuroncore-v2: constants that stand are moved by 1 run (few rows: each is expected where it stands)
  $ hakaru calibrate training few.csv --accelerator neuroncore-v2 --tp 8
  hakaru: --tp is for logs; the rows of few.csv say it themselves
  [2]
  $ hakaru calibrate training bridge.log --plan plan.json --by-model
  hakaru: --by-model is for a fit to many rows, of one CSV file; found bridge.log
  [2]

Of a plan every part of its layout is taken: a log as long as it says is off by nothing.

  $ uneven() { hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 8192 --global-batch 128 --accelerator h100 --accelerators 8 --tp 4 --pp 2 --software nemo-megatron --top 1 "$@" -o uneven.json --json |
  >   python3 -c 'import json, sys; step_s = json.load(sys.stdin)["plans"][0]["step_time_s"]; print("\n".join(f"Training epoch 0, iteration {n}/99 | global_batch_size: 128 | train_step_timing in s: {step_s:.9f} |" for n in range(30)))' > uneven.log
  > hakaru calibrate training uneven.log --plan uneven.json | grep -o "before [0-9][^,]*"; }
  $ uneven --first-stage-layers 14 --last-stage-layers 18; uneven --tensor-chunks 4
  before 0.0 %
  before 0.0 %
