The arithmetic of a plan adds up to its step on every kind of accelerator: a plan file holds all that its times rest on.

  $ step() { hakaru plan train --model llama-2-7b --tokens 1B --sequence-length 2k --global-batch 64 --instances 1 --top 1 -o plan.json "$@" > /dev/null &&
  >   hakaru explain plan.json --json > explained.json && python3 -c '
  > import json
  > plan = json.load(open("plan.json"))["plans"][0]
  > terms = {term["name"]: term["value"] for term in json.load(open("explained.json"))["time"]}
  > print(abs(terms["step"] / plan["step_time_s"] - 1) < 1e-9)'; }
  $ for instance in trn1.32xlarge trn2.48xlarge p4d.24xlarge p5.48xlarge dl1.24xlarge; do step --instance $instance; done
  True
  True
  True
  True
  True
