Constants from measured kernels. The rows are made: a roofline of half the peak and 0.7 of the bandwidth, 4 µs a launch.

  $ python3 - > gemm.csv <<'EOF'
  > print("accelerator,software,dtype,m,n,k,latency_us")
  > for m in (1, 8, 64, 256, 1024, 4096, 16384):
  >     for n in (256, 1024, 4096, 8192, 16384):
  >         for k in (256, 1024, 4096, 8192, 16384):
  >             compute = 2 * max(m, 64) * n * k / 495e12
  >             memory = 2 * (m * n + n * k + m * k) / 2345e9
  >             print(f"h100,made up,bf16,{m},{n},{k},{4 + 1e6 * max(compute, memory):.4g}")
  > print("l40s,made up,bf16,8,8,8,5")
  > EOF
  $ hakaru calibrate operators gemm.csv --accelerator h100-sxm -o own > text; head -4 text | tr -s ' '; tail -2 text
  gemm.csv: rows of h100-sxm (made up)
  
   library rows median error mean error 90th percentile held back median error mean error 90th percentile
  bf16 cublas 175 * % * % 35 * % * % (glob)
  1 rows of other accelerators were not used
  written to own/calibrations/gemm/h100-sxm.toml; use it with --data own

The folder is one of the user's own data: with it predictions are near these rows.

  $ ls own/calibrations/*
  h100-sxm.toml
  $ hakaru validate operators gemm.csv --data own --group-by dtype --json | python3 -c '
  > import json, sys
  > print(json.load(sys.stdin)["summary"]["median_ape_pct"] < 15)'
  True
  $ head -6 own/calibrations/gemm/h100-sxm.toml
  # Made by hakaru calibrate operators.
  accelerator = "h100-sxm"
  
  [bf16]
  library = "cublas"
  source = "175 rows of gemm.csv (made up); median error * %, 90th percentile * %; on rows held back * % and * %" (glob)
  $ hakaru plan train --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 64 --accelerator h100 --accelerators 8 --data own > /dev/null

The same rows give the same file. Without a folder nothing is written; each fifth can be held back in turn.

  $ hakaru calibrate operators gemm.csv --accelerator h100-sxm -o twin > /dev/null; cmp own/calibrations/gemm/h100-sxm.toml twin/calibrations/gemm/h100-sxm.toml
  $ mkdir -p mine/calibrations/gemm; echo '# mine' > mine/calibrations/gemm/h100-sxm.toml; hakaru calibrate operators gemm.csv --accelerator h100-sxm -o mine
  hakaru: mine: calibrations/gemm/h100-sxm.toml is not known to be hakaru's; accepted: another folder, or move that file away first
  [2]
  $ hakaru calibrate operators gemm.csv --accelerator h100 --five-fold | tail -1
  nothing was written: name a folder with -o DIR
  $ hakaru calibrate operators gemm.csv --accelerator h100 --five-fold --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > group = answer["groups"][0]
  > print(group["fitted"]["rows"], group["held_back"]["rows"], group["key"], group["library"], answer["file"])
  > print(all(one["lower"] <= one["value"] <= one["upper"] for one in group["constants"]))'
  175 175 bf16 cublas None
  True

What nccl-tests prints does as well. (Made up too: 20 µs, then 200 GB/s.)

  $ python3 - > all_reduce.log <<'EOF'
  > print("# Using devices")
  > for rank in range(8): print(f"#  Rank  {rank} Group  0 Pid  1 on host device  {rank} [0x0{rank}] NVIDIA H100 80GB HBM3")
  > print("#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong")
  > for step in range(120):
  >     size = int(1024 * 1.12 ** step) // 4 * 4
  >     time = 20 + size / 200e3
  >     print(f"{size:12} {size // 4:13} {'float':>9} {'sum':>7} {'-1':>7} {time:8.2f} {0:7} {0:7} {0:6} {time:8.2f} {0:7} {0:7} {0:6}")
  > EOF
  $ hakaru calibrate operators all_reduce.log --accelerator h100 --operation all_reduce -o own | head -4 | tr -s ' '
  all_reduce.log: rows of h100-sxm (NCCL)
  
   library rows median error mean error 90th percentile held back median error mean error 90th percentile
  nccl 120 * % * % 24 * % * % (glob)

It has a file of its own, beside what the folder holds.

  $ ls own/calibrations/*
  own/calibrations/collectives:
  h100-sxm.toml
  
  own/calibrations/gemm:
  h100-sxm.toml
  $ grep -q 'pair_efficiency.*no row depends on it' own/calibrations/collectives/h100-sxm.toml
