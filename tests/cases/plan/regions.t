What is bought in a region is what is offered there, each with its price and date.

  $ hakaru() { command hakaru "$@" --wide; }
  $ ask() { hakaru plan "$@" --json; }
  $ prices() { python3 -c '
  > import json, sys
  > for plan in json.load(sys.stdin)["plans"]:
  >     price = plan["price"]
  >     print(plan["instance"], price["region"], price["kind"], price["usd_per_h"], price["as_of"])'; }
  $ ask serve --model llama-3.1-8b --rate 2/s --region ap-northeast-1 --top 20 > tokyo.json
  $ python3 -c '
  > import csv, json, os
  > offered = {(row["instance"], row["region"]) for row in csv.DictReader(open(os.environ["TESTDIR"] + "/../../../data/availability/aws.csv"))}
  > plans = json.load(open("tokyo.json"))["plans"]
  > print(len(plans) > 2, all((plan["instance"], "ap-northeast-1") in offered for plan in plans),
  >       all(plan["price"]["region"] == "ap-northeast-1" and plan["price"]["as_of"] for plan in plans))'
  True True True
  $ ask train --model llama-3.1-8b --tokens 1B --region ap-northeast-1 --instance p5.48xlarge --instances 1 --top 1 | prices
  p5.48xlarge ap-northeast-1 on_demand 68.8 2026-07-09
  $ ask train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --top 1 --price on_demand | prices
  p5.48xlarge us-east-1 on_demand 55.04 2026-09-19

What a region lacks is refused by name, with where it is; what was left out unasked is told.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --region eu-central-1
  hakaru: p5.48xlarge is not offered in eu-central-1; it is in: ap-northeast-1, ap-northeast-2, ap-south-1, ap-southeast-2, ap-southeast-3, ca-central-1, eu-north-1, eu-west-2, us-east-1, us-east-2, us-west-1, us-west-2; --region any looks everywhere
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --region mars
  hakaru: --region is 'mars', for which no price is known; nearest: any, us, eastus
  [2]
  $ hakaru plan serve --model llama-3.1-8b --rate 2/s --region eu-west-3 --top 1 | grep -o 'note: left out: not offered in eu-west-3'
  note: left out: not offered in eu-west-3

Wherever it is cheapest: the table of regions begins with the best plan's own.

  $ ask serve --model llama-3.1-8b --rate 2/s --instance g6e.xlarge --region any --top 1 > any.json
  $ python3 -c '
  > import json
  > answer = json.load(open("any.json"))
  > regions = answer["regions"]
  > costs = [each["usd_per_month"] for each in regions]
  > print(len(regions) > 3, costs == sorted(costs), costs[0] == answer["plans"][0]["usd_per_month"])
  > print("ap-northeast-1" in [each["region"] for each in regions])'
  True True True
  True
  $ hakaru plan serve --model llama-3.1-8b --rate 2/s --instance g6e.xlarge --region any --top 1 --lang ja | grep -A1 'リージョン別'
  1 × g6e.xlarge のリージョン別料金 (オンデマンド):
  リージョン        $/月  1 台の $/h  料金の基準日

All clouds are looked at where any region would do; a commitment says what it binds to.

  $ hakaru plan serve --model qwen2.5-7b-instruct --region any --top 5 --json | python3 -c '
  > import json, sys
  > print(len({plan["price"]["region"] for plan in json.load(sys.stdin)["plans"]}) > 1)'
  True
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --price savings_3y --top 1 | grep -o 'commitment of 3 years.*in all'
  commitment of 3 years for every hour, used or not: $1,249,667 in all
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --price savings_1y --top 1 | grep note
  note: no savings_1y price of p5.48xlarge is known

A user's own list of what a region has replaces the one that came along.

  $ mkdir -p ours/availability
  $ cat > ours/availability/ours.csv <<END
  > instance,region,as_of,source
  > p5.48xlarge,eu-central-1,2026-11-01,our account
  > END
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --region eu-central-1 --usd-per-hour 60 --instances 1 --top 1 | grep '^1 \|^ 1'  | cut -c1-20
  1  1 × p5.48xlarge 
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 1B --instance g5.48xlarge --region eu-central-1
  hakaru: g5.48xlarge is not offered in eu-central-1; it is in: ap-east-1, ap-northeast-1, ap-northeast-2, ap-south-1, ap-southeast-2, ap-southeast-3, ca-central-1, eu-north-1, eu-west-1, eu-west-2, me-central-1, us-east-1, us-east-2, us-west-2; --region any looks everywhere
  [1]
  $ echo 'p5.48xlarge,eu-central-1,yesterday,our account' >> ours/availability/ours.csv
  $ hakaru --data ours plan train --model llama-3.1-8b --tokens 1B
  hakaru: ours/availability/ours.csv: line 3: as_of is 'yesterday'; accepted: a date such as 2023-06-01
  [2]

Where nothing has a price of the kind that is asked for, that is said, and which kinds are known there.

  $ lacking() { hakaru plan serve --model llama-3.1-8b --rate 5/s --price savings_1y --region eu-west-1 --top 1 "$@" | grep 'savings_1y'; }
  $ lacking
  hakaru: no price is known in eu-west-1 for --price savings_1y, so that plans have no cost; known there: on_demand, spot
  [1]
  $ lacking --lang ja
  hakaru: eu-west-1 では --price savings_1y の料金が登録されていないため、計画にはコストがありません。そこで分かるもの: on_demand, spot
  [1]

Regions are understood by the names of their cities, of the cloud that is meant; a place of several regions is answered with these.

  $ place() { hakaru plan serve --model llama-3.1-8b --rate 5/s --top 1 --json "$@" | python3 -c 'import json, sys; a = json.load(sys.stdin); p = a["plans"][0]; print(p["instance"].split(".")[0], p["price"]["region"] if isinstance(p.get("price"), dict) else p.get("region"))'; }
  $ for name in 東京 Tokyo tokyo AP-NORTHEAST-1 大阪 ロンドン Frankfurt; do place --region $name; done
  g7e ap-northeast-1
  g7e ap-northeast-1
  g7e ap-northeast-1
  g7e ap-northeast-1
  g4dn ap-northeast-3
  p5 eu-west-2
  g6e eu-central-1
  $ place --region 東京 --cloud gcp
  ct5lp-hightpu-4t asia-northeast1
  $ hakaru plan serve --model llama-3.1-8b --rate 5/s --region 日本
  hakaru: --region is '日本', for which no price is known; nearest: ap-northeast-1, ap-northeast-3, asia-northeast1, japaneast, japanwest
  [2]
  $ hakaru price list --instance p5.48xlarge --region 東京 | cut -c1-56
  instance     region          price         $/h  as of   
  p5.48xlarge  ap-northeast-1  on_demand  $68.80  2026-07-
  p5.48xlarge  ap-northeast-1  spot        $9.85  2026-07-
  
  [1] skypilot-org/skypilot-catalog 2c3d7ea7, catalogs/v9/
  unknown in ap-northeast-1: savings_1y, savings_3y, capac
  $ hakaru price list --instance g6e.xlarge --region 大阪 | cut -c1-56
  instance    region          price    $/h  as of       so
  g6e.xlarge  ap-northeast-3  spot   $1.23  2026-07-09  [1
  
  [1] skypilot-org/skypilot-catalog 2c3d7ea7, catalogs/v9/
  unknown in ap-northeast-3: on_demand, savings_1y, saving
  $ hakaru price list --instance p5.48xlarge --region Osaka | tail -1
  p5.48xlarge is not offered in ap-northeast-3
  $ hakaru instance list --region 大阪 | grep -e '^g6e.xlarge' -e '^p5.48xlarge' -e '^dgx-h100 ' -e '^g4dn.xlarge'
  dgx-h100                              8 × h100-sxm                   640 GiB     3200 Gbit/s            –
  g4dn.xlarge                           1 × t4                        16.0 GiB        5 Gbit/s        $0.71  on_demand 2026-07-09
  g6e.xlarge                            1 × l40s                      44.7 GiB      2.5 Gbit/s      unknown
  p5.48xlarge                           8 × h100-sxm                   640 GiB     3200 Gbit/s  not offered

Machines of a named accelerator that have no price of the kind asked for are said to be left out.

  $ hakaru plan serve --model llama-3.1-8b --rate 5/s --accelerator h100 --price savings_1y --top 1 | grep 'left out'
  note: left out, since no savings_1y price is known of them in us-east-1: 2 machines: p5.48xlarge, p5.4xlarge; --instance includes them
