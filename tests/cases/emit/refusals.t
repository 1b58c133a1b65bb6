What cannot be run is refused, with what can.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --tp 2 --pp 2 --zero 1 --top 1 -o train.json > plan.txt
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 1 --concurrency 4 --top 1 -o serve.json > plan.txt
  $ hakaru plan infer --model bert-base --batch 8 --instance g5.xlarge --top 1 -o infer.json > plan.txt
  $ hakaru emit train.json --for megatrn 2>&1 | cut -c 1-90
  hakaru: --for: 'megatrn' is neither an engine nor a platform; accepted: accelerate, atom, 
  $ hakaru emit train.json --for megatron,torchtitan
  hakaru: --for: megatron and torchtitan are both engines; accepted: one, and platforms
  [2]
  $ hakaru emit train.json --for vllm 2>&1 | cut -c 1-80
  hakaru: --for: vllm starts no training; accepted: accelerate, axolotl, deepspeed
  $ hakaru emit serve.json --for torchtitan 2>&1 | cut -c 1-80
  hakaru: --for: torchtitan serves nothing; accepted: atom, nxdi, sglang, sglang-j
  $ hakaru emit infer.json
  hakaru: a plan of batch inference has no engine of its own; accepted: plans of plan train and plan serve
  [2]
  $ hakaru emit train.json#2
  hakaru: train.json: has no plan of rank 2; it has 1
  [2]
  $ hakaru emit nothere.json
  hakaru: nothere.json: cannot be read: no such file
  [2]
  $ hakaru emit train.json --for nxd
  hakaru: NxD Training training_orchestrator.py does not run on h100-sxm; accepted: plans on neuroncore, or engines that run there: accelerate, axolotl, deepspeed, hf-trainer, maxtext, megatron, megatron-bridge, torchtitan, torchtitan-toml
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --algorithm dpo --instance p5.48xlarge --instances 1 --top 1 -o dpo.json > plan.txt
  $ hakaru emit dpo.json
  hakaru: dpo.json: a plan whose algorithm is dpo cannot be run so; accepted: next-token
  [2]

Of a model that an engine is not for; of accelerators that it does not run on.

  $ for model in bert-base t5-base; do
  >   hakaru plan train --model $model --tokens 1B --instance p5.48xlarge --instances 1 --captured-step false --zero 2 --recompute none --top 1 -o encoder.json > plan.txt
  >   for engine in megatron torchtitan axolotl maxtext hf-trainer; do hakaru emit encoder.json --for $engine 2>&1 | sed -n 1p; done
  > done
  hakaru: Megatron-LM pretrain_gpt.py is not for models like bert-base-uncased; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: torchtitan is not for models like bert-base-uncased; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: axolotl train is not for models like bert-base-uncased; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: MaxText train is not for models like bert-base-uncased; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: bert-base-uncased, 1 × p5.48xlarge, tp1 dp8 mb64 zero2
  hakaru: Megatron-LM pretrain_gpt.py is not for models like t5-base; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: torchtitan is not for models like t5-base; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: axolotl train is not for models like t5-base; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: MaxText train is not for models like t5-base; accepted: --for accelerate, deepspeed, hf-trainer
  hakaru: t5-base, 1 × p5.48xlarge, tp1 dp8 mb64 zero2
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance mi300x-8 --concurrency 8 --top 1 -o amd.json > plan.txt && hakaru emit amd.json --for trtllm
  hakaru: trtllm-serve does not run on mi300x; accepted: plans on nvidia, or engines that run there: atom, sglang, tgi, vllm
  [1]
  $ for instance in tpu-v6e-4 gaudi3-8; do hakaru plan train --model llama-3.2-1b --tokens 1B --instance $instance --instances 1 --top 1 -o other.json > plan.txt && hakaru emit other.json --for hf-trainer; done
  hakaru: a script around Hugging Face's Trainer does not run on tpu-v6e; accepted: plans on gpu, or engines that run there: maxtext
  hakaru: a script around Hugging Face's Trainer does not run on gaudi3; accepted: plans on gpu
  [1]

