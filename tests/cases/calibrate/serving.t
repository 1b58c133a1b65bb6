What an engine does around its kernels is fitted to your own rows, and the file is used with --data.

  $ python3 - > served.csv <<'X'
  > print("id,series,model,accelerator,accelerators,tp,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms,trust")
  > for tp in (1, 2, 4):
  >     for c in (1, 2, 4, 8, 16, 32, 64, 128):
  >         print(f"{tp}-{c},mine,llama-3.1-8b,l40s,{tp},{tp},vllm 0.12.0,server,{c},1024,512,{60 + 20 * c / tp:.3f},{(21 + 0.2 * c) / tp**0.7:.3f},high")
  > X
  $ hakaru calibrate serving served.csv --accelerator l40s -o own --json > fitted.json
  $ head -5 own/calibrations/serving/l40s.toml | cut -d ' ' -f 1-5
  # Made by hakaru calibrate
  accelerator = "l40s"
  
  [vllm]
  source = "24 rows of

The file is the model that was fitted: errors with it are those that the fit stated, digits apart. What was not fitted is what
engine and accelerator give.

  $ hakaru --data own validate serving served.csv --json > after.json; hakaru validate serving served.csv --json > before.json
  $ python3 - <<'X'
  > import json, statistics
  > def median(file, metric):
  >     return statistics.median(abs(row["error_pct"]) for row in json.load(open(file))["rows"] if row["metric"] == metric)
  > for metric in json.load(open("fitted.json"))["groups"][0]["metrics"]:
  >     stated, found = metric["fitted"]["median_ape_pct"], median("after.json", metric["metric"])
  >     print(metric["metric"], metric["fitted"]["rows"], abs(stated - found) < 0.05, found < median("before.json", metric["metric"]))
  > X
  tpot_ms 24 True True
  ttft_ms 24 True True

A series at a time is held back where that is asked for; the errors of what was held back are listed, so that medians can be
taken over several accelerators. A trust that is none is refused.

  $ hakaru calibrate serving served.csv --accelerator l40s --by-series > text; sed -n '1p' text
  served.csv: rows of l40s
  $ hakaru calibrate serving served.csv --accelerator l40s --json | python3 -c '
  > import json, statistics, sys
  > answer = json.load(sys.stdin)
  > for metric in answer["groups"][0]["metrics"]:
  >     errors = [f["error_pct"] for f in answer["held_back_figures"] if f["metric"] == metric["metric"]]
  >     print(metric["metric"], len(errors), abs(statistics.median(errors) - metric["held_back"]["median_ape_pct"]) < 0.05)'
  tpot_ms 24 True
  ttft_ms 24 True
  $ hakaru calibrate serving served.csv --accelerator l40s --by-series --json | python3 -c '
  > import json, sys
  > figures = json.load(sys.stdin)["held_back_figures"]
  > for metric in ("tpot_ms", "ttft_ms"):
  >     print(metric, sum(f["metric"] == metric for f in figures), all(f["error_pct"] > 0 for f in figures))'
  tpot_ms 24 True
  ttft_ms 24 True
  $ sed '2s/high/hihg/' served.csv > bad.csv; hakaru calibrate serving bad.csv --accelerator l40s
  hakaru: bad.csv: line 2: 'trust' is 'hihg'; accepted: high, medium, low
  [2]
  $ cut -d , -f 1-11,14 served.csv > unmeasured.csv; hakaru calibrate serving unmeasured.csv --accelerator l40s
  hakaru: unmeasured.csv: no row of l40s can be used; it has none of ttft_ms, tpot_ms, output_tokens_per_s
  [2]
  $ head -4 served.csv > few.csv; hakaru calibrate serving few.csv --accelerator l40s | sed -n 3p
  vllm on l40s: constants that stand are moved by 3 runs (few rows: each is expected where it stands)

What the constants at hand predict exactly needs no table: nothing is written, and of every figure it is told that none predicts
it.

  $ sed 's/vllm 0.12.0/vllm/' served.csv > plain.csv; hakaru validate serving plain.csv --json > predicted.json
  $ python3 - > exact.csv <<'X'
  > import csv, json
  > predicted = {(row["id"], row["metric"]): row["predicted"] for row in json.load(open("predicted.json"))["rows"]}
  > rows = list(csv.DictReader(open("plain.csv")))
  > print(",".join(rows[0]))
  > for row in rows:
  >     print(",".join(str(predicted.get((row["id"], column), value)) for column, value in row.items()))
  > X
  $ hakaru calibrate serving exact.csv --accelerator l40s
  exact.csv: rows of l40s
  
  tpot_ms: 24 figures, each held back from what predicts it: median error 0.0 %, mean 0.0 %
  ttft_ms: 24 figures, each held back from what predicts it: median error 0.0 %, mean 0.0 %
  l40s: constants fitted to vllm are no better on rows held back than those before
  $ hakaru calibrate serving exact.csv --accelerator l40s --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > figures = answer["held_back_figures"]
  > print(answer["groups"], len(figures), {f["table"] for f in figures}, max(f["error_pct"] for f in figures) < 1e-9)'
  [] 48 {None} True
  $ hakaru calibrate serving exact.csv --accelerator l40s -o none; ls none
  hakaru: exact.csv: no table fitted to l40s is better than what stands without it: nothing to write; leave -o out
  ls: cannot access 'none': No such file or directory
  [2]

