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

Shapes that a row of traits tells, by their parameters, as they are published of: GLM-4.5-Air (without its layer for further tokens),
Mistral-Small-3.2-24B with its picture encoder, LFM2-1.2B, ModernBERT-base, StableLM 2 1.6B, SmolLM3-3B, Seed-OSS-36B, Granite-4.0-H-Tiny; and as
they were counted by hand: InternVL3-8B, ERNIE-4.5-21B-A3B.

  $ counted() { cat > config.json; hakaru model show config.json | sed -n 's/.*parameters *\([0-9,]*\).*/\1/p'; }
  $ counted <<'EOF'
  > {"model_type": "glm4_moe", "attention_bias": true, "head_dim": 128, "hidden_size": 4096, "intermediate_size": 10944,
  >  "moe_intermediate_size": 1408, "num_attention_heads": 96, "num_key_value_heads": 8, "n_routed_experts": 128,
  >  "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 1, "num_hidden_layers": 46,
  >  "use_qk_norm": false, "tie_word_embeddings": false, "vocab_size": 151552}
  > EOF
  106,852,251,264
  $ counted <<'EOF'
  > {"model_type": "mistral3", "text_config": {"model_type": "mistral", "head_dim": 128, "hidden_size": 5120,
  >   "intermediate_size": 32768, "num_attention_heads": 32, "num_hidden_layers": 40, "num_key_value_heads": 8,
  >   "vocab_size": 131072},
  >  "vision_config": {"model_type": "pixtral", "hidden_size": 1024, "image_size": 1540, "intermediate_size": 4096,
  >   "num_attention_heads": 16, "num_hidden_layers": 24, "patch_size": 14}, "spatial_merge_size": 2}
  > EOF
  24,011,361,280
  $ counted <<'EOF'
  > {"model_type": "lfm2", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 32,
  >  "num_key_value_heads": 8, "vocab_size": 65536, "block_ff_dim": 12288, "block_auto_adjust_ff_dim": true,
  >  "block_ffn_dim_multiplier": 1.0, "block_multiple_of": 256, "conv_L_cache": 3, "full_attn_idxs": [2, 5, 8, 10, 12, 14]}
  > EOF
  1,170,340,608
  $ counted <<'EOF'
  > {"model_type": "modernbert", "hidden_size": 768, "intermediate_size": 1152, "num_hidden_layers": 22,
  >  "num_attention_heads": 12, "vocab_size": 50368, "max_position_embeddings": 8192}
  > EOF
  149,014,272
  $ counted <<'EOF'
  > {"model_type": "stablelm", "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 24,
  >  "num_attention_heads": 32, "num_key_value_heads": 32, "vocab_size": 100352, "use_qkv_bias": true}
  > EOF
  1,644,515,328
  $ counted <<'EOF'
  > {"model_type": "internvl_chat", "downsample_ratio": 0.5,
  >  "llm_config": {"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28,
  >   "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 151674, "tie_word_embeddings": false},
  >  "vision_config": {"hidden_size": 1024, "image_size": 448, "patch_size": 14, "intermediate_size": 4096,
  >   "num_attention_heads": 16, "num_hidden_layers": 24, "qkv_bias": true}}
  > EOF
  7,944,373,760
  $ counted <<'EOF'
  > {"model_type": "smollm3", "hidden_size": 2048, "intermediate_size": 11008, "num_hidden_layers": 36,
  >  "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 128256}
  > EOF
  3,075,098,624
  $ counted <<'EOF'
  > {"model_type": "seed_oss", "attention_bias": true, "head_dim": 128, "hidden_size": 5120, "intermediate_size": 27648,
  >  "num_hidden_layers": 64, "num_attention_heads": 80, "num_key_value_heads": 8, "vocab_size": 155136,
  >  "tie_word_embeddings": false}
  > EOF
  36,151,104,512
  $ counted <<'EOF'
  > {"model_type": "ernie4_5_moe", "hidden_size": 2560, "intermediate_size": 12288, "num_hidden_layers": 28,
  >  "num_attention_heads": 20, "num_key_value_heads": 4, "vocab_size": 103424, "moe_num_experts": 64, "moe_k": 6,
  >  "moe_intermediate_size": 1536, "moe_num_shared_experts": 2, "moe_layer_start_index": 1, "moe_layer_interval": 1,
  >  "moe_use_aux_free": true, "use_bias": false, "tie_word_embeddings": true}
  > EOF
  21,825,437,888
  $ python3 -c '
  > import json
  > print(json.dumps({"model_type": "granitemoehybrid", "hidden_size": 1536, "num_hidden_layers": 40,
  >  "num_attention_heads": 12, "num_key_value_heads": 4, "mamba_n_heads": 48, "mamba_d_head": 64, "mamba_d_state": 128,
  >  "mamba_n_groups": 1, "mamba_d_conv": 4, "num_local_experts": 64, "num_experts_per_tok": 6,
  >  "intermediate_size": 512, "shared_intermediate_size": 1024, "vocab_size": 100352, "tie_word_embeddings": True,
  >  "layer_types": 9 * (4 * ["mamba"]) + 4 * ["attention"]}))' | counted
  6,939,037,248

PLaMo-13B, PLaMo 2 1B, Tanuki-8x8B, StableLM-Base-Alpha-3B-v2 (whose card says 0.02 % more) and Falcon-H1-0.5B, by their
config.json; a head of keys and values serves eight heads of queries in PLaMo, and its feed-forward part stands beside
attention.

  $ counted <<'EOF'
  > {"model_type": "plamo", "hidden_size": 5120, "intermediate_size": 16640, "n_shared_head": 8, "num_attention_heads": 40,
  >  "num_hidden_layers": 40, "num_key_value_heads": 40, "tie_word_embeddings": false, "vocab_size": 50432}
  > EOF
  13,099,545,600
  $ hakaru model show config.json | grep KV
    KV cache         102,400 bytes for each token in bf16
  $ counted <<'EOF'
  > {"model_type": "plamo2", "hidden_size": 2048, "hidden_size_per_head": 128, "intermediate_size": 8192,
  >  "mamba_d_conv": 4, "mamba_d_state": 64, "mamba_enabled": true, "mamba_num_heads": 32, "mamba_step": 2,
  >  "num_attention_heads": 16, "num_hidden_layers": 16, "num_key_value_heads": 1, "vocab_size": 100000}
  > EOF
  1,291,441,920
  $ counted <<'EOF'
  > {"model_type": "Tanuki", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
  >  "num_experts_per_tok": 2, "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8,
  >  "sliding_window": null, "tie_word_embeddings": false, "vocab_size": 65024}
  > EOF
  46,973,325,312
  $ counted <<'EOF'
  > {"model_type": "stablelm_alpha", "hidden_size": 2560, "num_heads": 32, "num_hidden_layers": 32,
  >  "tie_word_embeddings": false, "vocab_size": 50432}
  > EOF
  2,795,934,720
  $ counted <<'EOF'
  > {"model_type": "falcon_h1", "hidden_size": 1024, "num_hidden_layers": 36, "num_attention_heads": 8,
  >  "num_key_value_heads": 2, "head_dim": 64, "intermediate_size": 2048, "mamba_d_ssm": 1536, "mamba_n_heads": 24,
  >  "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_rms_norm": false, "vocab_size": 32784,
  >  "tie_word_embeddings": false}
  > EOF
  521,411,104

OLMoE-1B-7B as published; EXAONE-3.5-7.8B as a Llama of its widths: 32 × (41,943,040 + 176,160,768 + 8,192) + 2 × 102,400 ×
4,096 + 4,096. A tower that is not known leaves its text part.

  $ counted <<'EOF'
  > {"model_type": "olmoe", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 16,
  >  "num_key_value_heads": 16, "intermediate_size": 1024, "num_experts": 64, "num_experts_per_tok": 8,
  >  "vocab_size": 50304, "tie_word_embeddings": false}
  > EOF
  6,919,161,856
  $ counted <<'EOF'
  > {"model_type": "exaone", "hidden_size": 4096, "num_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
  >  "intermediate_size": 14336, "vocab_size": 102400, "tie_word_embeddings": false}
  > EOF
  7,818,448,896
  $ sed -i 's/"vocab_size"/"vision_config": {}, "vocab_size"/' config.json; hakaru model show config.json
  hakaru: config.json: the vision tower of 'exaone' is not known; without 'vision_config' its text part is read
  [2]

Hugging Face's own InternVL says both sides of its pictures.

  $ counted <<'EOF'
  > {"model_type": "internvl", "downsample_ratio": 0.5,
  >  "text_config": {"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28,
  >   "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 151674, "tie_word_embeddings": false},
  >  "vision_config": {"model_type": "internvl_vision", "hidden_size": 1024, "image_size": [448, 448],
  >   "patch_size": [14, 14], "intermediate_size": 4096, "num_attention_heads": 16, "num_hidden_layers": 24,
  >   "attention_bias": true}}
  > EOF
  7,944,373,760
  $ sed -i 's/\[448, 448\]/[448, 224]/' config.json; hakaru model show config.json
  hakaru: config.json: 'vision_config.image_size' is a list of other than two equal sides; accepted: one number, or the same twice
  [2]

A model that was trained further has the shape of the one that it began as; a name of no family that is known is asked for
its config.json.

  $ hakaru model show tokyotech-llm/Llama-3.1-Swallow-8B-Instruct-v0.3 | sed -n 3p
    parameters        8,030,261,248; 1,050,673,152 are embeddings
  $ hakaru model show cyberagent/calm3-22b-chat
  hakaru: 'cyberagent/calm3-22b-chat' is neither a file nor of a family of models that is known: give its config.json
  [2]

The nearest that are named are of the same family, not of one that is spelled like it.

  $ hakaru model show olmo-3-32b
  hakaru: 'olmo-3-32b' is neither a known model nor a file; the nearest known: olmo-3-1025-7b, olmo-2-1124-7b, olmo-2-1124-13b ('hakaru model list' shows all)
  [2]
  $ hakaru model show pfnet/plamo-2-8b
  hakaru: 'pfnet/plamo-2-8b' is neither a known model nor a file; the nearest known: plamo-2-1b, plamo-13b ('hakaru model list' shows all)
  [2]
