A data set costs on top of the machines: while the run lasts where it is kept, once where it has to be moved.
FSx for Lustre in Tokyo is sold at $0.184 a GB (of 2³⁰ bytes) and month in multiples of 2.4 TiB: 20 TB are 19.2 TiB, 19,660.8 GB.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 1 "$@"; }
  $ plan --data-set 20TB --data-set-storage fsx-lustre --region ap-northeast-1 --json > kept.json
  $ python3 -c '
  > import json
  > plan = json.load(open("kept.json"))["plans"][0]
  > costs = plan["data_costs"]
  > print(round(costs["kept_bytes"] / 2**40, 6), costs["kept_in"], costs["bytes_per_s_per_tib"])
  > print(round(costs["kept_usd"] / (19660.8 * 0.184 * plan["duration_s"] / 3600 / 730), 6), costs["moved_usd"])'
  19.2 ap-northeast-1 125000000.0
  1.0 0.0
  $ plan --data-set 20TB --data-set-region ap-northeast-1 | grep -o 'data set, on top.*'
  data set, on top: $1,676 to move it from ap-northeast-1 (price of 2021-03-31)
  $ plan --data-set 20TB --data-set-region ap-northeast-1 --lang ja | grep -o 'データセット.*'
  データセット (別途): $1,676 (ap-northeast-1 からの転送、料金は 2021-03-31)
  データセットの保存先 (--data-set-storage) が指定されていないため、読み込み時間は含みません
  $ plan --data-set 20TB --data-set-region ap-northeast-1 -o moved.json > /dev/null
  $ hakaru explain moved.json | grep -o 'moving the data set.*USD = [^ ]*'
  moving the data set  18626.5 GB × 0.09 USD = $1,676
  $ plan --data-set 20TB --data-set-storage local-nvme --json | python3 -c 'import json, sys; print("data_costs" in json.load(sys.stdin)["plans"][0])'
  False
  $ plan --data-set 1TB --data-set-storage ebs-gp3 --region eu-west-2 | grep -o '([0-9.]* TB\|note: keeping.*'
  (2 TB
  note: keeping the data set on ebs-gp3 is priced as in us-east-1: no price of it in eu-west-2 is known

Where any region would do, it is the one that is the cheapest with the data in it; data in another cloud is not forgotten.

  $ anywhere() { hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 1 --region any "$@" --json; }
  $ anywhere | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["price"]["region"])'
  us-east-1
  $ anywhere --data-set 20TB --data-set-region ap-northeast-1 | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > costs = [each["cost_usd"] for each in answer["regions"]]
  > print(answer["plans"][0]["price"]["region"], answer["regions"][0]["region"], costs == sorted(costs))'
  ap-northeast-1 ap-northeast-1 True
  $ plan --data-set 20TB --data-set-region europe-west4 | grep -o 'note: what moving.*counted'
  note: what moving the data set out of europe-west4 costs is not known: it is not counted

The budget is of both.

  $ plan --data-set 20TB --data-set-region ap-northeast-1 --rank-by expected --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(round(plan["cost_usd"] + 900))' > between
  $ plan --data-set 20TB --rank-by expected --budget "$(cat between)" | grep -c '^Best'
  1
  $ plan --data-set 20TB --data-set-region ap-northeast-1 --rank-by expected --budget "$(cat between)" 2>&1 | grep -o 'over the budget'
  over the budget

What is not known is said, and what is wrong refused.

  $ plan --data-set 20TB --data-set-region eu-west-2 --json | grep -o 'what moving.*counted'
  what moving the data set out of eu-west-2 costs is not known: it is not counted
  $ plan --data-set-region ap-northeast-1
  hakaru: --data-set-region needs --data-set
  [2]
  $ plan --data-set 1TB --data-set-region any
  hakaru: --data-set-region is 'any'; accepted: one region
  [2]
  $ plan --data-set 1TB --data-set-region mars
  hakaru: --data-set-region is 'mars', for which no price is known; nearest: any, us, eastus
  [2]
  $ mkdir -p ours/data_prices
  $ echo 'region,to,from_gb,usd_per_gb,as_of,source' > ours/data_prices/transfer-ours.csv
  $ echo 'eu-west-2,region,0,0.02,2026-11-01,our bill' >> ours/data_prices/transfer-ours.csv
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 1 --data-set 20TB --data-set-region eu-west-2 | grep -o 'data set, on top.*'
  data set, on top: $373 to move it from eu-west-2 (price of 2026-11-01)
  $ echo 'eu-west-2,region,0,cheap,2026-11-01,our bill' >> ours/data_prices/transfer-ours.csv
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 1
  hakaru: ours/data_prices/transfer-ours.csv: line 3: usd_per_gb is 'cheap'; accepted: 0 … 1000
  [2]
  $ echo 'eu-west-2,region' > ours/data_prices/transfer-ours.csv
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 1
  hakaru: ours/data_prices/transfer-ours.csv: line 1: not such a row; accepted: region,to,from_gb,usd_per_gb,as_of,source
  [2]

The table's cost is what plans are ranked by; a run's budget counts the data set too, and the ways to buy tell it.

  $ plan --data-set 20TB --data-set-region ap-northeast-1 -o told.json | sed -n '3,4p' | grep -o -e 'cost in all' -e '\$[0-9,]*'
  cost in all
  $ hakaru run told.json --budget '$2000'
  hakaru: the cheapest way to buy the instances costs $3,452, with $1,676 for the data set: relax --budget by $1,453
  [1]
  $ hakaru run told.json --budget '$2000' --purchase on_demand --lang ja
  hakaru: オンデマンド で購入すると実行に $3,452 (うちデータセット $1,676) かかります。--budget を $1,453 緩めてください
  [1]
  $ hakaru run told.json --budget '$9000' | grep -e '^bought' -e '^2 on_demand'
  bought               $/h  interruptions  goodput    time    cost  with its data set
  2 on_demand         $110            0.0   99.9 %  16.1 h  $1,776             $3,452  the cheapest

Where regions differ, each plan's is told.

  $ plan --region any | grep -o -e 'energy  region' -e '  us-[a-z]*-[0-9]  '
    us-east-1  

One's own machines stand in no cloud's region: what they read from one leaves it.

  $ hakaru catalog add mine --accelerator h100 --accelerators 8 --links nvlink --price '$10' --data mine > /dev/null
  $ hakaru --data mine plan train --model llama-3.1-8b --tokens 10B --instance mine --instances 1 --top 1 --data-set 5TB --data-set-region us-east-1 | grep -o 'data set, on top.*'
  data set, on top: $419 to move it from us-east-1 (price of 2026-07-01)
