A plan file stands alone: each plan carries its scenario, model, machine, price and the version that made it.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --top 2 -o plan.json --json > answer.json
  $ python3 -c '
  > import json
  > kept, answer = json.load(open("plan.json")), json.load(open("answer.json"))
  > print(sorted(set(kept["plans"][0]) - set(answer["plans"][0])), kept["hakaru"])
  > print(kept["plans"][1]["step_time_s"] == answer["plans"][1]["step_time_s"])
  > print(kept["plans"][0]["hardware"]["accelerator"]["accelerator"], kept["plans"][0]["model"]["parameters"]["total"])'
  ['hakaru', 'hardware', 'model', 'scenario'] 0.1.0
  True
  a100-sxm-40gb 124439808

explain reads it back: the sum of its memory lines is what was planned, and so is its step.

  $ hakaru explain plan.json | head -2 | sed 's/tp.*/LAYOUT/'
  Training gpt2 on 1,000,000,000 tokens: 64 sequences of 1,024 tokens a step, bf16, adamw.
  On 1 × p4d.24xlarge, LAYOUT
  $ hakaru explain plan.json --json > explained.json
  $ python3 -c '
  > import json
  > plan, terms = json.load(open("plan.json"))["plans"][0], json.load(open("explained.json"))
  > device = sum(term["value"] for term in terms["memory"] if term["unit"] == "bytes")
  > print(abs(device / plan["memory"]["device"]["total_bytes"] - 1) < 0.01)
  > step = [term["value"] for term in terms["time"] if term["name"] == "step"]
  > print(abs(step[0] / plan["step_time_s"] - 1) < 1e-9)'
  True
  True
  $ hakaru explain plan.json#2 | head -1
  Training gpt2 on 1,000,000,000 tokens: 64 sequences of 1,024 tokens a step, bf16, adamw.
  $ hakaru explain plan.json --csv | head -1
  part,name,formula,value,unit,source

A plan of batch inference is explained too, and its memory lines add up.

  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o infer.json > printed
  $ hakaru explain infer.json --json | python3 -c '
  > import json, sys
  > plan, terms = json.load(open("infer.json"))["plans"][0], json.load(sys.stdin)
  > print([term["name"] for term in terms["memory"]])
  > print(abs(sum(term["value"] for term in terms["memory"] if term["unit"] == "bytes") / plan["memory"]["device"]["total_bytes"] - 1) < 1e-6)'
  ['weights', 'activations', 'reserve', 'left free']
  True

A model described by a file is found again from another folder.

  $ mkdir model elsewhere
  $ echo '{"model_type": "vit", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
  >   "num_attention_heads": 4, "image_size": 32, "patch_size": 8, "num_channels": 3}' > model/config.json
  $ hakaru plan infer --model model/config.json --batch 1 --instance g5.xlarge -o own.json > /dev/null
  $ cd elsewhere && hakaru explain ../own.json | head -1
  Running model on batches of 1, bf16. Each is a picture of 32 × 32 pixels.
