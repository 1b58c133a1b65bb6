Large questions, files and fleets are answered or refused in time and memory that their size explains: each of these takes a
second or a few where 60 are given.

  $ limited() { (ulimit -t 60; exec "$@"); }
  $ asked() { python3 -c "import json; print(json.dumps($1))" > question.json; limited hakaru ask question.json 2> /dev/null | cut -c1-400; }

Lists.

  $ asked '{"question": "plan_train", "model": "gpt2-xl", "tokens": "1B", "instance": "p4d.24xlarge", "instances": 1, "what_if": ["network=2x"] * 3000}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'what_if' has 3000 values; accepted: up to 100"}}
  $ asked '{"question": "plan_train", "model": "gpt2-xl", "tokens": "1B", "instance": ["p4d.24xlarge"] * 200000}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'instance' has 200000 values; accepted: up to 1000"}}
  $ asked '{"question": "plan_serve", "model": "gpt2", "users": 1, "instance": ["x%d" % i for i in range(200000)]}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'instance' has 200000 values; accepted: up to 1000"}}
  $ asked '{"question": "fit", "machine": "p5.48xlarge", "model": ["gpt2"] * 200000}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'model' has 200000 values; accepted: up to 100"}}
  $ asked '{"question": "plan_serve", "model": ["gpt2"] * 200000, "users": 1}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'model' must be one value"}}
  $ asked '{"question": "plan_train", "model": "gpt2", "tokens": "1B", "instance": "p4d.24xlarge", "precision": ",".join("p%d" % i for i in range(200000))}'
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'precision' has 200000 values; accepted: up to 1000"}}
  $ limited hakaru plan train --model gpt2 --tokens 1B --instance p4d.24xlarge $(printf ' --what-if network=2x%.0s' {1..101}) 2>&1
  hakaru: --what-if has 101 values; accepted: up to 100
  [2]
  $ python3 -c "print('model = \"gpt2\"\ntokens = \"1B\"\ninstance = [' + '\"p4d.24xlarge\", ' * 2000 + ']')" > long.toml
  $ limited hakaru plan train long.toml
  hakaru: long.toml: 'instance' has 2000 values; accepted: up to 1000
  [2]
  $ hakaru schema plan_train | python3 -c "
  > import json, sys
  > keys = json.load(sys.stdin)['properties']
  > print({key: keys[key]['maxItems'] for key in ['what_if', 'instance', 'precision']})"
  {'what_if': 100, 'instance': 1000, 'precision': 1000}

Names, keys and separators.

  $ asked '{"question": "model_show", "model": "x" * 1000000}' | cut -c1-80
  {"error":{"kind":"bad_input","exit_status":2,"message":"'xxxxxxxxxxxxxxxxxxxxxxx
  $ python3 -c "print('job = \"train\"\n' + '\n'.join('a%d = 1' % i for i in range(40000)))" > unknown.toml
  $ limited hakaru plan train unknown.toml 2>&1 | grep -o 'and more is wrong'
  and more is wrong
  $ python3 -c "print('a = \"' + '\\\\\"' * 500000)" > open.toml
  $ limited hakaru plan train open.toml 2>&1 | cut -c1-40
  hakaru: open.toml: line 1: not TOML: Err
  $ python3 -c "print('x;' * 500000)" > semicolons.sh
  $ limited hakaru plan --from semicolons.sh --instance p5.48xlarge 2>&1 | cut -c1-60
  hakaru: semicolons.sh: starts no program that is supported h
    with NxD Inference, sglang.launch_server, sgl_jax.launch_s
  $ python3 -c "print('A=1;' * 60000 + 'python3 -m vllm.entrypoints.openai.api_server;' * 15000)" > exports.sh
  $ limited hakaru plan --from exports.sh --instance p5.48xlarge 2>&1 | cut -c1-60
  hakaru: the model is not said; accepted: --model

Fleets.

  $ limited hakaru plan serve --model gpt2 --instance u-p6e-gb200x72 --instances 100000 --disaggregate true --json | python3 -c "
  > import json, sys
  > plan = json.load(sys.stdin)['plans'][0]
  > print(plan['instances'], plan['simulated_replicas'] <= 1024)"
  100000 True
