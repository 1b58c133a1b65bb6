What is wrong with a sweep is said before anything is written.

  $ sweep() { printf '%s\n' '[base]' 'job = "train"' 'model = "gpt2-xl"' 'tokens = "1B"' 'sequence_length = 1024' \
  >   'instance = "p4d.24xlarge"' "$@" > s.toml; hakaru sweep s.toml -o none.csv; }
  $ sweep '[grid]' 'global_batch = []'
  hakaru: s.toml: 'grid.global_batch' is []; accepted: a list of values such as [8, 16], at least one
  [2]
  $ sweep '[grid]' 'global_batch = 8'
  hakaru: s.toml: 'grid.global_batch' is 8; accepted: a list of values such as [8, 16], at least one
  [2]
  $ sweep '[grid]' 'global_batch = [8]' 'tq = [1, 2]'
  hakaru: s.toml: 'tq' is not a key of a scenario that is to train; nearest: * (glob)
  [2]
  $ sweep '[grid]' 'global_batch = [8, "many"]'
  hakaru: s.toml: 'global_batch' is 'many'; * (glob)
  [2]
  $ sweep 'global_batch = 8' '[grid]' 'model = ["gpt2-xl", "gpt9"]'
  hakaru: s.toml: 'model' stands in [grid] and elsewhere; a key of the grid stands nowhere else
  [2]
  $ sweep 'global_batch = 8' '[[list]]' 'model = "gpt9"'
  hakaru: 'gpt9' is neither a known model nor a file* (glob)
  [2]
  $ sweep 'global_batch = 8' '[[list]]' 'job = "serve"'
  hakaru: s.toml: 'list.job' must stand in [base]: all scenarios of a sweep have the same job
  [2]
  $ sweep 'global_batch = 8' 'top = 3'
  hakaru: s.toml: 'base.top' means nothing to a sweep, which keeps the best plan of each scenario
  [2]
  $ sweep 'global_batch = 8' '[gird]' 'tp = [1]'
  hakaru: s.toml: 'gird' is not a known key; accepted: grid, list, base
  [2]
  $ printf '[base]\nmodel = "gpt2-xl"\n' > nojob.toml; hakaru sweep nojob.toml -o none.csv
  hakaru: nojob.toml: 'base.job' is missing; accepted: train, serve, infer
  [2]
  $ hakaru sweep -o none.csv
  hakaru: SWEEP is missing: hakaru sweep SWEEP.toml -o out.csv
  [2]
  $ hakaru sweep nojob.toml
  hakaru: nojob.toml: 'base.job' is missing; accepted: train, serve, infer
  [2]
  $ hakaru sweep absent.toml -o none.csv
  hakaru: absent.toml: * (glob)
  [2]
  $ ls none.csv 2> /dev/null
  [2]

What is wrong with some combinations only is why they have no plan.

  $ sweep '[grid]' 'global_batch = [8]' 'tp = [1, 5]' '[[list]]' 'tensor_chunks = 2' '[[list]]' | head -1
  none.csv: 4 scenarios, 0 of them kept from before
  $ sed -n 2p none.csv | grep -o 's.toml[^"]*'; rm none.csv
  s.toml: 'tensor_chunks' needs s.toml: 'tp' of at least 2

However many of the others they do not go with, as long as they go with some.

  $ sweep 'global_batch = 64' 'instances = 1' '[grid]' 'recompute_layers = [2]' 'recompute = ["none", "full"]' \
  >   'tensor_chunks = [2]' 'tp = [1, 5]' | head -1; wc -l < none.csv
  none.csv: 4 scenarios, 0 of them kept from before
  5
  $ rm none.csv

Many values are looked at in no time.

  $ sweep 'tp = 1' 'global_batch = 8' '[grid]' "tensor_chunks = [$(seq -s, 1 63)]" "micro_batch = [$(seq -s, 1 19999)]"
  hakaru: s.toml: 'tensor_chunks' needs s.toml: 'tp' of at least 2
  [2]

A file of something else is left as it is.

  $ sweep 'global_batch = 8' '[grid]' 'tp = [1, 5]' > said 2>&1; mv none.csv kept.csv
  $ printf 'a,b\n1,2\n' > other.csv; cp other.csv before.csv
  $ hakaru sweep s.toml -o other.csv; cmp other.csv before.csv
  hakaru: other.csv: its first line is not that of this sweep; name another file, or remove it
  $ sed -i 's/global_batch = 8/global_batch = 16/' s.toml
  $ cp kept.csv none.csv; hakaru sweep s.toml -o none.csv
  hakaru: none.csv: row 0 is not what this sweep gives; name another file, or remove it
  [2]
  $ cmp none.csv kept.csv
  $ sed -i 's/global_batch = 16/global_batch = 8/' s.toml
  $ printf '%s\n' '[base]' 'job = "train"' 'model = "gpt2-xl"' 'tokens = "1B"' 'sequence_length = 1024' \
  >   'instance = "p4d.24xlarge"' 'global_batch = 8' 'instances = 1' '[grid]' 'tp = [2, 1, 5, 4]' > middle.toml
  $ hakaru sweep middle.toml -o middle.csv > said; cp middle.csv before.csv
  $ sed -i 's/tp = .*/tp = [2, 5, 1, 4]/' middle.toml; hakaru sweep middle.toml -o middle.csv; cmp middle.csv before.csv
  hakaru: middle.csv: row 1 is not what this sweep gives; name another file, or remove it
  $ sed -i 's/tp = .*/tp = [2, 1, 5, 4]/; s/"1B"/"2B"/' middle.toml; hakaru sweep middle.toml -o middle.csv
  hakaru: middle.csv: row 1 is not what this sweep gives; name another file, or remove it
  [2]
  $ cmp middle.csv before.csv
  $ sed -i 's/global_batch = 8/global_batch = 16/' s.toml
  $ sed -i 's/tp = \[1, 5\]/tp = [1]/; s/global_batch = 16/global_batch = 8/' s.toml
  $ hakaru sweep s.toml -o none.csv
  hakaru: none.csv: has 2 rows, the sweep only 1; name another file, or remove it
  [2]
  $ hakaru sweep s.toml -o /dev/null
  hakaru: /dev/null: is a device, a pipe or a socket; accepted: a file to write
  [2]
  $ hakaru sweep s.toml -o absent/none.csv
  hakaru: absent/none.csv: cannot be written: No such file or directory
  [2]
