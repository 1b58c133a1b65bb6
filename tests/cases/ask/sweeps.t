Scenarios by the dozen in one question: its rows are those that hakaru sweep writes.

  $ cat > sweep.toml <<'X'
  > [base]
  > job = "train"
  > model = "gpt2-xl"
  > tokens = "1B"
  > sequence_length = "1k"
  > instances = 1
  > [grid]
  > tp = [1, 2]
  > [[list]]
  > instance = "p4d.24xlarge"
  > [[list]]
  > instance = "g5.xlarge"
  > X
  $ python3 -c '
  > import json, tomllib
  > print(json.dumps({"question": "sweep", **tomllib.load(open("sweep.toml", "rb"))}))' > sweep.json
  $ hakaru sweep sweep.toml -o rows.csv > said; hakaru ask sweep.json > answer
  $ cat > same.py <<'X'
  > import csv, json
  > def cells(row, path=""):
  >     for key, value in row.items():
  >         if isinstance(value, dict): yield from cells(value, path + key + ".")
  >         else: yield path + key, value
  > answer = json.load(open("answer"))
  > print(answer["job"], answer["scenarios"], answer["with_plan"])
  > alike = lambda text, value: text == ("" if value is None else str(value)) or float(text) == value
  > for written, row in zip(csv.DictReader(open("rows.csv")), answer["rows"], strict=True):
  >     told = dict(cells(row))
  >     print(list(written) == list(told), all(alike(written[key], told[key]) for key in told if not isinstance(told[key], bool)), row["why_none"])
  > X
  $ python3 same.py
  train 4 1
  True True None
  True True tp 2 does not divide 25 heads; nearest: 1, 5
  True True * (glob)
  True True tp 2 × pp 1 × cp 1 × dp 1 makes 2 ranks; 1 × g5.xlarge has 1; nearest: tp 1

Live services too, as plan serve has them; offline where that is said.

  $ cat > serve.json <<'X'
  > {"question": "sweep", "base": {"job": "serve", "model": "qwen2.5-7b-instruct", "instance": "g6e.xlarge"},
  >  "list": [{"rate": "10/s"}, {"users": 20, "at": "p50"}, {"offline": true, "context": "8k"}]}
  > X
  $ hakaru ask serve.json | python3 -c "
  > import json, sys
  > for row in json.load(sys.stdin)['rows']: print(row['instances'], row['simulated_percentile'], row['usd_per_month'])"
  3 p95 4075.59
  1 p50 1358.53
  1 None None
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --rate 10/s --json |
  >     python3 -c "import json, sys; print(json.load(sys.stdin)['plans'][0]['usd_per_month'])"
  4075.59

What is wrong is told where it stands; what is too much for one answer goes into a file.

  $ ask() { echo "$1" | hakaru ask - 2>&1 > /dev/null; }
  $ ask '{"question": "sweep"}'
  hakaru: question: 'base.job' is missing; accepted: train, serve, infer
  [2]
  $ ask '{"question": "sweep", "base": {"job": "serve", "model": "gpt9"}}'
  hakaru: 'gpt9' is neither a known model nor a file* (glob)
  [2]
  $ ask '{"question": "sweep", "base": {"job": "infer", "model": "resnet-50"}, "grid": {"batch": 8}}'
  hakaru: question: 'grid.batch' is 8; accepted: a list of values such as [8, 16], at least one
  [2]
  $ ask '{"question": "sweep", "base": {"job": "serve", "model": "gpt2", "top": 3}}'
  hakaru: question: 'base.top' means nothing to a sweep, which keeps the best plan of each scenario
  [2]
  $ ask "{\"question\": \"sweep\", \"base\": {\"job\": \"infer\", \"model\": \"resnet-50\"}, \"grid\": {\"batch\": [$(seq -s, 1 10001)]}}"
  hakaru: question: 10,001 scenarios; accepted in one answer: up to 10,000; more go into a file: hakaru sweep SWEEP.toml -o out.csv
  [2]
