A global batch may be any of a range: the one whose best plan ranks first is answered, and what each would take.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1T --instance p5.48xlarge --instances 16 --top 1 "$@"; }
  $ plan --global-batch 512..2k | sed -n 2p
  Training llama-3.1-8b on 1,000,000,000,000 tokens: 1,024 sequences of 4,096 tokens a step, bf16, adamw. Ranked by cost.
  $ plan --global-batch 512..2k | grep -o "note: .*"
  note: global batches looked at, with the best plan of each: 512 (8.66 days, $182,967), 1,024 (8.53 days, $180,185), 2,000 (9.59 days, $202,666); all see the same tokens, though one far above 2,048, which is usual for such a run, may need more of them
  $ plan --global-batch 512..2k --lang ja | grep -o "注: .*"
  注: 調べたグローバルバッチと、それぞれの最良の計画: 512 (8.66 日、$182,967), 1,024 (8.53 日、$180,185), 2,000 (9.59 日、$202,666)。どれも同じトークン数で比べています。この学習に通常の 2,048 を大きく超えるバッチでは、より多くのトークンが要ることがあります
  $ plan --global-batch 512..2k --objective time -o plan.json > /dev/null && python3 -c 'import json; print(json.load(open("plan.json"))["plans"][0]["scenario"]["global_batch"])'
  1024
  $ hakaru explain plan.json > /dev/null && echo explained
  explained

All are within the range, whatever else divides well; a k of sequences is 1,000.

  $ few() { hakaru plan train --model llama-3.1-8b --tokens 1T --instance p5.48xlarge --tp 1 --pp 1 --top 1 "$@" | grep -o "each: .*;"; }
  $ few --instances 1 --global-batch 1000..1010
  each: 1,000 (140 days, $185,517), 1,008 (137 days, $180,722);
  $ few --accelerators 12 --global-batch 1000..1100
  each: 1,008 (89.2 days, $235,623);
  $ plan --global-batch 1k..4k | grep -o "each: .*;"
  each: 1,000 (11.7 days, $247,903), 1,024 (8.53 days, $180,185), 2,000 (9.59 days, $202,666), 2,048 (8.46 days, $178,794), 4,000 (8.86 days, $187,254);

Where no price is known and only a deadline stands, the run that ends first.

  $ owned() { hakaru plan train --model llama-3.1-8b --tokens 1T --accelerator h100-sxm --accelerators 256 --deadline 7d "$@"; }
  $ owned --global-batch 256..2k -o owned.json > /dev/null && python3 -c 'import json; print(json.load(open("owned.json"))["plans"][0]["scenario"]["global_batch"])'
  1024

Batches that have no plan are passed over; where none has one, why is told of the last.

  $ plan --global-batch 64..256 --dp 128 --tp 1 --pp 1 | grep -o "each: .*;"
  each: 128 (9.66 days, $204,139), 256 (9.13 days, $192,992);
  $ plan --global-batch 3..6 --dp 128 --tp 1 --pp 1
  hakaru: dp 128 × micro-batch 1 does not divide the global batch 6; nearest global batch: 128
  [1]

Ranges that are none.

  $ plan --global-batch 2k..512
  hakaru: --global-batch is '2k..512'; accepted: a number of sequences, or a range that rises, such as 1k..16k
  [2]
  $ plan --global-batch 512..
  hakaru: --global-batch is '512..'; accepted: a number of sequences, or a range that rises, such as 1k..16k
  [2]
  $ plan --global-batch 512..many
  hakaru: --global-batch is '512..many'; accepted: a number of sequences, or a range that rises, such as 1k..16k
  [2]
  $ hakaru plan infer --model bert-base --batch 8 --instance g5.xlarge --global-batch 1..2
  hakaru: '--global-batch' is not a flag of infer; for a training run: hakaru plan train … --global-batch
  [2]
