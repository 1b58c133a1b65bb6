A description of one's own: a file, a folder, standard input. 2 layers of width 64 with 4 heads, 2 of keys and values:
embedding 100 × 64 and an untied head as large; a layer has 64 × 64 × 2 + 64 × 32 × 2 of attention, 3 × 64 × 128 of MLP
and 2 × 64 of norms; a last norm of 64: 12,800 + 2 × 36,992 + 64 = 86,848. One token keeps 2 × 2 × 2 × 16 values.

  $ cat > config.json <<'EOF'
  > {"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >  "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 100, "max_position_embeddings": 64,
  >  "tie_word_embeddings": false}
  > EOF
  $ hakaru model show config.json
  description.t: llama, decoder
    layers            2
    parameters        86,848; 12,800 are embeddings
    weights in bf16   0.00 GB (0.00 GiB)
    weights in fp8    0.00 GB (0.00 GiB)
    weights in int4   0.00 GB (0.00 GiB)
    KV cache          256 bytes for each token in bf16
    longest sequence  64 tokens
    source            config.json
  $ hakaru model show . | sed -n 3p
    parameters        86,848; 12,800 are embeddings
  $ hakaru model show - < config.json | sed -n 1,3p
  llama: llama, decoder
    layers            2
    parameters        86,848; 12,800 are embeddings
  $ sed -i 's/"tie_word_embeddings": false/"tie_word_embeddings": true/' config.json
  $ hakaru model show config.json | sed -n 3p
    parameters        80,448; 6,400 are embeddings
  $ hakaru model show config.json --json | python3 -c '
  > import json, sys
  > model = json.load(sys.stdin)
  > print(model["weights_bytes"]["bf16"] / model["parameters"]["total"], model["kv_cache_bytes_per_token"])'
  2.0 256

Python writes Infinity.

  $ sed -i 's/"max_position_embeddings": 64/"rope_scaling": {"x": Infinity}/' config.json
  $ hakaru model show config.json | sed -n 3p
    parameters       80,448; 6,400 are embeddings
