Parameters to the unit, bytes that follow from them, the KV cache of one token.

  $ hakaru model show qwen2.5-7b-instruct
  qwen2.5-7b-instruct: qwen2, decoder
    layers            28
    parameters        7,615,616,512; 1,089,994,752 are embeddings
    weights in bf16   15.2 GB (14.2 GiB)
    weights in fp8    7.62 GB (7.09 GiB)
    weights in int4   3.96 GB (3.68 GiB)
    KV cache          57,344 bytes for each token in bf16
    longest sequence  32,768 tokens
    source            Hugging Face Qwen/Qwen2.5-7B-Instruct, config.json
  $ hakaru model show qwen2.5-7b-instruct --json
  {
    "model": "qwen2.5-7b-instruct",
    "architecture": "qwen2",
    "family": "decoder",
    "layers": 28,
    "parameters": {
      "total": 7615616512,
      "active": 7615616512,
      "embedding": 1089994752
    },
    "weights_bytes": {
      "fp32": 30462466048,
      "bf16": 15231233024,
      "fp16": 15231233024,
      "fp8": 7615616512,
      "cfp8": 7615616512,
      "mxfp8": 7853604528,
      "int8": 7615616512,
      "uint8": 7615616512,
      "int4": 3956550766,
      "nf4": 3928661545.375,
      "mxfp4": 4045796272,
      "nvfp4": 4283784288
    },
    "kv_cache_bytes_per_token": 57344,
    "state_bytes_per_sequence": 0,
    "cross_cache_bytes_per_sequence": 0,
    "stored_type": "bf16",
    "max_positions": 32768,
    "source": "Hugging Face Qwen/Qwen2.5-7B-Instruct, config.json"
  }
  $ hakaru model show qwen2.5-7b-instruct --lang ja | head -3
  qwen2.5-7b-instruct: qwen2、デコーダー
    層数              28
    パラメータ数      7,615,616,512、うち埋め込み 1,089,994,752

Any case, and a name that the field uses.

  $ hakaru model show Qwen2.5-7B-Instruct | head -1
  qwen2.5-7b-instruct: qwen2, decoder

A mixture of experts runs only some of its parameters.

  $ hakaru model show mixtral-8x7b --json | python3 -c '
  > import json, sys
  > parameters = json.load(sys.stdin)["parameters"]
  > print(parameters["total"], parameters["active"])'
  46702792704 12879925248

Encoders and vision models keep no cache.

  $ for model in bert-base-uncased resnet-50 yolov5s; do
  >   hakaru model show $model --json | python3 -c '
  > import json, sys
  > model = json.load(sys.stdin)
  > print(model["model"], model["parameters"]["total"], model["kv_cache_bytes_per_token"])'
  > done
  bert-base-uncased 109482240 0
  resnet-50 25557032 0
  yolov5s 7235389 0
