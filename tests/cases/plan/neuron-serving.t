Neuron's software pads heads, so 24 cores serve what they do not divide: Llama 70B has 64 heads and 8,192 columns. AWS measured
33.8 ms a token at batch 1.

  $ hakaru plan serve --model llama-3-70b --offline --concurrency 1 --input-length 1024 --output-length 2048 --instance inf2.48xlarge --tp 24 --json | python3 -c "
  > import json, sys
  > plan = json.load(sys.stdin)['plans'][0]
  > print(plan['layout']['tp'], plan['layout']['pp'], 30 < 1000 * plan['tpot_s'] < 37)"
  24 1 True

People who wait are served so, and no plan has pipeline stages, which no engine there has.

  $ hakaru plan serve --model llama-3.1-70b --users 4 --context 4k --instance inf2.48xlarge --json | python3 -c "
  > import json, sys
  > plans = json.load(sys.stdin)['plans']
  > print(plans[0]['layout']['tp'], {plan['layout']['pp'] for plan in plans}, plans[0]['tpot_s'] < 0.05)"
  24 {1} True
  $ hakaru plan serve --model llama-3-70b --offline --context 2k --instance inf2.24xlarge --top 1 -o d3.json > d3.txt
  $ hakaru emit d3.json --for nxdi | grep tensor-parallel
    --tensor-parallel-size 12 \

Keys and values are repeated for each padded query head where 12 cores neither divide 8 heads nor are divided by them.

  $ hakaru memory serve --model llama-3-70b --context 2k --batch 1 --tp 12 --on inf2.24xlarge --json | python3 -c "
  > import json, sys
  > memory = json.load(sys.stdin)['device']
  > print(round(memory['kv_cache_bytes'] / (80 * 6 * 2 * 128 * 2 * 2048), 3))"
  1.0
  $ hakaru fit inf2.48xlarge --model llama-3-70b | grep -c 'llama-3.*70b.* 24 '
  1

Other accelerators have whole shards only.

  $ hakaru plan serve --model llama-3-70b --offline --context 2k --instance p5.48xlarge --tp 3
  hakaru: tp 3 does not divide 64 heads; nearest: 2, 4
  [1]

What compiles needs more memory than the smallest hosts have, and Transformers NeuronX, whose runs these are, has ended.

  $ hakaru plan serve --model llama-3.1-8b --offline --context 2k --instance trn1.2xlarge --top 1 --wide | grep '^note'
  note: its graphs are compiled before the first request: the 32.0 GiB of trn1.2xlarge's host are too few for it, compile on a larger one and copy what it made
  note: neuroncore-v2: NxD Inference is in maintenance only, since Neuron 2.31 (2026-10-16)
  note: neuroncore-v2: Transformers NeuronX, whose runs these figures rest on, ended with Neuron 2.25 (2025-09-16); what runs now: NxD Inference behind vLLM
  $ hakaru plan serve --model llama-3.1-8b --offline --context 2k --instance inf2.48xlarge --top 1 --wide | grep -c "host"
  0
  [1]

vLLM with Optimum Neuron has constants of its own: 426 to 440 tokens/s were measured with 32 in flight.

  $ hakaru plan serve --model llama-3.1-8b --users 32 --think-time 0s --ttft none --tpot none --context 4096 --input-length 1500 --output-length 250 --instance inf2.48xlarge --accelerators 8 --tp 8 --engine optimum-neuron --json | python3 -c "
  > import json, sys
  > plan = json.load(sys.stdin)['plans'][0]
  > print(plan['engine'], plan['evidence'], 380 < plan['output_tokens_per_s'] < 480)"
  optimum-neuron measured True
