Every question of the command line can be asked as JSON; its answer is that of --json, without the times that differ from call to call.

  $ same() {
  >   hakaru ask - | python3 -c "import json, sys; print(json.dumps(json.load(sys.stdin), sort_keys=True))" > asked
  >   hakaru "$@" --json | python3 -c "
  > import json, sys
  > answer = json.load(sys.stdin)
  > if isinstance(answer, dict): answer.pop('elapsed_s', None)
  > print(json.dumps(answer, sort_keys=True))" > typed
  >   cmp asked typed && wc -c < asked | awk '{ print ($1 > 100 ? "the same" : "empty") }'
  > }
  $ echo '{"question": "fit", "machine": "g6e.xlarge"}' | same fit g6e.xlarge
  the same
  $ echo '{"question": "model show", "model": "llama-3.1-8b"}' | same model show llama-3.1-8b
  the same
  $ echo '{"question": "model list"}' | same model list
  the same
  $ echo '{"question": "memory serve", "model": "llama-3.1-70b", "context": 8192, "on": "p4d.24xlarge"}' |
  >     same memory serve --model llama-3.1-70b --context 8192 --on p4d.24xlarge
  the same
  $ echo '{"question": "memory train", "model": "llama-2-7b", "sequence_length": "4k", "batch": 8, "zero": 3, "dp": 8}' |
  >     same memory train --model llama-2-7b --sequence-length 4k --batch 8 --zero 3 --dp 8
  the same
  $ echo '{"question": "network", "on": "p5.48xlarge", "instances": 16, "operation": "all_reduce", "bytes": "1GB"}' |
  >     same network --on p5.48xlarge --instances 16 --operation all_reduce --bytes 1GB
  the same
  $ echo '{"question": "scale train", "model": "gpt2-xl", "tokens": "10B", "instance": ["p4d.24xlarge"], "counts": "1,2"}' |
  >     hakaru ask - | python3 -c "import json, sys; print([p['instances'] for p in json.load(sys.stdin)['curves'][0]['points']])"
  [1, 2]

Numbers may be numbers, names lists, switches truths. What is echoed of the question is what was said.

  $ echo '{"question": "plan infer", "model": "resnet-50", "instance": ["g4dn.xlarge", "g5.xlarge"], "top": 2, "exhaustive": true}' > infer.json
  $ hakaru ask infer.json | python3 -c "
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(answer['scenario'], 'elapsed_s' in answer, [plan['instance'] for plan in answer['plans']])"
  {'exhaustive': True, 'instance': ['g4dn.xlarge', 'g5.xlarge'], 'job': 'infer', 'model': 'resnet-50', 'top': 2} False ['g4dn.xlarge', 'g5.xlarge']
  $ hakaru ask infer.json > one; hakaru ask infer.json | cmp - one && echo the same each time
  the same each time

A model may be a config.json itself, and a plan a whole plan file.

  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --instance g6e.xlarge --top 1 -o plan.json > /dev/null
  $ python3 -c "
  > import json
  > json.dump({'question': 'explain', 'plan': json.load(open('plan.json'))}, open('explain.json', 'w'))
  > llama = {'model_type': 'llama', 'hidden_size': 2048, 'intermediate_size': 8192, 'num_hidden_layers': 16, 'vocab_size': 32000,
  >          'num_attention_heads': 32, 'num_key_value_heads': 8, 'max_position_embeddings': 4096}
  > json.dump({'question': 'plan serve', 'model': llama, 'offline': True, 'context': '4k', 'instance': 'g6e.xlarge'}, open('own.json', 'w'))"
  $ hakaru ask explain.json > asked; hakaru explain plan.json --json | cmp - asked && echo the same
  the same
  $ echo '{"question": "plan infer", "model": "resnet-50", "instance": "g5.xlarge", "whole": true}' | hakaru ask - > whole.json
  $ hakaru explain whole.json | sed -n '2p'
  On 1 × g5.xlarge, tp1 pp1 dp1 mb1.
  $ echo '{"question": "plan serve", "model": "llama-3.1-8b", "users": 20, "instance": "g6e.xlarge", "region": "any", "api_price": "$0.60/$1.80", "whole": true}' | hakaru ask - > whole.json
  $ python3 -c "import json; file = json.load(open('whole.json')); print(file['regions'][0]['region'], round(file['api']['usd_per_month']))"
  us-east-1 934
  $ hakaru explain whole.json | sed -n '2p'
  On 1 × g6e.xlarge, tp1 pp1 dp1 mb1.
  $ hakaru ask own.json | python3 -c "import json, sys; print(json.load(sys.stdin)['plans'][0]['instance'])"
  g6e.xlarge

