A diffusion model is timed and weighed with the rest of its pipeline, and the answer begins by saying what that is.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan infer --model sdxl-base --batch 1 --instance g5.xlarge | head -2
  Rent 1 × g5.xlarge: 0.0622 items/s, $4,496 a million items.
  Running sdxl-base on batches of 1, bf16.
  $ hakaru plan infer --model flux.1-dev --batch 1 --instance p5.48xlarge | sed -n 2p
  Running flux.1-dev on batches of 1, bf16.
  $ hakaru plan infer --model stable-diffusion-2-inpainting --batch 1 --instance g5.xlarge --runs-per-item 40 --image-size 768 | sed -n 2p
  Running stable-diffusion-2-inpainting on batches of 1, bf16.
  $ hakaru plan infer --model sdxl-vae --batch 1 --instance g5.xlarge | sed -n 2p
  Running sdxl-vae on batches of 1, bf16.

Its parts add up, in the plan, in its explanation, and in a plan file read by itself.

  $ hakaru plan infer --model sdxl-base --batch 1 --instance g5.xlarge -o plan.json --json > answer.json
  $ for part in sdxl-vae; do hakaru plan infer --model $part --batch 1 --instance g5.xlarge --json > vae.json; done
  $ hakaru explain plan.json --json > explained.json
  $ python3 - <<'X'
  > import json
  > answer = json.load(open("answer.json")); plan = answer["plans"][0]; vae = json.load(open("vae.json"))["plans"][0]
  > print([(n["model"], n["runs"], n["tokens"]) for n in answer["pipeline"]["networks"]])
  > weights = 2 * (2_567_463_684 + 123_060_480 + 694_659_840 + 83_653_863)
  > print(answer["pipeline"]["steps"], answer["pipeline"]["guided"], answer["pipeline"]["pixels"])
  > device = plan["memory"]["device"]
  > print(device["weights_bytes"] == weights, device["activations_bytes"] == vae["memory"]["device"]["activations_bytes"])
  > terms = {t["name"]: t["value"] for t in json.load(open("explained.json"))["time"]}
  > print(abs(terms["autoencoder"] / vae["latency_s"] - 1) < 0.01, terms["latency"] == plan["latency_s"])
  > print(abs(sum(v for k, v in terms.items() if k.startswith(("batch: ", "auto"))) / plan["latency_s"] - 1) < 0.01)
  > X
  [('sdxl-base', 100, None), ('clip-vit-l-text', 1, 77), ('clip-vit-bigg-text', 1, 77), ('sdxl-vae', 1, None)]
  50 True 1024
  True True
  True True
  True

What has no pipeline in the data says so, and a pipeline that names no model is refused.

  $ cat > config.json <<'X'
  > {"_class_name": "AutoencoderKL", "block_out_channels": [128, 256], "latent_channels": 4, "sample_size": 256}
  > X
  $ hakaru plan infer --model config.json --batch 1 --instance g5.xlarge | sed -n 2p | grep -o 'no other network.*counted'
  [1]
  $ mkdir -p own/models && { printf 'source = "mine"\n[config]\nmodel_type = "bert"\nhidden_size = 4\nnum_attention_heads = 2\n'
  >   printf 'intermediate_size = 16\nnum_hidden_layers = 1\nvocab_size = 10\nmax_position_embeddings = 8\n'
  >   printf '[pipeline]\nsource = "mine"\nnetworks = [{ model = "no-such" }]\n'; } > own/models/mine.toml
  $ hakaru --data own plan infer --model mine --sequence-length 8 --batch 1 --instance g5.xlarge
  hakaru: 'no-such' is not a known model, nor is its family
  [2]
  $ sed 's/model = "no-such"/model = "sdxl-vae", run = 2/' own/models/mine.toml > changed && mv changed own/models/mine.toml
  $ hakaru --data own plan infer --model mine --sequence-length 8 --batch 1 --instance g5.xlarge
  hakaru: *run* (glob)
  [2]
