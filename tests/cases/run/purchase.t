How the instances are bought. Spot instances are taken away as often as the user says; each time costs a restart.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); b = j['purchase']; print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan train --model gpt3-175b --tokens 30B --sequence-length 2048 --global-batch 1536 --instance p5.48xlarge --instances 64 --top 1 -o gpt.json > plan.txt
  $ hakaru run gpt.json --spot-interruptions-per-hour 0.002 --purchase on_demand=48,spot=16 --json > bought.json

Each way by itself; none where the price book has no price.

  $ of '[(o["shares"][0]["kind"], o["shares"][0]["instances"], o["cost_usd"] is not None) for o in b["pure"]]' < bought.json
  [('on_demand', 64, True), ('savings_1y', 64, False), ('savings_3y', 64, True), ('capacity_block', 64, True), ('spot', 64, True)]
  $ of '[o["notes"] for o in b["pure"] if o["cost_usd"] is None]' < bought.json
  [['no savings_1y price of p5.48xlarge is known in us-east-1']]
  $ of 'b["pure"][0]["duration_s"] == j["duration_s"], b["pure"][0]["cost_usd"] == j["cost_usd"]' < bought.json
  (True, True)

Failures of nodes and interruptions of what is spot add up: 64 nodes of 6,335 h, and 16 (64) instances 0.002 times an
hour.

  $ of 'round(b["asked"]["mtbf_s"] * (64 / 6335 + 16 * 0.002) / 3600, 9), round(b["pure"][4]["mtbf_s"] * (64 / 6335 + 64 * 0.002) / 3600, 9)' < bought.json
  (1.0, 1.0)
  $ of 'b["pure"][0]["goodput"] > b["asked"]["goodput"] > b["pure"][4]["goodput"]' < bought.json
  True
  $ of 'round(b["asked"]["cost_usd"] / (b["asked"]["usd_per_h"] * b["asked"]["duration_s"] / 3600), 9), round(b["asked"]["usd_per_h"] - sum(s["instances"] * s["usd_per_h"] for s in b["asked"]["shares"]), 6)' < bought.json
  (1.0, 0.0)

The cheapest is no dearer than any of them but a commitment that outlasts the run, of which it would be a share; where it
must end sooner it is dearer, and does.

  $ of 'all(b["best"]["cost_usd"] <= o["cost_usd"] for o in b["pure"] + [b["asked"]] if o["cost_usd"] and "savings" not in o["shares"][0]["kind"])' < bought.json
  True
  $ of '[o["notes"] for o in b["pure"] if o["shares"][0]["kind"] == "savings_3y"]' < bought.json
  [['savings_3y is a commitment of 3 years for every hour, used or not: $39,989,330 in all; a run pays its share only where the rest is used otherwise']]
  $ days=$(of '(b["pure"][0]["duration_s"] + b["asked"]["duration_s"]) / 2 / 86400' < bought.json)
  $ hakaru run gpt.json --spot-interruptions-per-hour 0.002 --deadline ${days}d --json > sooner.json
  $ of "b['best']['duration_s'] <= $days * 86400" < sooner.json
  True
  $ of 'b["best"]["cost_usd"]' < bought.json > any; of 'b["best"]["cost_usd"]' < sooner.json > soon
  $ python3 -c 'print(float(open("any").read()) <= float(open("soon").read()))'
  True

The more often they are taken away, the less a spot instance is worth.

  $ for rate in 0 0.001 0.01; do hakaru run gpt.json --spot-interruptions-per-hour $rate --json | of 'b["pure"][4]["duration_s"]'; done > times
  $ python3 -c 't = [float(line) for line in open("times")]; print(t == sorted(set(t)))'
  True

Without a rate there is none of spot; a deadline or a budget is kept by the others.

  $ hakaru run gpt.json --deadline 30d --json | of '[share["kind"] for share in b["best"]["shares"]]'
  ['on_demand']
  $ hakaru run gpt.json --budget '$1k'
  hakaru: the cheapest way to buy the instances costs $112,548: relax --budget by $111,548
  [1]

A way that is named is held to it, not the cheapest; so is one of which the cost is not known.

  $ hakaru run gpt.json --purchase on_demand=64 --budget '$1k'
  hakaru: bought as on_demand=64, the run costs $112,548: relax --budget by $111,548
  [1]
  $ hakaru run gpt.json --purchase on_demand --budget '$1M' --json | of 'b["asked"]["cost_usd"] < 1e6'
  True
  $ hakaru run gpt.json --purchase spot=64 --budget '$1M'
  hakaru: what the run costs bought as spot=64 is not known, so --budget cannot be held
  [1]

  $ hakaru run gpt.json --purchase savings_3y=64 --budget '$1M'
  hakaru: savings_3y=64 is paid for longer than the run, whose share alone --budget could hold: name another way
  [1]
  $ hakaru run gpt.json --purchase spot=64 --json | of 'b["asked"]["duration_s"], b["asked"]["cost_usd"], b["best"], b["asked"]["notes"]'
  (None, None, None, ['how often spot instances are taken away is not known: --spot-interruptions-per-hour says it'])
  $ hakaru run gpt.json --json | python3 -c 'import json, sys; print("purchase" in json.load(sys.stdin))'
  False