What is wrong is told where it stands.

  $ echo '{"question": "plan serv"}' | hakaru ask -
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'question' is 'plan serv', which is not known; nearest: plan_serve, plan, plan_infer"}}
  hakaru: question: 'question' is 'plan serv', which is not known; nearest: plan_serve, plan, plan_infer
  [2]
  $ echo '{"question": "fit", "machin": "h100"}' | hakaru ask -
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'machin' is not a key of fit; nearest: machine, model, kv_cache"}}
  hakaru: question: 'machin' is not a key of fit; nearest: machine, model, kv_cache
  [2]
  $ echo '{"question": "plan serve", "model": "llama-3.1-8b", "rate": -3}' | hakaru ask -
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'rate' is '-3'; accepted: a rate such as 5, 5/s, 300/m"}}
  hakaru: question: 'rate' is '-3'; accepted: a rate such as 5, 5/s, 300/m
  [2]
  $ echo '[]' | hakaru ask -
  {"error":{"kind":"bad_input","exit_status":2,"message":"not a question: an object with the key 'question' is needed"}}
  hakaru: not a question: an object with the key 'question' is needed
  [2]
  $ echo '{' | hakaru ask -
  {"error":{"kind":"bad_input","exit_status":2,"message":"-: line 2: not JSON"}}
  hakaru: -: line 2: not JSON
  [2]
  $ hakaru ask
  {"error":{"kind":"bad_input","exit_status":2,"message":"FILE is missing: hakaru ask QUESTION.json"}}
  hakaru: FILE is missing: hakaru ask QUESTION.json
  [2]

The schema names every question, and all that each takes.

  $ hakaru schema | python3 -c "
  > import json, sys
  > schema = json.load(sys.stdin)
  > for each in schema['oneOf']: print(each['properties']['question']['const'], len(each['properties']) - 3, each['required'][1:])"
  plan 25 ['from']
  plan_train 83 ['model']
  plan_serve 63 ['model']
  plan_infer 41 ['model']
  compare_train 81 ['model']
  compare_serve 61 ['model']
  compare_infer 39 ['model']
  compare_peaks 4 ['instance']
  compare_plans 1 ['plans']
  explain 1 ['plan']
  run 14 ['plan']
  emit 9 ['plan']
  measure 2 ['plan']
  scale_train 85 ['model']
  sweep 3 ['base']
  network 10 ['on', 'instances', 'operation', 'bytes']
  simulate_train 10 ['plan']
  simulate_serve 46 ['plan']
  rehearse 14 ['plan']
  fit 6 ['machine']
  memory_train 44 ['model']
  memory_serve 15 ['model']
  validate 1 []
  validate_operators 4 ['measurements']
  validate_training 5 ['measurements']
  validate_memory 4 ['measurements']
  validate_serving 5 ['measurements']
  validate_inference 4 ['measurements']
  model_show 1 ['model']
  model_list 1 []
  instance_list 3 []
  instance_show 1 ['name']
  accelerator_list 1 []
  accelerator_show 1 ['name']
  price_list 4 []

One question's holds its answer's too; an editor finds it by "$schema", which a question may name.

  $ hakaru schema compare_peaks | python3 -c "
  > import json, sys
  > schema = json.load(sys.stdin)
  > print(schema['\$id'], schema['version'], list(schema['\$defs']))
  > print(schema['properties']['region'], schema['\$defs']['peak']['required'])"
  urn:hakaru:api:1:question:compare_peaks 1 ['answer', 'error', 'peak', 'reason']
  {'description': 'region of the prices', 'type': 'string', 'minLength': 1, 'default': 'us-east-1'} ['figure', 'instance', 'instances', 'value', 'ratio', 'note']
  $ hakaru schema fit | cmp - <(hakaru schema 'fit') && hakaru schema 'plan serve' | cmp - <(hakaru schema plan_serve)
  $ hakaru schema plan_serv
  hakaru: QUESTION is 'plan_serv', which is not known; nearest: plan_serve, plan, plan_infer
  [2]
  $ hakaru schema fit explain
  hakaru: 'explain' is one word too many for schema
  [2]
  $ echo '{"$schema": "fit.json", "question": "fit", "machine": "g6e.xlarge", "model": "gpt2"}' | hakaru ask - | grep -c longest_context
  2

What else is wrong is named as the question has it.

  $ echo '{"question": "scale train", "model": "gpt2-xl", "tokens": "1B", "instance": "p4d.24xlarge", "counts": "1,4,2"}' | hakaru ask - 2>&1 | tail -1
  hakaru: question: 'counts' is '1,4,2'; accepted: numbers that rise, such as 1,2,4,8
  $ echo '{"question": "compare serve", "model": "llama-3.1-8b", "top": 3}' | hakaru ask - 2>&1 | tail -1
  hakaru: question: 'top' means nothing to compare, which shows the best plan of each instance
  $ echo '{"question": "fit", "machine": null}' | hakaru ask - 2>&1 | tail -1
  hakaru: question: 'machine' is missing: the machine; of an accelerator its usual one
  $ echo '{"question": "fit", "machine": "h100", "whole": true}' | hakaru ask - 2>&1 | tail -1
  hakaru: question: 'whole' is not a key of fit; nearest: model, machine, weights
  $ echo '{"question": "plan serve", "model": "gpt2", "whole": "x"}' | hakaru ask - 2>&1 | tail -1
  hakaru: question: 'whole' is 'x'; accepted: true, false
  $ echo '{"question": "memory serve", "model": "gpt2", "context": 8, "sequence_length": 9}' | hakaru ask - 2>&1 | tail -1
  hakaru: context and sequence_length exclude each other; accepted: one of them
