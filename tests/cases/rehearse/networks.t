An MLP under the plan's layout: bytes held and kept, messages, the order of passes, loss and gradients are as predicted.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length 512 --global-batch 64 --accelerator a100-80gb \
  >     --micro-batch 2 "${@:2}" -o plan.json > /dev/null; }
  $ rehearse() { hakaru rehearse plan.json --steps 3 --json "$@" | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > print(len({row["rank"] for row in done["memory"]}), "ranks", done["agrees"], done["differences"],
  >       [row["executed_bytes"] for row in done["memory"] if row["component"] == "activations"])'; }
