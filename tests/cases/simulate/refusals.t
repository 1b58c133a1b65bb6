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
  hakaru: --jitter is 'much'; accepted: a number such as 2, 0.37
  [2]
  $ hakaru simulate train infer.json --seed -1
  hakaru: --seed is '-1'; accepted: 0, 1, 2, …
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge --schedule dual
  hakaru: --schedule is 'dual'; accepted: 1f1b, interleaved-1f1b, gpipe, zb-h1, dualpipe
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --pp 2 --vpp 2 --schedule gpipe 2>&1 | head -1
  hakaru: schedule gpipe needs vpp 1, found 2; with more chunks: interleaved-1f1b

A trace does not overwrite its plan, and a step that is too long is refused.

  $ hakaru plan train --model gpt2 --tokens 1000T --sequence-length 1k --global-batch 100000000 --instance p4d.24xlarge --instances 1 --pp 4 --micro-batch 1 --top 1 -o long.json > /dev/null
  $ hakaru simulate train long.json
  hakaru: long.json: a step of 1,200,000,000 passes is too long to be simulated; accepted: at most 3,000,000
  [2]
  $ hakaru plan train --model gpt2 --tokens 1T --sequence-length 1k --global-batch 60000 --instance p4d.24xlarge --instances 1 --dp 1 --tp 1 --pp 8 --vpp 1 --micro-batch 1 --schedule 1f1b --top 1 -o many.json > /dev/null
  $ hakaru simulate train many.json --trace trace.json
  hakaru: many.json: a step of 960,000 passes is too long for a trace; accepted: at most 200,000, or no --trace
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge --instances 1 --pp 4 --micro-batch 1 --top 1 -o short.json > /dev/null
  $ cp short.json kept.json; hakaru simulate train short.json#1 --trace short.json
  hakaru: short.json: is read by this command, which does not write over it; accepted: another file
  [2]
  $ cmp short.json kept.json
