Networks in batches as PyTorch runs them, nothing compiled: a small batch waits for the host, whatever it holds; a large one does not
(and beats TensorRT's, whose attention is known from other models alone).

  $ hakaru() { command hakaru "$@" --wide; }
  $ bert() { hakaru plan infer --model bert-base-uncased --sequence-length 128 --accelerator h100-sxm --accelerators 1 --top 1 "$@"; }
  $ for software in tensorrt pytorch; do for batch in 1 8 512; do
  >   bert --software $software --batch $batch --json | python3 -c 'import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["evidence_software"], plan["batch"], round(1e3 * plan["latency_s"], 1), "ms")'
  > done; done
  tensorrt 1 0.8 ms
  tensorrt 8 1.1 ms
  tensorrt 512 32.5 ms
  pytorch 1 4.3 ms
  pytorch 8 4.3 ms
  pytorch 512 30.1 ms
  $ bert --software pytorch --batch 1 -o one.json >/dev/null
  $ hakaru explain one.json | grep -o 'what the device waits for the host: [^=]*'
  what the device waits for the host: 2.45 ms for 100 kernels, one by one; 320 µs per iteration 

The host takes as long on a GPU where PyTorch was not measured.

  $ hakaru plan infer --model bert-base-uncased --sequence-length 128 --accelerator a100-sxm-40gb --accelerators 1 --top 1 --software pytorch --batch 1 --json | python3 -c 'import json, sys
  > print(round(1e3 * json.load(sys.stdin)["plans"][0]["latency_s"], 1), "ms")'
  4.3 ms

Where nothing is said, it is what GPUs are served with, and the answer says how to ask for the other.

  $ bert --batch 8 | grep 'runs it'
  note: as tensorrt runs it; --software pytorch: as PyTorch does, nothing compiled
  $ bert --batch 8 --lang ja | grep 'software'
  注: tensorrt で動かした場合です。コンパイルしない PyTorch の場合は --software pytorch
  $ bert --batch 8 --software pytorch | grep -c 'runs it'
  0
  [1]

Software that is not known, or not there, is told.

  $ bert --software pytroch
  hakaru: --software is 'pytroch', which is not known; accepted: neuronx-distributed, neuron, pytorch, tensorrt
  [2]
  $ hakaru plan infer --model bert-base-uncased --instance inf2.xlarge --software pytorch
  hakaru: --software pytorch is not known to run on neuroncore-v2; accepted there: neuronx-distributed, neuron
  [1]
  $ hakaru plan infer --model bert-base-uncased --instance inf2.xlarge --software tensorrt --lang ja
  hakaru: --software tensorrt が neuroncore-v2 で動くかどうかは分かっていません。neuroncore-v2 で指定できる値: neuronx-distributed, neuron
  [1]

Of a model that writes, a pass over each item is no answer.

  $ hakaru plan infer --model llama-3.1-8b --batch 8 --instance g6e.xlarge --top 1 | grep 'one pass'
  note: one pass over each item (scores, embeddings), nothing is generated: for answers ask hakaru plan serve --offline --items
