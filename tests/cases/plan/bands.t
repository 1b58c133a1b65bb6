Each figure has its band, which holds what is predicted between what would be better and worse; the 50 % band lies within.

  $ hakaru() { command hakaru "$@" --wide; }
  $ train() { hakaru plan train --model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536 --accelerator a100-80gb "$@"; }
  $ train --accelerators 1024 --top 2 -o plan.json --json | python3 -c '
  > import json, sys
  > for plan in json.load(sys.stdin)["plans"]:
  >     band = plan["band"]
  >     figures = band["figures"]
  >     print(list(figures), all(b["low"] < b["low_50"] < b["high_50"] < b["high"] for b in figures.values()))
  >     step, run = figures["step_time_s"], figures["duration_s"]
  >     print(abs(run["high"] / plan["duration_s"] - step["high"] / plan["step_time_s"]) < 1e-9)
  >     print(band["coverage_pct"], band["nearest"], band["runs"] == plan["evidence_count"], 0 < plan["error_band_pct"] < 30)'
  ['step_time_s', 'tokens_per_s', 'mfu', 'duration_s', 'energy_kwh'] True
  True
  90.0 series True True
  ['step_time_s', 'tokens_per_s', 'mfu', 'duration_s', 'energy_kwh'] True
  True
  90.0 series True True

It is explained by the runs that it rests on.

  $ hakaru explain plan.json | sed -n '/^error band/,$p' | cut -d ' ' -f 1-4 | head -4
  error band, 90 %
    similar runs
    models among
    their median

A deadline is kept with the confidence asked for, 80 % where nothing is said: less takes no more machines.

  $ of() { python3 -c "import json, sys; plans = json.load(sys.stdin)['plans']; p = plans[0]; print($1)"; }
  $ train --deadline 30d --json > usual.json; train --deadline 30d --confidence 50% --json > half.json
  $ of 'p["chance_to_keep_limits"] >= 0.8' < usual.json
  True
  $ python3 -c "
  > import json
  > usual, half = (json.load(open(f + '.json'))['plans'][0] for f in ('usual', 'half'))
  > print(half['accelerators'] <= usual['accelerators'], 0.5 <= half['chance_to_keep_limits'] <= usual['chance_to_keep_limits'])"
  True True

Where no plan keeps it so, the likeliest one is first, and the answer says how likely; where a confidence is asked for, there is none.

  $ train --accelerators 1024 --deadline 20d | grep '^note' | cut -c 1-95
  note: fewest accelerators that meet the deadline: 1024 (128 × dgx-a100-80gb), done in 18.9 day
  note: no price of dgx-a100-80gb is known, so its cost is not; as many accelerators as one has a
  $ train --accelerators 1024 --deadline 20d | head -1
  Use 128 × dgx-a100-80gb: 18.9 days, 92 % likely to keep the limits.
  $ train --accelerators 1024 --deadline 20d --confidence 95%
  hakaru: the deadline of 20.0 days is not met: the fastest plan (128 × dgx-a100-80gb) takes 20.3 days; relax --deadline by 6.39 h, or raise what holds it back: --accelerators 1728 (216 × dgx-a100-80gb, done in 16.1 days)
  [1]
  $ train --rank-by surely
  hakaru: --rank-by is 'surely'; accepted: safe, expected, best-case
  [2]
  $ train --rank-by safe --confidence 80%
  hakaru: --rank-by and --confidence exclude each other; accepted: one of them
  [2]

What was not measured is twice as wide at least as if its model had been run there; where it is so by itself no reason is told. A rate
with so many in flight is as sure as what a request takes.

  $ width() { hakaru plan serve --model llama-3.1-8b --offline --context 8k --concurrency 64 --instance $1 --top 1 --json | of '[round(p["error_band_pct"]), p["band"]["nearest"], p["band"]["wider_because"]]'; }
  $ width p5.48xlarge; width g6e.xlarge
  [31, 'pair', ['3 % of a request is its TTFT, which is known within a factor of 2.12']]
  [49, 'apart', ['3 % of a request is its TTFT, which is known within a factor of 1.89']]

A service keeps its limits with the confidence asked for, too: less of it needs no more machines.

  $ serve() { hakaru plan serve --model qwen2.5-7b-instruct --rate 4/s --price on_demand --json "$@"; }
  $ rows() { of '[(q["instances"], q["instance"], q["is_safe"]) for q in plans]'; }
  $ serve --top 3 | rows
  [(1, 'g6e.xlarge', True), (1, 'g7e.2xlarge', True), (2, 'g7.2xlarge', True)]
  $ serve --top 1 | rows; serve --top 1 --confidence 50% | rows
  [(1, 'g6e.xlarge', True)]
  [(1, 'g6e.xlarge', True)]
  $ serve | of 'all(q["chance_to_keep_limits"] >= 0.8 for q in plans if q["is_safe"])'
  True

What has kernels of its own and no whole run is judged by its engine's runs on others of its maker.

  $ hakaru plan serve --model llama-3.1-8b --instance p4de.24xlarge --top 1 --json | of '[p["evidence"], p["evidence_software"], p["band"]["nearest"], p["band"]["like"]]'
  ['none', 'vllm', 'software', 'vllm on other accelerators of NVIDIA, models of its kind (dense)']

One run that is far off does not say what all of its model are like: of two of Qwen3-8B on H100 one took 13 times as long as predicted.

  $ hakaru plan train --model qwen3-8b --tokens 100M --global-batch 64 --instance p5.48xlarge --instances 1 --top 1 --json | python3 -c '
  > import json, sys
  > step = json.load(sys.stdin)["plans"][0]["band"]["figures"]["step_time_s"]
  > print(step["high"] < 4 * step["low"])'
  True

A plan whose measurement may change the choice by a tenth or more is named.

  $ hakaru plan train --model qwen3-8b --tokens 10B --family p5 --family p4de --family trn1 | grep '^Close'
  [1]
