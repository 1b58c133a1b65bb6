Plan files whose inside was changed by hand are refused, whatever the change.

  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o plan.json > /dev/null
  $ changed() { python3 -c "
  > import json
  > file = json.load(open('plan.json'))
  > plan = file['plans'][0]
  > $1
  > json.dump(file, open('changed.json', 'w'))" && hakaru explain changed.json; }
  $ changed "plan['scenario'] = 0"
  hakaru: changed.json: not a scenario: a table of keys is needed
  [2]
  $ changed "del plan['scenario']"
  hakaru: changed.json: not a scenario: a table of keys is needed
  [2]
  $ changed "plan['layout']['schedule'] = 'x'"
  hakaru: changed.json: 'layout.schedule' is 'x'; accepted: 1f1b, interleaved-1f1b, gpipe, zb-h1, dualpipe
  [2]
  $ changed "plan['layout']['dp'] = 0"
  hakaru: changed.json: 'layout.dp' is 0; accepted: 1 … 1000000
  [2]
  $ changed "plan['instances'] = 2"
  hakaru: changed.json: its layout has 1 rank, its cluster 2
  [2]
  $ changed "plan['hardware']['accelerator']['data_types'] = {}"
  hakaru: changed.json: a10g has no rate for the type that the job computes in
  [2]
  $ changed "plan['hardware']['accelerator']['memory_bytes'] = 0"
  hakaru: changed.json: 'accelerator.memory_bytes' is 0; accepted: 1 … 1e+18
  [2]
  $ changed "plan['hardware']['accelerator']['year'] = 1e300"
  hakaru: changed.json: 'accelerator.year' is 1e+300; accepted: 0 … 100000000
  [2]
  $ changed "del plan['hardware']"
  hakaru: changed.json: hardware must be a table of keys; found null
  [2]
