More questions: batches, machines, in Japanese, and with a mistake.

18. "A hundred million pictures through ResNet-50 within a day?" One small instance, a few dollars.

  $ hakaru plan infer --model resnet-50 --items 100M --deadline 1d --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["instances"], plan["accelerators"], plan["cost_usd"] < 10, plan["duration_s"] < 86400)'
  1 1 True True

19. 「Qwen2.5-7B を 50 人に提供するには、月いくらかかりますか」 48 GB の GPU が 2 枚です。1 枚では TPOT の上限をわずかに超えます。

  $ hakaru plan serve --lang ja --model Qwen/Qwen2.5-7B-Instruct --users 50 --top 1 | sed -n '1,2p;/^最良/p'
  推奨: 1 × g6e.xlarge (月 $1,359、上限を守る確率 96 %)
  常時サービス: qwen2.5-7b-instruct (会話のリクエスト、利用者 50 人 (1 人あたり 60.0 秒に 1 リクエスト、計 0.833 リクエスト/s)、平均で入力 1,147、出力 210 トークン、コンテキスト長 16,384、重み bf16、KV キャッシュ bf16)。p95 での上限: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms。月額コスト順。

20. "Serve llama3": there are several, and the nearest are named. A card that is not for rent alone is found by its name.

  $ hakaru plan serve --model llama3
  hakaru: 'llama3' is neither a known model nor a file; the nearest known: llama-*, llama-*, llama-* ('hakaru model list' shows all) (glob)
  [2]
  $ hakaru plan serve --model llama-3.1-8b --accelerator h100 --json | python3 -c 'import json, sys; p = json.load(sys.stdin)["plans"][0]; print(p["instances"], p["instance"], p["price_kind"])'
  1 p5.4xlarge on_demand

21. 「推論の月額を 30 万円以内に」 円では聞けません。

  $ hakaru plan serve --lang ja --model qwen2.5-7b-instruct --budget '30万円/月'
  hakaru: --budget が '30万円' と円で書かれています。--currency JPY --exchange-rate 150 も指定してください
  [2]
