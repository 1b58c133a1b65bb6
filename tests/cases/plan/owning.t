A machine that is bought costs what it loses each hour, and its power: 250,000 / (3 × 8,760) + 8 × 0.7 kW × 0.12 = 10.18.

  $ hakaru() { command hakaru "$@" --wide; }
  $ own() { hakaru plan serve --model llama-3.1-8b --rate 2/s --instance p5.48xlarge --top 1 "$@"; }
  $ own --purchase '$250k' --years 3 --power 0.12/kWh --json | python3 -c '
  > import json, sys
  > price = json.load(sys.stdin)["plans"][0]["price"]
  > print(round(price["usd_per_h"], 2), price["source"])'
  10.18 --purchase $250,000 --years 3 --power $0.12/kWh (5.6 kW)
  $ own --purchase '$250k' --years 3 --power 0.12/kWh | grep '^note: renting'
  note: renting as many accelerators costs $55.04/h (p5.48xlarge, us-east-1, 2026-09-19): owning at $10.18/h pays where they are used more than 18.5 % of the time; always used, after 6.3 months
  note: renting as many accelerators costs $19.20/h (n3-h100-sxm5x8, canada-1, 2026-01-01): owning at $10.18/h pays where they are used more than 53.0 % of the time; always used, after 18.5 months
  $ own --purchase '$250k' --years 3 --power 0.12/kWh --lang ja | grep '^注: 同じ数'
  注: 同じ数のアクセラレーターを借りると $55.04/h (p5.48xlarge, us-east-1, 2026-09-19) です。所有 ($10.18/h) は全時間の 18.5 % を超えて使うなら得になり、常に使うなら 6.3 か月で元が取れます
  注: 同じ数のアクセラレーターを借りると $19.20/h (n3-h100-sxm5x8, canada-1, 2026-01-01) です。所有 ($10.18/h) は全時間の 53.0 % を超えて使うなら得になり、常に使うなら 18.5 か月で元が取れます
  $ own --purchase '$3M' --years 3 | grep '^note: renting'
  note: renting as many accelerators costs $55.04/h (p5.48xlarge, us-east-1, 2026-09-19): less than owning at $114/h, even if always used
  note: renting as many accelerators costs $19.20/h (n3-h100-sxm5x8, canada-1, 2026-01-01): less than owning at $114/h, even if always used

A savings plan as long is told too; and of smaller machines those that hold what the layout joins.

  $ own --purchase '$250k' --years 3 | grep '^note: under'
  note: under savings_3y, paid for whether used or not, as many cost $23.78/h (p5.48xlarge, us-east-1, 2026-09-19): more than owning at $9.51/h, which is even after 14.4 months
  $ own --purchase '$3M' --years 3 --lang ja | grep 'Savings'
  注: Savings Plans (3 年) (使わない時間も支払い) で同じ数を借りると $23.78/h (p5.48xlarge, us-east-1, 2026-09-19) で、所有 ($114/h) より安くなります
  $ own --purchase '$250k' --years 2 | grep -c '^note: under'
  0
  [1]
  $ own --purchase '$250k' --years 3 --tp 1 | grep -o '^note: renting.*8 × [^,]*'
  note: renting as many accelerators costs $18.32/h (8 × 1h100.80s.32v

Rented, it is compared with its own cloud and with the cheapest of all.

  $ own --purchase '$250k' --years 3 --json | python3 -c '
  > import json, sys
  > notes = json.load(sys.stdin)["plans"][0]["notes"]
  > rents = [float(note.split("costs $")[1].split("/h")[0]) for note in notes if note.startswith("renting")]
  > print(len(rents), rents == sorted(rents, reverse=True), rents[0])'
  2 True 55.04

What it needs is asked for.

  $ own --purchase '$250k'
  hakaru: --purchase needs --years
  [2]
  $ own --years 3
  hakaru: --years needs --purchase
  [2]
  $ own --purchase '$250k' --years 0
  hakaru: --years is 0; accepted: 0.1 … 20
  [2]
  $ own --purchase '$250k' --years 3 --power 12
  hakaru: --power is '12'; accepted: a price of power such as 0.12/kWh
  [2]
  $ own --purchase '$250k' --years 3 --usd-per-hour 3
  hakaru: --usd-per-hour and --purchase exclude each other; accepted: one of them
  [2]
