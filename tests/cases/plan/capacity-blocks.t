A run in Capacity Blocks costs the days that are bought for it, which hold it with the confidence asked for, also where it ends sooner.

  $ train() { hakaru plan train --model llama-3.1-8b --tokens 500B --instance p5.48xlarge --instances 4 --price capacity_block --top 1 "$@"; }
  $ train --json > plan.json
  $ cat > days.py <<'END'
  > import json
  > plan = json.load(open("plan.json"))["plans"][0]
  > day_usd = 24 * plan["usd_per_h"]
  > of = plan["band"]["figures"]
  > for end in ("low", "high"):
  >     print(f'{of["duration_s"][end] / 86400:.0f} days, paid: {of["cost_usd"][end] / day_usd:.3f}')
  > print("paid:", round(plan["cost_usd"] / day_usd, 3))
  > END
  $ python3 days.py
  13 days, paid: 21.000
  22 days, paid: 28.000
  paid: 21.0

So a budget for these days is kept at the bad end too.

  $ train --budget '$90k' | grep -c 'nothing keeps'
  0
  [1]
  $ train --budget '$90k' --json | python3 -c 'import json, sys; plan = json.load(sys.stdin)["plans"][0]; print(round(plan["cost_usd"]), plan["chance_to_keep_limits"] > 0.9)'
  83720 True
