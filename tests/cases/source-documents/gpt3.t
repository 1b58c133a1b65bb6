  $ figure() { "$TESTDIR"/figure "$@"; }
  $ gpt3="--model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536"

gpt3-1: 34 days on 1,024 A100 of 80 GB, as the software of 2021 ran it: everything recomputed, attention not fused, nothing
sharded.

  $ then="--precision fp16 --recompute full --flash-attention false --sequence-parallel false --zero 0 --tp 8 --pp 16 --vpp 1 --micro-batch 1"
  $ hakaru plan train $gpt3 --accelerator a100-80gb --accelerators 1024 $then --json > then.json
  $ figure --between 30 38 'best["duration_s"] / day' < then.json
  yes

With the software of today it takes less.

  $ hakaru plan train $gpt3 --accelerator a100-80gb --accelerators 1024 --objective time --json > now.json
  $ figure --between 17 22 'best["duration_s"] / day' < now.json
  yes

gpt3-2: within 30 days.

  $ hakaru plan train $gpt3 --accelerator a100-80gb --deadline 30d --rank-by expected --json > deadline.json
  $ figure 'best["duration_s"] <= 30 * day' < deadline.json
  True
  $ figure --between 672 864 'best["accelerators"]' < deadline.json
  yes
  $ hakaru plan train $gpt3 --accelerator a100-80gb --deadline 30d $then --json | figure 'best["accelerators"]' 'best["duration_s"] <= 30 * day'
  1536  True

gpt3-3: 8 T P / (n X) of Narayanan et al.: X = 140 TFLOP/s gives 33.9 days. Here X is not assumed; the model's
multiplications in 300 billion tokens are.

  $ python3 -c "print(round(8 * 300e9 * 175e9 / (1024 * 140e12) / 86400, 1))"
  33.9
  $ figure --between 125 155 '8 * 300e9 * 174.6e9 / (1024 * best["duration_s"]) / 1e12' < then.json
  yes

gpt3-4: what it costs on P4de, at the deck's price and now.

  $ cost() { hakaru plan train $gpt3 --instance p4de.24xlarge --instances 128 $then "$@" --json | figure 'round(best["cost_usd"] / (128 * best["duration_s"] / hour), 2)'; }
  $ cost --prices-as-of 2023-06-30
  40.96
  $ cost
  27.45
  $ hakaru plan train $gpt3 --instance p4de.24xlarge --instances 128 $then --prices-as-of 2023-06-30 --json > p4de.json
  $ figure --between 31 40 'best["duration_s"] / day' < p4de.json
  yes
  $ figure --between 3.9e6 5.1e6 'best["cost_usd"]' < p4de.json
  yes

gpt3-5: 178 billion parameters, a vocabulary of 256,000, trained on hundreds of GPUs of P4d.

  $ hakaru model show jurassic-1-jumbo --json | figure 'j["parameters"]["total"]'
  177866855424
  $ hakaru plan train --model jurassic-1-jumbo --tokens 300B --sequence-length 2048 --global-batch 1536 --instance p4d.24xlarge --instances 64 --json > jumbo.json
  $ figure 'best["accelerators"]' 'best["layout"]["tp"] * best["layout"]["pp"] > 8' < jumbo.json
  512  True
  $ figure --between 46.3 62.5 'best["duration_s"] / day' < jumbo.json
  yes

gpt3-6: GPT-3 175B with FSDP on 512 GPUs, 64 instances.

  $ hakaru plan train $gpt3 --instance p4d.24xlarge --instances 64 --zero 3 --json > fsdp.json
  $ figure 'best["accelerators"]' 'best["layout"]["zero"]' < fsdp.json
  512  3
  $ figure --between 60 82 'best["step_time_s"]' < fsdp.json
  yes

gpt3-7: models grow: from ELMo in 2018 to Switch-C in 2021.

  $ for model in elmo bert-large-uncased turing-nlg gpt3-175b switch-c; do hakaru model show $model --json | figure 'j["parameters"]["total"]'; done
  93600864
  335141888
  17177045760
  174615846912
  1571308972448
