Counts are whole, and a flag says what it was given: nothing is rounded or taken for something else.

  $ T='hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge'
  $ $T --tp 1.5
  hakaru: --tp is '1.5'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ $T --zero 1e-5
  hakaru: --zero is '1e-5'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ $T --recompute ''
  hakaru: --recompute is ''; accepted: none, selective, full, full/N
  [2]
  $ $T --lora-rank 8 --lora-base float3
  hakaru: --lora-base is 'float3', which is not a data type; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  [2]
  $ hakaru plan serve --model gpt2 --context 1.5
  hakaru: --context is '1.5'; accepted: a length in tokens such as 2048, 8k, 1M
  [2]
  $ hakaru plan infer --model resnet-50 --batch 8 --sequence-length 5
  hakaru: --sequence-length is for models of tokens; resnet-50 takes images
  [2]

A type of weights that is no text is not passed over.

  $ cat > config.json <<'END'
  > {"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >  "num_attention_heads": 4, "vocab_size": 100, "torch_dtype": 16}
  > END
  $ hakaru model show config.json
  hakaru: config.json: 'torch_dtype' is 16; accepted: text
  [2]
  $ sed -i 's/: 16}/: "float3"}/' config.json; hakaru model show config.json
  hakaru: config.json: 'torch_dtype' is 'float3'; accepted: float32, float16, bfloat16, auto
  [2]

What is told again leaves the terminal alone and stays on its line.

  $ hakaru model show "$(printf 'a\n\033[31mb')"
  hakaru: 'a??[31mb' is neither a known model nor a file; the nearest known: * (glob)
  [2]
