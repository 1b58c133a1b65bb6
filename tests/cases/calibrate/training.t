Constants of whole steps are fitted to your own rows, for each software stack, and the file is used with --data.

  $ python3 - > steps.csv <<'X'
  > print("family,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,accelerator,machine,accelerators,tp,pp,dp,micro_batch,global_batch,precision,software,step_time_s,trust")
  > for layers in (12, 24, 36, 48):
  >     for sequences in (16, 32, 64):
  >         flops = 6 * layers * 12 * 4096**2 * 2048 * sequences
  >         seconds = flops / (8 * 312e12 * 0.3)
  >         print(f"decoder,mlp,4096,{layers},32,32,16384,51200,2048,a100-sxm-80gb,dgx-a100-80gb,8,8,1,1,1,{sequences},bf16,megatron-core-2024,{seconds:.4f},high")
  > X
  $ hakaru calibrate training steps.csv --accelerator a100 -o own > text; sed -n '1p;4p' text | tr -s ' '
  steps.csv: rows of a100-sxm-80gb
  megatron-core-2024 12 * % * % * % 12 * % * % * % (glob)
  $ head -5 own/calibrations/training/a100-sxm-80gb.toml | cut -d ' ' -f 1-3
  # Made by
  accelerator = "a100-sxm-80gb"
  
  [megatron-core-2024]
  source = "12
  $ hakaru --data own validate training steps.csv --json | python3 -c '
  > import json, sys
  > print(json.load(sys.stdin)["summary"]["mape_pct"] < 8)'
  True
  $ hakaru validate training steps.csv --json | python3 -c '
  > import json, sys
  > print(json.load(sys.stdin)["summary"]["mape_pct"] > 8)'
  True

At most one constant for three rows; too few rows, rows of others and rows that cannot be used say so.

  $ grep -c '#' own/calibrations/training/a100-sxm-80gb.toml
  5
  $ head -3 steps.csv > few.csv; hakaru calibrate training few.csv --accelerator a100 | sed -n 3p
  megatron-core-2024 on a100-sxm-80gb: 2 runs move the constants that stand (few rows: each is expected where it stands)
  $ hakaru calibrate training steps.csv --accelerator h100
  hakaru: steps.csv: has no rows of h100-sxm; it has rows of: a100-sxm-80gb
  [2]
  $ cut -d, -f 1-19 steps.csv > missing.csv; hakaru calibrate training missing.csv --accelerator a100
  hakaru: missing.csv: has no column 'step_time_s'; its columns are: family, ffn_type, hidden, layers, heads, kv_heads, ffn, vocab, seq_len, accelerator, machine, accelerators, tp, pp, dp, micro_batch, global_batch, precision, software
  [2]
