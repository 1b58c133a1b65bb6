What people paste: names as a hub spells them, quantities as people write them.

  $ hakaru() { command hakaru "$@" --wide; }
  $ for model in meta-llama/Llama-3.1-8B meta-llama/Meta-Llama-3.1-70B-Instruct Qwen/Qwen3-32B Qwen/Qwen2.5-7B "llama3.1 8b" \
  >     bigscience/bloom facebook/opt-6.7b huggyllama/llama-65b BAAI/bge-m3 intfloat/multilingual-e5-large thenlper/gte-base; do
  >   hakaru model show "$model" | head -1
  > done
  llama-3.1-8b: llama, decoder
  llama-3.1-70b: llama, decoder
  qwen3-32b: qwen3, decoder
  qwen2.5-7b-instruct: qwen2, decoder
  llama-3.1-8b: llama, decoder
  bloom-176b: bloom, decoder
  opt-6.7b: opt, decoder
  llama-65b: llama, decoder
  bge-m3: xlm-roberta, encoder
  multilingual-e5-large: xlm-roberta, encoder
  gte-base: bert, encoder

A quantised name changes sizes: it is not taken for the whole one.

  $ hakaru model show Qwen/Qwen2.5-7B-Instruct-AWQ
  hakaru: 'Qwen/Qwen2.5-7B-Instruct-AWQ' is not known as a model of its own: say --model qwen2.5-7b-instruct --weights awq, or give its config.json
  [2]
  $ hakaru model show RedHatAI/Qwen3-32B-NVFP4A16
  hakaru: 'RedHatAI/Qwen3-32B-NVFP4A16' is not known as a model of its own: say --model qwen3-32b --weights nvfp4, or give its config.json
  [2]
  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --instance g5.xlarge --top 1 --weights awq | sed -n 2p
  Serving qwen2.5-7b-instruct offline, closed loop: context 8,192, prompts of 7,168, answers of 1,024 tokens; weights int4, KV cache bf16. Ranked by cost.
  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --instance g5.xlarge --top 1 --weights gptq | sed -n 2p
  Serving qwen2.5-7b-instruct offline, closed loop: context 8,192, prompts of 7,168, answers of 1,024 tokens; weights int4, KV cache bf16. Ranked by cost.

What is near is so by what people read, not by letters alone.

  $ hakaru model show llama3
  hakaru: 'llama3' is neither a known model nor a file; the nearest known: llama-30b, llama-3-70b, llama-3-8b ('hakaru model list' shows all)
  [2]
  $ hakaru model show mistral7b
  mistral-7b-v0.1: mistral, decoder
    layers            32
    parameters        7,241,732,096; 262,144,000 are embeddings
    weights in bf16   14.5 GB (13.5 GiB)
    weights in fp8    7.24 GB (6.74 GiB)
    weights in int4   3.76 GB (3.50 GiB)
    KV cache          131,072 bytes for each token in bf16
    longest sequence  32,768 tokens
    source            mistral7b, of the shape of Hugging Face mistralai/Mistral-7B-v0.1, config.json

SageMaker's names of instances.

  $ hakaru instance show ml.g5.xlarge | head -1
  g5.xlarge
  $ hakaru plan infer --model bge-large-en-v1.5 --sequence-length 128 --instance ml.inf2.xlarge --top 1 | sed -n 4p | cut -c1-17
  #  instances     

Quantities.

  $ train() { hakaru plan train --model llama-3.1-8b --sequence-length 4k --global-batch 64 --instance p5.48xlarge --instances 1 --top 1 "$@" 2>&1 | head -1; }
  $ for tokens in 1B 10億 "1 billion" 1,000,000,000 1000M; do train --tokens "$tokens"; done | sort | uniq -c
        5 Rent 1 × p5.48xlarge: 3.37 h, $186.
  $ train --tokens 1,00
  hakaru: --tokens is '1,00'; accepted: a count such as 7, 12k, 300B, 1.5T
  $ for deadline in 3d "3 days" 3日 72h "72 hours" 72時間; do train --tokens 1B --deadline "$deadline"; done | sort | uniq -c
        6 Rent 1 × p5.48xlarge: 3.37 h, $186, >99 % likely to keep the limits.
  $ train --tokens 1B --deadline "3 dayz"
  hakaru: --deadline is '3 dayz'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms
  $ serve() { hakaru plan serve --offline --model llama-3.1-8b --context 8k --instance p5.48xlarge --top 1 --json "$@" | grep -o '"requests_per_s": [0-9.]\+'; }
  $ for rate in 5 5/s 300/m "5 rps"; do serve --rate "$rate" --concurrency 64; done | sort | uniq -c
        4 "requests_per_s": 6.815052399846711

An excerpt of a config, with remarks, and with the class alone to tell what it is.

  $ cat > config.json <<'EOF'
  > { // of a 7B model
  >   "architectures": ["LlamaForCausalLM"],
  >   "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, /* "head_dim": 128, */
  >   "intermediate_size": 11008, "vocab_size": 32000
  > }
  > EOF
  $ hakaru model show config.json | head -3
  pasted.t: llama, decoder
    layers           32
    parameters       6,738,415,616; 262,144,000 are embeddings
  $ sed 's/LlamaForCausalLM/LlamoForCausalLM/' config.json > other.json; hakaru model show other.json
  hakaru: other.json: architecture 'LlamoForCausalLM' is not known; the nearest known: glm_moe_dsa, llama, llama4; where its layers are those of one, say so in 'model_type'
  [2]
