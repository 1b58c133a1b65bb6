Over the whole catalogue no plan is worse than the best of one instance type alone, but for the few percent that a faster one may cost.

  $ best() { hakaru plan train --model gpt2-xl --tokens 10B --sequence-length 1k --global-batch 60 --top 1 --json "$@"; }
  $ figure() { python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0][sys.argv[1]])' "$1"; }
  $ no_worse() { python3 -c 'import sys; all, *others = map(float, sys.argv[1:]); print(all <= min(others) * 1.05)' "$@"; }
  $ compared() { key=$1; shift
  >   no_worse $(best "$@" | figure $key) $(for name in p5.48xlarge p5.4xlarge; do best --instance $name "$@" | figure $key; done); }
  $ compared cost_usd --objective cost
  True
  $ compared cost_usd --objective cost --deadline 4d
  True
  $ compared duration_s --objective time --budget '$1200'
  False

A smaller budget buys no shorter run.

  $ no_worse $(best --objective time --budget '$1200' | figure duration_s) $(best --objective time --budget '$600' | figure duration_s)
  True

The fewest accelerators that meet a deadline are as few whatever is ranked by; of as few, the cheapest is first.

  $ for objective in time cost; do best --objective $objective --deadline 20d | python3 -c '
  > import json, sys; print([n for n in json.load(sys.stdin)["notes"] if n.startswith("fewest")][0].split(" (")[0])'; done
  fewest accelerators that meet the deadline: 1
  fewest accelerators that meet the deadline: 1
  $ hakaru plan train --model gpt2-xl --tokens 10B --sequence-length 1k --global-batch 60 --objective accelerators \
  >     --deadline 20d --json | python3 -c '
  > import json, sys
  > plans = json.load(sys.stdin)["plans"]; fewest = [p for p in plans if p["accelerators"] == plans[0]["accelerators"]]
  > print(plans[0]["cost_usd"] == min(p["cost_usd"] for p in fewest))'
  True
