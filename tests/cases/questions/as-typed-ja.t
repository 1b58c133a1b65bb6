新しい利用者が入力するとおりの質問。最初の行が答えになる。

  $ first() { COLUMNS=100 hakaru "$@" --lang ja 2>&1 | head -1; }

1. 70B を fp8 で 8 リクエスト/秒、p5.48xlarge は何台必要か。

  $ first plan serve --model llama-3.3-70b --weights fp8 --rate 8/s --instance p5.48xlarge
  推奨: 1 × p5.48xlarge (月 $40,179、上限を守る確率 98 %)

2. 160B トークンの学習を 5 万ドルで。

  $ first plan train --model llama-3.1-8b --tokens 160B --budget '$50k'
  推奨: 16 × p5.48xlarge (32.8 時間、$28,880、上限を守る確率 >99 %)

3. 手元の H100 64 枚でどれだけ処理できるか。

  $ first plan serve --model llama-3.3-70b --instance dgx-h100 --instances 8
  使用: 8 × dgx-h100 (最大 104 リクエスト/s、上限を守る確率 >99 %)

4. 埋め込みモデル bge-m3。

  $ first plan serve --model bge-m3
  推奨: 1 × g4dn.xlarge (月 $384、上限を守る確率 >99 %)

5. L4 を 1 枚、利用者 4 人。

  $ first plan serve --model llama-3.1-8b --accelerator l4 --accelerators 1 --users 4 --tpot 100ms
  推奨: 1 × g6.xlarge (月 $588、最大 0.585 リクエスト/s、上限を守る確率 90 %)

6. Trainium で Qwen2.5-7B のデモ。

  $ first plan serve --model qwen2.5-7b-instruct --context 8k --family trn1 --users 1
  推奨: 1 × trn1.2xlarge (月 $981、上限を守る確率 94 %)

7. 月 500 ドルで足りるか。

  $ first plan serve --model qwen2.5-7b-instruct --budget '$500/month'
  hakaru: 最も安い構成 (1 × g6e.xlarge) が $1,359/月で、予算 $500 を超えます。--budget を

8. 円で答える。

  $ first plan serve --model qwen2.5-7b-instruct --currency JPY --exchange-rate 155
  推奨: 1 × g6e.xlarge (月 ¥210,572、上限を守る確率 96 %)

9. 8B のファインチューニングを 1 日で。

  $ first plan train --model llama-3.1-8b --tokens 100M --deadline 1d
  推奨: 1 × p5.48xlarge (23.9 分、$21.89、上限を守る確率 >99 %)

10. ResNet-50 で画像 1,000 万枚を分類。

  $ first plan infer --model resnet-50 --items 10M
  推奨: 1 × g4dn.xlarge (44.7 分、$0.392)

11. 8B のオフラインのスループット。

  $ first plan serve --offline --model llama-3.1-8b --instance p5.4xlarge --instances 1
  推奨: 1 × p5.4xlarge (4,611 トークン/s、出力 100 万トークンあたり $0.415)

12. 別のツールの言葉。

  $ hakaru plan serve --model llama-3.1-8b --gpu h100 --qps 5 --lang ja 2>&1 | head -3
  hakaru: '--gpu' を '--accelerator' と読み替えました
  hakaru: '--qps' を '--rate' と読み替えました
  推奨: 1 × p5.4xlarge (月 $5,022、上限を守る確率 >99 %)
