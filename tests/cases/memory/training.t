The published bytes per parameter: 7,615,616,512 parameters in bf16 with fp32 gradients, master weights and AdamW are 2, 4
and 12 bytes each; tensor parallel and ZeRO divide them.

  $ bytes() { hakaru memory train --model qwen2.5-7b-instruct --context 8k "$@" --json | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > for name in "weights", "gradients", "optimizer":
  >     print(name, round(device[name + "_bytes"] / 7615616512, 2))'; }
  $ bytes
  weights 2.0
  gradients 4.0
  optimizer 12.0
  $ bytes --precision bf16-sr
  weights 2.0
  gradients 2.0
  optimizer 4.0
  $ bytes --precision fp32 --optimizer sgd-momentum
  weights 4.0
  gradients 4.0
  optimizer 4.0
  $ bytes --algorithm dpo
  weights 4.0
  gradients 4.0
  optimizer 12.0
  $ bytes --algorithm dpo --reference none | grep weights
  weights 2.0
  $ bytes --algorithm grpo --dp 8 --zero 3 | grep weights
  weights 0.5
  $ bytes --algorithm dpo --lora-rank 8 | grep weights
  weights 2.01
  $ bytes --dp 8 --zero 3 | tail -1
  optimizer 1.5

Recompute keeps less, in order; a longer context keeps more.

  $ activations() { hakaru memory train --model llama-2-7b "$@" --csv | python3 -c '
  > import csv, sys
  > print(float(next(csv.DictReader(sys.stdin))["device.activations_bytes"]))'; }
  $ for recompute in full selective none; do activations --context 4k --recompute $recompute; done > by_recompute
  $ sort -c -g by_recompute
  $ for context in 1k 2k 4k 8k; do activations --context $context; done > by_context
  $ sort -c -g by_context

LoRA keeps gradients and states of its adapters only.

  $ hakaru memory train --model llama-2-7b --context 4k --lora-rank 16 --json | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > print(device["gradients_bytes"] < device["weights_bytes"] / 50, device["optimizer_bytes"] > 0)'
  True True

What is offloaded is the host's: its memory is not known where only a GPU is named.

  $ hakaru memory train --model llama-3-8b --sequence-length 1024 --dp 8 --zero 3 --offload-optimizer true --on rtx-4090 | grep host
  what is offloaded takes 120 GiB of the host's memory of each 8 × rtx-4090, which is not known
