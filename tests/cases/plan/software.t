Any software is planned with: what is known by its own constants, what is not by those usual of its kind.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 256 --instances 1 --top 1 "$@"; }
  $ plan --instance p5.48xlarge --software my-megatron | grep "is not known"
  note: software 'my-megatron' is not known (nearest: nemo-megatron, primus-megatron, megatron-2020): constants are those usual of its kind, megatron
  $ plan --instance trn1.32xlarge --software neuronx-nemo-megatron | grep "is not known"
  note: software 'neuronx-nemo-megatron' is not known (nearest: neuronx): constants are those usual of its kind, neuron
  $ plan --instance p5.48xlarge --software my-trainer --lang ja | grep my-trainer
  注: ソフトウェア 'my-trainer' は登録されていません (候補: hf-trainer)。sharded 系のソフトウェアに通常の定数を使います

On AMD's accelerators NeMo is ROCm's.

  $ seconds() { plan --instance mi300x-8 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ test "$(seconds --software nemo-megatron)" = "$(seconds --software nemo-megatron-rocm)" && echo the same
  the same
  $ plan --instance mi300x-8 --software nemo-megatron | grep evidence:
    evidence: not calibrated: no run of its software on mi300x or similar; constants of h100-sxm

Names that people type stand for what trains; those beside one that is not known are of its kind.

  $ for name in nemo megatron-bridge megatron-lm accelerate llama-factory ms-swift litgpt fsdp2; do plan --instance p5.48xlarge --software $name | grep "is predicted as"; done
  note: software 'nemo' is predicted as nemo-megatron
  note: software 'megatron-bridge' is predicted as nemo-megatron
  note: software 'megatron-lm' is predicted as nemo-megatron
  note: software 'accelerate' is predicted as hf-trainer
  note: software 'llama-factory' is predicted as hf-trainer
  note: software 'ms-swift' is predicted as hf-trainer
  note: software 'litgpt' is predicted as pytorch-fsdp
  note: software 'fsdp2' is predicted as pytorch-fsdp
  $ plan --instance p5.48xlarge --software colossalai | grep "is not known"
  note: software 'colossalai' is not known: constants are those usual of its kind, megatron

Names are compared by their letters and digits; what stands for other software has a relative's runs, and what serves trains none.

  $ for name in NeMo Megatron-LM "HF Trainer" hf_trainer DeepSpeed mcore openrlhf verl peft; do plan --instance p5.48xlarge --software "$name" | grep -E "is (not known|predicted)|evidence:"; done
    evidence: calibrated on runs of nemo-megatron on h100-sxm
  note: software 'NeMo' is predicted as nemo-megatron
    evidence: calibrated on runs of nemo-megatron on h100-sxm
  note: software 'Megatron-LM' is predicted as nemo-megatron
    evidence: calibrated on runs of hf-trainer on h100-sxm
    evidence: calibrated on runs of hf-trainer on h100-sxm
    evidence: calibrated on runs of hf-trainer-deepspeed on a100-sxm-80gb; no run on h100-sxm
  note: software 'DeepSpeed' is predicted as hf-trainer-deepspeed
    evidence: calibrated on runs of nemo-megatron on h100-sxm
  note: software 'mcore' is predicted as nemo-megatron
    evidence: calibrated on runs of hf-trainer-deepspeed on a100-sxm-80gb; no run on h100-sxm
  note: software 'openrlhf' is predicted as hf-trainer-deepspeed
    evidence: calibrated on runs of pytorch-fsdp on h100-sxm, not of the software asked for
  note: software 'verl' is predicted as pytorch-fsdp
    evidence: calibrated on runs of hf-trainer on h100-sxm
  note: software 'peft' is predicted as hf-trainer
  $ plan --instance p5.48xlarge --software verl --lang ja | grep 根拠
  #  インスタンス     分割構成           ステップ       時間  コスト  根拠                メモリ  エネルギー  アクセラレーター  誤差 (90 %)
    根拠: h100-sxm 上の pytorch-fsdp の実測から定数を推定 (指定のソフトウェアの実測ではありません)
  $ plan --instance p5.48xlarge --software AXLearn | grep "is not known"
  note: software 'AXLearn' is not known: constants are those usual of its kind, xla
  $ plan --instance p5.48xlarge --software vLLM 2>&1 | cut -c-90
  hakaru: --software is 'vLLM', which serves models and trains none; accepted: axolotl, deep
  $ plan --instance p5.48xlarge --software vllm --lang ja 2>&1 | cut -c-60
  hakaru: --software の 'vllm' は推論サーバーであり

What software does not run on is refused, and left out of what is searched.

  $ for where in "trn1.32xlarge megatron-core-2025" "trn1.32xlarge maxtext" "trn1.32xlarge torchneuron" "p5.48xlarge nxd-training" "p5.48xlarge optimum-neuron" "p5.48xlarge my-neuron" "mi300x-8 neuronx"; do set -- $where; plan --instance $1 --software $2; done
  hakaru: --software megatron-core-2025 does not run on neuroncore-v2; accepted there: plans without it, or with neuronx, nxd-training
  hakaru: --software maxtext does not run on neuroncore-v2; accepted there: plans without it, or with neuronx, nxd-training
  hakaru: --software torchneuron does not run on neuroncore-v2; accepted there: plans without it, or with neuronx, nxd-training
  hakaru: --software nxd-training does not run on h100-sxm; accepted there: plans without it, or with axolotl, deepspeed, deepspeed-zero2, deepspeed-zero3, deepspeed-zero3-2021, fairscale, hai-llm, hf-trainer, hf-trainer-deepspeed, huggingface, jax-paxml, maxtext, megatron-2020, megatron-2021, megatron-2022, megatron-core-0.14, megatron-core-2024, megatron-core-2025, megatron-deepspeed-2021, megatron-deepspeed-2022, mlperf, nemo-automodel, nemo-megatron, pytorch-ddp, pytorch-fsdp, torchtitan, torchtune, unsloth, xtuner, xtuner-deepspeed
  hakaru: --software optimum-neuron does not run on h100-sxm; accepted there: plans without it, or with axolotl, deepspeed, deepspeed-zero2, deepspeed-zero3, deepspeed-zero3-2021, fairscale, hai-llm, hf-trainer, hf-trainer-deepspeed, huggingface, jax-paxml, maxtext, megatron-2020, megatron-2021, megatron-2022, megatron-core-0.14, megatron-core-2024, megatron-core-2025, megatron-deepspeed-2021, megatron-deepspeed-2022, mlperf, nemo-automodel, nemo-megatron, pytorch-ddp, pytorch-fsdp, torchtitan, torchtune, unsloth, xtuner, xtuner-deepspeed
  hakaru: --software my-neuron does not run on h100-sxm; accepted there: plans without it, or with axolotl, deepspeed, deepspeed-zero2, deepspeed-zero3, deepspeed-zero3-2021, fairscale, hai-llm, hf-trainer, hf-trainer-deepspeed, huggingface, jax-paxml, maxtext, megatron-2020, megatron-2021, megatron-2022, megatron-core-0.14, megatron-core-2024, megatron-core-2025, megatron-deepspeed-2021, megatron-deepspeed-2022, mlperf, nemo-automodel, nemo-megatron, pytorch-ddp, pytorch-fsdp, torchtitan, torchtune, unsloth, xtuner, xtuner-deepspeed
  hakaru: --software neuronx does not run on mi300x; accepted there: plans without it, or with axolotl, deepspeed, deepspeed-zero2, deepspeed-zero3, deepspeed-zero3-2021, fairscale, hf-trainer, hf-trainer-deepspeed, huggingface, megatron-2020, megatron-2021, megatron-2022, megatron-core-0.14, megatron-core-2024, megatron-core-2025, megatron-deepspeed-2021, megatron-deepspeed-2022, mlperf, nemo-megatron, nemo-megatron-rocm, primus-megatron, pytorch-ddp, pytorch-fsdp, torchtitan, torchtune, unsloth, xtuner, xtuner-deepspeed
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --accelerator tpu-v6e --accelerators 8 --software nemo-megatron --lang ja
  hakaru: --software nemo-megatron は tpu-v6e で動きません。指定せずに計画するか、次のいずれかを指定してください: jax-paxml, maxtext
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --family p5 --family trn1 --software nxd-training --json --instances 1 | python3 -c 'import json, sys; print({plan["accelerator"] for plan in json.load(sys.stdin)["plans"]})'
  {'neuroncore-v2'}

A search keeps to what software has, also where constants are those of others.

  $ cat > degrees.py <<'END'
  > import json, sys
  > layouts = [plan["layout"] for plan in json.load(sys.stdin)["plans"]]
  > print({key: sorted({layout[key] for layout in layouts}) for key in ("tp", "pp", "vpp", "cp", "zero")})
  > END
  $ for name in unsloth torchtune nemo-automodel fairscale deepspeed-zero2 deepspeed-zero3 xtuner fsdp2 my-fsdp; do echo "$name $(hakaru plan train --model llama-3.2-1b --tokens 1B --instance p5.48xlarge --instances 4 --top 20 --software $name --json | python3 degrees.py)"; done
  unsloth {'tp': [1], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [0]}
  torchtune {'tp': [1, 2, 4, 8], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [0, 2]}
  nemo-automodel {'tp': [1, 2, 4, 8], 'pp': [1, 2], 'vpp': [1, 4], 'cp': [1], 'zero': [0, 2]}
  fairscale {'tp': [1], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [3]}
  deepspeed-zero2 {'tp': [1], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [2]}
  deepspeed-zero3 {'tp': [1], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [3]}
  xtuner {'tp': [1], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [1]}
  fsdp2 {'tp': [1, 2, 4, 8], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [0, 2, 3]}
  my-fsdp {'tp': [1, 2, 4, 8], 'pp': [1], 'vpp': [1], 'cp': [1], 'zero': [0, 2]}
  $ echo "torchneuron $(hakaru plan train --model llama-3.2-1b --tokens 1B --instance trn2.48xlarge --top 20 --software torchneuron --json | python3 degrees.py)"
  torchneuron {'tp': [2, 4, 8, 16, 32], 'pp': [1, 3], 'vpp': [1], 'cp': [1], 'zero': [0, 2, 3]}
  $ hakaru plan train --model llama-3.2-1b --tokens 1B --instance p5.48xlarge --software torchtune --instances 1 --tp 1 --pp 2 --top 1 | grep "a search keeps"
  note: torchtune has no pp; a search keeps to pp 1
  $ plan --instance p5.48xlarge --software deepspeed-zero2 --zero 3 --lang ja | grep 探索
  注: deepspeed-zero2 に ZeRO 3 はありません。探索の対象: 2

Stages have at most as many chunks as measured ones, unless more are asked for.

  $ hakaru plan train --model qwen3-235b-a22b --tokens 1B --sequence-length 8k --global-batch 512 --instance p5.48xlarge --instances 16 --pp 2 --top 3 --json | python3 degrees.py
  {'tp': [4, 8], 'pp': [2], 'vpp': [1], 'cp': [1], 'zero': [1]}
  $ hakaru plan train --model llama-3.1-70b --tokens 1B --instance p5.48xlarge --instances 4 --tp 8 --pp 2 --vpp 40 --top 1 | grep "a search keeps"
  note: no step with 40 chunks of a stage is known; a search keeps to vpp 24

Peaks that all stayed below what was predicted are no reason to fill a device: what is usual is left free.

  $ plan --instance p5.48xlarge --software torchtitan | grep -o "at least .* left free"
  at least 5 % left free

A release has constants of its own where it was measured.

  $ seconds() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --sequence-length 4k --global-batch 512 --precision mxfp8 --accelerator gb200 --accelerators 8 --ep 8 --micro-batch 4 --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ python3 -c "print($(seconds --software nemo-megatron@nemo-26.06) != $(seconds --software nemo-megatron))"
  True
  $ test "$(seconds --software NeMo@26.06)" = "$(seconds --software nemo-megatron@nemo-26.06)" && test "$(seconds --software megatron-bridge@26.04)" != "$(seconds --software nemo@26.04)" && echo found
  found
  $ test "$(seconds --software NeMo@26.04)" = "$(seconds --software nemo@26.04)" && echo "however it is written"
  however it is written
  $ plan --instance p5.48xlarge --software megatron-core@2024 | grep -E "evidence:|No run"
    evidence: calibrated on runs of megatron-core-2024 on h100-sxm
  $ plan --instance p5.48xlarge --software nemo-megatron@nemo-26.06 -o release.json > /dev/null && hakaru explain release.json | grep -o "for nemo-megatron nemo-26.06: [0-9]* of [0-9]* rows" | head -1
  for nemo-megatron nemo-26.06: 28 of 1682 rows
  $ hakaru simulate train release.json --json | python3 -c 'import json, sys; j = json.load(sys.stdin); print(abs(j["step_time_s"] / json.load(open("release.json"))["plans"][0]["step_time_s"] - 1) < 0.02)'
  True

One that was not is predicted as all of them are.

  $ plan --instance mi300x-8 --software nemo-megatron@1 | grep -o "note: no run of .*"
  note: no run of version '1' of nemo-megatron is known: constants are those usual of it; those with constants of their own: megatron-bridge 26.04, megatron-bridge main 2026-07, megatron-bridge main 2026-08, nemo-24.07, nemo-25.09, nemo-25.11, nemo-26.02, nemo-26.02.01, nemo-26.04, nemo-26.04.01, nemo-26.06, ngc25.04, ngc25.09, rocm-pytorch 23.09, rocm-pytorch 25.09
  $ titan() { plan --instance p5.48xlarge --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["step_time_s"])'; }
  $ test "$(titan --software torchtitan@0.2.2)" = "$(titan --software torchtitan)" && echo the same
  the same
  $ plan --instance p5.48xlarge --software torchtitan@9 --lang ja | grep バージョン
  注: バージョン '9' の torchtitan の実行は知られていません。定数は全バージョンに通常のものです。固有の定数があるバージョン: torchtitan 2025-06
  $ plan --instance p5.48xlarge --software my-own@3 | grep -o "note: .*my-own.*"
  note: software 'my-own' is not known: constants are those usual of its kind, megatron
  note: no run of version '3' of my-own is known: constants are those usual of it
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
