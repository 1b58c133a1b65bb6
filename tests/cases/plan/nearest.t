What would work, and with which flags.

The cheapest instance of the accelerator that was asked about comes first, not the one of least memory or another kind.

  $ hakaru plan serve --model llama-3.1-70b --context 8k --instance trn1.2xlarge --instances 1
  $ hakaru plan serve --model qwen2.5-32b-instruct --context 8k --instance g6e.xlarge --instances 1 --weights bf16

A family may do what any of its instances may.

  $ hakaru plan serve --model llama-3.1-8b --context 8k --family c7i --json | python3 -c '
  > import json, sys
  > print(sorted({plan["instance"] for plan in json.load(sys.stdin)["plans"]}))'

What holds a deadline back is named.

  $ hakaru plan train --model llama-3.1-405b --tokens 15T --sequence-length 8k --global-batch 2048 --instance p5.48xlarge --deadline 30d
