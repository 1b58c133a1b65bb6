What a run may cost in Capacity Blocks is that of the days that would be bought for it.

  $ train() { hakaru plan train --model llama-3.1-8b --tokens 500B --instance p5.48xlarge --instances 4 --price capacity_block --top 1 "$@"; }
  $ train --json > plan.json
  $ cat > days.py <<'END'
  > import json
  > plan = json.load(open("plan.json"))["plans"][0]
  > day_usd = 24 * plan["usd_per_h"]
  > of = plan["band"]["figures"]
  > for end in ("low", "low_50", "high_50", "high"):
  >     print(end, f'{of["duration_s"][end] / 86400:.1f} days, paid: {of["cost_usd"][end] / day_usd:.3f}')
  > print("paid:", round(plan["cost_usd"] / day_usd, 3))
  > END
  $ python3 days.py

So a budget for these days is kept at the bad end too.

  $ train --budget '$90k' | grep -c '^note: nothing keeps'
  $ train --budget '$90k' --json | python3 -c 'import json, sys; plan = json.load(sys.stdin)["plans"][0]; print(round(plan["cost_usd"]), plan["chance_to_keep_limits"] > 0.9)'
