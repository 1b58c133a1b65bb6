Constants of whole steps are fitted to your own rows, for each software stack, and the file is used with --data.

  $ python3 - > steps.csv <<'X'
  > print("family,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,accelerator,machine,accelerators,tp,pp,dp,micro_batch,global_batch,precision,software,step_time_s,trust")
  > for layers in (12, 24, 36, 48):
  >     for sequences in (16, 32, 64):
  >         flops = 6 * layers * 12 * 4096**2 * 2048 * sequences
  >         seconds = flops / (8 * 312e12 * 0.2)
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

Too few rows, rows of others and rows that cannot be used say so.

  $ head -3 steps.csv > few.csv; hakaru calibrate training few.csv --accelerator a100 | sed -n 3p
  megatron-core-2024 on a100-sxm-80gb: constants that stand are moved by 2 runs (few rows: each is expected where it stands)
  $ hakaru calibrate training steps.csv --accelerator h100
  hakaru: steps.csv: has no rows of h100-sxm; it has rows of: a100-sxm-80gb
  [2]
  $ cut -d, -f 1-19 steps.csv > missing.csv; hakaru calibrate training missing.csv --accelerator a100
  hakaru: missing.csv: has no column 'step_time_s'; its columns are: family, ffn_type, hidden, layers, heads, kv_heads, ffn, vocab, seq_len, accelerator, machine, accelerators, tp, pp, dp, micro_batch, global_batch, precision, software
  [2]

All software on all accelerators at once: a constant belongs to software (near its kind) or to an accelerator, and what is told
first is the error on models that the fit has not seen. The same rows give the same file.

  $ python3 - > joint.csv <<'X'
  > print("family,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,accelerator,machine,accelerators,tp,pp,dp,micro_batch,global_batch,precision,software,software_version,step_time_s,trust")
  > for hidden, heads in ((4096, 32), (6144, 48), (8192, 64)):
  >     for accelerator, machine, peak in (("a100-sxm-80gb", "dgx-a100-80gb", 312e12), ("h100-sxm", "dgx-h100", 989e12)):
  >         for software, share in (("pytorch-fsdp", 0.22), ("nemo-megatron", 0.28)):
  >             for release, faster in (("one", 1), ("two", 1.1)):
  >                 for sequences in (32, 64):
  >                     flops = 6 * 24 * 12 * hidden**2 * 2048 * sequences
  >                     seconds = flops / (8 * peak * share * faster)
  >                     print(f"decoder,mlp,{hidden},24,{heads},{heads},{4 * hidden},51200,2048,{accelerator},{machine},8,8,1,1,1,{sequences},bf16,{software},{release},{seconds:.4f},high")
  > X
  $ hakaru calibrate training joint.csv --by-model -o all | sed -n '1p;/^all/p' | sed 's/[0-9.]* %/N/g; s/  */ /g'
  joint.csv: 48 rows, * constants of software, its kinds, accelerators, pairs and versions, fitted together (glob)
  all step_time_s 48 N N N N N
  $ grep '^\[' all/calibrations/training/by_cause.toml
  [kinds.megatron]
  [kinds.sharded]
  [software.nemo-megatron]
  [software.pytorch-fsdp]
  [accelerators.a100-sxm-80gb]
  [accelerators.h100-sxm]
  [pairs."nemo-megatron a100-sxm-80gb"]
  [pairs."nemo-megatron h100-sxm"]
  [pairs."pytorch-fsdp a100-sxm-80gb"]
  [pairs."pytorch-fsdp h100-sxm"]
  [versions."nemo-megatron one"]
  [versions."nemo-megatron two"]
  [versions."pytorch-fsdp one"]
  [versions."pytorch-fsdp two"]
  [usual]
  $ hakaru calibrate training joint.csv -o again > text; cmp all/calibrations/training/by_cause.toml again/calibrations/training/by_cause.toml
  $ hakaru calibrate training joint.csv --by-model --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > steps = answer["errors"]["all"]["step_time_s"]["all"]
  > print(answer["rows"], steps["unseen"]["figures"], steps["fitted"]["mape_pct"] < steps["unseen"]["mape_pct"] < 25)
  > print({figure["software"] for figure in answer["figures"]} == {"pytorch-fsdp", "nemo-megatron"})'
  48 48 True
  True
  $ hakaru --data all validate training joint.csv --json | python3 -c '
  > import json, sys
  > print(json.load(sys.stdin)["summary"]["mape_pct"] < 12)'
  True

Each way of fitting has its own, and of every row it is told what constants that had not seen it say.

  $ hakaru calibrate training joint.csv --accelerator a100 --by-pair
  hakaru: --by-pair and --accelerator exclude each other; accepted: one of them
  [2]
  $ hakaru calibrate evidence training joint.csv -o held > text; head -2 held/evidence/training/published.csv | tail -1
  id,metric,accelerator,vendor,software,model,model_kind,identity,configuration,load,parts,accelerators,measured,fitted,unseen_row,unseen_series,unseen_model,unseen_pair,relative,unknown
  $ python3 - <<'X'
  > import csv
  > rows = list(csv.DictReader(open("held/evidence/training/published.csv").readlines()[1:]))
  > print(len(rows), {column: sum(row[column] != "" for row in rows) for column in ("unseen_row", "unseen_series", "unseen_model", "relative", "unknown")})
  > X
  48 {'unseen_row': 48, 'unseen_series': 0, 'unseen_model': 48, 'relative': 48, 'unknown': 48}