A layout that an engine has no words for: the nearest that it has, and how to plan it.

  $ hakaru emit train.json --for accelerate -o never
  hakaru: accelerate launch has no words for 'pp 2, sequence_parallel true, zero 1, schedule 1f1b'; the nearest plan that it can run: tp2 pp1 dp4 mb4 zero3, 0.93 times as long a step: plan again with --pp 1 --sequence-parallel false --zero 3
  [1]
  $ ls never
  ls: cannot access 'never': No such file or directory
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --software megatron-core-0.14 --tp 2 --pp 1 --zero 1 --sequence-parallel false --top 1 -o train1.json > plan.txt
  $ hakaru emit train1.json --for torchtitan 
  hakaru: torchtitan has no words for 'zero 1'; the nearest plan that it can run: tp2 pp1 dp4 mb4 zero3, 0.99 times as long a step: plan again with --zero 3
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --precision fp8 --top 1 -o fp8.json > plan.txt
  $ hakaru emit fp8.json --for hf-trainer
  hakaru: a script around Hugging Face's Trainer has no words for 'precision fp8'; engines that have: axolotl, maxtext, megatron, megatron-bridge, torchtitan-toml
  [1]
  $ hakaru plan train --model llama-3.1-70b --tokens 1B --instance p5.48xlarge --instances 8 --software megatron-core-0.14 --precision fp8 --pp 4 --vpp 2 --top 1 -o fp8.json > plan.txt
  $ hakaru emit fp8.json --for deepspeed
  hakaru: a script around Hugging Face's Trainer with DeepSpeed has no words for 'precision fp8'; engines that have: axolotl, maxtext, megatron, megatron-bridge, torchtitan-toml
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 1 --tp 1 --pp 1 --lora-rank 8 --top 1 -o lora.json > plan.txt
  $ hakaru emit lora.json --for torchtitan
  hakaru: torchtitan has no words for 'task adapters'; engines that have: accelerate, axolotl, deepspeed, hf-trainer, megatron-bridge
  [1]

Platforms refuse what they cannot run.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --top 1 -o two.json > plan.txt
  $ hakaru emit two.json --for ecs
  hakaru: Amazon ECS cannot run this plan: the tasks of ECS do not know each other's addresses
  [1]
  $ hakaru emit two.json --for keda
  hakaru: KEDA cannot run this plan: it counts the replicas of servers, and this plan trains
  [1]
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --concurrency 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json --for sagemaker
  hakaru: Amazon SageMaker AI cannot run this plan: its container takes the settings of vllm serve alone
  [1]
  $ hakaru emit inf2.json --for vllm
  hakaru: vllm serve does not run on neuroncore-v2; accepted: plans on gpu, tpu, gaudi, cpu, or engines that run there: nxdi
  [1]
  $ hakaru emit inf2.json --for vllm-neuron
  hakaru: vllm serve with Neuron's plugin does not run on neuroncore-v2; accepted: plans on neuroncore-v3, neuroncore-v4, or engines that run there: nxdi
  [1]
  $ hakaru emit two.json --for ecs --lang ja
  hakaru: Amazon ECS ではこの計画を動かせません: ECS のタスクには互いのアドレスが渡されません
  [1]

What a data folder of one's own misspells is named.

  $ mkdir -p own/launch/programs && printf '[programs.mine]\nshown = "mine"\nsource = "own"\nflag = "--tp"\n' > own/launch/programs/mine.toml
  $ hakaru --data own emit train.json 2>&1 | cut -c 1-100
  hakaru: own/launch/programs/mine.toml: 'programs.mine.flag' is not a known key; accepted: flags, als
  $ printf '[for]\nmine = "mime"\n' > own/launch/programs/mine.toml && hakaru --data own emit train.json 2>&1 | cut -c 1-80
  hakaru: own/launch/programs/mine.toml: 'for.mine' is 'mime'; accepted: accelerat
