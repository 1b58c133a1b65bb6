Each figure has its band, which holds what is predicted between what would be better and worse; the 50 % band lies within.

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
    runs like
    models among
    half of

A deadline is kept at the bad end of the band, unless it is asked as predicted: that takes no more machines, and is less sure.

  $ of() { python3 -c "import json, sys; plans = json.load(sys.stdin)['plans']; p = plans[0]; print($1)"; }
  $ train --deadline 30d --json > safe.json; train --deadline 30d --rank-by expected --json > expected.json
  $ of 'p["band"]["figures"]["duration_s"]["high"] <= 30 * 86400, p["chance_to_keep_limits"] > 0.9' < safe.json
  True True
  $ of 'p["duration_s"] <= 30 * 86400' < expected.json
  True
  $ python3 -c "
  > import json
  > safe, expected = (json.load(open(f + '.json'))['plans'][0] for f in ('safe', 'expected'))
  > print(expected['accelerators'] <= safe['accelerators'], expected['chance_to_keep_limits'] <= safe['chance_to_keep_limits'])"
  True True

Where nothing keeps it at the bad end, what keeps it as predicted is told, with its chance; asked for safety alone there is none.

  $ train --accelerators 1024 --deadline 20d | grep '^note' | cut -c 1-95
  note: nothing keeps the limits at the bad end of its error band: those that keep them as predic
  note: fewest accelerators that meet the deadline: 1024 (128 x dgx-a100-80gb), done in 18.9 days
  note: no price of dgx-a100-80gb is known, so its cost is not; as many accelerators as one has a
  $ train --accelerators 1024 --deadline 20d --rank-by safe | cut -c 1-74
  hakaru: nothing keeps the limits at the bad end of its error band; 128 x dgx-a100-80gb does as predicted: ask with --rank-by expected, or relax the limits
  $ train --rank-by surely
  hakaru: --rank-by is 'surely'; accepted: safe, expected, best-case
  [2]

What was not measured is twice as wide at least as if its model had been run there; where it is so by itself no reason is told. A rate
with so many in flight is as sure as what a request takes.

  $ width() { hakaru plan serve --model llama-3.1-8b --offline --context 8k --concurrency 64 --instance $1 --top 1 --json | of '[round(p["error_band_pct"]), p["band"]["nearest"], p["band"]["wider_because"]]'; }
  $ width p5.48xlarge; width g6e.xlarge
  [44, 'pair', ['3 % of a request is until its first token, which takes e^(0.0237 ± 0.945) of what is predicted']]
  [44, 'apart', ['3 % of a request is until its first token, which takes e^(0.0627 ± 0.744) of what is predicted']]

A service is sized by the bad end too. The last row of a short table is the cheapest that does as predicted; asked as
predicted it is the first. What is not better than all that are safe is no row.

  $ serve() { hakaru plan serve --model qwen2.5-7b-instruct --rate 4/s --price on_demand --json "$@"; }
  $ rows() { of '[(q["instances"], q["instance"], q["is_safe"]) for q in plans]'; }
  $ serve --top 3 | rows
  [(2, 'g6e.xlarge', True), (2, 'g7e.2xlarge', True), (1, 'g6e.xlarge', False)]
  $ serve --top 1 | rows; serve --top 1 --rank-by expected | rows
  [(2, 'g6e.xlarge', True)]
  [(1, 'g6e.xlarge', True)]
  $ serve --top 9 | of 'sorted({q["usd_per_month"] < p["usd_per_month"] for q in plans if not q["is_safe"]})'
  [True]

What has kernels of its own and no whole run is judged by its engine's runs on others of its maker.

  $ hakaru plan serve --model llama-3.1-8b --instance p4de.24xlarge --top 1 --json | of '[p["evidence"], p["evidence_software"], p["band"]["nearest"], p["band"]["like"]]'
  ['none', 'vllm', 'software', 'vllm on other accelerators of NVIDIA, models of its kind (dense)']

One run that is far off does not say what all of its model are like: of two of Qwen3-8B on H100 one took 13 times as long as predicted.

  $ hakaru plan train --model qwen3-8b --tokens 100M --global-batch 64 --instance p5.48xlarge --instances 1 --top 1 --json | python3 -c '
  > import json, sys
  > step = json.load(sys.stdin)["plans"][0]["band"]["figures"]["step_time_s"]
  > print(step["high"] < 4 * step["low"])'
  True

A plan that is likelier to be the best than the first one is named, with why that one is first all the same.

  $ likelier="plan train --model qwen3-8b --tokens 10B --family p5 --family p4de --family trn1"
  $ hakaru $likelier --json | python3 -c '
  > import json, sys
  > chances = [plan["chance_best"] for plan in json.load(sys.stdin)["plans"]]
  > print(chances.index(max(chances)) + 1)' > likeliest
  $ hakaru $likelier | grep -c "^Plan $(cat likeliest) is the likeliest best, with .*; plan 1 stands first by the bad end of its error band (--rank-by safe).$"
  1
  $ hakaru $likelier --lang ja | grep -c "^最良である確率が最も高いのは計画 $(cat likeliest) "
  1
