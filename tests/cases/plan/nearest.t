What would work, and with which flags.

The cheapest instance of the accelerator that was asked about comes first, not the one of least memory or another kind.

  $ hakaru plan serve --model llama-3.1-70b --context 8k --instance trn1.2xlarge --instances 1
  hakaru: does not fit on 1 x trn1.2xlarge: the smallest layout (tp2 pp1 dp1 mb1) needs 68.8 GiB of 16.0 GiB per device; would fit: 1 x trn1.32xlarge
  [1]
  $ hakaru plan serve --model qwen2.5-32b-instruct --context 8k --instance g6e.xlarge --instances 1 --weights bf16
  hakaru: does not fit on 1 x g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 64.4 GiB of 44.7 GiB per device; would fit: 1 x g6e.12xlarge
  [1]

A family may do what any of its instances may.

  $ hakaru plan serve --model llama-3.1-8b --context 8k --family c7i --json | python3 -c '
  > import json, sys
  > print(sorted({plan["instance"] for plan in json.load(sys.stdin)["plans"]}))'
  ['c7i.48xlarge', 'c7i.8xlarge']

What holds a deadline back is named.

  $ hakaru plan train --model llama-3.1-405b --tokens 15T --sequence-length 8k --global-batch 2048 --instance p5.48xlarge --deadline 30d
  hakaru: the deadline of 30.0 days is not met: the fastest plan (512 x p5.48xlarge) takes 228 days; relax --deadline by 198 days, or raise what holds it back: --max-instances 8064 --global-batch 8192 (8064 x p5.48xlarge, done in 28.4 days)
  [1]
