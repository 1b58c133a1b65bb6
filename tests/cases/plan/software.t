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

A release has constants of its own where it was measured.

  $ seconds() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --sequence-length 4k --global-batch 512 --precision mxfp8 --accelerator gb200 --accelerators 8 --ep 8 --micro-batch 4 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ python3 -c "print($(seconds --software nemo-megatron@nemo-26.06) != $(seconds --software nemo-megatron))"
  True
  $ plan --instance p5.48xlarge --software nemo-megatron@nemo-26.06 -o release.json > /dev/null && hakaru explain release.json | grep -o "for nemo-megatron nemo-26.06: [0-9]* of [0-9]* rows" | head -1
  for nemo-megatron nemo-26.06: 28 of 1682 rows
  $ hakaru simulate train release.json --json | python3 -c 'import json, sys; j = json.load(sys.stdin); print(abs(j["step_time_s"] / json.load(open("release.json"))["plans"][0]["step_time_s"] - 1) < 0.02)'
  True
  $ plan --instance mi300x-8 --software nemo-megatron@1 2>&1 | grep -o "version '1' of nemo-megatron was not measured"
  version '1' of nemo-megatron was not measured
  $ plan --instance p5.48xlarge --software nemo-megatron@1
  hakaru: version '1' of nemo-megatron was not measured; accepted: megatron-bridge 26.04; megatron-bridge main 2026-07; megatron-bridge main 2026-08; nemo-24.07; nemo-25.09; nemo-25.11; nemo-26.02; nemo-26.02.01; nemo-26.04; nemo-26.04.01; nemo-26.06; ngc25.04; ngc25.09; rocm-pytorch 23.09; rocm-pytorch 25.09; without one it is what is usual of all
  [2]
  $ plan --instance p5.48xlarge --software torchtitan@9 --lang ja
  hakaru: torchtitan のバージョン '9' の測定はありません。指定できる値: torchtitan 2025-06。バージョンを省くと、全バージョンの標準的な値になります
  [2]
  $ plan --instance p5.48xlarge --software my-own@3
  hakaru: version '3' of my-own was not measured, nor was any other: leave it out
  [2]
  $ plan --instance p5.48xlarge --software nemo-megatron@
  hakaru: --software is 'nemo-megatron@'; accepted: NAME or NAME@VERSION
  [2]
  $ plan --instance p5.48xlarge --software @3
  hakaru: --software is '@3'; accepted: NAME or NAME@VERSION
  [2]

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

Networks that are no decoders take the constants of MLPerf's submissions where none is named, whose steps are CUDA graphs.

  $ bert() { hakaru plan train --model bert-large-uncased --tokens 1B --sequence-length 128 --global-batch 16 --instance p4d.24xlarge --instances 1 --top 1 "$@"; }
  $ bert | grep graph
  note: each step is launched as one CUDA graph, as mlperf runs it; --captured-step false: one by one
  $ bert --lang ja | grep グラフ
  注: 各ステップを 1 つの CUDA グラフとして起動します (mlperf での実行方法)。1 つずつ起動する場合は --captured-step false
  $ bert --captured-step false | grep -c graph
  0
  [1]
