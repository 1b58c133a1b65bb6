A fleet beside a service that sells tokens: a request of 1,000 in and 200 out at $0.60/$1.80 costs 0.0006 + 0.00036.

  $ beside() { hakaru plan serve --model llama-3.1-8b --rate 2/s --input-length 1000 --output-length 200 --instance g6e.xlarge --top 1 "$@"; }
  $ beside --api-price '$0.60/$1.80' --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > api = answer["api"]
  > print(round(api["usd_per_request"], 6), round(api["usd_per_month"]), round(2 * 730 * 3600 * 0.00096))
  > first = api["plans"][0]
  > print(first["usd"] == answer["plans"][0]["usd_per_month"],
  >       round(first["even_requests_per_s"] * api["usd_per_request"] * 3600 * 730 / first["usd"], 6))'
  0.00096 5046 5046
  True 1.0
  $ beside --api-price '$0.60/$1.80' | grep -A1 'Bought by the token' | sed 's/plan 1.*/plan 1 .../'
  Bought by the token, this load costs $5,046 a month ($0.00096 a request).
    plan 1 ...
  $ beside --api-price '$0.01/$0.02' | grep -o 'more at any load that it bears'
  more at any load that it bears
  $ hakaru plan serve --model llama-3.1-8b --offline --context 8k --instance g6e.xlarge --top 1 --api-price 0.60/1.80 | grep 'Bought' | sed 's/cost .*/cost .../'
  Bought by the token, a million output tokens with what they read cost ...

  $ beside --api-price 0.60
  hakaru: --api-price is '0.60'; accepted: dollars of a million input / output tokens, such as $0.60/$1.80
  [2]
  $ beside --api-price 0.60/cheap
  hakaru: --api-price is 'cheap'; accepted: US dollars such as $20k, $1.5M, 2000, or amounts in --currency
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --api-price 1/2
  hakaru: '--api-price' is not a flag of train; for a service: hakaru plan serve … --api-price
  [2]
  $ beside --api-price 0/0
  hakaru: --api-price is '0/0'; accepted: more than 0 for one of both
  [2]
