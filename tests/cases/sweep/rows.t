A row for each scenario, in their order: the last key of the grid changes fastest, the list slowest.

  $ cat > small.toml <<'END'
  > [base]
  > job = "train"
  > tokens = "1B"
  > sequence_length = "1k"
  > instances = 1
  > model = "gpt2-xl"
  > [grid]
  > global_batch = [32, 64]
  > tp = [1, 2]
  > [[list]]
  > instance = "p4d.24xlarge"
  > [[list]]
  > instance = "g5.xlarge"
  > price = "on_demand"
  > END
  $ hakaru sweep small.toml -o out.csv | sed -E 's/in .*//'
  out.csv: 8 scenarios, 0 of them kept from before
  8 planned now, 2 of them with a plan, 
  $ cut -d, -f 1-8 out.csv
  index,scenario.global_batch,scenario.instance,scenario.price,scenario.tp,instance,instances,accelerator
  0,32,p4d.24xlarge,,1,p4d.24xlarge,1,a100-sxm-40gb
  1,32,p4d.24xlarge,,2,,,
  2,64,p4d.24xlarge,,1,p4d.24xlarge,1,a100-sxm-40gb
  3,64,p4d.24xlarge,,2,,,
  4,32,g5.xlarge,on_demand,1,,,
  5,32,g5.xlarge,on_demand,2,,,
  6,64,g5.xlarge,on_demand,1,,,
  7,64,g5.xlarge,on_demand,2,,,

A row says what plan says of the same scenario, or why there is none.

  $ hakaru plan train --model gpt2-xl --tokens 1B --sequence-length 1k --instance p4d.24xlarge --instances 1 --tp 1 \
  >     --global-batch 64 --json > plan.json
  $ python3 - <<'END'
  > import csv, json
  > rows = list(csv.DictReader(open("out.csv")))
  > plan = json.load(open("plan.json"))["plans"][0]
  > print([float(rows[2][key]) == plan[key] for key in ("step_time_s", "tokens_per_s", "mfu", "duration_s", "cost_usd", "energy_kwh")])
  > print([int(rows[2]["layout." + key]) == plan["layout"][key] for key in ("dp", "zero", "micro_batch")])
  > print(float(rows[2]["memory.device.total_bytes"]) == plan["memory"]["device"]["total_bytes"], rows[2]["why_none"] == "")
  > print(rows[1]["why_none"])
  > END
  [True, True, True, True, True, True]
  [True, True, True]
  True True
  tp 2 does not divide 25 heads; nearest: 1, 5

What it is ranked by has its error band beside it, which is the plan's; a rate errs the other way round.

  $ sed 's/^global_batch = .*/global_batch = [64]\nobjective = ["cost", "time", "throughput", "accelerators"]/' small.toml > objectives.toml
  $ hakaru sweep objectives.toml -o objectives.csv > said; python3 - <<'END'
  > import csv, json
  > plan = json.load(open("plan.json"))["plans"][0]
  > rows = [r for r in csv.DictReader(open("objectives.csv")) if r["instance"] and r["scenario.tp"] == "1"]
  > for key, row in zip(("cost_usd", "duration_s", "tokens_per_s"), rows):
  >     band = plan["band"]["figures"][key]
  >     print(key, *[abs(float(row["objective." + end]) / value - 1) < 1e-9 for end, value in (("figure", plan[key]), ("low", band["low"]), ("high", band["high"]))])
  > print([rows[3]["objective." + end] for end in ("figure", "low", "high")])
  > END
  cost_usd True True True
  duration_s True True True
  tokens_per_s True True True
  ['8.0', '8.0', '8.0']

It says of which kind the price is.

  $ python3 -c 'import csv; print([r["price.kind"] for r in csv.DictReader(open("out.csv"))][:2])'
  ['on_demand', '']

Whatever the number of cores.

  $ taskset -c 0 hakaru sweep small.toml -o one.csv > said; cmp out.csv one.csv

Serving, live as plan serve has it or offline, and batches of items.

  $ cat > serve.toml <<'END'
  > [base]
  > job = "serve"
  > model = "qwen2.5-7b-instruct"
  > instance = "g5.xlarge"
  > [grid]
  > context = ["2k", "8k"]
  > offline = [true, false]
  > END
  $ hakaru sweep serve.toml -o serve.csv --json | python3 -c 'import json, sys; j = json.load(sys.stdin); print(j["scenarios"], j["kept"], j["made"], j["made_with_plan"])'
  4 0 4 4
  $ python3 -c 'import csv; print([(r["scenario.offline"], r["simulated_percentile"], r["usd_per_month"] != "") for r in csv.DictReader(open("serve.csv"))])'
  [('true', '', False), ('false', 'p95', True), ('true', '', False), ('false', 'p95', True)]
  $ plan() { hakaru plan serve --model qwen2.5-7b-instruct --instance g5.xlarge --context 8k "$@" --json; }
  $ plan --offline > offline.json; plan > live.json
  $ python3 -c '
  > import csv, json
  > rows = list(csv.DictReader(open("serve.csv")))[2:]
  > for row, file in zip(rows, ("offline.json", "live.json")):
  >     plan = json.load(open(file))["plans"][0]
  >     print([float(row[key]) == plan[key] for key in ("ttft_s", "tpot_s", "output_tokens_per_s", "cost_usd")])'
  [True, True, True, True]
  [True, True, True, True]

Going on after a kill: torn in the middle of a row, at its end, in the header; nothing lost, nothing doubled.

  $ for bytes in 10 700 $(head -4 out.csv | wc -c); do
  >   head -c $bytes out.csv > torn.csv; hakaru sweep small.toml -o torn.csv | head -1; cmp out.csv torn.csv
  > done
  torn.csv: 8 scenarios, 0 of them kept from before
  torn.csv: 8 scenarios, 0 of them kept from before
  torn.csv: 8 scenarios, 3 of them kept from before
  $ hakaru sweep small.toml -o torn.csv
  torn.csv: 8 scenarios, 8 of them kept from before
  $ cmp out.csv torn.csv

A row is written as soon as it and those before it are done, so that a slow sweep that is killed keeps them.

  $ cat > slow.toml <<'END'
  > [base]
  > job = "train"
  > tokens = "1B"
  > sequence_length = "1k"
  > [[list]]
  > model = "gpt2-xl"
  > instance = "p4d.24xlarge"
  > instances = 1
  > global_batch = 32
  > [[list]]
  > model = "deepseek-v3"
  > global_batch = 15360
  > exhaustive = true
  > END
  $ hakaru sweep slow.toml -o slow.csv > said & slow=$!
  $ for wait in $(seq 300); do test "$(wc -l 2> errors < slow.csv)" = 2 && break; sleep 0.1; done
  $ kill -KILL $slow; wait $slow 2> errors; wc -l < slow.csv
  2

In Japanese.

  $ hakaru sweep small.toml -o out.csv --lang ja
  hakaru: out.csv: 行 1 がこのスイープの結果と異なります。別のファイルを指定するか、削除してください
  [2]
  $ head -4 out.csv > begun.csv; hakaru sweep small.toml -o begun.csv --lang ja; wc -l < begun.csv
  hakaru: begun.csv: 行 1 がこのスイープの結果と異なります。別のファイルを指定するか、削除してください
  4
  $ hakaru sweep serve.toml -o serve.csv --lang ja
  serve.csv: シナリオ 4 件、うち 4 件は以前のもの
