The Trainer runs PyTorch's operations one by one: what these keep and launch is counted, and gradients come as activations go.

  $ hakaru plan train --model llama-3.2-1b --tokens 100M --sequence-length 2048 --global-batch 32 --instance p5.48xlarge \
  >   --software hf-trainer --top 1 -o trainer.json >/dev/null
  $ hakaru explain trainer.json | grep -o 'buckets of gradients  *[^=]*\|of waiting for the host, [^=]*'
  buckets of gradients            copies that replicas reduce 
  of waiting for the host, layer_overhead_s for a hundred kernels on the slowest stage 

A search keeps to what the Trainer and DistributedDataParallel can do; what is asked for is answered, with a note.

  $ hakaru plan train --model llama-3.2-1b --tokens 100M --sequence-length 2048 --global-batch 32 --instance p5.48xlarge \
  >   --software hf-trainer --top 40 --json | python3 -c 'import json, sys
  > plans = json.load(sys.stdin)["plans"]
  > print({(p["layout"]["tp"], p["layout"]["pp"]) for p in plans}, 1 in {p["layout"]["zero"] for p in plans})'
  {(1, 1)} False
  $ hakaru plan train --model llama-3.2-1b --tokens 100M --sequence-length 2048 --global-batch 32 --instance p5.48xlarge \
  >   --software hf-trainer --tp 2 --top 1 | grep 'search keeps'
  note: hf-trainer holds whole models, or divides them by ZeRO alone; a search keeps to tp, pp, cp and ep of 1
  $ hakaru plan train --model llama-3.2-1b --tokens 100M --sequence-length 2048 --global-batch 32 --instance p5.48xlarge \
  >   --software pytorch-ddp --zero 1 --top 1 --lang ja | grep '探索'
  注: pytorch-ddp に ZeRO 1 はありません。探索の対象: 0
  $ hakaru plan train --model qwen2.5-7b-instruct --tokens 100M --sequence-length 2048 --global-batch 32 --instance p5.48xlarge \
  >   --software pytorch-ddp | head -1
  hakaru: does not fit on 1 × p5.48xlarge: the smallest layout (tp1 pp1 dp8 mb4 recompute full) needs 174 GiB per device, which has 80.0 GiB; would fit: 1 × p6-b300.48xlarge

What is measured of it is a script around the Trainer; the same command is read back as what it is.

  $ hakaru measure trainer.json -o runs | tail -1
  written to runs; README.md says what to do
  $ grep -c 'TRAIN_SCRIPT' runs/plan.sh
  2
  $ hakaru plan --from 'torchrun --nproc-per-node 8 train.py --model_name_or_path meta-llama/Llama-3.2-1B --per_device_train_batch_size 1 --bf16 --max_steps 9' \
  >   --instance p5.48xlarge --json | python3 -c 'import json, sys
  > keys = json.load(sys.stdin)["keys"]
  > print(keys["software"], keys["recompute"])'
  hf-trainer none

A rehearsal runs kernels of its own, not PyTorch's: it holds what it predicts of them.

  $ hakaru plan train --model llama-3.2-1b --tokens 100M --sequence-length 2048 --global-batch 4 --instance p5.48xlarge --accelerators 2 \
  >   --software hf-trainer --micro-batch 2 --top 1 -o two.json >/dev/null
  $ hakaru rehearse two.json --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["agrees"])'
  True

Software whose constants are of operations one by one keeps what these keep: both tables name the same.

  $ python3 - "$TESTDIR/../../../data" <<'P'
  > import pathlib, sys, tomllib
  > data = pathlib.Path(sys.argv[1])
  > timed = {name for name, entry in tomllib.loads((data / "calibrations/elementwise.toml").read_text())["software"].items() if entry.get("eager")}
  > stacks = {name: entry for name, entry in tomllib.loads((data / "stacks.toml").read_text()).items() if "constants" in entry}
  > print(sorted(timed), [name for name, entry in stacks.items() if (entry["constants"] in timed) != ("eager" in entry)])
  > P
  ['hf-trainer', 'hf-trainer-deepspeed', 'pytorch', 'pytorch-ddp'] []
