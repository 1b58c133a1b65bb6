Steps of training that were published, beside what they should take: GPT-3 of Korthikanti et al. 2022, a Llama on FSDP.

  $ cat > steps.csv <<'X'
  > id,series,model,base_model,family,attention,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,accelerator,machine,accelerators,tp,pp,vpp,cp,dp,zero,sequence_parallel,recompute,micro_batch,global_batch,precision,finetune,optimizer,flash_attention,software,step_time_s,trust
  > KORTH-004,KORTH,gpt3-175B,gpt3-175b,decoder,mha,mlp,12288,96,96,96,49152,51200,2048,a100-sxm-80gb,dgx-a100-80gb,64,8,8,3,1,1,,1,selective,1,64,fp16,full,,0,megatron-2022,13.75,high
  > AWS-001,AWS,Llama3-8B,llama-3.1-8b,decoder,gqa,glu,4096,32,32,8,14336,128256,8192,h100-sxm,p5.48xlarge,32,1,1,,1,32,3,,selective,1,32,bf16,full,adamw,1,,1.207369,high
  > OWN-1,OWN,no such,no-such-model,decoder,,,,,,,,,2048,h100-sxm,dgx-h100,8,1,1,,,8,,,,1,8,bf16,,,,nemo-megatron,1.0,high
  > OWN-2,OWN,gpt,gpt3-175b,decoder,,,,,,,,,2048,h100-sxm,dgx-h100,8,1,1,,,8,,,,1,8,bf16,,,,an-unknown-stack,1.0,high
  > OWN-3,OWN,gpt,gpt3-175b,decoder,,,,95,96,,,,2048,h100-sxm,dgx-h100,8,2,2,,,1,,,,1,8,bf16,,,,nemo-megatron,1.0,low
  > X

Rows that name something unknown are skipped and say why; the errors of the others are small. Software may be any: what is not
known has what is usual of its kind.

  $ hakaru validate training steps.csv --json > out.json; python3 - <<'X'
  > import json
  > result = json.load(open('out.json'))
  > for row in result['rows']:
  >     print(row['id'], row.get('skipped_because') or ('told' if row['id'].startswith('OWN') else 'close' if abs(row['error_pct']) < 10 else row['error_pct']))
  > print(sorted(result['summary']))
  > X
  KORTH-004 close
  AWS-001 close
  OWN-1 'no-such-model' is not a known model, nor is its family
  OWN-2 told
  OWN-3 tp × cp × dp × pp are 4 ranks, accelerators 8
  ['band_coverage_pct', 'bias_pct', 'count', 'mape_pct', 'median_ape_pct', 'p90_ape_pct', 'predicted', 'skipped']

By series where nothing else is said, and only the trusted rows where that is asked for.

  $ hakaru validate training steps.csv --json | python3 -c 'import json, sys; print([g["key"] for g in json.load(sys.stdin)["groups"]])'
  ['series=AWS', 'series=KORTH', 'series=OWN']
  $ hakaru validate training steps.csv --trust high,medium --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["summary"]["count"])'
  4

With --strict a malformed row ends it, with its line and column.

  $ sed 's/,64,8,8,3/,sixty-four,8,8,3/' steps.csv > bad.csv; hakaru validate training bad.csv --strict
  hakaru: bad.csv: line 2: 'accelerators' is 'sixty-four'; accepted: a whole number, 1 … 10000000
  [2]
  $ sed 's/,13.75,/,-13.75,/' steps.csv > bad.csv; hakaru validate training bad.csv --strict
  hakaru: bad.csv: line 2: 'step_time_s' is '-13.75'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ cut -d, -f1-30 steps.csv > bad.csv; hakaru validate training bad.csv
  hakaru: bad.csv: has no column 'step_time_s'; its columns are: id, series, model, base_model, family, attention, ffn_type, hidden, layers, heads, kv_heads, ffn, vocab, seq_len, accelerator, machine, accelerators, tp, pp, vpp, cp, dp, zero, sequence_parallel, recompute, micro_batch, global_batch, precision, finetune, optimizer
  [2]

Layouts that no run can have had are skipped, however large their numbers are.

  $ head -2 steps.csv | sed 's/,64,8,8,3,/,64,4194304,4194304,3,/' > bad.csv; hakaru validate training bad.csv | tail -1
  skipped 1: tp 4194304 is more than 64 accelerators
  $ head -2 steps.csv | sed 's/,64,8,8,3,/,64,8,8,2000000,/' > bad.csv; hakaru validate training bad.csv | tail -1
  skipped 1: 96 layers cannot be cut into pp × vpp parts
  $ head -2 steps.csv | sed 's/,1,64,fp16/,128,64,fp16/' > bad.csv; hakaru validate training bad.csv | tail -1
  skipped 1: dp × micro-batch is more than the global batch 64
