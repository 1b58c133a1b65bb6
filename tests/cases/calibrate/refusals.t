What cannot be fitted is refused, and nothing is written.

  $ printf 'accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf16,8,8,8,3\nl40s,bf16,8,8,8,3\nl40s,bf16,8,8,16,3\n' > gemm.csv
  $ hakaru calibrate operators gemm.csv --accelerator l40s -o own
  hakaru: gemm.csv: l40s, bf16: 2 rows; needed for * constants: at least *0 (glob)
  [2]
  $ hakaru calibrate operators gemm.csv --accelerator l40s --lang ja 2>&1 | sed 's/[0-9]* 個/N 個/; s/[0-9]*0 行/N 行/'
  hakaru: gemm.csv: l40s, bf16: 2 行しかありません。N 個の定数には少なくとも N 行が必要です
  $ hakaru calibrate operators gemm.csv --accelerator a100-80gb -o own
  hakaru: gemm.csv: has no rows of a100-sxm-80gb; it has rows of: h100-sxm, l40s
  [2]
  $ hakaru calibrate operators gemm.csv --accelerator h1000 -o own
  hakaru: accelerator 'h1000' is not known; nearest: h100, * (glob)
  [2]
  $ printf 'accelerator,dtype,m,n,k,latency_us\nl40s,bf17,8,8,8,3\n' | hakaru calibrate operators - --accelerator l40s -o own
  hakaru: -: no row of l40s can be used; 'bf17' is not a data type; accepted: * (glob)
  [2]
  $ printf 'accelerator,dtype,m,n,k,latency_us\nl40s,bf16,8,8,8,-3\n' | hakaru calibrate operators - --accelerator l40s -o own
  hakaru: -: line 2: 'latency_us' is '-3'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ hakaru calibrate operators gemm.csv
  hakaru: calibrate needs --accelerator NAME: the one that the file's rows were measured on
  [2]
  $ hakaru calibrate operators --accelerator l40s
  hakaru: calibrate needs a FILE of measurements; found none
  [2]
  $ hakaru calibrate operators gemm.csv --accelerator l40s --operation all_reduce
  hakaru: gemm.csv: --operation is for what nccl-tests printed, which this is not
  [2]
  $ test -e own
  [1]

So is output of nccl-tests that does not say enough.

  $ heading='# size count type redop root time algbw busbw #wrong time algbw busbw #wrong'
  $ row='  1024 256 float sum -1 10.31 0.10 0.10 0 10.20 0.10 0.10 0'
  $ ranks=$(printf '# Using devices\n# Rank 0 Group 0\n# Rank 1 Group 0')
  $ nccl() { printf '%s\n' "$@" > log; hakaru calibrate operators log --accelerator h100 -o own; }
  $ nccl "$ranks" "$heading" "$row"
  hakaru: log: line 5: nothing says which operation was run; name it with --operation all_reduce
  [2]
  $ nccl '# Collective test starting: all_reduce_perf' "$heading" "$row"
  hakaru: log: line 3: 0 ranks are listed before it (# Rank 0 …); accepted: 2 or more, or --ranks 16
  [2]
  $ nccl '# Collective test starting: all_reduce_perf' "$ranks" "$heading" '  1024 256 float'
  hakaru: log: line 6: 'time' is missing: 3 cells found; accepted: more than 8, as in the heading
  [2]
  $ nccl '# Collective test starting: all_reduce_perf' "$ranks" "$heading" "${row/10.31/-1}"
  hakaru: log: line 6: 'latency_us' is '-1'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ nccl '# Collective test starting: all_reduce_perf' "$ranks" "$heading"
  hakaru: log: holds no rows of nccl-tests
  [2]

Kernels that no constants describe are not fitted.

  $ printf 'accelerator,dtype,m,n,k,latency_us\nneuroncore-v2,bf16,128,128,128,9\n' > core.csv
  $ hakaru calibrate operators core.csv --accelerator neuroncore-v2 -o own
  hakaru: core.csv: kernels of neuroncore-v2 are not timed by constants that could be fitted; accepted: collectives, or a GPU whose compute_units, clock_mhz and cache_mib are in data/accelerators
  [2]

A folder that cannot be made leaves nothing behind.

  $ python3 -c '
  > print("accelerator,dtype,m,n,k,latency_us")
  > for m in range(1, 201): print(f"l40s,bf16,{m * 64},4096,4096,{m * 10}")' > many.csv
  $ touch file; hakaru calibrate operators many.csv --accelerator l40s -o file
  hakaru: file: cannot be written: Not a directory
  [2]
  $ test -s file
  [1]
