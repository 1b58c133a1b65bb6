What may stand together: no tensor group leaves its instance, unless that is asked for.

  $ layouts() { python3 -c 'import json, sys
  > for plan in json.load(sys.stdin)["plans"]: print(plan["instances"], plan["instance"], *(k + str(plan["layout"][k]) for k in ("tp", "pp", "dp")))'; }
  $ gpt3() { hakaru plan train --model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536 "$@"; }
  $ gpt3 --family p4d --objective accelerators --top 3 --json | layouts
  $ gpt3 --instance p4d.24xlarge --instances 12 --tp 6 --top 1 --json | layouts

One that straddles pays for the network: tp 6 takes longer than tp 8.

  $ step_s() { gpt3 --instance p4d.24xlarge --instances 12 --micro-batch 1 --recompute full --vpp 1 --top 1 --json "$@" |
  >   python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ python3 -c "print($(step_s --tp 6 --pp 16) > $(step_s --tp 8 --pp 12))"

Collectives do not run between machines without EFA of AWS's own chips; independent replicas do.

  $ small() { hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 2048 --global-batch 640 "$@"; }
  $ small --instance trn1.2xlarge --instances 5
  $ small --instance trn1.2xlarge --json | layouts | cut -d' ' -f1 | sort -u
  $ serve() { hakaru plan serve --model llama-3.1-8b --context 8k --json "$@" | layouts | sort -u; }
  $ serve --instance inf2.xlarge --instances 6
  $ hakaru plan serve --model llama-3.1-8b --context 8k --instance inf2.xlarge --instances 6 --pp 6

Plain Ethernet is for data parallelism and independent replicas, unless more is asked for.

  $ serve --instance g5g.16xlarge --instances 16
  $ serve --instance g5g.xlarge --instances 16 --pp 16
  $ small --instance g5.xlarge --instances 16 --json | layouts | cut -d' ' -f3,4 | sort -u

Figures of a time are for that time, and for who names them.

  $ of_trn1() { small --family trn1 --objective time --top 50 --json "$@" | layouts | cut -d' ' -f2 | sort -u; }
  $ of_trn1
  $ of_trn1 --prices-as-of 2023-03-01
  $ small --instance trn1.32xlarge-launch --instances 1 --top 1 --json | layouts
  $ small --accelerator trainium1-launch --accelerators 32 --top 1 --json | layouts

A part of an instance, where accelerators are named: as many of each of the fewest that hold them, paid whole.

  $ part() { hakaru plan train --model llama-3.1-8b --tokens 10B --sequence-length 2048 --global-batch 256 --top 1 "$@"; }
  $ part --accelerator gb200 --accelerators 256 | grep -e Best: -e paid
  $ part --accelerator gb200 --accelerators 256 --json | python3 -c 'import json, sys
  > plan = json.load(sys.stdin)["plans"][0]; print(plan["instances"], plan["accelerators"], plan["idle_accelerators"])'
  $ part --instance dgx-h100 --accelerators 4 --lang ja | grep 料金
  $ cost() { part --instance p4de.24xlarge "$@" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["usd_per_h"])'; }
  $ python3 -c "print($(cost --accelerators 4) == $(cost --accelerators 8))"
  $ part --instance dgx-h100 --accelerators 13
  $ part --instance dgx-h100 --accelerators 12 -o half.json > /dev/null
  $ hakaru simulate train half.json --json | grep -c step_time_s

What was not looked at is said.

  $ hakaru plan infer --model resnet-50 --batch 8 --top 1 | grep -c 'machines outside clouds'
  $ hakaru plan infer --model resnet-50 --batch 8 --top 1 --family g5 | grep -c 'machines outside clouds'
