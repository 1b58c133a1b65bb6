Words and quantities as people type them: taken and said, or refused with what to type instead.

  $ two() { COLUMNS=100 hakaru "$@" 2>&1 | head -2 | cut -c1-90; }

1. Flags of other tools.

  $ two plan serve --model llama-3.1-8b --input 6000 --output 300
  hakaru: '--input' is read as '--input-length'
  hakaru: '--output' is read as '--output-length'
  $ for way in sft dpo lora; do two plan train --model llama-3.1-8b --items 10k --method $way --instance p5.48xlarge | head -1; done
  hakaru: '--method sft' needs no flag here
  hakaru: '--method dpo' is read as '--algorithm dpo'
  hakaru: '--method lora' is read as '--lora-rank 16'
  $ two plan train --model llama-3.1-8b --items 10k --lora --instance g6e.xlarge | head -1
  hakaru: '--lora' is read as '--lora-rank 16'
  $ hakaru plan train --model llama-3.1-8b --method rlhf
  hakaru: '--method' is not a flag: say --lora-rank 16 or --algorithm dpo|grpo; else all weights are trained
  [2]

2. Flags and commands of other jobs.

  $ hakaru plan infer --model bert-base-uncased --rate 500/s --ttft 1s
  hakaru: '--rate' is not a flag of infer; for a service: hakaru plan serve \xe2\x80\xa6 --rate; '--ttft' is not a flag of infer; for a service: hakaru plan serve \xe2\x80\xa6 --ttft (esc)
  [2]
  $ hakaru plan serve --model llama-3.1-8b --global-batch 8
  hakaru: '--global-batch' is not a flag of serve; for a training run: hakaru plan train … --global-batch
  [2]
  $ two validate serve
  hakaru: 'serve' is read as 'serving'
  hakaru: validate needs a FILE of measurements; found none. The rows that came with the pro
  $ two memory serving --model llama-3.1-8b
  hakaru: 'serving' is read as 'serve'
  15.1 GiB per device.
  $ hakaru price list p5.48xlarge --region us-east-1 | head -1
  instance     region     price              $/h  as of       source
  $ hakaru accelerator list h100
  hakaru: 'h100' is one word too many for list; one alone: hakaru accelerator show h100
  [2]

3. Families name their accelerator, and keep to their machines.

  $ for name in trn1 trn2 inf2 dl1 g5; do two plan serve --model llama-3.1-8b --accelerator $name | grep -oE "× [a-z0-9]+\."; done
  × trn1.
  × trn2.
  × inf2.
  × dl1.
  × g5.
  $ hakaru accelerator show tpu
  hakaru: accelerator 'tpu' matches several; accepted: tpu-v5e, tpu-v5p, tpu-v6e, tpu7x, tpu7x-core
  [2]

4. Quantities.

  $ for rate in 毎秒3件 3件/秒 '3 requests per second' 180rpm; do hakaru plan serve --model llama-3.1-8b --instance g6e.xlarge --rate "$rate" | grep -o '3 requests/s of'; done
  3 requests/s of
  3 requests/s of
  3 requests/s of
  3 requests/s of
  $ hakaru plan serve --model llama-3.1-8b --tpot 300ミリ秒 | grep -o 'TPOT ≤ 300 ms'
  TPOT ≤ 300 ms
  $ for time in 2ヶ月 2か月 2カ月 '2 months' 2mo 30分 8時間; do hakaru plan train --model llama-3.1-8b --tokens 10M --deadline "$time" | grep -o 'within .*'; done
  within 60.8 days.
  within 60.8 days.
  within 60.8 days.
  within 60.8 days.
  within 60.8 days.
  within 30.0 min.
  within 8.00 h.

5. A Capacity Block is billed in days; chips are counted where ranks are their cores.

  $ hakaru plan train --model llama-3.1-70b --tokens 2T --deadline 60d --accelerator trainium2 | grep -oE '^billed: .*|: [0-9]+ chips of 4 ranks'
  billed: 56.0 days of a Capacity Block
  : 768 chips of 4 ranks

6. Lines stay within a terminal's width.

  $ COLUMNS=100 hakaru validate --by software | python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in sys.stdin) <= 100)'
  True
