Fleets of NeuronCores are simulated as what runs there: compiled shapes, whose padding is paid for.

  $ plan() { hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --input-length 1000 --output-length 200 --at p95 --rate 10/s --ttft 2s --tpot 80ms --top 1 "$@"; }
  $ value() { python3 -c "import json, sys; p = json.load(sys.stdin)['plans'][0]; print($1)"; }
  $ plan --instance trn1.32xlarge | grep "compiled shapes"
  note: compiled shapes were simulated: decoding in batches of 16, prefill of 1 at a time, padded to lengths of 128, 256, 512, 1024, 2048, 4096, 8192; each place holds a whole context of the KV cache

What was planned is what `simulate serve` gives, of drawn requests and of a trace.

  $ again() { python3 -c '
  > import json, sys
  > p, a = json.load(open(sys.argv[1]))["plans"][0], json.load(open(sys.argv[2]))
  > print(p["policy"], a["policy"], p["max_num_seqs"] == a["max_num_seqs"], *(p[k] == a[k]["p95"] if k != "request_s" else p[k] == a["e2e_s"]["p95"] for k in ("ttft_s", "tpot_s", "request_s")))' "$@"; }
  $ for instance in inf2.24xlarge trn1.32xlarge trn2.3xlarge; do
  >   plan --instance $instance -o plan.json --json > planned
  >   hakaru simulate serve plan.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("planned"))["plans"][0]["simulated_requests"])') --json > simulated; again planned simulated; done
  buckets buckets True True True True
  buckets buckets True True True True
  buckets buckets True True True True
  $ python3 - << END > trace.csv
  > import random
  > random.seed(1); time = 0
  > print("arrival_s,input,output")
  > for _ in range(2000):
  >     time += random.expovariate(4)
  >     print(f"{time:.3f},{random.randint(20, 6000)},{random.randint(1, 400)}")
  > END
  $ hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --at p95 --ttft 2s --tpot 80ms --requests trace.csv --instance inf2.24xlarge --top 1 -o plan.json --json > planned
  $ hakaru simulate serve plan.json --router join-shortest-queue --requests trace.csv --json > simulated; again planned simulated
  buckets buckets True True True True

GPUs are simulated as before; a limit of sequences that keeps TPOT is the plan's own, and is simulated again.

  $ hakaru plan serve --rank-by expected --ttft none --model llama-3.1-8b --context 8k --input-length 1000 --output-length 200 --at p95 --rate 2/s --tpot 24.6ms --instance g6e.xlarge --tp 1 --pp 1 --top 1 -o plan.json --json > planned
  $ hakaru simulate serve plan.json --router join-shortest-queue --count $(python3 -c 'import json; print(json.load(open("planned"))["plans"][0]["simulated_requests"])') --json > simulated; again planned simulated
  vllm vllm True True True True

Padding costs: continuous batching, which does not run there, would be quicker on the same fleet.

  $ plan --instance trn1.32xlarge -o plan.json > /dev/null
  $ tpot() { hakaru simulate serve plan.json --router join-shortest-queue --count 2000 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["tpot_s"]["p95"])'; }
  $ python3 -c "print($(tpot --policy vllm) < 0.95 * $(tpot))"
  True

Batches are powers of two, and each place holds a whole context: memory is what limits them.

  $ batch() { hakaru plan serve --rank-by expected --model llama-3.1-8b --at p95 --rate 1/h --instance inf2.8xlarge --instances 1 --tp 2 --pp 1 --input-length 100 --output-length 100 --top 1 "$@" -o batch.json --json; }
  $ for context in 8k 40k; do batch --context $context | value 'p["memory"]["fits"]'
  >   hakaru simulate serve batch.json --max-num-seqs 256 --concurrency 300 --count 300 --replicas 1 --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["max_num_seqs"], a["running_peak"], a["kv_use_peak"])'; done
  True
  12 12 1.0
  True
  1 1 1.0
  $ batch --context 128k > refused.json
  hakaru: * (glob)
  [1]
  $ hakaru explain plan.json | grep -E "^  (KV cache|places|compiled lengths|prompts of a prefill|a prompt alone|an iteration)"
    KV cache                        16 sequences × 0.13 GB of 8192 tokens, blocks of 1 = 2.15 GB  [2]
    places of the compiled batch            decoded together, taken or not, each with a whole context cached = 16  [5]
    compiled lengths                        padded to 128, 256, 512, 1024, 2048, 4096, 8192 = 7  [5]
    prompts of a prefill                    while it runs nothing decodes = 1  [5]
    KV cache of a replica                   16 places × 8192 tokens = 131,072 tokens  [2]
    a prompt alone                          the sum of prefill = 67.3 ms  [11]
    an iteration of all places              the sum of decode = 16.2 ms  [11]

A policy that is none is refused, and one that is missing:

  $ grep -v '"policy"' plan.json > old.json; hakaru simulate serve old.json --count 10
  hakaru: old.json: 'plan.policy' is missing; accepted: text
  [2]
  $ sed 's/"policy": "buckets"/"policy": "paged"/' plan.json > odd.json; hakaru simulate serve odd.json
  hakaru: odd.json: 'plan.policy' is 'paged'; accepted: vllm, static, buckets
  [2]

Prefill and decode may be taken apart: with as many instances a token comes sooner, as nothing waits for prompts; figures are
those of `simulate serve` there too.

  $ tight() { hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --input-length 2000 --output-length 200 --ttft 2s --tpot 25ms --at p95 --rate 12/s --instance inf2.48xlarge --tp 8 --pp 1 --top 1 "$@"; }
  $ tight --json > together; tight --disaggregate true -o apart.json --json > apart
  $ python3 -c "
  > import json
  > one, two = (json.load(open(f))['plans'][0] for f in ('together', 'apart'))
  > print(one['instances'] == two['instances'], one.get('prefill_replicas'), two['prefill_replicas'] > 0, two['tpot_s'] < one['tpot_s'], two['policy'])"
  True None True True buckets
  $ hakaru simulate serve apart.json --router join-shortest-queue --count 40000 --json > simulated; again apart simulated
  buckets buckets True True True True
  $ hakaru explain apart.json | grep -e "replicas that prefill" -e "cache sent"
    replicas that prefill                   the fewest that keep TTFT = 3
    KV cache sent                           2,000 tokens × 131072 bytes / 4.167 GB/s + 30.0 µs = 62.9 ms
  $ hakaru simulate serve plan.json --disaggregate 1:1 --count 100 --json | grep -e kv_transfers -e '"policy"'
    "kv_transfers": 100,
    "policy": "buckets",

Prompts of experts walk over blocks whose rows are gathered; graphs of GPUs do not.

  $ moe() { hakaru plan serve --rank-by expected --offline --model qwen3-30b-a3b --context 4k --input-length 1500 --output-length 250 --concurrency 8 --top 1 "$@" -o moe.json > /dev/null; hakaru explain moe.json | grep -c "rows gathered for experts' blocks"; }
  $ moe --instance trn1.32xlarge --tp 32 --pp 1 --ep 1
  1
  $ hakaru explain moe.json | grep "rows gathered"
    prefill: rows gathered for experts' blocks  1 sequence × 1500 tokens; 22.1 × three times their bytes over 410 GB/s = 1.71 s  [7]
  $ hakaru explain moe.json --lang ja | grep "集める行"
    プリフィル: エキスパートのブロックに集める行  1 シーケンス × 1500 トークン; 22.1 × そのバイト数の 3 倍 / 帯域幅: 410 GB/s = 1.71 s  [7]
  $ moe --instance p5.48xlarge --tp 8 --pp 1 --ep 1
  0
  [1]
