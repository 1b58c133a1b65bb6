What would work, and with which flags.

The cheapest instance of the accelerator that was asked about comes first, not the one of least memory or another kind.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan serve --offline --model llama-3.1-70b --context 8k --instance trn1.2xlarge --instances 1
  hakaru: does not fit on 1 × trn1.2xlarge: the smallest layout (tp2 pp1 dp1 mb1) needs 68.8 GiB per device, which has 16.0 GiB; would fit: 1 × trn1.32xlarge
  [1]
  $ hakaru plan serve --offline --model qwen2.5-32b-instruct --context 8k --instance g6e.xlarge --instances 1 --weights bf16
  hakaru: does not fit on 1 × g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 64.4 GiB per device, which has 44.7 GiB; would fit: 1 × g6e.12xlarge
  [1]

Accelerators of one machine are told as accelerators.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 64 --accelerator h100 --accelerators 1
  hakaru: does not fit on 1 × h100-sxm: the smallest layout (tp1 pp1 dp1 mb1 recompute full) needs 144 GiB per device, which has 80.0 GiB; would fit: 3 × h100-sxm, or 1 × p5.48xlarge / 1 × p5.48xlarge --accelerators 1 --offload-optimizer true
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 64 --accelerator h100 --accelerators 3 --top 1 | sed -n 4p
  #  instances        layout             step    time  cost  evidence  memory    energy  accelerators  error, 90 %

A family may do what any of its instances may.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --family c7i --json | python3 -c '
  > import json, sys
  > print(sorted({plan["instance"] for plan in json.load(sys.stdin)["plans"]}))'
  ['c7i.48xlarge', 'c7i.8xlarge']

What holds a deadline back is named.

  $ hakaru plan train --model llama-3.1-405b --tokens 15T --sequence-length 8k --global-batch 2048 --instance p5.48xlarge --deadline 30d
  hakaru: the deadline of 30.0 days is not met: the fastest plan (512 × p5.48xlarge) takes 279 days; relax --deadline by 249 days, or raise what holds it back: --max-instances 10752 --global-batch 8192 (10752 × p5.48xlarge, done in 24.7 days)
  [1]

Where a budget is named too, it is kept: what would be in time and too dear is not offered.

  $ hakaru plan train --model llama-3.1-405b --tokens 1T --sequence-length 8k --global-batch 2048 --instance p5.48xlarge \
  >     --max-instances 64 --deadline 30d --budget 1M
  hakaru: the deadline of 30.0 days is not met: the fastest plan (64 × p5.48xlarge) takes 134 days; relax --deadline by 104 days; the cheapest plan (32 × p5.48xlarge) costs up to $11,291,637 with 80 %, over the budget of $1,000,000; raise --budget by $10,291,638
  [1]

What is said to fit does, by the same question.

  $ for model in llama-3.1-8b qwen2.5-32b-instruct; do
  >   for context in 8k 64k 128k; do
  >     for instance in inf2.xlarge g5.xlarge trn1.2xlarge; do
  >       hakaru plan serve --offline --model $model --context $context --instance $instance --instances 1 2>&1 > /dev/null |
  >         sed -n 's/.*would fit: //p' | sed 's/, or /\n/' | while read -r count x other; do
  >           hakaru plan serve --offline --model $model --context $context --instance $other --instances $count > /dev/null 2>&1 ||
  >             echo "$model at $context on $instance: $count x $other does not"
  >           echo tried
  >         done
  >     done
  >   done
  > done | sort | uniq -c
        9 tried

Less headroom is proposed where that helps; an engine leaves of its own what it leaves.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 32k --instance g5.xlarge --instances 1 --headroom 0%
  hakaru: does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 20.2 GiB per device, which has 20.1 GiB (90.0 % of 22.4 GiB); would fit: 1 × g5.12xlarge
  [1]
