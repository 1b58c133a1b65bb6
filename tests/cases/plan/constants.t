A plan file carries the constants that its plans were made with, and says which version of the format it is.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --accelerator h100 --accelerators 16 --top 2 -o plan.json > answer
  $ python3 -c '
  > import json
  > file = json.load(open("plan.json"))
  > print(file["format_version"])
  > print(*file["constants"], sep="\n")
  > print(*file["constants"]["calibrations/training/by_cause.toml"], *file["constants"]["calibrations/relatives.toml"])'
  2
  calibrations/attention_decode/h100-sxm.toml
  calibrations/attention_prefill/h100-sxm.toml
  calibrations/collectives/h100-sxm.toml
  calibrations/dispatchers.toml
  calibrations/elementwise.toml
  calibrations/gemm/h100-sxm.toml
  calibrations/h100-sxm.toml
  calibrations/memory.toml
  calibrations/relatives.toml
  calibrations/training/by_cause.toml
  training_constants.toml
  accelerators kinds pairs software usual versions accelerators kernels kinds stacks

Where the constants are others by now, it is reckoned with its own, and what has changed is told.

  $ hakaru explain plan.json > then
  $ hakaru simulate train plan.json > simulated-then
  $ mkdir -p own/calibrations/training
  $ python3 -c '
  > import json
  > tables = json.load(open("plan.json"))["constants"]["calibrations/training/by_cause.toml"]
  > tables["software"]["nemo-megatron"].update(network_reach=0.3, compute_exposed=0.1)
  > for group in tables:
  >     for name, table in (tables[group].items() if group != "usual" else [("", tables[group])]):
  >         print(f"[{group}.{json.dumps(name)}]" if name else f"[{group}]", *[f"{key} = {json.dumps(table[key])}" for key in table], sep="\n")
  > ' > own/calibrations/training/by_cause.toml
  $ hakaru explain plan.json --data own | diff then - | sed 's/^>/+/'
  73a74,75
  + 
  + note: constants have changed since the plan was made, and this is reckoned with those of then: calibrations/training/by_cause.toml software.nemo-megatron.compute_exposed: 0.263 then, 0.1 now; calibrations/training/by_cause.toml software.nemo-megatron.network_reach: 0.7586 then, 0.3 now
  $ hakaru simulate train plan.json --data own | diff simulated-then - | sed 's/^>/+/'
  15a16,17
  + 
  + note: constants have changed since the plan was made, and this is reckoned with those of then: calibrations/training/by_cause.toml software.nemo-megatron.compute_exposed: 0.263 then, 0.1 now; calibrations/training/by_cause.toml software.nemo-megatron.network_reach: 0.7586 then, 0.3 now
  $ hakaru explain plan.json --data own --json | python3 -c '
  > import json, sys
  > for each in json.load(sys.stdin)["constants_changed"]: print(each)'
  {'constant': 'calibrations/training/by_cause.toml software.nemo-megatron.compute_exposed', 'then': 0.263, 'now': 0.1}
  {'constant': 'calibrations/training/by_cause.toml software.nemo-megatron.network_reach', 'then': 0.7586, 'now': 0.3}
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --accelerator h100 --accelerators 16 --data own -o other.json > answer
  $ hakaru compare plan.json other.json | tail -1
  note: A and B were made with other constants: calibrations/training/by_cause.toml software.nemo-megatron.compute_exposed, calibrations/training/by_cause.toml software.nemo-megatron.network_reach
  $ hakaru explain plan.json --json | grep -c constants_changed
  0
  [1]

A file from before there were versions is reckoned with the constants of today.

  $ python3 -c '
  > import json
  > file = json.load(open("plan.json"))
  > del file["format_version"], file["constants"], file["plans"][0]["hardware"]["format_version"]
  > json.dump(file, open("before.json", "w"))'
  $ hakaru explain before.json | diff then -
  $ hakaru explain before.json --data own | diff then - | grep -c note
  0
  [1]

What is no format, or no constant, is refused.

  $ changed() { python3 -c "
  > import json
  > file = json.load(open('plan.json'))
  > constants = file['constants']
  > $1
  > json.dump(file, open('changed.json', 'w'))" && hakaru explain changed.json; }
  $ changed "file['format_version'] = 3"
  hakaru: changed.json: 'format_version' is 3; accepted: 1 … 2
  [2]
  $ changed "file['format_version'] = 'x'"
  hakaru: changed.json: 'format_version' is "x"; accepted: 1 … 2
  [2]
  $ changed "del file['constants']"
  hakaru: changed.json: 'constants' must be a table of the constants that its plans were made with
  [2]
  $ changed "constants['models/x.toml'] = {}"
  hakaru: changed.json: 'models/x.toml' is no place of constants; accepted: files in calibrations/, engines/, or serving_constants.toml, training_constants.toml
  [2]
  $ changed "constants['calibrations/x/y.toml'] = {}"
  hakaru: changed.json calibrations/x/y.toml: nothing is read at calibrations/x/y.toml of a data folder; nearest: calibrations/, calibrations/gemm/, calibrations/serving/
  [2]
  $ changed "constants['calibrations/h100-sxm.toml'] = 1"
  hakaru: changed.json: 'calibrations/h100-sxm.toml' must be a table of constants
  [2]
  $ changed "constants['calibrations/h100-sxm.toml']['all']['gemm_efficiency']['value'] = 7"
  hakaru: changed.json calibrations/h100-sxm.toml: 'all.gemm_efficiency.value' is 7; accepted: 1e-06 … 1
  [2]
  $ changed "constants['calibrations/training/by_cause.toml']['software']['nemo-megatron']['straggling'] = 'x'"
  hakaru: changed.json calibrations/training/by_cause.toml: 'software.nemo-megatron.straggling' is "x"; accepted: 1e-05 … 0.03
  [2]
  $ changed "del constants['calibrations/h100-sxm.toml']"
  hakaru: changed.json: no calibration for h100-sxm: data/calibrations/ has no file of that name and relatives.toml names no relative of it
  [2]
  $ changed "file['plans'][0]['hardware']['format_version'] = 2"
  hakaru: changed.json: 'hardware.format_version' is 2; accepted: 1 … 1
  [2]
