Diffusion models are trained on pictures and texts that were encoded beforehand, or each step encodes them: the frozen encoders run forward alone, ahead of the model.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model stable-diffusion-2-unet --items 100M --global-batch 2048 --micro-batch 32 --instance p4d.24xlarge \
  >   --instances 1 --top 1 "$@"; }
  $ plan | head -1; plan --encode-in-step true -o plan.json | head -1; plan --encode-in-step true --lang ja | sed -n 2p
  Rent 1 × p4d.24xlarge: 3.23 days, $1,702.
  Rent 1 × p4d.24xlarge: 4.88 days, $2,570.
  学習: stable-diffusion-2-unet、100,000,000 サンプル (1 ステップ: 2,048 サンプル、bf16、adamw)。各ステップで画像とテキストを clip-vit-h-text + stable-diffusion-vae でエンコードします。順位の基準: コスト。

Their weights lie whole on each rank: 340.4 M parameters that read texts, 34.2 M that read pictures, 2 bytes each.

  $ count() { hakaru memory train --model stable-diffusion-2-unet --json "$@" | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > print(round(device["weights_bytes"] / 2e6, 1), round(device["buffers_bytes"] / 1e9, 2))'; }
  $ count; count --encode-in-step true
  865.9 0.06
  1240.5 0.06

What they work in shows where the model keeps less: with full recompute.

  $ count --batch 64 --micro-batch 64 --recompute full; count --batch 64 --micro-batch 64 --recompute full --encode-in-step true
  865.9 2.01
  1240.5 2.67

The step is as much longer as they take; explain tells them apart.

  $ hakaru explain plan.json | grep -o "^  encoders .*micro-batches\|frozen encoders *those.*GB\|that read its items on the slowest stage"
  frozen encoders  those that read its items in each step, whole = 0.75 GB
    encoders                      8 micro-batches
  that read its items on the slowest stage
  $ hakaru explain plan.json --json > explained.json; for how in false true; do plan --encode-in-step $how --json > $how.json; done
  $ python3 -c '
  > import json
  > beforehand, within = (json.load(open(f"{how}.json"))["plans"][0] for how in ("false", "true"))
  > forward_s = {term["name"]: term["value"] for term in json.load(open("explained.json"))["time"]}["encoders"]
  > print(round((within["step_time_s"] - beforehand["step_time_s"]) / forward_s, 2))'
  1.0
Whoever compares plans sees the difference; a model that reads its items as they are has no encoders.

  $ plan -o without.json > out; hakaru compare without.json plan.json | grep encode
     Training stable-diffusion-2-unet on 100,000,000 items: 2,048 items a step, bf16, adamw. Its items were encoded beforehand.
     Training stable-diffusion-2-unet on 100,000,000 items: 2,048 items a step, bf16, adamw. Each step encodes its items with clip-vit-h-text + stable-diffusion-vae.
  encode_in_step  false  true
  note: they answer different questions: encode_in_step
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --encode-in-step true
  hakaru: --encode-in-step: llama-3.1-8b names no networks that encode its items (of diffusion models, pipelines do)
  [2]
