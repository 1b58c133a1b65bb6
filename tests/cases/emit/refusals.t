What cannot be run is refused, with what can.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --tp 2 --pp 2 --zero 1 --top 1 -o train.json > plan.txt
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 1 --users 4 --top 1 -o serve.json > plan.txt
  $ hakaru plan infer --model bert-base --batch 8 --instance g5.xlarge --top 1 -o infer.json > plan.txt
  $ hakaru emit train.json --for megatrn 2>&1 | cut -c 1-90
  $ hakaru emit train.json --for megatron,torchtitan
  $ hakaru emit train.json --for vllm 2>&1 | cut -c 1-80
  $ hakaru emit serve.json --for torchtitan 2>&1 | cut -c 1-80
  $ hakaru emit infer.json
  $ hakaru emit train.json#2
  $ hakaru emit nothere.json
  $ hakaru emit train.json --for nxd
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --algorithm dpo --instance p5.48xlarge --instances 1 --top 1 -o dpo.json > plan.txt
  $ hakaru emit dpo.json

A layout that an engine has no words for: the nearest that it has, and how to plan it.

  $ hakaru emit train.json --for accelerate -o never
  $ ls never
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --tp 2 --pp 1 --zero 1 --sequence-parallel false --top 1 -o train1.json > plan.txt
  $ hakaru emit train1.json --for torchtitan 2>&1 | sed 's/[0-9.]* times/N times/'
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --precision fp8 --top 1 -o fp8.json > plan.txt
  $ hakaru emit fp8.json --for hf-trainer
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --lora-rank 8 --top 1 -o lora.json > plan.txt
  $ hakaru emit lora.json --for torchtitan

Platforms refuse what they cannot run.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --top 1 -o two.json > plan.txt
  $ hakaru emit two.json --for ecs
  $ hakaru emit two.json --for keda
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --users 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json --for sagemaker
  $ hakaru emit inf2.json --for vllm
  $ hakaru emit two.json --for ecs --lang ja

What a data folder of one's own misspells is named.

  $ mkdir -p own/launch/programs && printf '[programs.mine]\nshown = "mine"\nfrom = "flags"\n' > own/launch/programs/mine.toml
  $ hakaru --data own emit train.json 2>&1 | cut -c 1-100
