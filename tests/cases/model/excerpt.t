A few lines of a config.json, with comments, say which known model it is.

  $ cat > config.json <<'X'
  > {
  >   "hidden_size": 3584,         // width of a layer
  >   "num_attention_heads": 28,
  >   "num_hidden_layers": 28,
  >   "num_key_value_heads": 4,
  >   "vocab_size": 152064         // logits
  > }
  > X
  $ hakaru memory serve --model config.json --context 8k --batch 1 --rule-of-thumb | sed -n '5,8p'
    parameters           as the name 'qwen2.5-7b-instruct' states; 7,615,616,512 exactly = 7,000,000,000 parameters  [1]
    weights              7,000,000,000 × 2 bytes = 14.0 GB  [1]
    logits and KV cache  (152064 + 2 × 128 × 4 × 28) × 1 × 8192 × 2 bytes = 2.96 GB  [1]
    total                = 17.0 GB

What no known model has is refused.

  $ sed -i s/3584/3585/ config.json; hakaru model show config.json
  hakaru: config.json: says no architecture: one of 'model_type', '_class_name', 'architectures' is needed
  [2]
