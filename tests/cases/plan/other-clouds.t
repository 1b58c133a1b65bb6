A region's clouds are looked at: in Google's, what Google sells there, each with its price and date.

  $ serve() { hakaru plan serve --model qwen2.5-7b-instruct --requests 1 "$@"; }
  $ sold() { python3 -c '
  > import json, sys
  > for plan in json.load(sys.stdin)["plans"]: print(plan["instance"]["name"], plan["price"]["region"], plan["price"]["kind"], plan["price"]["as_of"])' | sort -u; }
