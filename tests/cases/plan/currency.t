Amounts in texts are told in the currency that a reader states, at the reader's rate; consumption tax beside.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan serve --model llama-3.1-8b --rate 2/s --instance g6e.xlarge --top 1 --usd-per-hour 2 --instances 2 "$@"; }
  $ plan --currency JPY --exchange-rate 150 --tax 10% | grep -o 'price: .*'
  price: ¥300/h for each instance, by --usd-per-hour; a US dollar taken as 150 JPY; with 10 % of tax on top ¥481,800/month
  $ plan --currency JPY --exchange-rate 150 --tax 10% --lang ja | grep -o '料金: .*'
  料金: 1 台あたり ¥300/h (--usd-per-hour の指定)。1 米ドル = 150 JPY で換算。消費税 10 % 込みで ¥481,800/月
  $ plan --currency eur --exchange-rate 0.86 | grep -o 'price: .*'
  price: €1.72/h for each instance, by --usd-per-hour; a US dollar taken as 0.86 EUR
  $ plan --currency CHF --exchange-rate 0.8 | grep -o 'price: .*'
  price: CHF 1.60/h for each instance, by --usd-per-hour; a US dollar taken as 0.8 CHF
  $ plan --currency JPY --exchange-rate 150 | grep -o '¥/[a-z]*'
  ¥/month
  $ plan --tax 10% | grep -o 'price: .*'
  price: $2.00/h for each instance, by --usd-per-hour; with 10 % of tax on top $3,212/month

What is typed is of that currency too, unless it says dollars; refusals speak it.

  $ plan --currency JPY --exchange-rate 150 --budget 30万円/month 2>&1 | grep -o "budget of [^ ]*"
  budget of ¥300,000;
  $ plan --currency JPY --exchange-rate 150 --budget 300000/month 2>&1 | grep -o 'budget of [^ ]*'
  budget of ¥300,000;
  $ plan --currency JPY --exchange-rate 150 --budget '¥300,000/month' 2>&1 | grep -o 'budget of [^ ]*'
  budget of ¥300,000;
  $ plan --currency JPY --exchange-rate 150 --budget '$4,000/month' 2>&1 | sed -n 2p
  Serving llama-3.1-8b live: 2 requests/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by cost of a month, for at most ¥600,000.
  $ plan --currency JPY --exchange-rate 150 --budget '$1,900/month' 2>&1 | grep -o 'budget of [^ ]*'
  budget of ¥285,000;
  $ plan --currency JPY --exchange-rate 150 --budget cheap 2>&1
  hakaru: --budget is 'cheap'; accepted: US dollars such as $20k, $1.5M, 2000, or amounts in --currency
  [2]

An amount comes back as it was typed, not by way of dollars; so does one that is refused.

  $ plan --currency JPY --exchange-rate 155 --budget 312345円/month 2>&1 | grep -o 'budget of [^ ]*'
  budget of ¥312,345;
  $ plan --currency JPY --exchange-rate 155 --budget 312345円/year
  hakaru: --budget is '¥312,345/year'; accepted: US dollars such as $20k, $1.5M, 2000, or amounts in --currency
  [2]

Arithmetic is told in it too, and comes to what it says.

  $ hakaru plan train --model gpt2 --tokens 10B --instance p5.48xlarge --instances 2 --top 1 --usd-per-hour 40 -o run.json > plan.txt
  $ hakaru run run.json --currency JPY --rate 150 | grep '^  cost'
    cost              ¥12,000/h × 1.04681 h = ¥12,562
  $ hakaru run run.json | grep '^  cost'
    cost              80 USD/h × 1.04681 h = $83.74
  $ hakaru explain run.json --currency JPY --rate 150 --lang ja | grep -e '円' -e '¥'
    料金        p5.48xlarge = ¥6,000/h  [22]
    コスト      2 × ¥6,000/h × 1.047 h = ¥12,560

Where no requests come, their rate is the currency's. A flag of `plan --from` is none of a job's.

  $ hakaru plan train --model gpt2 --tokens 1B --instance p5.48xlarge --instances 1 --top 1 --usd-per-hour 2 --currency JPY --rate 150 | grep -o 'price: .*'
  price: ¥300/h for each instance, by --usd-per-hour; a US dollar taken as 150 JPY
  $ hakaru plan train --model gpt2 --tokens 1B --instance p5.48xlarge --instances 1 --rate 150
  hakaru: '--rate' is not a flag of train; for a service: hakaru plan serve … --rate
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --users 5 --instances 1
  hakaru: '--users' is not a flag of train; for a service: hakaru plan serve … --users
  [2]

