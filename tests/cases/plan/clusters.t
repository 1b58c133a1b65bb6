What may stand together: no tensor group leaves its instance, unless that is asked for.

  $ hakaru() { command hakaru "$@" --wide; }
  $ layouts() { python3 -c 'import json, sys
  > for plan in json.load(sys.stdin)["plans"]: print(plan["instances"], plan["instance"], *(k + str(plan["layout"][k]) for k in ("tp", "pp", "dp")))'; }
  $ gpt3() { hakaru plan train --model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536 "$@"; }
  $ gpt3 --family p4d --objective accelerators --top 3 --json | layouts
  12 p4d.24xlarge tp8 pp12 dp1
  14 p4d.24xlarge tp8 pp14 dp1
  16 p4d.24xlarge tp8 pp16 dp1
  $ gpt3 --instance p4d.24xlarge --instances 12 --tp 6 --top 1 --json | layouts
  12 p4d.24xlarge tp6 pp16 dp1

One that straddles pays for the network: tp 6 takes longer than tp 8.

  $ step_s() { gpt3 --instance p4d.24xlarge --instances 12 --micro-batch 1 --recompute full --vpp 1 --top 1 --json "$@" |
  >   python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ python3 -c "print($(step_s --tp 6 --pp 16) > $(step_s --tp 8 --pp 12))"
  True

Collectives do not run between machines without EFA of AWS's own chips; independent replicas do.

  $ small() { hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 2048 --global-batch 640 "$@"; }
  $ small --instance trn1.2xlarge --instances 5
  hakaru: 5 × trn1.2xlarge cannot train together: collectives do not run between trn1.2xlarge; accepted: 1
  [1]
  $ small --instance trn1.2xlarge --json | layouts | cut -d' ' -f1 | sort -u
  1
  $ serve() { hakaru plan serve --offline --model llama-3.1-8b --context 8k --json "$@" | layouts | sort -u; }
  $ serve --instance inf2.xlarge --instances 6
  6 inf2.xlarge tp2 pp1 dp6
  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --instance inf2.xlarge --instances 6 --pp 6
  hakaru: tp 1 × pp 6 × ep 1 does not divide the 2 accelerators of inf2.xlarge, and collectives do not run between several
  [1]

Plain Ethernet is for data parallelism and independent replicas, unless more is asked for.

  $ serve --instance g5g.16xlarge --instances 16
  16 g5g.16xlarge tp1 pp2 dp16
  16 g5g.16xlarge tp2 pp1 dp16
  $ serve --instance g5g.xlarge --instances 16 --pp 16
  16 g5g.xlarge tp1 pp16 dp1
  $ small --instance g5.xlarge --instances 16 --json | layouts | cut -d' ' -f3,4 | sort -u
  tp1 pp1

Figures of a time are for that time, and for who names them.

  $ of_trn1() { small --family trn1 --objective time --top 50 --json "$@" | layouts | cut -d' ' -f2 | sort -u; }
  $ of_trn1
  trn1.2xlarge
  trn1.32xlarge
  $ of_trn1 --prices-as-of 2023-03-01
  trn1.2xlarge
  trn1.32xlarge
  trn1.32xlarge-launch
  $ small --instance trn1.32xlarge-launch --instances 1 --top 1 --json | layouts
  1 trn1.32xlarge-launch tp2 pp1 dp16
  $ small --accelerator trainium1-launch --accelerators 32 --top 1 --json | layouts
  1 trn1.32xlarge-launch tp2 pp1 dp16

A part of an instance, where accelerators are named: as many of each of the fewest that hold them, paid whole.

  $ part() { hakaru plan train --model llama-3.1-8b --tokens 10B --sequence-length 2048 --global-batch 256 --top 1 "$@"; }
  $ part --accelerator gb200 --accelerators 256 | grep -e Best: -e paid
  Best: 4 × gb200-nvl72 (256 × gb200), tp2 dp128 mb2 zero1 sp
  note: uses 64 of the 72 accelerators of each gb200-nvl72, which is paid whole
  $ part --accelerator gb200 --accelerators 256 --json | python3 -c 'import json, sys
  > plan = json.load(sys.stdin)["plans"][0]; print(plan["instances"], plan["accelerators"], plan["idle_accelerators"])'
  4 256 32
  $ part --instance dgx-h100 --accelerators 4 --lang ja | grep 料金
  学習: llama-3.1-8b、10,000,000,000 トークン (1 ステップ: 256 シーケンス × 2,048 トークン、bf16、adamw)。料金が分からないため、順位の基準: アクセラレーター時間。
  注: 1 台あたり 4 基だけ使います (全 8 基)。dgx-h100 の料金は 1 台分そのままかかります
  注: dgx-h100 の料金が分からないため、コストも分かりません。同じアクセラレーターは 1 基あたり $6.88/h で借りられます (--instance p5.48xlarge、us-east-1、2026-09-19)
  $ cost() { part --instance p4de.24xlarge "$@" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["usd_per_h"])'; }
  $ python3 -c "print($(cost --accelerators 4) == $(cost --accelerators 8))"
  True
  $ part --instance dgx-h100 --accelerators 13
  hakaru: 13 accelerators do not divide over 2 × dgx-h100 (up to 8 of each); nearest: 12 or 14
  [2]

Racks that would be left uneven are filled in part: 4,096 of 72 each are 64 racks of 64.

  $ hakaru plan train --model llama-3.1-405b --tokens 1T --global-batch 2048 --accelerator gb200 --accelerators 4096 --tp 4 --pp 8 --dp 128 --top 1 | grep -E '^1 |uses'
  1  64 × gb200-nvl72  tp4 pp8 vpp8 dp128 mb1 zero1 sp  5.05 s  6.97 days  measured    81 %  822 MWh  4,096 × gb200    -11 +13 %
  note: uses 64 of the 72 accelerators of each gb200-nvl72, which is paid whole

  $ part --instance dgx-h100 --accelerators 12 -o half.json > /dev/null
  $ hakaru simulate train half.json --json | grep -c '"step_time_s": [0-9]'
  1

What was not looked at is said.

  $ hakaru plan infer --model resnet-50 --batch 8 --top 1 --json | grep -c 'machines outside clouds'
  1
  $ hakaru plan infer --model resnet-50 --batch 8 --top 1 --family g5 --json | grep -c 'machines outside clouds'
  0
  [1]

A count of accelerators is on their maker's machines, whose price is not known: the note says what is rented, or how to say one.

  $ ranked() { hakaru plan train --model llama-3.1-8b --tokens 1B --top 1 "$@" | grep -E "Ranked|evidence:|price|料金" | sed 's/^Training.*Ranked/Ranked/'; }
  $ ranked --accelerator h100-sxm --accelerators 16
  Ranked by accelerator-hours, since no price is known.
    evidence: calibrated on runs of nemo-megatron on h100-sxm
  note: no price of dgx-h100 is known, so its cost is not; as many accelerators as one has are rented at $55.04/h (--instance p5.48xlarge; us-east-1, 2026-09-19)
  $ ranked --accelerator h100-sxm --accelerators 16 --usd-per-accelerator-hour 2
  Ranked by cost.
    price: $16.00/h for each instance, by --usd-per-accelerator-hour
    evidence: calibrated on runs of nemo-megatron on h100-sxm
  $ ranked --accelerator mi300x --accelerators 8 --deadline 30d
  Ranked by number of accelerators, since no price is known, within 30.0 days.
    evidence: calibrated on runs of torchtitan on mi300x
  note: no price of mi300x-8 is known, so its cost is not; as many accelerators as one has are rented at $48.00/h (--instance bm.gpu.mi300x.8; unstated, 2026-05-18)
  $ ranked --accelerator h20 --accelerators 8
  Ranked by accelerator-hours, since no price is known.
    evidence: calibrated on runs of nemo-megatron on h100-sxm; no run on h20
  note: no price of hgx-h20 is known, so its cost is not; --usd-per-accelerator-hour says one
  $ ranked --accelerator h20 --accelerators 8 --lang ja
  学習: llama-3.1-8b、1,000,000,000 トークン (1 ステップ: 256 シーケンス × 4,096 トークン、bf16、adamw)。料金が分からないため、順位の基準: アクセラレーター時間。
  注: hgx-h20 の料金が分からないため、コストも分かりません。料金は --usd-per-accelerator-hour で指定できます

TPUs are nearest to TPUs.

  $ ranked --accelerator tpu-v5p --accelerators 16
  Ranked by accelerator-hours, since no price is known.
    evidence: calibrated on runs of maxtext on tpu-v6e; no run on tpu-v5p
  note: no price of tpu-v5p-pod is known, so its cost is not; such accelerators are rented at $4.20/h each (--instance ct5p-hightpu-4t; us-central1, 2026-07-09)
  $ ranked --accelerator tpu-v5e --accelerators 16
  Ranked by accelerator-hours, since no price is known.
    evidence: calibrated on runs of maxtext on tpu-v6e; no run on tpu-v5e
  note: no price of tpu-v5e-8 is known, so its cost is not; as many accelerators as one has are rented at $9.60/h (--instance ct5lp-hightpu-4t; us-central1, 2026-07-09)
