What a checkpoint's quantisation says of each matrix decides its weight: the Llama shape below has 6,979,321,856 values in
linear layers, 1,342,177,280 of them in attention, and 525,336,576 in its table and in its head, which stay in 16 bits.

  $ config() { cat > config.json <<END
  > {"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
  >  "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072,
  >  "tie_word_embeddings": false, "torch_dtype": "bfloat16"$1}
  > END
  > }
  $ weighed() { hakaru memory serve --model . --context 8192 | awk '/^weights/ {print $2}'; }
  $ grouped() { config ", \"quantization_config\": {\"quant_method\": \"compressed-tensors\", \"config_groups\": {$1}, \"ignore\": [$2]}"; weighed; }
  $ fp8='"weights": {"num_bits": 8, "type": "float"}'; nvfp4='"weights": {"num_bits": 4, "type": "float", "group_size": 16}'
  $ all='"targets": ["Linear"]' attention='"targets": ["re:.*self_attn.*"]'

Groups, in whichever order; a name goes before a class. Of 4 bits in groups of 32, each has 2 bytes of scale more.

  $ grouped "\"a\": {$all, $fp8}" '"lm_head"'
  9.08
  $ grouped "\"a\": {$all, $fp8}" '"lm_head", "re:.*self_attn.*"'
  10.42
  $ grouped "\"a\": {$all, $nvfp4}, \"b\": {$attention, $fp8}" '"lm_head"'
  6.61
  $ grouped "\"a\": {$attention, $fp8}, \"b\": {$all, $nvfp4}" '"lm_head"'
  6.61
  $ grouped "\"a\": {$all, \"weights\": {\"num_bits\": 4, \"type\": \"int\", \"group_size\": 32}}" '"lm_head"'
  6.03
  $ grouped "\"a\": {$all, $fp8}" '"lm_head", "re:.*layers\\.(0|1|2|3)\\..*"'
  9.95
  $ grouped "\"a\": {$all, $fp8}" '"lm_head", "model.layers.0.*", "model.layers.1.*", "model.layers.2.*", "model.layers.3.*"'
  9.95
  $ grouped "\"a\": {$all, $fp8}" '"re:(?<=x)"'
  hakaru: ./config.json: quantization_config.ignore: 're:(?<=x)' is no regular expression that is understood

What ModelOpt writes beside the file counts too, also of the KV cache.

  $ config; echo '{"quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8", "group_size": 16, "exclude_modules": ["lm_head"]}}' > hf_quant_config.json
  $ weighed; hakaru memory serve --model . --context 8192 | grep -o 'KV cache fp8'
  6.03
  KV cache fp8
  $ rm hf_quant_config.json

Methods that say one format for all linear layers.

  $ said() { config ", \"quantization_config\": {$1}"; weighed; }
  $ said '"quant_method": "awq", "bits": 4, "group_size": 128, "modules_to_not_convert": null'
  5.73
  $ said '"quant_method": "gptq", "bits": 4, "group_size": 128, "dynamic": {"-:.*self_attn.*": {}}'
  7.71
  $ said '"quant_method": "auto-round", "bits": 4, "group_size": 128, "extra_config": {"model.layers.0.mlp.up_proj": {"bits": 16}}'
  5.81
  $ said '"quant_method": "bitsandbytes", "load_in_4bit": true'
  5.70
  $ said '"quant_method": "torchao", "quant_type": {"default": {"_type": "Float8WeightOnlyConfig"}}'
  9.08
  $ said '"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp8_e4m3"}}, "exclude": ["lm_head"]'
  9.08
  $ said '"quant_method": "fp8", "weight_block_size": [128, 128]'
  9.08

gpt-oss-20b is published in 13,761,264,768 bytes, 4 bits of its experts alone; --weights asks for another copy.

  $ hakaru memory serve --model gpt-oss-20b --context 8192 | awk '/^weights/ {print $2}'
  13.75
