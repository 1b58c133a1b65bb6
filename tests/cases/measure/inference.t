The runs that would tell most about a plan of batch inference: the call that the user fills in, at three batches.

  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan infer --model bert-base-uncased --sequence-length 128 --batch 8 --instance g5.xlarge --top 1 -o plan.json > plan.txt
  $ hakaru measure plan.json --json | of '[(r["name"], r["why"]) for r in j["runs"]]'
  [('batch-1', "one item: reading the weights and the host's time of a call"), ('batch-8', "the plan's own batch"), ('batch-32', 'more items in a call: what each of them adds')]
  $ hakaru measure plan.json -o runs > text.txt && shellcheck runs/*.sh
  $ bash runs/run-all.sh 2>&1 | head -1
  call.py: fill in make(batch) first

What the calls took is what `hakaru validate` reads.

  $ printf 'import time\ndef make(batch):\n    return lambda: time.sleep(0.001 * batch)\n' > runs/call.py
  $ for batch in 1 8; do sed "s/--calls [0-9]*/--calls 20/" runs/batch-$batch.sh > runs/short.sh && bash runs/short.sh > times.txt; done
  $ hakaru validate inference runs/results/inference.csv --json | of '[(r["metric"], round(r["measured"]) >= 1) for r in j["rows"]]'
  [('latency_ms_p50', True), ('items_per_s', True), ('latency_ms_p50', True), ('items_per_s', True)]

  $ hakaru plan infer --model bert-large --batch 8 --instance p5.48xlarge --tp 2 --top 1 -o split.json > plan.txt
  $ hakaru measure split.json
  hakaru: tp2 pp1 dp4 mb1: calls of one accelerator are timed; accepted: a plan with tp 1 and pp 1 (--tp 1 --pp 1)
  [2]
