Compiled shapes, as on Neuron: batches and lengths, and their padding.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 4k --instance trn1.32xlarge --instances 1 --tp 8 --pp 1 --concurrency 16 --top 1 -o plan.json > /dev/null
  $ serve() { hakaru simulate serve plan.json --replicas 1 --policy buckets --rate 2/s --count 500 --input-length 300 --output-length 100 --length-spread 0.5 "$@"; }
  $ value() { key=$1; shift; serve "$@" --json | python3 -c "import json, sys; a = json.load(sys.stdin); print($key)"; }
  $ serve --batch-buckets 1,4,16 --sequence-buckets 512,1k | grep graphs
  compiled for batches of 1, 4, 16 and lengths of 512, 1024, 4096, prefill of 1 prompt: 12 graphs, padding paid for
  $ value "a['max_num_seqs'], a['batch_buckets'], a['sequence_buckets'], a['prefill_batch']" --max-num-seqs 8
  8 [8] [128, 256, 512, 1024, 2048, 4096] 1
  $ hakaru simulate serve plan.json --policy vllm --rate 1/s --count 10 --json | grep -A 1 buckets
    "batch_buckets": null,
    "sequence_buckets": null,
    "prefill_batch": null,

Unasked a plan of NeuronCores is served by compiled shapes, of its own batch, and one of GPUs by continuous batching.

  $ hakaru simulate serve plan.json --rate 1/s --count 10 | grep graphs
  compiled for batches of 4 and lengths of 128, 256, 512, 1024, 2048, 4096, prefill of 1 prompt: 12 graphs, padding paid for
  $ hakaru plan serve --offline --model llama-3.1-8b --context 4k --instance p5.4xlarge --concurrency 16 --top 1 -o gpu.json > /dev/null
  $ hakaru simulate serve gpu.json --rate 1/s --count 10 --json | grep policy
    "policy": "vllm",

Lengths are those of NxD Inference: none between 1/√2 of the context and the context.

  $ lengths() { hakaru plan serve --offline --model llama-3.1-8b --context $1 --instance trn1.32xlarge --instances 1 --tp 8 --pp 1 --concurrency 4 --top 1 -o $1.json > /dev/null
  >   hakaru simulate serve $1.json --rate 1/s --count 10 | grep -o "lengths of [0-9, ]*[0-9]"; }
  $ lengths 5000; lengths 6000
  lengths of 128, 256, 512, 1024, 2048, 5000
  lengths of 128, 256, 512, 1024, 2048, 4096, 6000

Smaller batches and lengths than the largest cost less; the prompts of a larger prefill are all paid for.

  $ tpot="a['tpot_s']['p50']"; ttft="a['ttft_s']['p50']"
  $ python3 -c "print($(value $tpot --batch-buckets 1,2,4,8,16,32,64) < $(value $tpot --batch-buckets 64), $(value $tpot --max-num-seqs 16) == $(value $tpot --batch-buckets 16))"
  True True
  $ python3 -c "print($(value $tpot --max-num-seqs 16) < $(value $tpot --max-num-seqs 16 --sequence-buckets 4k))"
  True
  $ python3 -c "print($(value $ttft --max-num-seqs 16) < $(value $ttft --max-num-seqs 16 --prefill-batch 4))"
  True

What memory does not hold is not compiled; what cannot be is refused.

  $ value "a['batch_buckets']" --batch-buckets 4,16,1000
  [4, 16]
  $ serve --batch-buckets 1000
  hakaru: the KV cache has room for 193 sequences at the context, the smallest batch bucket is 1000
  [1]
  $ serve --batch-buckets 4,2
  hakaru: --batch-buckets is '2' after '4'; accepted: rising, 1 … 1000000
  [2]
  $ serve --batch-buckets 0
  hakaru: --batch-buckets is '0' after ''; accepted: rising, 1 … 1000000
  [2]
  $ serve --batch-buckets some
  hakaru: --batch-buckets is 'some'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ serve --sequence-buckets 128,128
  hakaru: --sequence-buckets names 128 more than once
  [2]
  $ serve --sequence-buckets 512,8k
  hakaru: --sequence-buckets is 8192; accepted: at most 4096, the plan's context
  [2]
  $ serve --prefill-batch 8 --max-num-seqs 4
  hakaru: --prefill-batch is 8; accepted: at most 4, the sequences that decode together
  [2]
  $ serve --prefill-batch 300 --max-num-seqs 1000
  hakaru: --prefill-batch is 300; accepted: at most 56, the sequences that decode together
  [2]
  $ serve --batch-buckets 4 --max-num-seqs 4
  hakaru: --batch-buckets and --max-num-seqs exclude each other; accepted: one of them
  [2]
  $ hakaru simulate serve plan.json --policy vllm --batch-buckets 4
  hakaru: --batch-buckets needs --policy buckets; found vllm
  [2]
  $ serve --prefill-batch 0
  hakaru: --prefill-batch is 0; accepted: 1 … 1024
  [2]
