No sequence is longer than its model takes: engines refuse it, and beyond a table of positions there are none.

  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 128k --instance p4d.24xlarge
  hakaru: --context is 131,072; the longest sequence of qwen2.5-7b-instruct is 32,768, or what rope_scaling in its config.json makes it
  [2]
  $ hakaru memory serve --model llama-2-7b --context 8k
  hakaru: --context is 8,192; the longest sequence of llama-2-7b is 4,096, or what rope_scaling in its config.json makes it
  [2]
  $ hakaru plan infer --model bert-base --batch 8 --sequence-length 1k --instance g6.xlarge
  hakaru: --sequence-length is 1,024; the longest sequence of bert-base-uncased is 512
  [2]
  $ hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 4k --global-batch 64 --instance p5.48xlarge
  hakaru: --sequence-length is 4,096; the longest sequence of gpt3-175b is 2,048
  [2]

Rotary positions that a description stretches reach further, as engines derive it.

  $ longest() { python3 - "$1" > config.json <<'END'
  > import json, sys
  > print(json.dumps({"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
  >     "num_key_value_heads": 4, "intermediate_size": 128, "vocab_size": 256, "tie_word_embeddings": False,
  >     "max_position_embeddings": 1024, "rope_scaling": json.loads(sys.argv[1])}))
  > END
  > hakaru model show config.json --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["max_positions"])'; }
  $ longest null
  1024
  $ longest '{"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}'
  4096
  $ longest '{"type": "linear", "factor": 2.0}'
  2048
  $ longest '{"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 512}'
  1024
  $ longest '{"rope_type": "yarn", "factor": 2.0, "original_max_position_embeddings": 512}'
  1024
  $ longest '{"rope_type": 7, "factor": "many"}'
  1024

Training may stretch them; it is said.

  $ hakaru plan train --model llama-2-7b --tokens 1B --sequence-length 8k --global-batch 64 --instance p5.48xlarge --instances 1 --top 1 | grep "made for"
  note: llama-2-7b was made for sequences of 4,096 tokens: its positions must be stretched to 8,192 (rope_scaling)

T5's positions are relative.

  $ hakaru memory serve --model t5-large --context 4k > /dev/null
