More chips of a TPU than a host has are a slice of a pod, one torus; named hosts are joined by it too.

  $ hakaru() { command hakaru "$@" --wide; }
  $ train() { hakaru plan train --model llama-3.1-70b --tokens 10B --sequence-length 8k --global-batch 256 --top 1 "$@" | grep -E '^(1 |note: (its|uses))' | cut -c 1-70; }
  $ train --accelerator tpu-v6e --accelerators 64
  1  1 × tpu-v6e-pod  tp4 dp16 mb1 zero3 sp recompute full  44.5 s  2.4
  $ train --instance ct6e-standard-4t --instances 16
  1  16 × ct6e-standard-4t  tp4 dp16 mb1 zero3 sp recompute full  49.8 
