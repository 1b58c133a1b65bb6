A lot of items has an end: with --items each plan of batch inference tells how long all of them take and what that costs.

  $ hakaru() { command hakaru "$@" --wide; }
  $ infer() { hakaru plan infer --rank-by expected --model resnet-50 --batch 64 --instance inf2.xlarge "$@"; }
  $ infer --items 100M | sed -n '1,5p;/^Best/,/batch of/p'
  Rent 1 × inf2.xlarge: 5.81 h, $4.40.
  Running resnet-50 on batches of 64, bf16. Each is a picture of 224 × 224 pixels. 100,000,000 items in all. Ranked by cost.
  
  #  instances        layout   batch  latency  items/s    time   cost  evidence  memory  accelerators       error, 90 %
  1  1 × inf2.xlarge  tp1 dp2     64  26.5 ms    4,834  5.81 h  $4.40  measured     8 %  2 × neuroncore-v2   -64 +177 %
  Best: 1 × inf2.xlarge (2 × neuroncore-v2), tp1 dp2
    4,834 items/s, 26.5 ms for a batch of 64

The figures of the lot are those of the rate, times the lot, behind the start of its machines.

  $ infer --items 100M --json > lot.json; infer --json > rate.json
  $ python3 - <<'X'
  > import json
  > lot, rate = (json.load(open(f"{name}.json"))["plans"][0] for name in ("lot", "rate"))
  > print(lot["items"], "items" in rate, rate["duration_s"])
  > hours = lot["duration_s"] / 3600
  > close = lambda left, right: abs(left / right - 1) < 1e-12
  > started_usd = lot["start_up_s"] / 3600 * rate["cost_usd"]
  > print(close(lot["duration_s"] - lot["start_up_s"], 100e6 / lot["items_per_s"]), close(lot["cost_usd"], rate["cost_usd"] * hours),
  >       close(lot["cost_usd"] - started_usd, 100 * lot["cost_per_million_items_usd"]), lot["layout"] == rate["layout"])
  > print(lot["energy_kwh"] is None or close(lot["energy_kwh"], rate["energy_kwh"] * hours))
  > X
  100000000 False None
  True True True True
  True

A deadline takes the fewest instances that keep it: one fewer does not.

  $ infer --items 100M --deadline 1h | grep -E '^[0-9]|fewest'
  1  7 × inf2.xlarge  tp1 dp14     64  26.5 ms   33,835  52.9 min  $4.68        63 %  measured     8 %  14 × neuroncore-v2   -64 +177 %
  note: fewest accelerators that meet the deadline: 7 chips of 2 ranks (7 × inf2.xlarge), done in 52.9 min
  2 layouts evaluated, 2 fit.
  $ count=$(infer --items 100M --deadline 1h --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["instances"])')
  $ infer --items 100M --deadline 1h --instances $((count - 1)) 2>&1 | sed 's/[0-9.]\+ \(h\|min\|s\)\b/N/g'
  hakaru: the deadline of N is not met: the fastest plan (6 × inf2.xlarge) takes N; relax --deadline by N, or raise what holds it back: --instances 7 (7 × inf2.xlarge, done in N)
  $ infer --items 100M --deadline 1h --instances $count | grep -c '^1  '
  1

So it is with every split of a model that can be cut, and on many machines at once each in its own number.

  $ hakaru plan infer --rank-by expected --model bert-large-uncased --sequence-length 128 --items 1B --deadline 1d --family g5 --json |
  >   python3 -c '
  > import json, sys
  > plans = json.load(sys.stdin)["plans"]
  > print(len(plans) > 1, all(plan["chance_to_keep_limits"] >= 0.5 for plan in plans), max(plan["instances"] for plan in plans) > 1)
  > costs = [plan["cost_usd"] for plan in plans]
  > print(costs == sorted(costs))'
  True True True
  True

By time it is the whole lot that counts, on as many instances as are allowed.

  $ infer --items 100M --objective time | sed -n '5p' | cut -c1-18
  1  1 × inf2.xlarg
  $ infer --items 100M --objective time --max-instances 8 | sed -n '5p' | cut -c1-18
  1  8 × inf2.xlarg

A budget is of the lot.

  $ infer --items 100M --budget 1
  hakaru: the cheapest plan (1 × inf2.xlarge) costs up to $4.40 with 50 %, over the budget of $1.00; raise --budget by $3.41, or buy it otherwise: --price spot ($0.701)
  [1]
  $ infer --items 100M --budget '$20' | sed -n 2p
  Running resnet-50 on batches of 64, bf16. Each is a picture of 224 × 224 pixels. 100,000,000 items in all. Ranked by cost, for at most $20.00.

What has no end has neither deadline nor budget.

  $ infer --deadline 1h
  hakaru: --deadline needs --items
  [2]
  $ infer --budget 1
  hakaru: --budget needs --items
  [2]
  $ infer --items 0
  hakaru: --items is 0; accepted: 1 … 1000000000000
  [2]
  $ infer --items 2T
  hakaru: --items is 2000000000000; accepted: 1 … 1000000000000
  [2]

A kept plan still tells of its lot.

  $ infer --items 100M -o plan.json > /dev/null; hakaru explain plan.json | grep -A1 'all items'
    all items                             100,000,000 items / 4833.5 items/s = 5.75 h
    machine's start                       = 3.00 min  [8]
  $ hakaru explain plan.json | grep -A1 '^ *cost '
    cost                    1 × 0.7582 USD/h × 5.808 h = $4.40
    cost per million items  0.7582 USD/h × 10⁶ / (4833.5 items/s × 3,600 s) = $0.0436
  
  $ sed -i 's/"items": 100000000,/"items": -1,/' plan.json; hakaru explain plan.json
  hakaru: plan.json: 'plan.items' is -1; accepted: 1 … 1000000000000
  [2]
  $ infer --items 100M --lang ja | head -3
  推奨: 1 × inf2.xlarge (5.81 時間、$4.40)
  バッチ推論: resnet-50 (バッチサイズ 64、bf16)。1 サンプルは 224 × 224 ピクセルの画像。全 100,000,000 サンプル。順位の基準: コスト。
  