A version that differs has a table beside its engine's; one of its rows is predicted with it, one of another version with the engine's.

  $ python3 - > versions.csv <<'X'
  > print("id,series,model,accelerator,accelerators,tp,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms,trust")
  > for version, slower_ms in (("0.12.0", 0), ("0.18.0", 9)):
  >     for tp in (1, 2, 4):
  >         for c in (1, 2, 4, 8, 16, 32, 64, 128):
  >             print(f"{version}-{tp}-{c},mine,llama-3.1-8b,l40s,{tp},{tp},vllm {version},server,{c},1024,512,{60 + 20 * c / tp:.3f},{slower_ms + (21 + 0.2 * c) / tp**0.7:.3f},high")
  > X
  $ hakaru calibrate serving versions.csv --accelerator l40s -o own > text; grep '^\[' own/calibrations/serving/l40s.toml
  [vllm]
  ["vllm 0.12.0"]
  ["vllm 0.18.0"]
  $ hakaru calibrate serving versions.csv --accelerator l40s --json | python3 -c '
  > import json, sys
  > figures = json.load(sys.stdin)["held_back_figures"]
  > print(len(figures), sorted({(f["line"] < 26, f["table"]) for f in figures}))'
  96 [(False, 'vllm 0.18.0'), (True, 'vllm 0.12.0')]
  $ hakaru --data own validate serving versions.csv --json > with.json
  $ sed -i '/^\["vllm 0.18.0"/,$d' own/calibrations/serving/l40s.toml; hakaru --data own validate serving versions.csv --json > without.json
  $ python3 - <<'X'
  > import json, statistics
  > def errors(file, version):
  >     rows = json.load(open(file))["rows"]
  >     return [abs(row["error_pct"]) for row in rows if row["id"].startswith(version) and row["metric"] == "tpot_ms"]
  > print(statistics.median(errors("with.json", "0.18")) < statistics.median(errors("without.json", "0.18")))
  > print(errors("with.json", "0.12") == errors("without.json", "0.12"))
  > X
  True
  True

All engines on all accelerators at once: a constant belongs to an engine or to an accelerator, and what is told first is the
error on models that the fit has not seen. The same rows give the same file.

  $ python3 - > joint.csv <<'X'
  > print("id,series,model,accelerator,accelerators,tp,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms,trust")
  > for model, size in (("llama-3.1-8b", 1), ("qwen3-14b", 1.8), ("llama-3.2-3b", 0.45)):
  >     for chip, speed in (("l40s", 1), ("h100-sxm", 0.26)):
  >         for engine in ("vllm 0.12.0", "sglang 0.5.9"):
  >             for c in (1, 4, 16, 64):
  >                 print(f"{model}-{chip}-{c},mine,{model},{chip},1,1,{engine},server,{c},1024,512,{60 + 20 * c * size * speed:.3f},{(21 + 0.2 * c) * size * speed:.3f},high")
  > X
  $ hakaru calibrate serving joint.csv --by-model -o all | sed -n '1p;/^all/p' | sed 's/[0-9.]* %/N/g; s/  */ /g'
  joint.csv: 48 rows, * constants of engines, accelerators, pairs and versions, fitted together (glob)
  all tpot_ms 48 N N N N N
  all ttft_ms 48 N N N N N
  $ grep '^\[' all/calibrations/serving/by_cause.toml
  [engines.sglang]
  [engines.vllm]
  [accelerators.h100-sxm]
  [accelerators.l40s]
  [pairs."sglang h100-sxm"]
  [pairs."sglang l40s"]
  [pairs."vllm h100-sxm"]
  [pairs."vllm l40s"]
  [versions."sglang 0.5.9"]
  [versions."vllm 0.12.0"]
  [usual]
  $ hakaru calibrate serving joint.csv -o again > text; cmp all/calibrations/serving/by_cause.toml again/calibrations/serving/by_cause.toml
  $ hakaru calibrate serving joint.csv --by-model --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > tpot = answer["errors"]["all"]["tpot_ms"]["all"]
  > print(answer["rows"], tpot["unseen"]["figures"], tpot["fitted"]["median_ape_pct"] < tpot["unseen"]["median_ape_pct"] < 30)
  > print({table["cause"] for table in answer["tables"]} == {"engines", "accelerators", "pairs", "versions"})'
  48 48 True
  True
  $ hakaru --data all validate serving joint.csv --json | python3 -c '
  > import json, statistics, sys
  > errors = [abs(row["error_pct"]) for row in json.load(sys.stdin)["rows"] if row["metric"] == "tpot_ms"]
  > print(statistics.median(errors) < 15)'
  True

What is hidden is one thing at a time, and each way of fitting has its own.

  $ hakaru calibrate serving joint.csv --by-model --by-pair
  hakaru: --by-model and --by-pair exclude each other; accepted: one of them
  [2]
  $ hakaru calibrate serving joint.csv --by-series
  hakaru: --by-series needs --accelerator
  [2]
  $ hakaru calibrate serving joint.csv --accelerator l40s --by-pair
  hakaru: --by-pair and --accelerator exclude each other; accepted: one of them
  [2]
  $ hakaru calibrate serving joint.csv --by-pair --csv | head -1
  line,metric,accelerator,engine,version,model,fitted_error_pct,unseen_error_pct
