Plans are ranked by what is asked for.

  $ values() { python3 -c '
  > import json, sys
  > key = sys.argv[1]
  > values = [plan[key] for plan in json.load(sys.stdin)["plans"] if plan[key] is not None]
  > best, rest = (max if len(sys.argv) > 2 else min)(values), values[1:]
  > print(len(rest) > 1, rest == sorted(rest, reverse=len(sys.argv) > 2), abs(values[0] / best - 1) <= 0.05)' "$@"; }
  $ train() { hakaru plan train --rank-by expected --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 64 --family p4d \
  >     --family trn1 --json "$@"; }
  $ train --objective cost | values cost_usd
  True True True
  $ train --objective time | values duration_s
  True True True
  $ train --objective throughput | values tokens_per_s reverse
  True True True

Nothing satisfies the constraints: status 1, and what would.

  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-70b --context 8k --instance g5.xlarge --instances 1 2>&1 | sed 's/[0-9.]\+ GiB/N/g'
  hakaru: does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs N per device, which has N; would fit: 1 × g5.48xlarge
  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-70b --context 8k --instance g5.xlarge --instances 1 2> /dev/null
  [1]
  $ train --budget 1 2> errors > refused.json
  [1]
  $ sed 's/\$[0-9.,]\+/$N/g' errors
  hakaru: the cheapest plan (1 × p4d.24xlarge) costs up to $N with 50 %, over the budget of $N; raise --budget by $N

More instances are proposed only where the number is free and was capped.

  $ train --instances 1 --deadline 1m 2>&1 | grep -c 'max-instances'
  0
  [1]
  $ train --max-instances 1 --deadline 1m 2>&1 > refused.json | grep -c -e '--max-instances [0-9]'
  1