As text.

  $ hakaru run gpt.json --spot-interruptions-per-hour 0.002 --purchase on_demand=48,spot=16 | sed -n '/^ways/,$p' | cut -c 1-24
  ways to buy the instance
  bought                  
  64 on_demand            
  64 savings_1y           
  64 savings_3y           
  64 capacity_block       
  64 spot                 
  48 on_demand + 16 spot  
  note: no savings_1y pric
  note: savings_3y is a co
  note: when a Capacity Bl

What is refused.

  $ hakaru run gpt.json --purchase on_demand=48,spot=17
  hakaru: --purchase holds 65 instances; the plan has 64
  [2]
  $ hakaru run gpt.json --purchase leased=64
  hakaru: --purchase: 'leased' is not a kind of price; accepted: on_demand, savings_1y, savings_3y, capacity_block, spot, sagemaker_training, sagemaker_hosting, sagemaker_hyperpod
  [2]
  $ hakaru run gpt.json --purchase sagemaker_training=48,spot=16
  hakaru: --purchase: machines of SageMaker join no others; accepted: sagemaker_training=64
  [2]
  $ hakaru run gpt.json --purchase sagemaker_hosting
  hakaru: --purchase: sagemaker_hosting is not for training; accepted: on_demand, savings_1y, savings_3y, capacity_block, spot, sagemaker_training, sagemaker_hyperpod
  [2]
  $ hakaru run gpt.json --purchase spot=
  hakaru: --purchase is ''; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ hakaru run gpt.json --spot-interruptions-per-hour often
  hakaru: --spot-interruptions-per-hour is 'often'; accepted: a number such as 2, 0.37
  [2]
  $ hakaru run gpt.json --spot-interruptions-per-hour 0.002 --deadline 1m
  hakaru: no way to buy the instances ends within 60.0 s at a known cost; the soonest takes 32.0 h: relax --deadline by 31.9 h
  [1]
  $ hakaru run gpt.json --spot-interruptions-per-hour 0.002 --purchase on_demand=48,spot=16 --deadline 1h
  hakaru: bought as on_demand=48,spot=16, the run takes 32.5 h: relax --deadline by 31.5 h
  [1]
  $ hakaru run gpt.json --purchase spot=30,spot=34
  hakaru: --purchase names spot twice
  [2]
  $ hakaru run gpt.json --purchase spot=64 --csv
  hakaru: --csv and --purchase exclude each other; accepted: one of them
  [2]

A plan is bought where and when it was priced, and at its own price.

  $ plan() { hakaru plan train --model gpt2-xl --tokens 10B --sequence-length 1k --global-batch 64 --instances 2 --top 1 "$@" > plan.txt; }
  $ plan --instance p4d.24xlarge --region us-west-2 --prices-as-of 2025-01-01 -o west.json
  $ hakaru run west.json --purchase savings_1y=2 --json | of 'b["asked"]["notes"]'
  ['no savings_1y price of p4d.24xlarge is known in us-west-2']
  $ plan --instance p4d.24xlarge --usd-per-hour 10 -o cheap.json
  $ hakaru run cheap.json --purchase on_demand=2 --json | of 'b["asked"]["usd_per_h"]'
  20.0
  $ plan --instance p4d.24xlarge --price spot --prices-as-of 2025-01-01 -o spot.json
  $ hakaru run spot.json --purchase on_demand=2 --json | of 'b["asked"]["usd_per_h"]'
  65.5452

Of a plan priced as spot, interruptions are counted where their rate is said; else the run says that they are not.

  $ plan --instance p5.48xlarge --price spot -o spot.json
  $ hakaru run spot.json | grep -c 'priced as spot, whose interruptions are not counted'
  1
  $ hakaru run spot.json --spot-interruptions-per-hour 0.02 --json | of 'j["duration_s"] == b["pure"][4]["duration_s"], j["cost_usd"] == b["pure"][4]["cost_usd"]'
  (True, True)

Where no failure rate is known, ways to buy that count different things say so.

  $ plan --instance trn1.32xlarge -o trn.json
  $ hakaru run trn.json --spot-interruptions-per-hour 0.02 --json | of 'any("failures are not counted" in n for n in b["pure"][0]["notes"])'
  True
