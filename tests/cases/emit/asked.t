What only the user knows, and what a plan does not say: names, drafts, images. A folder is known by its plan.

  $ hakaru plan serve --model qwen3-8b --instance p5.48xlarge --instances 1 --tp 2 --concurrency 64 --engine vllm --top 1 -o serve.json > plan.txt
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --top 1 -o train.json > plan.txt

Names go where files have a place for them.

  $ hakaru emit serve.json --for kubernetes,keda --namespace 123 -o named | tail -1
  written to named: README.md, plan.json, launch.sh, serve.yaml, keda.yaml
  $ /usr/bin/python3 -c "import yaml; print({each['metadata']['namespace'] for name in ('serve', 'keda') for each in yaml.safe_load_all(open(f'named/{name}.yaml'))})"
  {'123'}
  $ hakaru emit train.json --for slurm --partition gpu --reservation week -o slurm | tail -1
  written to slurm: README.md, plan.json, launch.sh, job.sbatch
  $ grep -iE 'partition|reservation' slurm/job.sbatch
  #SBATCH --partition=gpu
  #SBATCH --reservation=week
  $ hakaru emit train.json --for parallelcluster --reservation cr-0123 -o cluster | tail -1
  written to cluster: README.md, plan.json, launch.sh, cluster.yaml, job.sbatch
  $ grep -h 'CapacityReservationId\|--reservation' cluster/*
          CapacityReservationId: cr-0123
  $ hakaru emit train.json --for megatron --namespace a
  hakaru: --namespace a has no place in these files; accepted: with --for eks, hpa, hyperpod-eks, keda, kubernetes, llm-d
  [2]
  $ for name in Prod_X a- $(printf 'a%.0s' {1..64}); do hakaru emit serve.json --for kubernetes --namespace $name 2>&1 | sed 's/a\{64\}/64 letters/'; done
  hakaru: --namespace is 'Prod_X'; accepted: small letters, digits and - among them, 63 at most
  hakaru: --namespace is 'a-'; accepted: small letters, digits and - among them, 63 at most
  hakaru: --namespace is '64 letters'; accepted: small letters, digits and - among them, 63 at most
  $ hakaru emit train.json --for slurm --partition 'a b'
  hakaru: --partition is 'a b'; accepted: letters, digits, and -_., among them
  [2]

Speculative decoding, in the words of each engine.

  $ hakaru emit serve.json --speculate 3 --draft eagle3 --draft-model me/drafts | grep -E 'speculat'
    --speculative-config.method eagle3 \
    --speculative-config.model me/drafts \
    --speculative-config.num_speculative_tokens 3 \
  note: figures are without drafted tokens; with them: hakaru simulate serve PLAN --speculate N --acceptance SHARE
  $ hakaru emit serve.json --for sglang --speculate 2 --draft mtp
  hakaru: --draft mtp: qwen3-8b has no layers that predict further tokens; accepted: --draft model, --draft eagle3
  [1]
  $ hakaru plan serve --model deepseek-v3 --instance p5en.48xlarge --instances 1 --concurrency 8 --engine sglang --top 1 -o v3.json > plan.txt
  $ hakaru emit v3.json --for sglang --speculate 2 --draft mtp | grep -E -- '--speculat'
    --speculative-algorithm NEXTN \
    --speculative-eagle-topk 1 \
    --speculative-num-steps 2 \
    --speculative-num-draft-tokens 3 \
  note: figures are without drafted tokens; with them: hakaru simulate serve PLAN --speculate N --acceptance SHARE
  $ hakaru plan serve --model glm-4.5-air --instance p5.48xlarge --instances 1 --concurrency 8 --top 1 -o glm.json > plan.txt && hakaru emit glm.json --speculate 1 --draft mtp | grep method
    --speculative-config.method mtp \
  $ hakaru emit serve.json --speculate 3
  hakaru: --speculate needs --draft
  [2]
  $ hakaru emit serve.json --speculate 3 --draft eagle3
  hakaru: --draft needs --draft-model
  [2]
  $ hakaru emit serve.json --speculate 3 --draft guess --draft-model x
  hakaru: vllm serve has no words for 'draft guess', nor has any engine that is known
  [1]
  $ hakaru emit train.json --speculate 3 --draft mtp
  hakaru: --speculate: the plan drafts nothing; accepted: of plans of plan serve
  [2]

An image that is not known is asked for.

  $ hakaru emit serve.json --for sglang,skypilot,keda -o images > text.txt 2>&1; hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --instances 1 --concurrency 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json --for keda -o inf2 | tail -1 && grep -A 1 'IMAGE_REPLACE:' inf2/serve.yaml && grep IMAGE inf2/README.md
  written to inf2: README.md, plan.json, launch.sh, keda.yaml, serve.yaml
            # IMAGE_REPLACE: an image for these accelerators that holds bash and the program (vllm serve with NxD Inference).
            image: IMAGE_REPLACE
  - `IMAGE_REPLACE`: an image for these accelerators that holds bash and the program (vllm serve with NxD Inference)

Autoscalers are told how few accelerators bear the load in the mean.

  $ grep -o 'Lower bound: what the plan makes in the mean keeps [0-9]* replicas busy, [0-9]* accelerators' named/keda.yaml | sed 's/[0-9][0-9]*/N/g'
  Lower bound: what the plan makes in the mean keeps N replicas busy, N accelerators

The same plan, searched anew, is the same but for how long that took; another is not.

  $ sed 's/"elapsed_s": [0-9.e-]*/"elapsed_s": 99/' serve.json > again.json && cmp -s serve.json again.json || echo another file
  another file
  $ hakaru emit again.json --for kubernetes,keda -o named | tail -1
  written to named: README.md, plan.json, launch.sh, serve.yaml, keda.yaml
  $ hakaru plan serve --model qwen3-8b --instance p5.48xlarge --instances 1 --tp 4 --concurrency 64 --engine vllm --top 1 -o other.json > plan.txt
  $ hakaru emit other.json --for kubernetes,keda -o named
  hakaru: named: holds the files of another plan; accepted: a folder of their own
  [2]

A checkpoint whose folder is all digits stays a name.

  $ mkdir 123 && cat > 123/config.json <<'END'
  > {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096}
  > END
  $ hakaru plan serve --model 123 --instance g6e.xlarge --instances 1 --concurrency 4 --top 1 -o digits.json > plan.txt && hakaru emit digits.json --for vllm,llm-d -o digits > text.txt
  $ /usr/bin/python3 -c "import yaml; print([yaml.safe_load(text)['data'][0]['model'] for each in yaml.safe_load_all(open('digits/llm-d-crd.yaml')) if each['kind'] == 'ConfigMap' for text in each['data'].values()])"
  ['123']

Adapters of a script around the Trainer have their rank.

  $ hakaru plan train --model qwen3-8b --tokens 1B --instance p5.48xlarge --instances 1 --software pytorch-fsdp --zero 3 --tp 1 --pp 1 --cp 1 --recompute full --lora-rank 8 --sequence-parallel false --top 1 -o lora.json > plan.txt
  $ for engine in hf-trainer deepspeed; do hakaru emit lora.json --for $engine | grep -E 'peft|lora'; done
  to measure it: hakaru measure lora.json -o runs
    --use_peft \
    --lora_target_modules all-linear \
    --lora_r 8 \
  to measure it: hakaru measure lora.json -o runs
    --use_peft \
    --lora_target_modules all-linear \
    --lora_r 8 \
