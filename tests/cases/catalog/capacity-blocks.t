What was offered as Capacity Blocks is used with its start. The form is that of the cloud's answer, the figures are made up.

  $ hakaru() { command hakaru "$@" --wide; }
  $ export HAKARU_DATA=$PWD/own
  $ offer() { echo "{ \"CapacityBlockOfferingId\": \"cb-$1\", \"InstanceType\": \"p5.48xlarge\", \"AvailabilityZone\": \"us-east-1a\", \"InstanceCount\": $2, \"CapacityBlockDurationHours\": $3, \"StartDate\": \"$4T11:30:00Z\", \"UpfrontFee\": \"$5\", \"CurrencyCode\": \"USD\" }"; }
  $ echo "{ \"CapacityBlockOfferings\": [ $(offer 1 4 24 2026-11-22 2900), $(offer 2 4 48 2026-11-24 5900), $(offer 3 8 48 2026-11-22 11000), $(offer 4 4 48 2026-12-20 5500) ] }" > blocks.json
  $ hakaru catalog import aws-capacity-blocks blocks.json --as-of 2026-11-20 | grep -e prices -e written
  prices: 1 new, 0 changed, 0 as they were
  written: */own/prices/imported/aws-capacity-blocks.csv (glob)
  written: */own/capacity_blocks/imported/aws-capacity-blocks.csv (glob)
  $ cat own/capacity_blocks/imported/aws-capacity-blocks.csv
  instance,region,instances,hours,starts_on,usd_upfront,as_of,source
  p5.48xlarge,us-east-1,4,24,2026-11-22,2900,2026-11-20,aws ec2 describe-capacity-block-offerings
  p5.48xlarge,us-east-1,4,48,2026-11-24,5900,2026-11-20,aws ec2 describe-capacity-block-offerings
  p5.48xlarge,us-east-1,4,48,2026-12-20,5500,2026-11-20,aws ec2 describe-capacity-block-offerings
  p5.48xlarge,us-east-1,8,48,2026-11-22,11000,2026-11-20,aws ec2 describe-capacity-block-offerings

An older answer adds nothing to a newer one; what is offered on a later day replaces it.

  $ cp own/capacity_blocks/imported/aws-capacity-blocks.csv before.csv
  $ hakaru catalog import aws-capacity-blocks blocks.json --as-of 2026-11-19 > /dev/null
  $ diff before.csv own/capacity_blocks/imported/aws-capacity-blocks.csv

A run of 30 hours: the cheapest block that holds it starts in a month; with a deadline another is taken, or none.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); b = {o['shares'][0]['kind']: o for o in j['purchase']['pure']}['capacity_block']; print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan train --model llama-3.1-8b --tokens 37B --instance p5.48xlarge --instances 4 --top 1 -o plan.json > plan.txt
  $ hakaru run plan.json --start-date 2026-11-21 --json | of 'b["duration_s"] / 3600 > 29, b["block"]["starts_on"], b["waits_s"] / 86400, b["cost_usd"]'
  (True, '2026-12-20', 29.0, 5500.0)
  $ hakaru run plan.json --start-date 2026-11-21 --deadline 7d --json | of 'b["block"]["starts_on"], b["waits_s"] / 86400, b["cost_usd"]'
  ('2026-11-24', 3.0, 5900.0)
  $ hakaru run plan.json --start-date 2026-11-21 --deadline 3d --json | of 'b["block"]["starts_on"], b["block"]["instances"], b["cost_usd"]'
  ('2026-11-22', 8, 11000.0)
  $ hakaru run plan.json --start-date 2026-11-23 --deadline 2d --json | of 'b["block"], b["cost_usd"], b["notes"]'
  (None, None, ['the first Capacity Block that holds 4 × p5.48xlarge for 30.0 h starts on 2026-11-24, too late for the deadline'])
  $ hakaru run plan.json --start-date 2026-12-21 --json | of 'b["block"], b["notes"]'
  (None, ['none of the Capacity Blocks offered on 2026-11-20 holds 4 × p5.48xlarge for 30.0 h from 2026-12-21 on'])

