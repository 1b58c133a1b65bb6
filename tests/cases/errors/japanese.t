The same mistakes in Japanese: one line, the same status.

  $ hakaru plan train --model gpt2 --lang ja
  hakaru: --tokens を指定してください (このジョブでは必須)
  [2]
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarg --lang ja
  hakaru: インスタンスタイプ 'p4d.24xlarg' は登録されていません。候補: p4d.24xlarge, p4de.24xlarge, p3dn.24xlarge。自分のマシンは hakaru catalog add で登録できます
  [2]
  $ hakaru model show missing.json --lang ja 2>&1 | sed 's/。.*//'
  hakaru: 'missing.json' というファイルはなく、知られているファミリーのモデルでもありません
  $ echo '{' > config.json; hakaru model show config.json --lang ja
  hakaru: config.json: 2 行目: JSON として読めません
  [2]
  $ hakaru instance list --data nowhere --lang ja
  hakaru: nowhere: データのフォルダーを読めません: ファイルまたはフォルダーがありません
  [2]
  $ hakaru plan serve --offline --model llama-2-7b --context 4k --ttft fast --lang ja
  hakaru: --ttft が 'fast' です。指定できる値: 30d、36h、15m、90s、500ms のような単位つきの時間
  [2]
  $ hakaru explain config.json --lang ja
  hakaru: config.json: 2 行目: JSON として読めません
  [2]
