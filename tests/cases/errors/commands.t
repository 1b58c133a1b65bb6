Unknown words: one line, the nearest name, status 2.

  $ hakaru plna
  hakaru: 'plna' is not a command of hakaru; nearest: plan, page, run
  [2]
  $ hakaru plan trian
  hakaru: 'trian' is not a command of plan; nearest: train, infer, serve
  [2]
  $ hakaru plan
  hakaru: --from is missing: hakaru plan --from FILE|COMMAND, hakaru plan train|serve|infer
  [2]
  $ hakaru plan train --tokenz 300B
  hakaru: '--tokenz' is not a flag of train; nearest: --tokens --model --power
  [2]
  $ hakaru model show gpt2 --jsn
  hakaru: '--jsn' is not a flag of show; nearest: --json --csv --lang
  [2]
  $ hakaru explain a.json b.json
  hakaru: 'b.json' is one word too many for explain
  [2]
  $ hakaru plan train --tp
  hakaru: --tp takes exactly one value
  [2]
  $ hakaru plan train --tp 2 --tp 4
  hakaru: --tp takes exactly one value
  [2]
  $ hakaru model show
  hakaru: MODEL is missing: hakaru model show NAME | config.json | FOLDER | -
  [2]
  $ hakaru explain
  hakaru: PLAN is missing: hakaru explain FILE[#RANK]
  [2]
