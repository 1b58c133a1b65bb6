GRPO: a step samples, computes log-probabilities and trains, on the same accelerators; the rollout is simulated as a service.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model qwen2.5-7b-instruct --algorithm grpo --items 16k --input-length 512 --output-length 1k --instance p5.48xlarge --instances 1 --top 1 "$@"; }
  $ plan --json -o grpo.json > all.json
  $ python3 - <<'P'
  > import json
  > plan = json.load(open("all.json"))["plans"][0]
  > step, rollout = plan["step"], plan["rollout"]
  > print(round((plan["duration_s"] - plan["start_up_s"]) / plan["step_time_s"], 6), "steps")
  > print("rollout", abs(step["rollout_s"] - rollout["generation_s"] - rollout["handover_s"]) < 1e-9, rollout["handover_s"] > 0)
  > replicas = rollout["layout"]["dp"]
  > print("completions", rollout["completions_of_replica"] * replicas)
  > device = plan["memory"]["device"]
  > print("resident", abs(rollout["resident_bytes"] - device["weights_bytes"] - device["optimizer_bytes"]) < 1)
  > held = rollout["resident_bytes"] + rollout["weights_bytes"] + rollout["kv_cache_bytes"]
  > print("fits", held < plan["memory"]["capacity_bytes"])
  > P
  1000.0 steps
  rollout True True
  completions 1024
  resident True
  fits True
  $ plan | grep -E "^GRPO|rollout|^note"
  GRPO of qwen2.5-7b-instruct on 16,000 prompts: 16 prompts × 64 completions a step, prompts of 512 tokens, completions of 1,024, bf16, adamw; a frozen reference is held. Ranked by cost.
    89.0 s a step = rollout 10.6 s + compute 16.2 s + exposed communication 827 ms + log-probabilities 12.3 s + between the phases 49.1 s + optimizer 8.53 ms; MFU 16.5 %
    rollout: vllm tp1 pp1 dp8 mb1, 128 completions on a replica, 99,202 output tokens/s; weights 14.2 + cache 11 GiB beside 17.7 that training keeps; the engine sleeps while it trains
  note: completions are taken to be equally long; a rollout ends with its longest: say how they differ with --output-spread
  $ plan --lang ja | sed -n 2p
  qwen2.5-7b-instruct の GRPO: 16,000 プロンプト (1 ステップ: 16 プロンプト × 出力 64 件、プロンプト 512 トークン、出力 1,024 トークン、bf16、adamw)。固定した参照モデルを置く。順位の基準: コスト。
  $ hakaru explain grpo.json | grep -E "completions|generation|handover|log-prob|^  step "
  GRPO of qwen2.5-7b-instruct on 16,000 prompts: 16 prompts × 64 completions a step, prompts of 512 tokens, completions of 1,024, bf16, adamw; a frozen reference is held.
    completions of a replica              16 prompts × 64 completions / 8 replicas = 128  [7]
    generation                            until the last completion ends, 128 at once: vllm tp1 pp1 dp8 mb1, simulated = 10.6 s  [8]
    handover of weights                   all-gather of 15.2 GB over 8 ranks = 38.9 ms
    forward passes for log-probabilities  2 × 32 micro-batches forward alone, all parallelism as in training = 12.3 s  [21]
    step                                  the sum = 89.0 s  [23]
  $ hakaru simulate train grpo.json | grep rollout
  rollout                    10.6 s   11.9 %

Longer tails of completions take longer; without its KL term one pass forward is less; what is offloaded leaves room.

  $ seconds() { plan "$@" --json | python3 -c 'import json, sys; s = json.load(sys.stdin)["plans"][0]["step"]; print(s["rollout_s"], s["forward_only_s"])'; }
  $ layout="--tp 1 --pp 1 --dp 8 --zero 3 --micro-batch 1"
  $ seconds $layout > alike; seconds $layout --output-spread 0.7 --context 8k > tailed; seconds $layout --reference none > without
  $ python3 - <<'P'
  > alike, tailed, without = (list(map(float, open(name).read().split())) for name in ("alike", "tailed", "without"))
  > print(tailed[0] > 1.5 * alike[0], abs(alike[1] / without[1] - 2) < 1e-6, without[0] <= alike[0])
  > P
  True True True

The engine's replicas may be fixed; else they are the soonest.

  $ plan --rollout-tp 4 | grep -oE "rollout: vllm tp4 pp1 dp2"
  rollout: vllm tp4 pp1 dp2
  $ plan | grep -oE "wider, since .*"
  wider, since no run of nemo-megatron had GRPO, few published steps of GRPO tell what frameworks do between its phases

What lies between its phases is as it was planned with, whatever is usual where the plan is read.

  $ mkdir own && sed 's/^between_phases = .*/between_phases = 0.5/' "$TESTDIR/../../../data/defaults.toml" > own/defaults.toml
  $ plan --data own -o half.json > /dev/null && hakaru explain half.json | grep -oE "[0-9.]+ × all phases"
  0.5 × all phases

What is missing or does not go with it.

  $ hakaru plan train --model qwen2.5-7b-instruct --algorithm grpo --items 16k --instance p5.48xlarge
  hakaru: --input-length, --output-length are missing; they are needed for this job
  [2]
  $ hakaru memory train --model qwen2.5-7b-instruct --algorithm grpo --on p5.48xlarge
  hakaru: --sequence-length is missing; it is needed for this job
  [2]
  $ plan --output-spread 0.7
  hakaru: --context is missing; it is needed for this job
  [2]
  $ plan --rollout-tp 3
  hakaru: no replica of 3 tensor-parallel ranks serves qwen2.5-7b-instruct on 1 × p5.48xlarge; leave --rollout-tp out
  [1]
  $ plan --sequence-length 2k
  hakaru: --sequence-length and --algorithm grpo exclude each other; accepted: one of them
  [2]
  $ plan --group-size 1
  hakaru: --group-size is 1; accepted: 2 … 100000
  [2]
  $ plan --engine nothing
  hakaru: engine 'nothing' is not known; accepted: atom, nxd-inference, optimum-neuron, sglang, sglang-jax, tgi, transformers-neuronx, trtllm, vllm, vllm-tpu, each also with @ and a version that was measured
  [2]
  $ plan --context 1k
  hakaru: --context is 1024: prompt (512) and answer (1024) must fit in it, each at least 1 token
  [2]
  $ hakaru plan train --model qwen2.5-7b-instruct --tokens 1B --output-length 1k --instance p5.48xlarge
  hakaru: --output-length needs --algorithm grpo
  [2]
  $ hakaru plan train --model qwen2.5-7b-instruct --algorithm grpo --items 16k --input-length 512 --output-length 1k --instance g6e.xlarge --instances 1
  hakaru: does not fit on 1 × g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1 recompute full) needs 148 GiB per device, which has 44.7 GiB; would fit: 8 × g6e.xlarge, or 1 × g6e.12xlarge
  [1]
