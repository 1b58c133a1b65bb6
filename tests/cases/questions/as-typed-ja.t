新しい利用者が入力するとおりの質問。最初の行が答えになる。

  $ first() { COLUMNS=100 hakaru "$@" --lang ja 2>&1 | head -1; }

1. 70B を fp8 で 8 リクエスト/秒、p5.48xlarge は何台必要か。

  $ first plan serve --model llama-3.3-70b --weights fp8 --rate 8/s --instance p5.48xlarge
  \xe6\x8e\xa8\xe5\xa5\xa8: 1 \xc3\x97 p5.48xlarge (\xe6\x9c\x88 $40,179, \xe4\xb8\x8a\xe9\x99\x90\xe3\x82\x92\xe5\xae\x88\xe3\x82\x8b\xe7\xa2\xba\xe7\x8e\x87 96 %) (esc)

2. 160B トークンの学習を 5 万ドルで。

  $ first plan train --model llama-3.1-8b --tokens 160B --budget '$50k'
  \xe6\x8e\xa8\xe5\xa5\xa8: 16 \xc3\x97 p5.48xlarge (160B \xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3\xe3\x82\x92 32.8 \xe6\x99\x82\xe9\x96\x93, $28,880, \xe4\xb8\x8a\xe9\x99\x90\xe3\x82\x92\xe5\xae\x88\xe3\x82\x8b\xe7\xa2\xba\xe7\x8e\x87 >99 %) (esc)

3. 手元の H100 64 枚でどれだけ処理できるか。

  $ first plan serve --model llama-3.3-70b --instance dgx-h100 --instances 8
  \xe4\xbd\xbf\xe7\x94\xa8: 8 \xc3\x97 dgx-h100 (\xe6\x9c\x80\xe5\xa4\xa7 104 \xe3\x83\xaa\xe3\x82\xaf\xe3\x82\xa8\xe3\x82\xb9\xe3\x83\x88/s, \xe4\xb8\x8a\xe9\x99\x90\xe3\x82\x92\xe5\xae\x88\xe3\x82\x8b\xe7\xa2\xba\xe7\x8e\x87 98 %) (esc)

4. 埋め込みモデル bge-m3。

  $ first plan serve --model bge-m3
  推奨: 1 × g4dn.xlarge (月 $384, 上限を守る確率 >99 %)

5. L4 を 1 枚、利用者 4 人。

  $ first plan serve --model llama-3.1-8b --accelerator l4 --accelerators 1 --users 4 --tpot 100ms
  \xe6\x8e\xa8\xe5\xa5\xa8: 1 \xc3\x97 g6.xlarge (\xe6\x9c\x88 $588, \xe6\x9c\x80\xe5\xa4\xa7 0.604 \xe3\x83\xaa\xe3\x82\xaf\xe3\x82\xa8\xe3\x82\xb9\xe3\x83\x88/s, \xe4\xb8\x8a\xe9\x99\x90\xe3\x82\x92\xe5\xae\x88\xe3\x82\x8b\xe7\xa2\xba\xe7\x8e\x87 86 %) (esc)

6. Trainium で Qwen2.5-7B のデモ。

  $ first plan serve --model qwen2.5-7b-instruct --context 8k --family trn1 --users 1
  \xe6\x8e\xa8\xe5\xa5\xa8: 1 \xc3\x97 trn1.2xlarge (\xe6\x9c\x88 $981, \xe4\xb8\x8a\xe9\x99\x90\xe3\x82\x92\xe5\xae\x88\xe3\x82\x8b\xe7\xa2\xba\xe7\x8e\x87 90 %) (esc)

7. 月 500 ドルで足りるか。

  $ first plan serve --model qwen2.5-7b-instruct --budget '$500/month'
  hakaru: 予算 $500/月 に収まりません。最も安いフリート (1 x g6e.xlarge) は $1,359 です。--budget を

8. 円で答える。

  $ first plan serve --model qwen2.5-7b-instruct --currency JPY --exchange-rate 155
  推奨: 1 × g6e.xlarge (月 ¥210,572, 上限を守る確率 94 %)

9. 8B のファインチューニングを 1 日で。

  $ first plan train --model llama-3.1-8b --tokens 100M --deadline 1d
  推奨: 1 × p5.48xlarge (23.9 分, $21.89, 上限を守る確率 >99 %)

10. ResNet-50 で画像 1,000 万枚を分類。

  $ first plan infer --model resnet-50 --items 10M
  推奨: 1 × g4dn.xlarge (44.7 分, $0.392)

11. 8B のオフラインのスループット。

  $ first plan serve --offline --model llama-3.1-8b --instance p5.4xlarge --instances 1
  \xe6\x8e\xa8\xe5\xa5\xa8: 1 \xc3\x97 p5.4xlarge (4,624 \xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3/s, \xe5\x87\xba\xe5\x8a\x9b 100 \xe4\xb8\x87\xe3\x83\x88\xe3\x83\xbc\xe3\x82\xaf\xe3\x83\xb3\xe3\x81\x82\xe3\x81\x9f\xe3\x82\x8a $0.413) (esc)

12. 別のツールの言葉。

  $ hakaru plan serve --model llama-3.1-8b --gpu h100 --qps 5 --lang ja 2>&1 | head -3
  hakaru: '--gpu' を '--accelerator' と読み替えました
  hakaru: '--qps' を '--rate' と読み替えました
  推奨: 1 × p5.4xlarge (月 $5,022, 上限を守る確率 >99 %)