A block that is named must start in time.

  $ hakaru run plan.json --start-date 2026-11-23 --deadline 2d --purchase capacity_block=4
  hakaru: the first Capacity Block that holds 4 × p5.48xlarge for 30.0 h starts on 2026-11-24, too late for the deadline
  [1]

As text, in either language; where no offer is known, that is said.

  $ hakaru run plan.json --start-date 2026-11-21 --deadline 7d | sed -n '/^ways/,$p' | grep -e 'capacity_block' -e 'Capacity'
  4 capacity_block       –            0.0   99.9 %  30.0 h  $5,900  the cheapest; from 2026-11-24 on
  note: the Capacity Block: 4 × p5.48xlarge for 48 h from 2026-11-24 on, $5,900 in all, as offered on 2026-11-20
  $ hakaru run plan.json --start-date 2026-11-21 --deadline 7d --lang ja | grep キャパシティブロック
  4 キャパシティブロック       –   0.0        99.9 %  30.0 時間  $5,900  最安; 2026-11-24 から
  注: キャパシティブロック: 4 × p5.48xlarge を 48 時間、2026-11-24 から、合計 $5,900 (2026-11-20 の提示)
  $ HAKARU_DATA=$PWD/none; mkdir none
  $ hakaru run plan.json --deadline 7d | grep 'when a Capacity'
  note: when a Capacity Block of p5.48xlarge starts in us-east-1 is not known, so none is waited for: hakaru catalog import aws-capacity-blocks reads what is offered
  $ HAKARU_DATA=$PWD/own

The cheapest must keep to a budget.

  $ hakaru run plan.json --start-date 2026-11-21 --budget '$1000'
  hakaru: the cheapest way to buy the instances costs $5,500: relax --budget by $4,500
  [1]
  $ hakaru run plan.json --start-date 2026-11-21 --budget '$20k' --json | of 'j["purchase"]["best"]["cost_usd"] <= 20000'
  True

A plan priced as a block names one too.

  $ hakaru plan train --model llama-3.1-8b --tokens 37B --instance p5.48xlarge --instances 64 --top 1 --price capacity_block | grep 'note:.*Capacity Blocks offered'
  note: none of the Capacity Blocks offered on 2026-11-20 holds 64 * p5.48xlarge for 2.50 h from ????-??-?? on* (glob)

No block is larger than AWS sells, and none dearer than what it is sold beside.

  $ echo "{ \"CapacityBlockOfferings\": [ $(offer 1 400 24 2026-11-22 2900), $(offer 2 1 24 2026-11-22 12000) ] }" > odd.json
  $ hakaru catalog import aws-capacity-blocks odd.json --as-of 2026-11-20 --data odd | grep 'of a Capacity Block'
               1  of more than 64 instances, the most of a Capacity Block: p5.48xlarge
  $ hakaru catalog check --data odd | head -1
  p5.48xlarge in us-east-1: capacity_block $500 (2026-11-20) is above on_demand $55.04 (2026-09-19)  (*) (glob)

