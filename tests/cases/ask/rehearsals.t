A rehearsal is a question too: its ranks are processes that hakaru starts, its answer that of --json.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 512 --global-batch 8 --accelerator a100-80gb \
  >     --accelerators 2 --dp 2 --tp 1 --pp 1 --zero 1 -o plan.json > /dev/null
  $ ask() { python3 -c 'import json, sys; print(json.dumps({"question": "rehearse", **eval(sys.argv[1])}))' "$1" | hakaru ask -; }
  $ hakaru rehearse plan.json --steps 2 --json > typed
  $ ask '{"plan": "plan.json", "steps": 2}' | cmp - typed && echo the same
  the same

The plan may be a whole plan file; the trace stands in the answer.

  $ ask '{"plan": json.load(open("plan.json")), "steps": 1, "trace": True}' > answer
  $ python3 -c '
  > import json
  > answer = json.load(open("answer"))
  > print(answer["agrees"], len(json.loads(answer["trace"])["traceEvents"]) > 10)'
  True True

What runs no processes: graphs of many lengths, and what is learnt in several formats.

  $ ask '{"plan": "plan.json", "sequence_lengths": [100, 120, 200, 200], "buckets": "128,256"}' |
  >     python3 -c "import json, sys; print([(s['graphs'], s['padding_tokens']) for s in json.load(sys.stdin)['shapes']])"
  [(3, 0), (2, 148)]
  $ ask '{"plan": "plan.json", "compare_precision": ["fp32", "bf16"], "steps": 3}' |
  >     python3 -c "import json, sys; print([(p['precision'], len(p['loss'])) for p in json.load(sys.stdin)['precisions']])"
  [('fp32', 3), ('bf16', 3)]

What does not fit, and what is wrong, is named as the question has it.

  $ ask '{"plan": "plan.json", "steps": 1, "core_memory": "393475B"}' 2>&1 > /dev/null | head -1 | cut -d ';' -f 1-2
  hakaru: ranks 0, 1 do not fit, as predicted: the fullest needs 393,476 B and its core has 393,475 B; 'core_memory' 393476B would do
  $ ask '{"plan": "plan.json", "ranks": 9}' 2>&1 > /dev/null
  hakaru: question: 'ranks' is '9'; accepted: 1 … 8
  [2]
  $ ask '{"plan": "plan.json", "buckets": [8]}' 2>&1 > /dev/null
  hakaru: question: 'buckets' needs 'sequence_lengths'
  [2]
  $ ask '{"plan": "plan.json", "trace": True, "compare_precision": "bf16"}' 2>&1 > /dev/null
  hakaru: question: 'trace' and 'compare_precision' exclude each other; accepted: one of them
  [2]
  $ ask '{"plan": "plan.json", "text": "a\n", "steps": 1}' > /dev/null && echo trained
  trained
  $ ask '{}' 2>&1 > /dev/null
  hakaru: question: 'plan' is missing: a file of plan -o, FILE or FILE#RANK
  [2]
