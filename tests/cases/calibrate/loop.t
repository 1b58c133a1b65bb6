The loop closes: logs that take exactly as long as `hakaru measure` says are off by nothing, whatever software and layout they are of.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }
  $ mkdir bin && cat > bin/torchrun <<'X'
  > #!/usr/bin/env python3
  > import os
  > step_s, tokens_per_s, ranks = (float(os.environ[name]) for name in ("STEP_S", "TOKENS_PER_S", "RANKS"))
  > for n in range(1, 31):
  >     if os.environ["TRAINER"] == "megatron":
  >         print(f" iteration {n:8d}/      30 | consumed samples: {n:12d} | elapsed time per iteration (ms): {1e3 * step_s:.6f} |")
  >         print(f"r0 Step Time : {step_s:.9f}s GPU utilization: 500.2MODEL_TFLOP/s/GPU" if "BRIDGE" in os.environ else "")
  >     elif os.environ["TRAINER"] == "titan":
  >         print(f"[titan] step: {n:2d}  loss: 12.2  memory: 41.11GiB(51.97%)  tps: {tokens_per_s / ranks:.6f}  tflops: 87.02")
  >     else:
  >         print("  Total optimization steps = 30\n" + "{'train_runtime': '%.9f', 'train_loss': '2.1'}" % (30 * step_s))
  > X
  $ chmod +x bin/torchrun
  $ closes() { # TRAINER KEYS…: software, and the median error before
  >   trainer=$1; shift; rm -rf runs
  >   hakaru plan train --tokens 1B --top 1 "$@" -o plan.json > plan.txt && hakaru measure plan.json -o runs --json > measure.json || return
  >   python3 -c '
  > import json
  > for run in json.load(open("measure.json"))["runs"]:
  >     if "mfu" in run["expected"]: print(run["name"], run["expected"]["step_time_s"], run["expected"]["tokens_per_s"])' |
  >   while read -r name step_s tokens_per_s; do
  >     ranks=$(grep -o 'world_size=[0-9]*' "runs/$name.sh" | cut -d= -f2)
  >     PATH="$PWD/bin:$PATH" TRAINER=$trainer STEP_S=$step_s TOKENS_PER_S=$tokens_per_s RANKS=$ranks HEAD=here PRETRAINED=p RECIPE=r MEGATRON=m MEGATRON_BRIDGE=b MODULE=m CONFIG=c TRAIN_SCRIPT=t DEEPSPEED_CONFIG=d NXDT=n DATA=d CONFIG_JSON=c bash "runs/$name.sh" > "$name.out" 2>&1 < /dev/null
  >   done
  >   (cd runs && eval "$(of 'j["then"][0]' < ../measure.json | sed 's/ -o my-data//') --json") | of '[(pair["software"], abs(round(pair["median_ape_pct"]["before"], 2))) for pair in j["pairs"]]'; }

A plan that names no software is measured as what its constants are of, whatever Megatron Bridge's log has of Megatron-LM's.

  $ BRIDGE= closes megatron --model llama-3.1-8b --global-batch 128 --accelerator h100 --accelerators 8
  [('nemo-megatron', 0.0)]
  $ closes megatron --model gpt3-175b --accelerator a100 --accelerators 64
  [('megatron', 0.0)]

What trainers do not print of their layout, experts, optimizer and adapters.

  $ closes titan --model llama-3.1-8b --global-batch 64 --sequence-length 8192 --accelerator h100 --accelerators 8 --software pytorch-fsdp --recompute none --micro-batch 1 --zero 3
  [('pytorch-fsdp', 0.0)]
  $ closes titan --model llama-3.1-8b --global-batch 64 --sequence-length 8192 --accelerator h100 --accelerators 8 --software pytorch-fsdp --tp 2 --cp 2
  [('pytorch-fsdp', 0.0)]
  $ closes trainer --model llama-3.1-8b --global-batch 64 --sequence-length 4096 --accelerator h100 --accelerators 8 --software deepspeed --zero 3 --optimizer adamw-8bit
  [('hf-trainer-deepspeed', 0.0)]
  $ closes megatron --model llama-3.1-8b --global-batch 64 --sequence-length 4096 --accelerator h100 --accelerators 8 --software megatron-core-2024 --tp 2 --sequence-parallel false
  [('megatron-core-2024', 0.0)]
  $ closes trainer --model llama-3.1-8b --global-batch 64 --sequence-length 4096 --instance trn1.32xlarge --instances 1
  [('neuronx', 0.0)]
  $ BRIDGE= closes megatron --model llama-3.1-8b --global-batch 128 --accelerator h100 --accelerators 8 --lora-rank 8
  [('nemo-megatron', 0.0)]
  $ closes megatron --model qwen3-30b-a3b --global-batch 128 --accelerator h100 --accelerators 16 --software megatron-core-2024 --pp 2 --vpp 2 --ep 4 --expert-overlap true
  [('megatron-core-2024', 0.0)]
