A plan file whose figures are not what its layout, machines and prices come to is refused, whichever command reads it; the
figure is named, and what the others come to.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --rate 2/s --top 1 -o serve.json > /dev/null
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --offline --top 1 -o offline.json > /dev/null
  $ hakaru plan train --model gpt2-xl --tokens 10B --instance p4d.24xlarge --instances 2 --top 1 -o train.json > /dev/null
  $ hakaru plan infer --model resnet-50 --batch 8 --items 1M --instance g5.xlarge --top 1 -o infer.json > /dev/null
  $ for each in serve offline train infer; do hakaru explain $each.json > /dev/null && echo adds up; done
  adds up
  adds up
  adds up
  adds up
  $ edited() { python3 -c "
  > import json, sys
  > file = json.load(open(sys.argv[1])); *place, key = sys.argv[2].split('.'); part = file['plans'][0]
  > for each in place: part = part[each]
  > part[key] = json.loads(sys.argv[3])
  > json.dump(file, open('edited.json', 'w'))" "$@"; hakaru explain edited.json 2>&1 | sed -E 's/come to [^:]+: .*/come to N/'; }
  $ edited serve.json usd_per_h 1000
  hakaru: edited.json: 'plan.usd_per_h' is 1000, but the plan's other figures come to N
  $ edited serve.json cost_per_million_tokens_usd null
  hakaru: edited.json: 'plan.cost_per_million_tokens_usd' is null, but the plan's other figures come to N
  $ edited serve.json ttft_s 1e-6
  hakaru: edited.json: 'plan.ttft_s' is 1e-06, but the plan's other figures come to N
  $ edited serve.json requests_per_s 200
  hakaru: edited.json: 'plan.requests_per_s' is 200, but the plan's other figures come to N
  $ edited offline.json output_tokens_per_s 1e9
  hakaru: edited.json: 'plan.output_tokens_per_s' is 1000000000.0, but the plan's other figures come to N
  $ edited train.json step_time_s 1
  hakaru: edited.json: 'plan.step_time_s' is 1, but the plan's other figures come to N
  $ edited train.json step.bubble_s 99
  hakaru: edited.json: 'plan.step.bubble_s' is 99, but the plan's other figures come to N
  $ edited train.json memory.device.weights_bytes 5
  hakaru: edited.json: 'plan.memory.device.weights_bytes' is 5, but the plan's other figures come to N
  $ edited train.json memory.capacity_bytes 1e15
  hakaru: edited.json: 'plan.memory.capacity_bytes' is 1e+15, but the plan's other figures come to N
  $ edited train.json cost_usd 1
  hakaru: edited.json: 'plan.cost_usd' is 1, but the plan's other figures come to N
  $ edited infer.json latency_s 1e-9
  hakaru: edited.json: 'plan.latency_s' is 1e-09, but the plan's other figures come to N
  $ edited infer.json energy_kwh 5
  hakaru: edited.json: 'plan.energy_kwh' is 5, but the plan's other figures come to N
  $ edited infer.json price null
  hakaru: edited.json: 'plan.cost_usd' is *, but the plan's other figures come to N (glob)

What is not trained has no part that only training has; how it is bought is said alike.

  $ edited offline.json layout.vpp 2
  hakaru: edited.json: its layout is tp1 pp1 vpp2 dp1 mb1; accepted: tp1 pp1 dp1 mb1, since nothing is trained
  $ edited offline.json price.kind '"spot"'
  hakaru: edited.json: 'price.kind' is spot; accepted: on_demand, as 'plan.price_kind' has it

All that take a plan refuse it.

  $ edited train.json duration_s 57
  hakaru: edited.json: 'plan.duration_s' is 57, but the plan's other figures come to N
  $ for each in run 'simulate train' measure 'rehearse' 'emit --for megatron -o out' 'compare edited.json'; do
  >   hakaru $each edited.json 2>&1 | sed -E "s/: 'plan.*//"; done
  hakaru: edited.json
  hakaru: edited.json
  hakaru: edited.json
  hakaru: edited.json
  hakaru: edited.json
  hakaru: edited.json

Of a plan by another release, which estimates otherwise, the sums are compared.

  $ sed -E 's/"hakaru": "[0-9.]+"/"hakaru": "0.0.9"/' train.json > older.json
  $ edited older.json step.bubble_s 99 > /dev/null && echo explained
  explained
  $ edited older.json duration_s 57
  hakaru: edited.json: 'plan.duration_s' is 57, but the plan's other figures come to N
