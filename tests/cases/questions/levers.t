What helps where a wish cannot be met, and words that mean something else elsewhere: questions of two strangers, 2026-11-30.

  $ first() { COLUMNS=100 hakaru "$@" 2>&1 | head -"${LINES_SHOWN:-1}"; }

1. A slice of TPU hosts is one torus: 128 chips cost half of 256 chips and take twice as long.

  $ COLUMNS=100 hakaru plan train --model gemma-3-27b --tokens 300B --accelerator tpu-v6e --deadline 3w | sed -n '1p;6,7p'
  Rent 32 × ct6e-standard-4t: 13.0 days, $107,984, >99 % likely to keep the limits.
  1  32 × ct6e-standard-4t   tp1 dp128 mb2 zero3 recompute full     31.4 s  13.0 days  $107,984
  2  64 × ct6e-standard-4t   tp1 dp256 mb2 zero3 recompute full     15.8 s  6.54 days  $108,431

2. Words of other trainers with underscores, and ZeRO's stage.

  $ LINES_SHOWN=2 first plan train --model llama-3.1-8b --tokens 50M --finetuning_type lora --gpu l40s --gpus 1
  hakaru: '--finetuning_type lora' is read as '--lora-rank 16'
  hakaru: '--gpu' is read as '--accelerator'
  $ COLUMNS=100 hakaru plan train --model llama-3.1-8b --tokens 50M --stage 3 --instance p5.48xlarge 2>&1 | grep -o "'--stage' is read as '--zero'"
  '--stage' is read as '--zero'

3. Rates with blanks.

  $ for rate in '1日 43,200件' '毎秒 0.5件' '0.5 requests / s' '30 requests per minute'; do first plan serve --model llama-3.1-8b --rate "$rate"; done | sort -u
  Rent 1 × g6e.xlarge: $1,359 a month, 96 % likely to keep the limits.
  $ first plan serve --model llama-3.1-8b --rate '5 5/s'
  hakaru: --rate is '5 5/s'; accepted: a rate such as 5, 5/s, 300/m

4. "Does it fit on my two 4090s?", and what helps where it does not.

  $ for machine in '2x4090' '2 x rtx-4090' '2×RTX 4090'; do first fit "$machine" --model qwen3-30b-a3b --weights int4; done
  qwen3-30b-a3b fits on rtx-4090-2 (2 × rtx-4090).
  qwen3-30b-a3b fits on rtx-4090-2 (2 × rtx-4090).
  qwen3-30b-a3b fits on rtx-4090-2 (2 × rtx-4090).
  $ first fit rtx-4090 --accelerators 2 --model qwen3-30b-a3b --weights int4
  qwen3-30b-a3b fits on rtx-4090-2 (2 × rtx-4090).
  $ hakaru fit rtx-4090-1 --model qwen3-30b-a3b --model qwen2.5-72b 2>&1 | grep -A1 'does not fit'
  qwen2.5-72b-instruct does not fit: with 2,048 tokens it needs 137 GiB, 116 GiB too much
  Machines that hold qwen2.5-72b-instruct: hakaru plan serve --model qwen2.5-72b-instruct
  qwen3-30b-a3b does not fit: with 2,048 tokens it needs 58.2 GiB, 36.6 GiB too much
  qwen3-30b-a3b fits with --weights int4

5. What writes its answers token by token is no batch of single passes.

  $ first plan infer --model whisper-large-v3 --items 1M
  hakaru: --model is whisper-large-v3, which writes its answers token by token; ask: hakaru plan serve

6. "Which ZeRO stage for eight cards?" ZeRO shards over data-parallel ranks.

  $ first memory train --model qwen2.5-7b --on h100-sxm --accelerators 8 --zero 3
  Fits: 42.5 GiB of 80.0 GiB per device (53 %).
  $ hakaru memory train --model qwen2.5-7b --on h100-sxm --accelerators 8 --zero 3 | grep -o 'dp8.*zero3'
  dp8 mb1 zero3
  $ hakaru memory train --model qwen2.5-7b --on h100-sxm --dp 8 --zero 3 | grep -o 'dp8.*zero3'
  dp8 mb1 zero3

7. What is bought has its limits: spot is taken away, a block ends.

  $ COLUMNS=100 hakaru plan train --model qwen2.5-7b --tokens 20B --price spot --budget 1500 | tr -s ' \n' ' ' | grep -o 'interruptions are not counted; hakaru run --spot-interruptions-per-hour'
  interruptions are not counted; hakaru run --spot-interruptions-per-hour
  $ COLUMNS=100 hakaru plan train --model llama-3.1-405b --tokens 15T | grep '^billed'
  billed: 364 days of Capacity Blocks, 2 in a row, as one ends after 182 days at most

8. Both limits that cannot be met are named.

  $ hakaru plan train --model llama-3.1-405b --tokens 15T --deadline 1d --budget 1000
  hakaru: the deadline of 24.0 h is not met: the fastest plan (512 × p6-b200.48xlarge) takes 120 days; relax --deadline by 119 days; the cheapest plan (8 × u-p6e-gb200x36) costs up to $103,423,897 with 80 %, over the budget of $1,000; raise --budget by $103,422,897
  [1]

9. A LoRA whose base is too large for the card: a base in four bits.

  $ hakaru plan train --model qwen2.5-32b --lora-rank 16 --tokens 20M --instance g6e.xlarge --instances 1
  hakaru: does not fit on 1 × g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1 recompute full/2) needs 71.4 GiB per device, which has 44.7 GiB; would fit: 4 × g6e.xlarge, or 1 × g6e.12xlarge / 1 × g6e.xlarge --lora-base nf4
  [1]

10. Machines whose predictions err alike are not worth measuring against each other.

  $ COLUMNS=100 hakaru plan serve --model kimi-k2 --users 100 --budget 50000 | tr -s ' \n' ' ' | grep -oE '^Rent|Close:|in Capacity Blocks, which end, last'
  Rent
  in Capacity Blocks, which end, last
