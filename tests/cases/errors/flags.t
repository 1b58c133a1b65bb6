Flags that contradict each other or make no sense.

  $ train() { hakaru plan train --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 64 "$@"; }
  $ train --instance p4d.24xlarg
  hakaru: instance 'p4d.24xlarg' is not known; nearest: p4d.24xlarge, p4de.24xlarge, p3dn.24xlarge; one of your own: hakaru catalog add
  [2]
  $ train --accelerator h1000
  hakaru: accelerator 'h1000' is not known; nearest: h100, * (glob)
  [2]
  $ train --family p99
  hakaru: --family is 'p99', which is not known; nearest: * (glob)
  [2]
  $ train --instance p4d.24xlarge --accelerator a100-80gb
  hakaru: --instance and --accelerator exclude each other; accepted: one of them
  [2]
  $ train --accelerator a100-80gb --accelerators 8 --instances 1
  hakaru: --accelerators and --instances exclude each other; accepted: one of them
  [2]
  $ train --instance p4d.24xlarge --tp 3
  hakaru: tp 3 does not divide 32 heads; nearest: 2, 4
  [1]
  $ train --instance p4d.24xlarge --zero 4
  hakaru: --zero is 4; accepted: 0 … 3
  [2]
  $ train --instance p4d.24xlarge --recompute some
  hakaru: --recompute is 'some'; accepted: none, selective, full, full/N
  [2]
  $ train --instance p4d.24xlarge --objective beauty
  hakaru: --objective is 'beauty'; accepted: cost, time, energy, throughput, accelerators
  [2]
  $ train --instance p4d.24xlarge --deadline 30
  hakaru: --deadline is '30'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms
  [2]
  $ train --instance p4d.24xlarge --budget twenty
  hakaru: --budget is 'twenty'; accepted: US dollars such as $20k, $1.5M, 2000, or amounts in --currency
  [2]
  $ train --instance p4d.24xlarge --region mars-1
  hakaru: --region is 'mars-1', for which no price is known; nearest: * (glob)
  [2]
  $ train --instance p4d.24xlarge -o plan.json > /dev/null; for asked in 'instance list' 'price list' 'compare peaks --instance g5.xlarge' 'run plan.json'; do
  >   hakaru $asked --region us-esat-1; echo $?; done
  hakaru: --region is 'us-esat-1', for which no price is known; nearest: us-east-1, * (glob)
  2
  hakaru: --region is 'us-esat-1', for which no price is known; nearest: us-east-1, * (glob)
  2
  hakaru: --region is 'us-esat-1', for which no price is known; nearest: us-east-1, * (glob)
  2
  hakaru: --region is 'us-esat-1', which is not known; nearest: us-east-1, * (glob)
  2
  $ train --instance p4d.24xlarge --prices-as-of 2023-02-30
  hakaru: --prices-as-of is '2023-02-30'; accepted: a date such as 2023-06-01
  [2]
  $ train --instance p4d.24xlarge --precision bf17
  hakaru: precision 'bf17' is not known; accepted: bf16, bf16-grads, bf16-pure, bf16-sr, fp16, fp32, fp8, fp8-grads, fp8-weights, fp8-weights-grads, int8, mxfp4, mxfp8, nvfp4
  [2]
  $ train --instance p4d.24xlarge --optimizer adamx
  hakaru: optimizer 'adamx' is not known; accepted: adafactor, adam, adamw, adamw-8bit, decoupled_adamw, lamb, lars, sgd-momentum
  [2]
  $ train --instance p4d.24xlarge --top 0
  hakaru: --top is 0; accepted: 1 … 10000
  [2]
  $ train --accelerator a100-80gb --accelerators 13
  hakaru: 13 accelerators do not divide over 2 × dgx-a100-80gb (up to 8 of each); nearest: 12 or 14
  [2]
  $ train --accelerator a100-80gb --accelerators 99999999999999999999
  hakaru: --accelerators is '99999999999999999999'; accepted: 1 … 1000000
  [2]
  $ hakaru plan train --model llama-2-7b
  hakaru: --tokens is missing; it is needed for this job
  [2]
  $ hakaru plan train --model llama-2-7b --tokens -5 --sequence-length 4k --global-batch 64
  hakaru: --tokens is '-5'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ hakaru plan serve --offline --model llama-2-7b --context 4k --input-length 4k --output-length 1k
  hakaru: --context is 4096: prompt (4096) and answer (1024) must fit in it, each at least 1 token
  [2]
  $ hakaru plan serve --offline --model resnet-50 --context 512
  hakaru: --model is resnet-50, which reads no tokens; use: hakaru plan infer
  [2]
  $ hakaru plan serve --offline --model llama-2-7b --context 0
  hakaru: --context is '0'; accepted: a length in tokens such as 2048, 8k, 1M
  [2]
  $ hakaru plan serve --offline --model llama-2-7b --context 4k --rate 5x
  hakaru: --rate is '5x'; accepted: a rate such as 5, 5/s, 300/m
  [2]
  $ hakaru compare infer --model resnet-50 --batch 8 --instance g5.xlarge
  hakaru: compare needs --instance or --accelerator at least twice; found 1
  [2]
  $ hakaru memory train --model llama-2-7b --context 4k --dp 4 --batch 3
  hakaru: dp 4 × micro-batch 1 does not divide the global batch 3; nearest global batch: 4
  [2]
  $ hakaru memory serve --model llama-2-7b --context 4k --tp 3
  hakaru: tp 3 does not divide 32 heads; nearest: 2, 4
  [2]
