Measured kernels beside predictions. The rows are made up, near what such kernels take.

  $ cat > gemm.csv <<'EOF'
  > # made up
  > accelerator,software,dtype,m,n,k,latency_us
  > h100-sxm,vLLM 0.24.0,bf16,8192,8192,8192,1575.1
  > h100-sxm,vLLM 0.24.0,bf16,4096,4096,4096,198.2
  > H100,vLLM 0.24.0,bf16,1,4096,4096,13.1
  > h100-sxm,vLLM 0.24.0,fp8,4096,4096,4096,140.5
  > h100-sxm,vLLM 0.24.0,fp3,4096,4096,4096,140.5
  > abacus,none,bf16,1,32,128,2833
  > EOF
  $ hakaru validate operators gemm.csv | tr -s ' '
  group rows predicted skipped median error 90th percentile bias
  accelerator=H100,dtype=bf16 1 1 0 * % * % * % (glob)
  accelerator=abacus,dtype=bf16 1 0 1 - - -
  accelerator=h100-sxm,dtype=bf16 2 2 0 * % * % * % (glob)
  accelerator=h100-sxm,dtype=fp3 1 0 1 - - -
  accelerator=h100-sxm,dtype=fp8 1 1 0 * % * % * % (glob)
  all 6 4 2 * % * % * % (glob)
  skipped 1: 'fp3' is not a data type; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  skipped 1: accelerator 'abacus' is not known; nearest: * (glob)

As JSON every row is there: with its line where the file has no ids, with its error, or with why it was skipped.

  $ hakaru validate operators gemm.csv --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(list(answer), list(answer["summary"]))
  > print(answer["summary"]["band_coverage_pct"], [group["key"] for group in answer["groups"]][:2])
  > for row in answer["rows"]: print(row["id"], *row)
  > row = answer["rows"][0]
  > print(row["measured"], abs(row["error_pct"] - 100 * (row["predicted"] / row["measured"] - 1)) < 1e-9)'
  ['summary', 'groups', 'rows'] ['count', 'predicted', 'skipped', 'mape_pct', 'median_ape_pct', 'p90_ape_pct', 'bias_pct', 'band_coverage_pct']
  None ['accelerator=H100,dtype=bf16', 'accelerator=abacus,dtype=bf16']
  3 id metric measured predicted low high error_pct
  4 id metric measured predicted low high error_pct
  5 id metric measured predicted low high error_pct
  6 id metric measured predicted low high error_pct
  7 id skipped_because
  8 id skipped_because
  1575.1 True
  $ hakaru validate operators gemm.csv --csv | head -1
  id,metric,measured,predicted,low,high,error_pct,skipped_because

Grouped by other columns.

  $ hakaru validate operators gemm.csv --group-by software,m --csv | wc -l
  7
  $ hakaru validate operators gemm.csv --group-by software,m --json | grep '"key"'
        "key": "software=none,m=1",
        "key": "software=vLLM 0.24.0,m=1",
        "key": "software=vLLM 0.24.0,m=4096",
        "key": "software=vLLM 0.24.0,m=8192",

Attention and collectives are told apart by their columns; ids and trust are used where a file has them.

  $ cat > prefill.csv <<'EOF'
  > id,accelerator,kv_dtype,compute_dtype,batch,sequence_length,heads,kv_heads,head_dim,latency_us,trust
  > MINE-1,l40s,bf16,bf16,1,2048,32,8,128,400,high
  > MINE-2,l40s,fp8,bf16,1,2048,32,8,128,390,low
  > YOURS-1,l40s,bf16,bf16,1,2048,32,8,128,9000,low
  > EOF
  $ hakaru validate operators prefill.csv | tr -s ' ' | cut -d ' ' -f 1-4
  group rows predicted skipped
  accelerator=l40s,kv_dtype=bf16 2 2 0
  accelerator=l40s,kv_dtype=fp8 1 1 0
  all 3 3 0
  $ hakaru validate operators prefill.csv --group-by series --json | grep -E '"key"|"id"'
        "key": "series=MINE",
        "key": "series=YOURS",
        "id": "MINE-1",
        "id": "MINE-2",
        "id": "YOURS-1",
  $ hakaru validate operators prefill.csv --trust high,medium --json | grep '"id"'
        "id": "MINE-1",
  $ cat > decode.csv <<'EOF'
  > accelerator,kv_dtype,compute_dtype,batch,context_length,heads,kv_heads,head_dim,latency_us
  > l40s,bf16,bf16,64,4096,32,8,128,1400
  > l40s,bf16,bf16,64,4096,30,8,128,1400
  > EOF
  $ hakaru validate operators decode.csv --json | grep skipped_because
        "skipped_because": "30 heads cannot share 8 kv heads"
  $ cat > collectives.csv <<'EOF'
  > accelerator,software,operation,ranks,message_bytes,latency_us
  > a100-sxm-80gb,NCCL 2.27.3,all_gather,2,512,8.98
  > a100-sxm-80gb,NCCL 2.27.3,alltoall,8,536870912,2500
  > a100-sxm-80gb,NCCL 2.27.3,gossip,8,4096,10
  > EOF
  $ hakaru validate operators - < collectives.csv | tr -s ' ' | cut -d ' ' -f 1-4
  group rows predicted skipped
  accelerator=a100-sxm-80gb,operation=all_gather 1 1 0
  accelerator=a100-sxm-80gb,operation=alltoall 1 1 0
  accelerator=a100-sxm-80gb,operation=gossip 1 0 1
  all 3 2 1
  skipped 1: operation 'gossip'
  $ hakaru validate operators collectives.csv --lang ja | tail -1
  除外 1 行: 操作 'gossip' には対応していません。指定できる値: all_reduce, all_gather, reduce_scatter, alltoall, sendrecv
