What rehearse is given is used, or refused in one line; nothing is taken and forgotten.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 512 --global-batch 8 --accelerator a100-80gb \
  >     --accelerators 2 --dp 2 --tp 1 --pp 1 --zero 1 -o flags.json > /dev/null
  $ for flag in --precision --text --trace --core-memory --scale --buckets --sequence-lengths --network --cache; do
  >     hakaru rehearse flags.json $flag ''; done
  hakaru: --precision is empty; accepted: a value, or leave it out
  hakaru: --text is empty; accepted: a value, or leave it out
  hakaru: --trace is empty; accepted: a value, or leave it out
  hakaru: --core-memory is empty; accepted: a value, or leave it out
  hakaru: --scale is empty; accepted: a value, or leave it out
  hakaru: --buckets is empty; accepted: a value, or leave it out
  hakaru: --sequence-lengths is empty; accepted: a value, or leave it out
  hakaru: --network is empty; accepted: a value, or leave it out
  hakaru: --cache is empty; accepted: a value, or leave it out
  [2]
  $ hakaru rehearse flags.json --sequence-lengths 128,256 --steps 3
  hakaru: --steps and --sequence-lengths exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse flags.json --sequence-lengths 128,256 --text README.md
  hakaru: --text and --sequence-lengths exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse flags.json --buckets 256
  hakaru: --buckets needs --sequence-lengths
  [2]
  $ hakaru rehearse flags.json --compare-precision bf16,bf16
  hakaru: --compare-precision names bf16 more than once
  [2]
  $ hakaru rehearse flags.json --network -
  hakaru: --network is '-'; accepted: gpt, llama, mixtral, bert, mlp, cnn
  [2]
  $ hakaru rehearse flags.json --scale layers=4,
  hakaru: --scale: '' is no size; accepted: layers=4,hidden=/64
  [2]

A trace that cannot be written is refused before anything runs, and so is a temporary folder that cannot be made.

  $ hakaru rehearse flags.json --trace nowhere/trace.json --steps 100000
  hakaru: nowhere/trace.json: cannot be written: No such file or directory
  [2]
  $ hakaru rehearse flags.json --trace . --steps 100000
  hakaru: .: cannot be written: Is a directory
  [2]
  $ TMPDIR=/nowhere hakaru rehearse flags.json --steps 1
  hakaru: no temporary folder can be made; accepted: TMPDIR that can be written
  [2]

A plan may come through a pipe; its rows are CSV too.

  $ hakaru rehearse <(cat flags.json) --steps 1 --csv
  rank,component,predicted_bytes,executed_bytes
  0,weights,61184,61184
  0,gradients,61184,61184
  0,optimizer,61184,61184
  0,activations,140288,140288
  0,peak,393476,393476
  1,weights,61184,61184
  1,gradients,61184,61184
  1,optimizer,61184,61184
  1,activations,140288,140288
  1,peak,393476,393476
  $ hakaru rehearse flags.json --steps 1 --json | python3 -c "import json, sys; print(json.load(sys.stdin)['store_troubles'])"
  []

Ended while the one rank alone runs, it leaves nothing behind.

  $ mkdir folder; TMPDIR=$PWD/folder timeout --signal=TERM 2 hakaru rehearse flags.json --steps 100000
  [124]
  $ ls folder
