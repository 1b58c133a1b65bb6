Plan files that are none, or were changed.

  $ hakaru explain missing.json
  hakaru: missing.json: cannot be read: no such file
  [2]
  $ echo '{}' > plan.json; hakaru explain plan.json
  hakaru: plan.json: not a plan; accepted: a file written by hakaru plan … -o FILE
  [2]
  $ echo 'x' > plan.json; hakaru explain plan.json
  hakaru: plan.json: line 1: not JSON
  [2]
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o plan.json > /dev/null
  $ hakaru explain plan.json#7
  hakaru: plan.json: has no plan of rank 7; it has 1
  [2]
  $ hakaru explain plan.json#x
  hakaru: plan.json#x: cannot be read: no such file
  [2]
  $ sed -i 's/"tp": 1/"tp": 64/' plan.json; hakaru explain plan.json
  hakaru: plan.json: its layout has 64 ranks, its cluster 1
  [2]
  $ sed -i 's/"tp": 64/"tp": "one"/' plan.json; hakaru explain plan.json
  hakaru: plan.json: 'layout.tp' is "one"; accepted: 1 … 1000000
  [2]