JSON and CSV are of dollars, whatever is stated.

  $ plan --currency JPY --exchange-rate 150 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["usd_per_month"])'
  2920.0
  $ hakaru price list --instance p5.4xlarge --region us-east-1 --csv --currency JPY --exchange-rate 150 | grep 2026-09-19
  p5.4xlarge,us-east-1,on_demand,6.88,2026-09-19,copy of the AWS price list of 2026-07-28 or 2026-09-19,confirms
  $ hakaru price list --instance p5.4xlarge --region us-east-1 --currency JPY --exchange-rate 150 | grep 2026-09-19
  p5.4xlarge  us-east-1  on_demand       ¥1,032  2026-09-19  [3]
  [3] copy of the AWS price list of 2026-07-28 or 2026-09-19

  $ plan --currency JPY
  hakaru: --currency needs --exchange-rate, how much of JPY a US dollar is worth, such as --exchange-rate 155
  [2]
  $ plan --exchange-rate 150
  hakaru: --exchange-rate needs --currency
  [2]
  $ plan --currency yen --exchange-rate none
  hakaru: --exchange-rate is 'none'; accepted: how much of YEN a US dollar is worth, such as 155 for JPY
  [2]
  $ plan --currency '¥' --exchange-rate 150
  hakaru: --currency is '¥'; accepted: a code of three letters such as JPY
  [2]
  $ plan --currency JPY --exchange-rate 0
  hakaru: --exchange-rate is '0'; accepted: how much of JPY a US dollar is worth, such as 155 for JPY
  [2]
  $ plan --currency JPY --exchange-rate 150 --tax much
  hakaru: --tax is 'much'; accepted: a percentage such as 5%, 0%
  [2]

The rate and the tax are told wherever amounts are.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --top 1 -o run.json > /dev/null
  $ yen() { hakaru "$@" --currency JPY --exchange-rate 155 --tax 10% | tail -1; }
  $ yen run run.json
  note: a US dollar taken as 155 JPY; amounts are without the 10 % of tax on top of them
  $ yen explain run.json --lang ja
  注: 1 米ドル = 155 JPY で換算。金額は税抜きで、別に消費税 10 % がかかります
  $ yen compare run.json run.json
  note: a US dollar taken as 155 JPY; amounts are without the 10 % of tax on top of them
  $ yen instance show p5.48xlarge
  note: a US dollar taken as 155 JPY; amounts are without the 10 % of tax on top of them
  $ hakaru price list --instance p5.4xlarge --tax 10% | tail -1
  note: amounts are without the 10 % of tax on top of them
  $ hakaru model list --tax 10% | grep -c 'note: amounts'
  0
  [1]

What a run's rate and hours come to is its cost.

  $ hakaru run run.json --currency JPY --exchange-rate 155 | sed -n 's/^  cost *//p' | tr -d ',' | python3 -c '
  > import re
  > rate, hours, cost = map(float, re.findall("[0-9.]+", input()))
  > print(abs(rate * hours / cost - 1) < 1e-4)'
  True

Amounts in Japanese: what is counted may stand behind a number, yen need a rate of exchange.

  $ same() { hakaru plan serve --model llama-3.1-8b --instance g6e.xlarge --json "$@" | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["plans"][0]["instances"], a["plans"][0]["usd_per_h"])'; }
  $ same --users 500人; same --users 500
  3 5.583
  3 5.583
  $ hakaru plan train --model llama-3.1-8b --tokens 1億2000万 --instance p5.48xlarge --top 1 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["scenario"]["tokens"])'
  1億2000万
  $ hakaru plan train --model llama-3.1-8b --tokens 1億トークン --budget 5万円 --instance p5.48xlarge --top 1
  hakaru: --budget is '5万円', in yen; give --currency JPY --exchange-rate 150 too
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1億トークン --budget 5万円 --currency JPY --exchange-rate 150 --instance p5.48xlarge --top 1 | head -1
  Rent 1 × p5.48xlarge: 23.9 min, ¥3,283, >99 % likely to keep the limits.
