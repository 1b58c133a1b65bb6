Several precision recipes are looked at side by side; plans say which one is theirs.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --rank-by expected --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 256 "$@"; }
  $ plan --instance p5.48xlarge --instances 4 --precision bf16,fp8,bf16-sr --top 4 | sed 's/ *memory per device//; s/ *[█░].*//' | head -9
  Rent 4 × p5.48xlarge: 38.0 min, $139.
  Training llama-3.1-8b on 1,000,000,000 tokens: 256 sequences of 4,096 tokens a step, bf16 | fp8 | bf16-sr, adamw. Ranked by cost.
  
  #  instances        layout                 precision    step      time  cost  evidence  memory    energy  accelerators   error, 90 %
  1  4 × p5.48xlarge  tp1 dp32 mb2 zero2     fp8        2.13 s  38.0 min  $139  measured    85 %  14.2 kWh  32 × h100-sxm    -43 +75 %
  2  4 × p5.48xlarge  tp2 dp16 mb4 zero1 sp  fp8        2.14 s  38.2 min  $140  measured    85 %  14.2 kWh  32 × h100-sxm    -24 +32 %
  3  4 × p5.48xlarge  tp4 dp8 mb8 zero1 sp   fp8        2.29 s  40.5 min  $148  measured    67 %  15.1 kWh  32 × h100-sxm    -24 +32 %
  4  4 × p5.48xlarge  tp2 dp16 mb2 zero1 sp  fp8        2.31 s  40.8 min  $150  measured    66 %  15.2 kWh  32 × h100-sxm    -24 +32 %
  
  $ figures() { python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(answer["evaluated_layouts"], *[plan.get("precision", "-") + " " + str(round(plan["step_time_s"], 3)) for plan in answer["plans"][:1]])'; }
  $ for recipe in bf16 fp8 bf16-sr bf16,fp8,bf16-sr; do
  >   plan --instance p5.48xlarge --instances 4 --precision $recipe --json | figures; done
  1265 - 3.064
  1160 - 2.133
  1192 - 3.027
  3617 fp8 2.133

A file has them as a list.

  $ cat > scenario.toml <<EOF
  > model = "llama-3.1-8b"
  > tokens = "1B"
  > sequence_length = 4096
  > global_batch = 256
  > instance = "p5.48xlarge"
  > instances = 4
  > precision = ["bf16", "fp8"]
  > EOF
  $ hakaru plan train --rank-by expected scenario.toml -o plan.json --json | figures
  2425 fp8 2.133

A saved plan is explained in its own recipe.

  $ hakaru explain plan.json | head -1
  Training llama-3.1-8b on 1,000,000,000 tokens: 256 sequences of 4,096 tokens a step, fp8, adamw.
  $ hakaru simulate train plan.json | head -1
  Training llama-3.1-8b on 1,000,000,000 tokens: 256 sequences of 4,096 tokens a step, fp8, adamw.
  $ python3 -c '
  > import json
  > kept = json.load(open("plan.json"))
  > print(kept["scenario"]["precision"], {(plan["precision"], plan["scenario"]["precision"]) for plan in kept["plans"][:1]})'
  ['bf16', 'fp8'] {('fp8', 'fp8')}

Of a list, what an accelerator has no units for is left out; alone, it is computed as something else.

  $ plan --instance p4d.24xlarge --instances 4 --precision fp8,bf16 | grep -E "fp8|^1 " | sed 's/ *[█░].*//'
  Training llama-3.1-8b on 1,000,000,000 tokens: 256 sequences of 4,096 tokens a step, fp8 | bf16, adamw. Ranked by cost.
  note: a100-sxm-40gb has no units for fp8, so fp8 was not looked at there
  $ plan --instance p4d.24xlarge --instances 4 --precision fp8 | grep units
  note: a100-sxm-40gb has no units for fp8: it is computed as bf16
  $ plan --instance p4d.24xlarge --instances 4 --precision fp8,nvfp4
  hakaru: a100-sxm-40gb has no units for any of fp8, nvfp4
  [1]

  $ plan --instance p5.48xlarge --instances 4 --precision bf16,bf16
  hakaru: --precision names bf16 more than once
  [2]
  $ plan --instance p5.48xlarge --instances 4 --precision bf16,fp9
  hakaru: precision 'fp9' is not known; accepted: bf16, bf16-grads, bf16-pure, bf16-sr, fp16, fp32, fp8, fp8-grads, fp8-weights, fp8-weights-grads, int8, mxfp4, mxfp8, nvfp4
  [2]
  $ hakaru memory train --model gpt2 --context 1k --precision bf16,fp8
  hakaru: --precision names several recipes; hakaru memory takes one
  [2]

A sweep over recipes has a scenario of each; one whose scenarios have lists has a column for the recipe.

  $ sweep() { printf '%s\n' '[base]' 'job = "train"' 'model = "gpt2"' 'tokens = "1B"' 'sequence_length = 1024' \
  >     'global_batch = 64' 'instance = "p5.48xlarge"' 'instances = 1' "$@" > s.toml; rm -f s.csv
  >     hakaru sweep s.toml -o s.csv > printed 2>&1; cut -d, -f1-9 s.csv; }
  $ sweep '[grid]' 'precision = ["bf16", "fp8"]' > all; head -1 s.csv | tr , '\n' | grep -n precision
  2:scenario.precision
  $ sweep '[[list]]' 'precision = ["bf16", "fp8"]' '[[list]]' 'precision = "bf16"' > all; python3 -c '
  > import csv
  > print([(row["scenario.precision"], row["precision"]) for row in csv.DictReader(open("s.csv"))])'
  [('bf16 fp8', 'fp8'), ('bf16', 'bf16')]

Where an accelerator multiplies fp16 and no bf16, fp16 is what is usual.

  $ on_t4() { hakaru plan train --model llama-3.2-1b --items 1000 --sequence-length 2k --lora-rank 16 --lora-base nf4 --instance g4dn.xlarge --instances 1 --software unsloth "$@"; }
  $ on_t4 --top 1 -o t4.json | grep -E "^1 |units"
  1  1 × g4dn.xlarge  tp1 dp1 mb2  fp16       18.8 s  14.2 min  $0.124  none        61 %  0.0165 kWh  1 × t4          -43 +75 %
  note: t4 has no units for bf16: planned in fp16, mixed with fp32 and with loss scaling (--precision bf16: in that)
  $ on_t4 --top 1 --precision bf16 | grep units
  note: t4 has no units for bf16: it is computed as fp32
  note: t4 has units for fp16 and none for bf16: --precision fp16 is faster there
  $ on_t4 --top 1 --lang ja | grep 演算器
  注: t4 には bf16 の演算器がないため、fp16 (fp32 との混合精度、損失スケーリングあり) で計画します (--precision bf16 を指定するとその精度で計画します)
  $ on_t4 --top 1 --precision bf16 --lang ja | grep "fp16 の演算器"
  注: t4 には fp16 の演算器があり、bf16 の演算器はありません。--precision fp16 のほうが速くなります
  $ hakaru explain t4.json | head -1
  Training llama-3.2-1b on 2,048,000 tokens: 32 sequences of 2,048 tokens a step, fp16, adamw. LoRA of rank 16, the frozen base in nf4.
