The answers people ask for. Counts are free; the catalog is two families.

  $ hakaru() { command hakaru "$@" --wide; }
  $ train() { hakaru plan train --model gpt2-xl --tokens 10B --sequence-length 1k --global-batch 512 --family p4d \
  >     --family p5 --json "$@"; }
  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); best = j['plans'][0]; print(eval(sys.argv[1]))" "$1"; }
  $ best() { train "$@" | of 'json.dumps({k: best[k] for k in ("duration_s", "cost_usd", "energy_kwh", "accelerators")})'; }
  $ best --objective time > fastest; best --objective cost > cheapest; best --objective energy > greenest
  $ best --objective accelerators > fewest; best --objective cost --deadline 6h > deadline
  $ best --objective time --budget 2500 > budget; best --objective accelerators --deadline 6h > few
  $ python3 - <<'END'
  > import json
  > read = lambda name: json.load(open(name))
  > names = ["fastest", "cheapest", "greenest", "fewest", "deadline", "budget", "few"]
  > answers = {name: read(name) for name in names}
  > least = lambda key: min(answer[key] for answer in answers.values())
  > close = lambda name, key: answers[name][key] <= 1.05 * least(key)  # the first of those as good may be another
  > print(close("fastest", "duration_s"), close("cheapest", "cost_usd"))
  > print(close("greenest", "energy_kwh"), answers["fewest"]["accelerators"] == least("accelerators"))
  > print(answers["deadline"]["duration_s"] <= 6 * 3600, answers["few"]["duration_s"] <= 6 * 3600)
  > print(answers["budget"]["cost_usd"] <= 2500, answers["few"]["accelerators"] <= answers["deadline"]["accelerators"])
  > END
  True True
  True True
  True True
  True True

The fewest that hold a model, though no power of two of them does: one fewer does not.

  $ fit() { hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 2k --global-batch 480 \
  >     --instance p4d.24xlarge --objective accelerators --top 1 "$@"; }
  $ fewest=$(fit --json | of 'best["instances"]')
  $ fit --instances $((fewest - 1)) > out 2> err
  [1]
  $ fit --instances $fewest > out

The front of time, cost and energy: shortest first, each cheaper or greener than all before it; the best plans are on it.

  $ train --pareto > front.json
  $ python3 - <<'END'
  > import json
  > front = json.load(open("front.json"))["pareto"]
  > figures = [(p["duration_s"], p["cost_usd"], p["energy_kwh"]) for p in front]
  > print(len(figures) > 2, figures == sorted(figures))
  > print(any(all(x <= y for x, y in zip(a, b)) for a in figures for b in figures if a is not b))
  > print(min(f[1] for f in figures) <= json.load(open("cheapest"))["cost_usd"])
  > print(list(front[0]))
  > END
  True True
  False
  True
  ['instance', 'instances', 'accelerator', 'accelerators', 'idle_accelerators', 'layout', 'step_time_s', 'tokens_per_s', 'mfu', 'duration_s', 'cost_usd', 'energy_kwh', 'start_up_s', 'price']
  $ hakaru plan train --model gpt2-xl --tokens 10B --sequence-length 1k --global-batch 512 --family p4d --pareto \
  >     | grep -A1 '^None is better' | cut -c 1-60
  None is better than these in time, cost and energy at once:
  instances * (glob)

A price or a power that is not known never wins.

  $ hakaru plan train --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 64 --family p4d --family trn1 \
  >     --pareto --json | of '[p["cost_usd"] for p in j["pareto"] if p["energy_kwh"] is None and any(q["energy_kwh"] is not None and q["duration_s"] <= p["duration_s"] and q["cost_usd"] <= p["cost_usd"] for q in j["pareto"])]'
  []

What if: one change at a time, beside the plan as it is.

  $ fixed() { hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 2k --global-batch 512 \
  >     --instance p4de.24xlarge --instances 16 --top 1 "$@"; }
  $ fixed --what-if network=2x --what-if price=0.7x --what-if compute=1.5x --what-if memory=1.2x \
  >     --what-if memory-bandwidth=2 --what-if memory=0.05x --json > what-if.json
  $ of '[(a["change"], a["plan"] is None) for a in j["what_if"]]' < what-if.json
  [('network=2x', False), ('price=0.7x', False), ('compute=1.5x', False), ('memory=1.2x', False), ('memory-bandwidth=2', False), ('memory=0.05x', True)]
  $ of '[a["duration_change_pct"] < 0 for a in j["what_if"] if a["change"][:3] in ("net", "com")], [a["duration_change_pct"] <= 0 for a in j["what_if"] if a["plan"]]' < what-if.json
  ([True, True], [True, True, True, True, True])
  $ of '[(round(a["duration_change_pct"], 6), round(a["cost_change_pct"], 6)) for a in j["what_if"] if a["change"].startswith("price")]' < what-if.json
  [(0.0, -30.0)]
  $ of 'j["what_if"][-1]["why_none"].split(":")[0]' < what-if.json
  does not fit on 16 × p4de.24xlarge
  $ fixed --what-if price=0.5x | tail -3 | sed 's/ .*//'
  change
  as
  price=0.5x
  $ fixed --what-if network
  hakaru: --what-if is 'network'; accepted: one of network, memory, memory-bandwidth, compute, price, and a factor: network=2x
  [2]
  $ fixed --what-if weather=2x
  hakaru: --what-if is 'weather=2x'; accepted: one of network, memory, memory-bandwidth, compute, price, and a factor: network=2x
  [2]
  $ fixed --what-if price=0x
  hakaru: --what-if is 'price=0x'; accepted: one of network, memory, memory-bandwidth, compute, price, and a factor: network=2x
  [2]

Attention within documents counts within them only: the model FLOPs of MFU are no more than what is computed.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 128k --document-length 1k --global-batch 64 \
  >     --instance p5.48xlarge --instances 8 --top 1 --json | python3 -c '
  > import json, sys; print(0 < json.load(sys.stdin)["plans"][0]["mfu"] < 0.7)'
  True