Its cost is the block's fee, in its run, its arithmetic and where it is bought otherwise too; the wait counts against the deadline.

  $ echo "{ \"CapacityBlockOfferings\": [ $(offer 1 4 24 2026-11-22 2900), $(offer 2 4 48 2199-12-24 27000) ] }" > late.json
  $ hakaru catalog import aws-capacity-blocks late.json --as-of 2026-11-21 > /dev/null
  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 20B --instance p5.48xlarge --instances 4 --top 1 "$@"; }
  $ plan --price capacity_block --budget '$30k' -o block.json | grep -o -e '16.2 h  .[0-9,]*'
  16.2 h  $27,000
  $ hakaru run block.json --budget '$30k' | grep -e '^16.2 h' -e '^  cost' -e '^4 capacity'
  16.2 h, $27,000, 0.414 MWh, 0.157 t CO2e
    cost              the Capacity Block of 4 × p5.48xlarge for 48 h from 2199-12-24 on = $27,000  [7]
  4 capacity_block       –            0.0   99.9 %  16.2 h  $27,000  from 2199-12-24 on
  $ hakaru explain block.json | grep '  cost .*block'
    cost    4 × 140.625 USD/h × 48 h, the whole block = $27,000
  $ plan | grep -o 'capacity_block $27,000'
  capacity_block $27,000
  $ plan --price capacity_block --budget '$5000'
  hakaru: the cheapest plan (4 × p5.48xlarge) costs up to $27,000 with 80 %, over the budget of $5,000; raise --budget by $22,000
  [1]
  $ plan --price capacity_block --budget '$30k' --deadline 3d
  hakaru: the first Capacity Block that holds 4 × p5.48xlarge for 17.9 h starts on 2199-12-24, too late for the deadline
  [1]

In any region every region's offers count: not where an hour is cheapest, if no block there holds the run.

  $ offer_in() { offer "$@" | sed "s/us-east-1a/$6/"; }
  $ echo "{ \"CapacityBlockOfferings\": [ $(offer_in 1 4 24 2199-12-22 100 us-east-1a), $(offer_in 2 4 48 2199-12-24 5900 us-west-2a), $(offer_in 3 4 48 2199-12-24 6900 us-east-2a) ] }" > regions.json
  $ hakaru catalog import aws-capacity-blocks regions.json --as-of 2026-11-20 --data regions > /dev/null
  $ hakaru plan train --model llama-3.1-8b --tokens 37B --instance p5.48xlarge --instances 4 --top 1 --price capacity_block --region any --data regions --json \
  >   | python3 -c 'import json, sys; j = json.load(sys.stdin); p = j["plans"][0]; print(p["price"]["region"], p["cost_usd"], [(r["region"], r["cost_usd"]) for r in j["regions"][:2]])'
  us-west-2 5900.0 [('us-west-2', 5900.0), ('us-east-2', 6900.0)]

What the user's folder has must be offers.

  $ sed -i 's/2199-12-24/tomorrow/' own/capacity_blocks/imported/aws-capacity-blocks.csv
  $ hakaru instance show p5.48xlarge
  hakaru: */own/capacity_blocks/imported/aws-capacity-blocks.csv: line 3: starts_on is 'tomorrow'; accepted: a date such as 2023-06-01 (glob)
  [2]

Minutes count beside hours: a block that begins at once ends at 11:30.

  $ short() { echo "{ \"InstanceType\": \"p5.48xlarge\", \"AvailabilityZone\": \"us-east-2a\", \"InstanceCount\": 1, $1, \"StartDate\": \"2026-11-29T08:55:00+00:00\", \"UpfrontFee\": \"$2\", \"CurrencyCode\": \"USD\" }"; }
  $ priced() { echo "{ \"CapacityBlockOfferings\": [ $1 ] }" > short.json; rm -rf short; hakaru catalog import aws-capacity-blocks short.json --as-of 2026-11-28 --data short > /dev/null; tail -n +2 short/prices/imported/aws-capacity-blocks.csv | cut -d, -f4,7; tail -n +2 short/capacity_blocks/imported/aws-capacity-blocks.csv | cut -d, -f4; }
  $ priced "$(short '"CapacityBlockDurationHours": 2, "CapacityBlockDurationMinutes": 35' 81.27)"
  31.459354838709675,"a block of 2.583 h of 1 from 2026-11-29
  2.5833333333333335
  $ priced "$(short '"CapacityBlockDurationHours": 0, "CapacityBlockDurationMinutes": 35' 18.35)"
  31.45714285714286,"a block of 0.5833 h of 1 from 2026-11-29
  0.5833333333333334
  $ priced "$(short '"CapacityBlockDurationMinutes": 1440' 720)"
  30,"a block of 24 h of 1 from 2026-11-29
  24
  $ hakaru --data short instance show p5.48xlarge | head -1
  p5.48xlarge
