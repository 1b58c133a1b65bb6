A machine that is stated, without any file.

  $ export HAKARU_DATA=$PWD/own
  $ hakaru catalog add rack --accelerator h100 --count 8 --links nvlink-4 --network 8x400Gb/s --fabric infiniband \
  >   --memory 2TiB --vcpu 192 --price '$20/h' --as-of 2026-11-26
  $ hakaru instance list --family rack

A machine of processors, and one whose accelerator nobody knows.

  $ hakaru catalog add cpus $TESTDIR/machines/lscpu.json --memory 512GiB --accelerator cpu-spr --accelerators 2 --as-of 2026-11-26
  $ hakaru catalog add bench --accelerator my-card --accelerators 4 --links pcie --accelerator-memory 32GiB \
  >   --memory-bandwidth 1.79TB/s --tflops bf16=210,fp8=419 --link-bandwidth 63GB/s --accelerator-power 575W --as-of 2026-11-26
  $ cat own/accelerators/own/my-card.toml
  $ hakaru plan serve --model llama-3.1-8b --instance bench --offline --top 1 | sed -n 4,5p | cut -c1-60
  $ hakaru catalog remove my-card
  $ hakaru catalog remove bench
  $ hakaru catalog remove my-card
  $ find own -type f | sort
