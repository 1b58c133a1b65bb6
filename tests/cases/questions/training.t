Questions of people who train, and the answers that an engineer who has done it would give.

  $ told() { python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > best = next(p for p in answer["plans"] if p["rank"] == answer["recommended_rank"])
  > print(best["instances"], "x", best["instance"], best["price_kind"], best["evidence"])' ; }

11. "LoRA of an 8B model on one g5.xlarge?" 15 GiB of frozen weights in 22.4 GiB: it fits with activations computed again.

  $ hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 2k --lora-rank 16 --instance g5.xlarge --instances 1 --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["layout"]["recompute"], plan["memory"]["fits"], 20 < plan["duration_s"] / 3600 < 60)'
  full True True

12. "QLoRA of 70B on one card?" 35 GB in NF4 and what goes with it: one 80 GB device, not one of 48 GB.

  $ qlora() { hakaru plan train --model llama-3.1-70b --tokens 10M --sequence-length 2k --lora-rank 16 --lora-base nf4 --instances 1 "$@"; }
  $ qlora --instance p5.4xlarge --json | told
  1 x p5.4xlarge on_demand measured
  $ qlora --instance g6e.xlarge 2>&1 | cut -c1-39
  hakaru: does not fit on 1 × g6e.xlarge

13. "Llama-3.1-405B on 15T tokens in 30 days?" Meta took some 54 days on 16,384 H100; not with what is looked at unasked,
and it says what it would take.

  $ hakaru plan train --model llama-3.1-405b --tokens 15T --deadline 30d
  hakaru: the deadline of 30.0 days is not met: the fastest plan (512 * p6-b*.48xlarge) takes * days; relax --deadline by * days, or raise what holds it back: --max-instances * (* * p6-b*.48xlarge, done in * days)* (glob)
  [1]
  $ hakaru plan train --model llama-3.1-405b --tokens 15T --global-batch 2048 --sequence-length 8k --accelerator h100 --accelerators 16384 --precision bf16 --top 1 --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(45 < plan["duration_s"] / 86400 < 100, 0.35 < plan["mfu"] < 0.6)'
  True True

14. "How long does 8B on 1T tokens take on our 64 H100, at our $2.50?" 6 N D over 64 × 989 TFLOP/s at 55 to 60 %: a
fortnight or so, some $60,000.

  $ hakaru plan train --model llama-3.1-8b --tokens 1T --accelerator h100 --accelerators 64 --usd-per-accelerator-hour 2.5 --network 400Gb/s --top 1 --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(12 < plan["duration_s"] / 86400 < 20, 45e3 < plan["cost_usd"] < 80e3, plan["price"]["source"])'
  True True --usd-per-accelerator-hour

15. "Twenty minutes on Trainium2, what do I pay?" It is sold as a Capacity Block there: a whole day.

  $ hakaru plan train --model gpt2 --tokens 100M --instance trn2.48xlarge --top 1 --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["duration_s"] < 3600, plan["price_kind"], plan["cost_usd"] == 24 * plan["usd_per_h"])'
  True capacity_block True

16. "Trn1 or P4d for a Llama of 7B?" Per run Trainium is the cheaper, P4d the quicker.

  $ hakaru compare train --model llama-2-7b --tokens 10B --instance trn1.32xlarge --instance p4d.24xlarge --json | python3 -c '
  > import json, sys
  > trn1, p4d = (each["plan"] for each in json.load(sys.stdin)["comparisons"])
  > of_one = lambda plan: plan["duration_s"] * plan["instances"]
  > print(trn1["price_kind"] == p4d["price_kind"] == "on_demand", trn1["cost_usd"] / p4d["cost_usd"] < 1.5, of_one(p4d) < of_one(trn1))'
  True True True

17. "I left out the batch and the sequence length." They have usual values, which the answer states.

  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --top 1 | head -1
  Rent 8 × p5.48xlarge: 4.14 h, $1,824.
  $ hakaru plan train --instance p5.48xlarge --deadline soon
  hakaru: --model, --tokens are missing; they are needed for this job; --deadline is 'soon'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms
  [2]
