DeepSeek-V3 as its authors ran it took 2.664 million GPU hours: 54.2 days on 2,048 H800 (arXiv 2412.19437, table 1). None of the
constants is the model's own.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model deepseek-v3 --tokens 14.8T --accelerators 2048 --sequence-length 4096 \
  >   --global-batch 15360 --precision fp8 --top 1 "$@"; }
  $ authors() { plan --instance hgx-h800 --software hai-llm --pp 16 --tp 1 --ep 64 --zero 1 --micro-batch 1 --headroom 0 \
  >   --schedule dualpipe --recompute full "$@"; }
  $ authors -o authors.json --json > authors.answer
  $ python3 - <<'X'
  > import json
  > plan = json.load(open("authors.answer"))["plans"][0]
  > print(abs(plan["step_time_s"] * 235240 * 2048 / 3600 / 2.664e6 - 1) < 0.15, plan["evidence"])
  > X
  True none

What passes beside each other hide of the exchange of tokens is hidden in the simulation too, and the parts add up.

  $ hakaru simulate train authors.json --json > step.json
  $ python3 - <<'X'
  > import json
  > plan = json.load(open("authors.answer"))["plans"][0]; part = plan["step"]; step = json.load(open("step.json"))
  > print(abs(step["step_time_s"] / plan["step_time_s"] - 1) < 0.02,
  >       abs(step["exposed"]["expert_s"] / part["exposed"]["expert_s"] - 1) < 0.05)
  > parts = part["compute_s"] + sum(part["exposed"].values()) + part["bubble_s"] + part["optimizer_s"]
  > print(abs(parts / plan["step_time_s"] - 1) < 0.02)
  > X
  True True
  True

What its authors' software runs is found unasked: DualPipe, without tensor parallelism.

  $ plan --instance hgx-h800 --software hai-llm --headroom 0 --json | python3 -c 'import json, sys; layout = json.load(sys.stdin)["plans"][0]["layout"]; print(layout["schedule"], layout["tp"], layout["vpp"])'
  dualpipe 1 1

A search keeps to layouts that software offers. What is asked for is answered, with a note.

  $ plan --instance p5.48xlarge --json | python3 -c '
  > import json, sys
  > layout = json.load(sys.stdin)["plans"][0]["layout"]
  > print(256 / layout["ep"] <= 64, layout["zero"], layout["micro_batch"] in (1, 2, 3, 4, 6, 8))'
  True 1 True
  $ plan --instance p5.48xlarge --ep 2 | grep note
  note: no published step has 128 of 256 experts on a rank (ep 2); a search keeps to 64
  $ plan --instance p5.48xlarge --micro-batch 15 --lang ja | grep -o 'マイクロバッチ 15 の実行は公表されていません'
  マイクロバッチ 15 の実行は公表されていません

Combined passes hide experts' all-to-all without DualPipe, where the software does that and chunks follow each other.

  $ bridge() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 4 --sequence-length 4096 \
  >   --global-batch 512 --tp 1 --ep 16 --pp 2 --zero 1 --micro-batch 1 --recompute selective --headroom 0 --top 1 "$@"; }
  $ for overlap in false true; do bridge --vpp 2 --expert-overlap $overlap --json > $overlap.json; done
  $ python3 - <<'X'
  > import json
  > step = {name: json.load(open(name + ".json"))["plans"][0] for name in ("false", "true")}
  > print(step["true"]["layout"].get("expert_overlap"), step["false"]["layout"].get("expert_overlap"))
  > print(step["true"]["step"]["exposed"]["expert_s"] < 0.9 * step["false"]["step"]["exposed"]["expert_s"])
  > X
  True None
  True
  $ bridge --vpp 1 --expert-overlap true
  hakaru: expert-overlap needs ep of at least 2, vpp of at least 2 where pp is, and no full recompute; found ep 16, pp 2, vpp 1, recompute selective
  [1]
  $ bridge --vpp 2 --expert-overlap maybe
  hakaru: --expert-overlap is 'maybe'; accepted: true, false
  [2]

Experts may stay whole beside tensor parallelism (ETP 1): no rank sums them, and all ranks of a stage share them.

  $ folded() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 2 --sequence-length 4096 \
  >   --global-batch 512 --tp 2 --pp 1 --ep 8 --zero 1 --micro-batch 1 --headroom 0 --top 1 "$@"; }
  $ folded --etp 1 -o whole.json > whole.txt && folded --etp 2 --json > cut.json && grep -o "tp2 ep8 .* sp" whole.txt | head -1
  tp2 ep8 etp1 dp8 mb1 zero1 sp
  $ hakaru explain whole.json | grep -o "over ep 8, experts whole"
  over ep 8, experts whole
  $ python3 - <<'X'
  > import json
  > whole, cut = (json.load(open(name))["plans"][0] for name in ("whole.json", "cut.json"))
  > print(whole["layout"]["etp"], whole["step"]["exposed"]["tensor_s"] < 0.8 * cut["step"]["exposed"]["tensor_s"])
  > X
  1 True
  $ folded --etp 3
  hakaru: etp 3: accepted: 2 (tp), or 1 with experts, sequence-parallel and an ep that tp divides; found ep 8
  [1]

With them an ep of eight fits one instance with dp 4.

  $ hakaru plan train --model qwen3-30b-a3b --tokens 1B --instance p5.48xlarge --instances 1 --sequence-length 4096 --global-batch 512 \
  >   --tp 2 --pp 1 --ep 8 --dp 4 --zero 1 --micro-batch 1 --recompute full --etp 1 --headroom 0 --top 1 --json | grep -cE '"(ep|etp|dp)": (8|1|4),'
  3

Graphs of whole steps take most of the host's time away.

  $ folded --etp 1 --captured-step true --json > captured.json
  $ python3 - <<'X'
  > import json
  > whole, captured = (json.load(open(name))["plans"][0] for name in ("whole.json", "captured.json"))
  > print(captured["layout"]["captured_step"], captured["step"]["exposed"]["expert_s"] < whole["step"]["exposed"]["expert_s"])
  > X
  True True
