A plan file whose figures do not come of each other is not explained; the figure is named, and what the others come to.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --rate 2/s --top 1 -o serve.json > /dev/null
  $ hakaru plan train --model gpt2-xl --tokens 10B --instance p4d.24xlarge --instances 2 --top 1 -o train.json > /dev/null
  $ hakaru plan infer --model resnet-50 --batch 8 --items 1M --instance g5.xlarge --top 1 -o infer.json > /dev/null
  $ for each in serve train infer; do hakaru explain $each.json > /dev/null && echo adds up; done
  adds up
  adds up
  adds up
  $ edited() { python3 -c "
  > import json, sys
  > file = json.load(open(sys.argv[1])); plan = file['plans'][0]; plan[sys.argv[2]] = json.loads(sys.argv[3])
  > json.dump(file, open('edited.json', 'w'))" "$@"; hakaru explain edited.json 2>&1 | sed -E 's/[0-9]+[.][0-9]+/N/g'; }
  $ edited serve.json usd_per_h 1000
  hakaru: edited.json: 'plan.usd_per_h' is 1000, but the plan's other figures come to N
  $ edited serve.json cost_per_million_tokens_usd null
  hakaru: edited.json: 'plan.cost_per_million_tokens_usd' is null, but the plan's other figures come to N
  $ edited train.json step_time_s 1
  hakaru: edited.json: 'plan.duration_s' is N, but the plan's other figures come to 9537
  $ edited train.json cost_usd 1
  hakaru: edited.json: 'plan.cost_usd' is 1, but the plan's other figures come to N
  $ edited infer.json energy_kwh 5
  hakaru: edited.json: 'plan.energy_kwh' is 5, but the plan's other figures come to N
  $ edited infer.json price null
  hakaru: edited.json: 'plan.usd_per_h' is N, but the plan's other figures come to null
