More chips of a TPU than a host has are a slice of a pod, one torus; hosts that are named say that they are taken apart.

  $ train() { hakaru plan train --model llama-3.1-70b --tokens 10B --sequence-length 8k --global-batch 256 --top 1 "$@" | grep -E '^(1 |note: (its|uses))' | cut -c 1-70; }
  $ train --accelerator tpu-v6e --accelerators 64
  1  1 × tpu-v6e-pod  64 × tpu-v6e  tp4 pp1 dp16 mb1 zero3 sp recomput
  $ train --instance ct6e-standard-4t --instances 16
  1  16 × ct6e-standard-4t  64 × tpu-v6e  tp4 pp1 dp16 mb1 zero3 sp re
  note: its hosts are taken to be joined by the data centre's network; a
