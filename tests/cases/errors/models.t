Descriptions of models that cannot be read.

  $ hakaru model show missing.json
  hakaru: 'missing.json' is neither a file nor of a family of models that is known: give its config.json
  [2]
  $ hakaru model show /nonexistent/config.json
  hakaru: '/nonexistent/config.json' is neither a file nor of a family of models that is known: give its config.json
  [2]
  $ mkdir empty; hakaru model show empty
  hakaru: empty/config.json: cannot be read: no such file
  [2]
  $ echo 'not json' > config.json; hakaru model show config.json
  hakaru: config.json: line 1: not JSON
  [2]
  $ echo '{"model_type": "llama"' > config.json; hakaru model show config.json
  hakaru: config.json: line 2: not JSON
  [2]
  $ echo '[]' > config.json; hakaru model show config.json
  hakaru: config.json: the file must be a table of keys; found []
  [2]
  $ echo '{"name": "x"}' > config.json; hakaru model show config.json
  hakaru: config.json: says no architecture: one of 'model_type', '_class_name', 'architectures' is needed
  [2]
  $ echo '{"model_type": "lama"}' > config.json; hakaru model show config.json
  hakaru: config.json: architecture 'lama' is not known; the nearest known: llama, * (glob)
  [2]
  $ printf '\0\1\2\377' > config.json; hakaru model show config.json
  hakaru: config.json: line 1: not JSON
  [2]
  $ : > config.json; hakaru model show config.json
  hakaru: config.json: line 1: not JSON
  [2]
  $ yes '[' | head -100000 | tr -d '\n' > config.json; hakaru model show config.json
  hakaru: config.json: nested more than 200 levels deep
  [2]

Sizes that make no sense.

  $ config() {
  >   python3 -c '
  > import json, sys
  > config = {"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >           "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 100, "max_position_embeddings": 64}
  > config.update(json.loads(sys.argv[1]))
  > print(json.dumps(config))' "$1" | hakaru model show -
  > }
  $ config '{}' | head -1
  llama: llama, decoder
  $ config '{"num_hidden_layers": 1000000000}'
  hakaru: standard input: 'num_hidden_layers' is 1000000000; accepted: 1 … 10000
  [2]
  $ config '{"num_hidden_layers": -1}'
  hakaru: standard input: 'num_hidden_layers' is -1; accepted: 1 … 10000
  [2]
  $ config '{"vocab_size": 0}'
  hakaru: standard input: 'vocab_size' is 0; accepted: 1 … 67108864
  [2]
  $ config '{"hidden_size": -64}'
  hakaru: standard input: 'hidden_size' is -64; accepted: 1 … 4194304
  [2]
  $ config '{"hidden_size": 1e18}'
  hakaru: standard input: 'hidden_size' is 1e+18; accepted: 1 … 4194304
  [2]
  $ config '{"hidden_size": "64"}'
  hakaru: standard input: 'hidden_size' is "64"; accepted: 1 … 4194304
  [2]
  $ config '{"num_attention_heads": 5}'
  hakaru: standard input: 'num_attention_heads' is 5; accepted: a divisor of the hidden size 64, or a head_dim
  [2]
  $ config '{"num_key_value_heads": 3}'
  hakaru: standard input: 'num_key_value_heads' is 3; accepted: a divisor of the 4 attention heads
  [2]
  $ config '{"num_attention_heads": 0}'
  hakaru: standard input: 'num_attention_heads' is 0; accepted: 1 … 65536
  [2]
