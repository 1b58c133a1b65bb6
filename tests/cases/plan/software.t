Any software is planned with: what is known by its own constants, what is not by those usual of its kind.

  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 256 --instances 1 --top 1 "$@"; }
  $ plan --instance p5.48xlarge --software my-megatron | grep "is not known"
  note: software 'my-megatron' is not known (nearest: nemo-megatron, primus-megatron, maxtext): constants are those usual of its kind, megatron
  $ plan --instance p5.48xlarge --software neuronx-nemo-megatron | grep "is not known"
  note: software 'neuronx-nemo-megatron' is not known (nearest: nemo-megatron, neuronx, primus-megatron): constants are those usual of its kind, neuron
  $ plan --instance p5.48xlarge --software my-trainer --lang ja | grep my-trainer
  注: ソフトウェア 'my-trainer' は登録されていません (候補: hf-trainer, nxd-training, xtuner)。定数は同種のソフトウェア (sharded) に通常のものです

On AMD's accelerators NeMo is ROCm's.

  $ seconds() { plan --instance mi300x-8 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ test "$(seconds --software nemo-megatron)" = "$(seconds --software nemo-megatron-rocm)" && echo the same
  the same
  $ plan --instance mi300x-8 --software nemo-megatron | grep evidence:
    evidence: none: no run of its software on mi300x or a near relative is among the measurements; constants of h100-sxm

Peaks that all stayed below what was predicted are no reason to fill a device: what is usual is left free.

  $ plan --instance p5.48xlarge --software torchtitan | grep -o "at least .* left free"
  at least 5 % left free

One's own software is read with care.

  $ mkdir kinds && sed '/^\[kinds/,/^\[series/{/^\[series/!d}' "$TESTDIR/../../../data/stacks.toml" > kinds/stacks.toml && hakaru --data kinds plan train --model llama-3.1-8b --tokens 1B --software mine
  hakaru: kinds/stacks.toml: 'kinds' is missing or empty; accepted: tables of kinds
  [2]
  $ sed 's/^kind = "sharded"/kind = "shardedd"/' "$TESTDIR/../../../data/stacks.toml" > kinds/stacks.toml && hakaru --data kinds plan train --model llama-3.1-8b --tokens 1B --software mine
  hakaru: kinds/stacks.toml: 'axolotl.kind' is 'shardedd'; accepted: neuron, xla, megatron, zero, sharded, replicated
  [2]
  $ sed 's/AMD = "nemo-megatron-rocm"/AMD = "nemo-megatron-rokm"/' "$TESTDIR/../../../data/stacks.toml" > kinds/stacks.toml && hakaru --data kinds plan train --model llama-3.1-8b --tokens 1B --software mine
  hakaru: kinds/stacks.toml: 'nemo-megatron.makers.AMD' is 'nemo-megatron-rokm'; accepted: axolotl, deepspeed, deepspeed-zero2, deepspeed-zero3, deepspeed-zero3-2021, fairscale, hai-llm, hf-trainer, hf-trainer-deepspeed, huggingface, jax-paxml, maxtext, megatron-2020, megatron-2021, megatron-2022, megatron-core-0.14, megatron-core-2024, megatron-core-2025, megatron-deepspeed-2021, megatron-deepspeed-2022, mlperf, nemo-automodel, nemo-megatron, nemo-megatron-rocm, neuronx, nxd-training, primus-megatron, pytorch-ddp, pytorch-fsdp, torchneuron, torchtitan, torchtune, unsloth, xtuner, xtuner-deepspeed
  [2]
  $ mkdir -p causes/calibrations/training && printf '[software.mine]\nsource = "mine"\ngemm_factor = 0.3\n' > causes/calibrations/training/by_cause.toml && hakaru --data causes plan train --model llama-3.1-8b --tokens 1B --software mine
  hakaru: causes/calibrations/training/by_cause.toml: 'software.mine.gemm_factor' is not a known key; accepted: gemm_reach, host_jitter, memory_reach
  [2]
  $ printf '[gemm_reach]\ncause = "software"\nmultiplies = ["gemm_eficiency"]\ncentre = 1\nspread = 1\nlower = 0.5\nupper = 2\nmeaning = ""\nsource = ""\n' > causes/training_constants.toml && hakaru --data causes plan train --model llama-3.1-8b --tokens 1B --software mine
  hakaru: causes/training_constants.toml: 'gemm_reach.multiplies' is 'gemm_eficiency'; accepted: constants of calibrations
  [2]
