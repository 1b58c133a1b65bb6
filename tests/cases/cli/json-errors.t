Under --json the reason why there is no answer is JSON too, on standard output; standard error says it as ever.

  $ tried() { hakaru "$@" > out 2> err; echo "status $?"; cat err out; python3 -c '
  > import json
  > error = json.load(open("out"))["error"]
  > print(list(error), "hakaru: " + error["message"] + "\n" == open("err").read())'; }
  $ tried model show no-such-model --json
  status 2
  hakaru: 'no-such-model' is neither a file nor of a family of models that is known: give its config.json
  {"error":{"kind":"bad_input","exit_status":2,"message":"'no-such-model' is neither a file nor of a family of models that is known: give its config.json"}}
  ['kind', 'exit_status', 'message'] True
  $ tried model show no-such-model --json --lang ja
  status 2
  hakaru: 'no-such-model' というファイルはなく、知られているファミリーのモデルでもありません。config.json を渡してください
  {"error":{"kind":"bad_input","exit_status":2,"message":"'no-such-model' というファイルはなく、知られているファミリーのモデルでもありません。config.json を渡してください"}}
  ['kind', 'exit_status', 'message'] True
  $ tried --json plan serve --model llama-3.1-70b --context 8k --instance g5.xlarge
  status 1
  hakaru: does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 135 GiB per device, which has 22.4 GiB; would fit: 1 × g5.48xlarge
  {"error":{"kind":"unsatisfiable","exit_status":1,"message":"does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 135 GiB per device, which has 22.4 GiB; would fit: 1 × g5.48xlarge"}}
  ['kind', 'exit_status', 'message'] True

Also where the flags themselves are wrong.

  $ tried plan train --json --tp
  status 2
  hakaru: --tp takes exactly one value
  {"error":{"kind":"bad_input","exit_status":2,"message":"--tp takes exactly one value"}}
  ['kind', 'exit_status', 'message'] True
  $ tried plan train --tokenz 300B --json
  status 2
  hakaru: '--tokenz' is not a flag of train; nearest: --tokens --model --power
  {"error":{"kind":"bad_input","exit_status":2,"message":"'--tokenz' is not a flag of train; nearest: --tokens --model --power"}}
  ['kind', 'exit_status', 'message'] True
  $ tried plan trian --json
  status 2
  hakaru: 'trian' is not a command of plan; nearest: train, infer, serve
  {"error":{"kind":"bad_input","exit_status":2,"message":"'trian' is not a command of plan; nearest: train, infer, serve"}}
  ['kind', 'exit_status', 'message'] True
  $ tried --json plan
  status 2
  hakaru: --from is missing: hakaru plan --from FILE|COMMAND, hakaru plan train|serve|infer
  {"error":{"kind":"bad_input","exit_status":2,"message":"--from is missing: hakaru plan --from FILE|COMMAND, hakaru plan train|serve|infer"}}
  ['kind', 'exit_status', 'message'] True
  $ tried plan train --json --model ''
  status 2
  hakaru: --model is empty; accepted: a value, or leave it out
  {"error":{"kind":"bad_input","exit_status":2,"message":"--model is empty; accepted: a value, or leave it out"}}
  ['kind', 'exit_status', 'message'] True
  $ tried model show gpt2 --json --csv
  status 2
  hakaru: --json and --csv exclude each other; accepted: one of them
  {"error":{"kind":"bad_input","exit_status":2,"message":"--json and --csv exclude each other; accepted: one of them"}}
  ['kind', 'exit_status', 'message'] True
  $ tried model show gpt2 --json --lang fr
  status 2
  hakaru: --lang is 'fr'; accepted: en, ja
  {"error":{"kind":"bad_input","exit_status":2,"message":"--lang is 'fr'; accepted: en, ja"}}
  ['kind', 'exit_status', 'message'] True

What a file says may be no text.

  $ printf 'accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf16,8,8,8,\033\377\n' > gemm.csv
  $ hakaru validate operators gemm.csv --strict --json 2> /dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["error"]["kind"])'
  bad_input

Without --json, or behind the end of the flags, standard output stays empty.

  $ hakaru model show no-such-model > out 2> err; cat out; hakaru model show -- --json > out 2> err; cat out

Nothing is added to an answer that cannot be written whole.

  $ hakaru model show gpt2 --json > /dev/full
  hakaru: the answer cannot be written to standard output: No space left on device
  [2]
