What a compiler reaches and the host adds is fitted to your own rows, and the file is used with --data.

  $ python3 - > items.csv <<'X'
  > models = {"bert-base-uncased": 5.4, "bert-large-uncased": 19.1, "distilbert-base-uncased": 2.7, "roberta-base": 5.4}
  > print("id,series,model,accelerator,instance,accelerators,dtype,batch,seq_or_image,latency_ms_p50,items_per_s,notes")
  > for model, work in models.items():
  >     for batch in (1, 2, 4, 8, 16):
  >         ms = 1.5 + 0.15 * work * batch
  >         print(f"{model}-{batch},mine,{model},neuroncore-v2,inf2.xlarge,2,fp32,{batch},128,{ms:.4f},{2000 * batch / ms:.3f},autocast=Matmult-BF16")
  > X
  $ hakaru calibrate inference items.csv --accelerator neuroncore-v2 -o own --json > fitted.json
  $ head -4 own/calibrations/inference/neuroncore-v2.toml | cut -d ' ' -f 1-5
  # Made by hakaru calibrate
  accelerator = "neuroncore-v2"
  
  [neuron]

The file is the model that was fitted: errors with it are those that the fit stated, digits apart.

  $ hakaru --data own validate inference items.csv --json > after.json; hakaru validate inference items.csv --json > before.json
  $ python3 - <<'X'
  > import json, statistics
  > def median(file, metric):
  >     return statistics.median(abs(row["error_pct"]) for row in json.load(open(file))["rows"] if row["metric"] == metric)
  > for metric in json.load(open("fitted.json"))["groups"][0]["metrics"]:
  >     stated, found = metric["fitted"]["median_ape_pct"], median("after.json", metric["metric"])
  >     print(metric["metric"], metric["fitted"]["rows"], abs(stated - found) < 0.2, found < median("before.json", metric["metric"]))
  > X
  items_per_s 20 True True
  latency_ms_p50 20 True True

A model at a time is held back where that is asked for; rows of another accelerator are not enough.

  $ hakaru calibrate inference items.csv --accelerator neuroncore-v2 --by-model | sed -n 1p
  items.csv: rows of neuroncore-v2
  $ grep -e ^id -e ,roberta-base, items.csv > one.csv; hakaru calibrate inference one.csv --accelerator neuroncore-v2 --by-model
  hakaru: one.csv: no row of neuroncore-v2 can be used; neuroncore-v2: rows of neuron are one series, none can be held back
  [2]
  $ hakaru calibrate inference items.csv --accelerator h100-sxm
  hakaru: items.csv: has no rows of h100-sxm; it has rows of: neuroncore-v2
  [2]
  $ head -3 items.csv > few.csv; hakaru calibrate inference few.csv --accelerator neuroncore-v2
  hakaru: few.csv: no row of neuroncore-v2 can be used; neuroncore-v2: 2 rows of neuron are too few for a table of their own; needed: 6 latencies or rates, 2 of them of different cases
  [2]
