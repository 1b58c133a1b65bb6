What is typed for something near it is read as what is meant, or refused with what to type.

  $ first() { COLUMNS=200 hakaru "$@" 2>&1 | head -1; }

1. A run over images says no tokens, and one that states its tokens does not repeat them.

  $ first plan train --model stable-diffusion-xl --items 10M --instance p5.48xlarge --instances 1 --budget '$2k'
  Rent 1 × p5.48xlarge: 24.0 h, $1,319, 96 % likely to keep the limits.
  $ first plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 1 --budget '$3k'
  Rent 1 × p5.48xlarge: 32.9 h, $1,813, >99 % likely to keep the limits.
  $ first plan train --model llama-3.1-8b --instance p5.48xlarge --instances 1 --budget '$3k'
  Rent 1 × p5.48xlarge: 15 B tokens in 2.06 days, $2,717, 80 % likely to keep the limits.
  $ first plan train --model llama-3.1-8b --instance p5.48xlarge --instances 1 --budget '$3k' --lang ja
  推奨: 1 × p5.48xlarge (150億トークンを 2.06 日、$2,717、上限を守る確率 80 %)

2. The context of a training run is its sequence; counts of instances are counts.

  $ COLUMNS=200 hakaru plan train --model llama-3.1-8b --tokens 1B --context 16k --instance p5.48xlarge --instances 1 2>&1 | grep -oE "^hakaru: .*|sequences? of [0-9,]+"
  hakaru: '--context' is read as '--sequence-length'
  sequences of 16,384
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --count 2 2>&1 | grep -E "^(hakaru|Rent)"
  hakaru: '--count' is read as '--instances'
  Rent 2 × p5.48xlarge: 1.68 h, $185.
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --num-accelerators 16 2>&1 | grep -E "^hakaru"
  hakaru: '--num-accelerators' is read as '--accelerators'
  $ first scale train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1,4
  hakaru: '--instances' is read as '--counts'
  $ hakaru compare --model llama-3.1-8b p5.48xlarge p4d.24xlarge
  hakaru: '--model' is not a flag of compare; say hakaru compare serve|train --model NAME --instance A --instance B
  [2]

3. Money of a month, in yen.

  $ for budget in 月30万円 月額30万円 '月 30万円' '毎月 ¥300,000' 30万円/月; do first plan serve --model qwen2.5-7b-instruct --users 20 --budget "$budget" --currency JPY --exchange-rate 155; done
  Rent 2 × inf2.xlarge: ¥171,581 a month, 87 % likely to keep the limits.
  Rent 2 × inf2.xlarge: ¥171,581 a month, 87 % likely to keep the limits.
  Rent 2 × inf2.xlarge: ¥171,581 a month, 87 % likely to keep the limits.
  Rent 2 × inf2.xlarge: ¥171,581 a month, 87 % likely to keep the limits.
  Rent 2 × inf2.xlarge: ¥171,581 a month, 87 % likely to keep the limits.
  $ hakaru plan serve --model llama-3.1-70b --rate 5/s --budget 月30万円 --currency JPY --exchange-rate 155
  hakaru: the cheapest fleet (2 × p4d.24xlarge) costs ¥4,969,014 a month, over the budget of ¥300,000; raise --budget by ¥4,669,015, lower --rate or --users, or relax --ttft and --tpot; with --weights int4 beyond the budget too: 3 × p5.4xlarge, ¥2,335,416 a month, 80 % likely
  [1]

4. Prices of one kind, with cents, and their sources by number.

  $ COLUMNS=100 hakaru price list --instance p5en.48xlarge --price capacity_block
  instance       region  price              $/h  as of       source
  p5en.48xlarge  us      capacity_block  $45.77  2026-06-23  [1]
  p5en.48xlarge  us      capacity_block  $54.92  2026-08-01  [2]
  p5en.48xlarge  us      capacity_block  $63.16  2026-10-08  [3]
  
  [1] copy of aws.amazon.com/ec2/capacityblocks/pricing of 2026-06-19 or 23
  [2] copy of aws.amazon.com/ec2/capacityblocks/pricing of 2026-08-01
  [3] third-party copy
  $ COLUMNS=100 hakaru price list --instance p5en.48xlarge --price capacity_block --region us --lang ja
  インスタンス   リージョン  料金                     $/h  料金の基準日  出典
  p5en.48xlarge  us          キャパシティブロック  $45.77  2026-06-23    [1]
  p5en.48xlarge  us          キャパシティブロック  $54.92  2026-08-01    [2]
  p5en.48xlarge  us          キャパシティブロック  $63.16  2026-10-08    [3]
  
  [1] copy of aws.amazon.com/ec2/capacityblocks/pricing of 2026-06-19 or 23
  [2] copy of aws.amazon.com/ec2/capacityblocks/pricing of 2026-08-01
  [3] third-party copy
  $ hakaru price list --instance p5en.48xlarge --price cheap
  hakaru: 'cheap' is not a kind of price; accepted: on_demand, savings_1y, savings_3y, capacity_block, spot, sagemaker_training, sagemaker_hosting, sagemaker_hyperpod
  [2]

5. Tokens that are fewer than a sequence lack their unit.

  $ hakaru plan train --model llama-3.1-8b --tokens 10
  hakaru: --tokens is 10, less than one sequence of 4,096 tokens; accepted: a count with its unit such as 10B, 300M
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 10 --lang ja
  hakaru: --tokens が 10 で、1 シーケンス (4,096 トークン) に足りません。指定できる値: 10B, 300M のような単位つきの数
  [2]
