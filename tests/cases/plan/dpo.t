DPO: an item is a pair of answers, two sequences; the reference takes the weights once more, and a pass forward of each.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.1-8b --sequence-length 2k --instance p5.48xlarge --instances 1 --top 1 --json "$@"; }
  $ fixed="--tp 2 --pp 1 --dp 4 --zero 1 --recompute none --sequence-parallel true"
  $ pairs="--algorithm dpo --items 3200 --global-batch 32 --micro-batch 2"
  $ plan $fixed $pairs > dpo.json
  $ plan $fixed $pairs --reference none > without.json
  $ plan $fixed $pairs --lora-rank 16 > lora.json
  $ plan $fixed --tokens 13107200 --global-batch 64 --micro-batch 4 > plain.json
  $ python3 - <<'P'
  > import json
  > dpo, without, lora, plain = (json.load(open(f"{name}.json"))["plans"][0] for name in ("dpo", "without", "lora", "plain"))
  > weights = lambda plan: plan["memory"]["device"]["weights_bytes"]
  > print("weights", weights(dpo) / weights(without), weights(lora) < 1.05 * weights(without))
  > print("activations", without["memory"]["device"]["activations_bytes"] == plain["memory"]["device"]["activations_bytes"])
  > print("as two sequences", abs(without["step_time_s"] / plain["step_time_s"] - 1) < 1e-9, without["duration_s"] - without["start_up_s"] == plain["duration_s"])
  > print("FLOPs", round(dpo["step"]["model_flops"] / without["step"]["model_flops"], 6))
  > print("the reference's time", "forward_only_s" in without["step"], "forward_only_s" in lora["step"])
  > share = dpo["step"]["forward_only_s"] / without["step_time_s"]
  > print("a part of the step", 0.2 < share < 0.4, abs(dpo["step_time_s"] - without["step_time_s"] - dpo["step"]["forward_only_s"]) < 1e-9)
  > P
  weights 2.0 True
  activations True
  as two sequences True False
  FLOPs 1.333333
  the reference's time False True
  a part of the step True True

Steps see all pairs once; the band says that no run is of it.

  $ plan --algorithm dpo --items 60k -o dpo-plan.json > /dev/null
  $ hakaru plan train --model llama-3.1-8b --algorithm dpo --items 60k --instance p5.48xlarge --instances 1 --top 1 | grep -E "^DPO|wider"
  DPO of llama-3.1-8b on 491,520,000 tokens: 64 pairs of 4,096 tokens each answer a step, bf16, adamw; a frozen reference is held. Ranked by cost.
    90 % interval: step 4.93–14.1 s, time 1.35–3.74 h, cost $74.47–$206; held-out runs: 17, median error 16.7 % (nemo-megatron on h100-sxm, llama-3.1-8b; models: 1); wider, since no run of nemo-megatron had DPO
  $ hakaru plan train --model llama-3.1-8b --algorithm dpo --items 60k --instance p5.48xlarge --instances 1 --top 1 --lang ja | sed -n 2p
  llama-3.1-8b の DPO: 491,520,000 トークン (1 ステップ: 64 対 × 回答ごとに 4,096 トークン、bf16、adamw)。固定した参照モデルを置く。順位の基準: コスト。
  $ hakaru explain dpo-plan.json | grep -E "of the frozen reference|log-prob"
    weights of the frozen reference  4,015,263,744 parameters, as they were = 8.03 GB  [2]
    forward passes for log-probabilities  1 × 8 micro-batches forward alone, all parallelism as in training = 1.03 s  [18]
  $ hakaru simulate train dpo-plan.json | grep log-prob
  log-probabilities          1.03 s   25.5 %
  $ hakaru memory train --model llama-3.1-8b --algorithm dpo --context 2k --on p5.48xlarge | grep '^DPO'
  DPO of llama-3.1-8b: 1 pairs × 2,048 tokens each answer, bf16, adamw; tp4 pp1 dp1 mb1; a frozen reference is held

What programs of next tokens run is no DPO, and what it cannot be asked of says so.

  $ hakaru measure dpo-plan.json
  hakaru: dpo-plan.json: a plan whose algorithm is dpo cannot be run so; accepted: next-token
  [2]
  $ hakaru rehearse dpo-plan.json
  hakaru: dpo-plan.json: a plan whose algorithm is dpo cannot be run so; accepted: next-token
  [2]
  $ plan --algorithm ppo --items 60k
  {"error":{"kind":"bad_input","exit_status":2,"message":"--algorithm is 'ppo'; accepted: next-token, dpo, grpo"}}
  hakaru: --algorithm is 'ppo'; accepted: next-token, dpo, grpo
  [2]
  $ plan --tokens 1B --reference none
  {"error":{"kind":"bad_input","exit_status":2,"message":"--reference needs --algorithm dpo|grpo"}}
  hakaru: --reference needs --algorithm dpo|grpo
  [2]
  $ plan --algorithm dpo --items 60k --group-size 8
  {"error":{"kind":"bad_input","exit_status":2,"message":"--group-size needs --algorithm grpo; found dpo"}}
  hakaru: --group-size needs --algorithm grpo; found dpo
  [2]
  $ hakaru plan train --model bert-base-uncased --algorithm dpo --items 60k --instance p5.48xlarge
  hakaru: --model is bert-base-uncased; accepted: with --algorithm dpo, a model that generates text
  [2]

Lengths of prompts and of answers are of GRPO.

  $ hakaru plan train --model llama-3.1-8b --algorithm dpo --items 1k --input-length 512 --instance p5.48xlarge
  hakaru: --input-length needs --algorithm grpo; with --algorithm dpo, --sequence-length is that of a prompt with one of its two answers
  [2]
  $ hakaru plan train --model llama-3.1-8b --algorithm dpo --items 1k --input-length 512 --instance p5.48xlarge --lang ja
  hakaru: --input-length には --algorithm grpo が必要です。--algorithm dpo では、プロンプトと 2 つの回答の一方を合わせた長さを --sequence-length で指定してください
  [2]
