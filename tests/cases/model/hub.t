A name of the Hugging Face Hub that no file of the program describes is fetched: config.json and the headers of its
weights, never the weights (tests/hub-server stands for the Hub).

  $ unset HF_HUB_OFFLINE HF_TOKEN HF_HUB_CACHE HUGGINGFACE_HUB_CACHE
  $ export HF_HOME=$PWD/hf XDG_CACHE_HOME=$PWD/cache
  $ mkdir -p hub/acme/small hub/acme/sharded hub/acme/gated-one hub/acme/adapter
  $ cat > make.py <<'PY'
  > import json, struct
  > config = dict(architectures=["LlamaForCausalLM"], model_type="llama", hidden_size=1024, num_hidden_layers=8,
  >               num_attention_heads=16, num_key_value_heads=4, intermediate_size=4096, vocab_size=32000,
  >               max_position_embeddings=8192, torch_dtype="bfloat16")
  > for name in "small", "sharded", "gated-one":
  >     json.dump(config, open(f"hub/acme/{name}/config.json", "w"))
  > def weights(path, rows, note=""):
  >     header = json.dumps({"w": {"dtype": "BF16", "shape": [rows, 1024], "data_offsets": [0, 2048 * rows]},
  >                          "__metadata__": {"note": note}}).encode()
  >     with open(path, "wb") as file:
  >         file.write(struct.pack("<Q", len(header)) + header)
  >         file.truncate(8 + len(header) + 2048 * rows)
  > weights("hub/acme/small/model.safetensors", 100_000, note="x" * 400_000)
  > shards = [f"model-0000{n}-of-00002.safetensors" for n in (1, 2)]
  > for rows, shard in zip((30_000, 20_000), shards):
  >     weights(f"hub/acme/sharded/{shard}", rows)
  > json.dump({"metadata": {"total_size": 2048 * 50_000}, "weight_map": dict(zip("ab", shards))},
  >           open("hub/acme/sharded/model.safetensors.index.json", "w"))
  > PY
  $ python3 make.py
  $ "$TESTDIR/../../hub-server" hub > address & server=$!
  $ trap 'kill $server' EXIT
  $ while [ ! -s address ]; do sleep 0.1; done; export HF_ENDPOINT=$(cat address)

The first question fetches, the second finds what was kept. A header longer than the first part takes a second one; the
other server that weights lie on sees no token.

  $ hakaru model show acme/small 2>err | head -3
  acme/small: llama, decoder
    layers             8
    parameters         187,188,224; 65,536,000 are embeddings
  $ sed "s|$HF_ENDPOINT|HUB|" err
  hakaru: asks HUB for acme/small: config.json and the headers of its weights
  $ grep -o 'model.safetensors bytes=.*' hub/log
  model.safetensors bytes=0-262143 -
  model.safetensors bytes=0-262143 -
  model.safetensors bytes=262144-400118 -
  model.safetensors bytes=262144-400118 -
  $ hakaru model show acme/small | grep -c stored
  1
  $ wc -l < hub/log
  8
  $ HF_TOKEN=secret hakaru plan serve --model acme/sharded -o plan.json 2>&1 | grep -o '^Rent 1 ×'
  Rent 1 ×
  $ grep -c '^/cdn.*secret' hub/log
  0
  [1]
  $ grep -c 'sharded.*secret' hub/log
  6
  $ python3 -c 'import json; print(json.load(open("plan.json"))["scenario"]["model"])'
  acme/sharded
  $ hakaru emit plan.json --for vllm -o files > /dev/null && grep -o 'MODEL=acme.*' files/launch.sh
  MODEL=acme/sharded
  $ hakaru model show acme/sharded --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["stored"]["bytes"])'
  102400000

Weights that are kept take no room, and no file of huggingface_hub is touched.

  $ find cache -name '*.safetensors' -size +300000c | wc -l
  3
  $ [ "$(du -sk cache | cut -f1)" -lt 1000 ] && ls hf 2>&1
  ls: cannot access 'hf': No such file or directory
  [2]

The cache of huggingface_hub comes first, and needs no Hub.

  $ mkdir -p hf/hub/models--acme--local/refs hf/hub/models--acme--local/snapshots/abc
  $ echo abc > hf/hub/models--acme--local/refs/main
  $ cp hub/acme/small/config.json hf/hub/models--acme--local/snapshots/abc
  $ HF_HUB_OFFLINE=1 hakaru model show acme/local | head -1
  acme/local: llama, decoder

Refusals say what to do.

  $ hakaru model show acme/gated-one 2>&1 | sed "s|$HF_ENDPOINT|HUB|g" | tail -1
  hakaru: 'acme/gated-one' is neither a file nor of a family of models that is known: give its config.json; acme/gated-one is gated: accept its licence at HUB/acme/gated-one, then set HF_TOKEN or run: hf auth login
  $ HF_TOKEN=secret hakaru model show acme/gated-one 2>/dev/null | head -1
  acme/gated-one: llama, decoder
  $ hakaru model show acme/adapter 2>&1 | sed "s|$HF_ENDPOINT|HUB|g" | tail -1
  hakaru: 'acme/adapter' is neither a file nor of a family of models that is known: give its config.json; acme/adapter has no config.json at HUB: give the config.json of the model that it was made from
  $ hakaru model show acme/none 2>&1 | sed "s|$HF_ENDPOINT|HUB|g" | tail -1
  hakaru: 'acme/none' is neither a file nor of a family of models that is known: give its config.json; HUB has no acme/none, or it is private: check its name, or set HF_TOKEN
  $ HF_ENDPOINT=http://127.0.0.1:1 hakaru model show Qwen/Qwen9-8B 2>&1 | tail -1
  hakaru: 'Qwen/Qwen9-8B' is neither a known model nor a file; the nearest known: qwen3-8b, qwen3-4b, qwen2.5-omni-7b ('hakaru model list' shows all); http://127.0.0.1:1 did not answer (Couldn't connect to server); HF_ENDPOINT names another Hub, HF_HUB_OFFLINE=1 asks none

A known name, a path and a question of the service ask nobody.

  $ lines=$(wc -l < hub/log)
  $ hakaru model show Qwen/Qwen2.5-7B-Instruct > /dev/null; hakaru model show ./acme/none
  hakaru: './acme/none' is neither a file nor of a family of models that is known: give its config.json
  [2]
  $ [ "$(wc -l < hub/log)" = "$lines" ]
