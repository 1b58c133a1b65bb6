Questions of people who serve models, and the answers that an engineer who has done it would give.

  $ told() { python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > best = next(p for p in answer["plans"] if p["rank"] == answer["recommended_rank"])
  > layout = " ".join(k + str(best["layout"][k]) for k in ("tp", "pp", "dp"))
  > print(best["instances"], "x", best["instance"], layout, best["price_kind"], best["evidence"])' ; }
  $ machines() { python3 -c 'import json, sys; print(*(str(p["instances"]) + "x" + p["instance"] for p in json.load(sys.stdin)["plans"]))'; }

1. "What is the cheapest way to serve Qwen3-32B to 20 users, first token within a second?" 64 GB of weights and the
cache of 20 conversations fit one 80 GB device; a rack or four nodes of H200 would stand idle.

  $ hakaru plan serve --model Qwen/Qwen3-32B --users 20 --ttft 1s --json | told
  1 x p5.4xlarge tp1 pp1 dp1 on_demand measured

2. "And if I quantise it?" In 8 bits it fits the same device with more room: no dearer, and quicker.

  $ for weights in bf16 fp8; do hakaru plan serve --model qwen3-32b --users 20 --ttft 1s --weights $weights --instance p5.4xlarge --json; done | python3 -c '
  > import json, sys
  > decoder, text = json.JSONDecoder(), sys.stdin.read()
  > wide, end = decoder.raw_decode(text); narrow, _ = decoder.raw_decode(text[end:].lstrip())
  > wide, narrow = (each["plans"][0] for each in (wide, narrow))
  > print(narrow["instances"] <= wide["instances"], narrow["tpot_s"] < wide["tpot_s"], narrow["usd_per_month"] <= wide["usd_per_month"])'
  True True True

3. "What is the smallest machine for Llama-3.1-70B at 8K?" 141 GB of weights: four L40S (192 GB), or twelve NeuronCores of
Inferentia2 (192 GB). One 80 GB device does not do; in 8 bits it does.

  $ hakaru plan serve --model llama-3.1-70b --context 8k --users 1 --ttft none --tpot none --json | machines | tr ' ' '\n' | grep -c -e '^1xg6e.12xlarge' -e '^1xinf2.24xlarge'
  2
  $ hakaru plan serve --model llama-3.1-70b --context 8k --instance p5.4xlarge --instances 1
  hakaru: does not fit on 1 × p5.4xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 136 GiB per device, which has 80.0 GiB; would fit: 2 × p5.4xlarge, or 1 × p5.48xlarge; with --weights int4: 1 × p5.4xlarge, $5,022 a month, 93 % likely
  [1]
  $ hakaru fit p5.4xlarge --model llama-3.1-70b --weights fp8 --json | python3 -c 'import json, sys; print(*(m["model"] for m in json.load(sys.stdin)["models"]))'
  llama-3.1-70b

4. "I have a 7B model and no idea what traffic it gets." One request a second of conversation is one 48 GB card, at some
$1,400 a month; nobody rents a rack for that.

  $ hakaru plan serve --model qwen2.5-7b-instruct --json | told
  1 x g6e.xlarge tp1 pp1 dp1 on_demand relative
  $ hakaru plan serve --model qwen2.5-7b-instruct --json | python3 -c 'import json, sys; print(1000 < json.load(sys.stdin)["plans"][0]["usd_per_month"] < 2000)'
  True

5. "Can I do it for $2,000 a month? For $500?" What does not go says what it would take.

  $ hakaru plan serve --model qwen2.5-7b-instruct --budget '$2000/month' --json | machines
  1xg6e.xlarge 1xg7.2xlarge 1xtrn2.3xlarge
  $ hakaru plan serve --model qwen2.5-7b-instruct --budget '$500/month'
  hakaru: the cheapest fleet (1 × g6e.xlarge) costs $1,359 a month, over the budget of $500; raise --budget by $859, lower --rate or --users, or relax --ttft and --tpot; with --weights int4 beyond the budget too: 1 × g6.xlarge, $588 a month, 80 % likely
  [1]

6. "Does DeepSeek-V3 fit one node?" 671 GB in fp8: not eight H100 (640 GB), but eight H200.

  $ hakaru plan serve --model deepseek-v3 --rate 2/s --json | told
  1 x p5en.48xlarge tp2 pp1 dp4 on_demand measured
  $ hakaru plan serve --model deepseek-v3 --instance p5.48xlarge --instances 1 2>&1 | cut -c1-40
  hakaru: does not fit on 1 × p5.48xlarge

7. "gpt-oss-20b for five of us?" Its experts are stored in 4 bits, 13 GB: one 24 GB card.

  $ hakaru plan serve --model gpt-oss-20b --users 5 --json | told
  1 x g6.xlarge tp1 pp1 dp1 on_demand relative

8. "Code completion, ten requests a second, on Inferentia2 or GPUs?" Long prompts, short answers: what counts is prefill,
and small GPUs with much of it are cheapest; on Inferentia2 two cores need one and a half seconds for the longest prompts, so it
takes twenty such machines, and twelve cores a machine cost about twice as much as GPUs.

  $ hakaru compare serve --model llama-3.1-8b --traffic code --rate 10/s --instance g6e.xlarge --instance inf2.24xlarge --json | python3 -c '
  > import json, sys
  > gpu, inferentia = (each["plan"] for each in json.load(sys.stdin)["comparisons"])
  > print(gpu["instances"] < 10, 1.5 < inferentia["usd_per_month"] / gpu["usd_per_month"] < 3)'
  True True

  $ hakaru plan serve --model llama-3.1-8b --traffic code --rate 10/s --instance inf2.xlarge --json | machines
  20xinf2.xlarge

9. "I only want tokens, overnight: what is cheapest per million?" Full batches, no limit of latency; the answer is a
machine with fast memory, at well under a dollar.

  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --price on_demand --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print(plan["accelerator"], plan["cost_per_million_tokens_usd"] < 1, plan["batch"] > 64)'
  b200-sxm True True

10. "Transcribing with Whisper, two streams a second." A small model: one or two of the smallest GPUs.

  $ hakaru plan serve --model whisper-large-v3 --rate 2/s --json | python3 -c 'import json, sys; p = json.load(sys.stdin)["plans"][0]; print(p["accelerators"] <= 2, p["usd_per_month"] < 1000)'
  True True
