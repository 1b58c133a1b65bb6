Networks in batches as PyTorch runs them, nothing compiled: a small batch waits for the host, whatever it holds; a large one does not.

  $ bert() { hakaru plan infer --model bert-base-uncased --sequence-length 128 --accelerator h100-sxm --accelerators 1 --top 1 "$@"; }
  $ for software in tensorrt pytorch; do for batch in 1 8 512; do
  >   bert --software $software --batch $batch --json | python3 -c 'import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["evidence_software"], plan["batch"], round(1e3 * plan["latency_s"], 1), "ms")'
  > done; done
  $ bert --software pytorch --batch 1 -o one.json >/dev/null
  $ hakaru explain one.json | grep -o 'what the device waits for the host: .*call\|what the device waits for the host: [^=]*'

Where nothing is said, it is what GPUs are served with, and the answer says how to ask for the other.

  $ bert --batch 8 | grep 'runs it'
  $ bert --batch 8 --lang ja | grep 'software'
  $ bert --batch 8 --software pytorch | grep -c 'runs it'

Software that is not known, or not there, is told.

  $ bert --software pytroch
  $ hakaru plan infer --model bert-base-uncased --instance inf2.xlarge --software pytorch
  $ hakaru plan infer --model bert-base-uncased --instance inf2.xlarge --software tensorrt --lang ja
