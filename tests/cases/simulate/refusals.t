What cannot be simulated is refused in one line.

  $ hakaru simulate train
  hakaru: PLAN is missing: hakaru simulate train FILE[#RANK]
  [2]
  $ hakaru simulate train missing.json
  hakaru: missing.json: cannot be read: no such file
  [2]
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o infer.json > /dev/null
  $ hakaru simulate train infer.json
  hakaru: infer.json: not a plan of training; accepted: one of hakaru plan train
  [2]
  $ hakaru simulate train infer.json --jitter much
  hakaru: --jitter is 'much'; accepted: 0 … 1
  [2]
  $ hakaru simulate train infer.json --seed -1
  hakaru: --seed is '-1'; accepted: 0, 1, 2, …
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge --schedule dual
  hakaru: --schedule is 'dual'; accepted: 1f1b, interleaved-1f1b, gpipe, zb-h1
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --pp 2 --vpp 2 --schedule gpipe 2>&1 | head -1
  hakaru: schedule gpipe needs vpp 1, found 2; with more chunks: interleaved-1f1b
