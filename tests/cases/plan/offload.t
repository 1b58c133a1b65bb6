An optimizer in the memory of the instance: its states leave the device, and a step waits for the host.

  $ hakaru() { command hakaru "$@" --wide; }
  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 2k --global-batch 16 --instances 1 --top 1 "$@"; }
  $ plan --instance g5.12xlarge
  hakaru: does not fit on 1 × g5.12xlarge: the smallest layout (tp4 pp1 dp1 mb1 sp recompute full) needs 36.8 GiB per device, which has 22.4 GiB; would fit: 2 × g5.12xlarge, or 1 × g5.48xlarge / 1 × g5.12xlarge --offload-optimizer true
  [1]
  $ plan --instance g5.12xlarge --offload-optimizer true --zero 3 --json > offloaded.json && plan --instance g5.48xlarge --zero 3 --json > kept.json
  $ python3 - <<'P'
  > import json
  > offloaded, kept = (json.load(open(f"{name}.json"))["plans"][0] for name in ("offloaded", "kept"))
  > print(offloaded["layout"]["offload_optimizer"], "offload_optimizer" in kept["layout"])
  > print(offloaded["memory"]["device"]["optimizer_bytes"], kept["memory"]["device"]["optimizer_bytes"] > 0)
  > print(offloaded["step"]["optimizer_s"] > 20 * kept["step"]["optimizer_s"])
  > P
  True False
  0 True
  True
  $ plan --instance g5.12xlarge --offload-optimizer true --zero 3 | grep "note: what is offloaded"
  note: what is offloaded takes 120 GiB of the 192 GiB of memory of each g5.12xlarge

It is explained, and the memory of the instance must hold it.

  $ plan --instance g5.12xlarge --offload-optimizer true --zero 3 -o plan.json > /dev/null && hakaru explain plan.json | grep -o "optimizer on the host .* bytes / [0-9.]* GB/s + 4 ranks / 2.1e+09 a second)"
  optimizer on the host         2,007,631,872 parameters × (4 bytes / 31.5 GB/s + 4 ranks / 2.1e+09 a second)
  $ plan --instance g6e.xlarge --offload-optimizer true --zero 2
  hakaru: does not fit on 1 × g6e.xlarge: what tp1 pp1 dp1 mb1 zero2 recompute full offload keeps in the memory of each needs 120 GiB, and 28.8 GiB are there; shard it over more of them, or offload less
  [1]
  $ plan --instance g6e.xlarge --offload-optimizer true --zero 2 --lang ja
  hakaru: 1 × g6e.xlarge に収まりません: tp1 pp1 dp1 mb1 zero2 recompute full offload がそれぞれのメモリに置くものは 120 GiB を要し、28.8 GiB を超えます。より多くの台数に分けるか、オフロードを減らしてください
  [1]

Nobody tries it unasked, and not where the way to the host is unknown.

  $ plan --instance p5.48xlarge --exhaustive true --json | grep -c '"offload_optimizer": true'
  0
  [1]
  $ hakaru plan train --model bert-large-uncased --tokens 1B --instance dl1.24xlarge --offload-optimizer true
  hakaru: offload-optimizer: how fast gaudi1 reaches the memory of its instance is not known; accepted: false
  [1]

Elsewhere it is counted too: what fits is asked of the memory of the instance, and no run is proposed that it could not hold.

  $ hakaru memory train --model llama-3.1-8b --on g6e.xlarge --offload-optimizer true --zero 2 --recompute full | head -2
  Does not fit: what is offloaded needs 120 GiB of the memory of g6e.xlarge, which may take 28.8 GiB
  Fits: 22.2 GiB of 44.7 GiB per device (50 %).
  $ hakaru memory train --model llama-3.1-8b --on g6e.xlarge --offload-optimizer true --zero 2 --recompute full --json | grep -E '"(fits|host_bytes)"'
    "host_bytes": 128484179968,
    "fits": false,
  $ hakaru memory train --model llama-3.1-8b --on g6e.12xlarge --offload-optimizer true --zero 2 --recompute full --tp 4 | sed -n 2p
  what is offloaded takes 120 GiB of the 384 GiB of memory of each g6e.12xlarge
  $ hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 2k --global-batch 16 --instance g5.2xlarge --instances 8 --offload-optimizer true --zero 3 -o wide.json > /dev/null && hakaru measure wide.json | grep -c "1 of its 8 machines"
  0
  [1]
  $ plan --instance p4d.24xlarge --offload-optimizer true --zero 3 | grep -o "wider, since .*"
  wider, since no run of pytorch-fsdp offloaded states or activations

Activations may go there too, where there is one stage: a layer's wait beside the others' passes, so no layer runs again.

  $ long() { hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 32k --global-batch 8 --instance p5.48xlarge --instances 1 \
  >   --tp 1 --cp 1 --zero 3 --micro-batch 1 --top 1 "$@"; }
  $ long --recompute none
  hakaru: does not fit on 1 × p5.48xlarge: the smallest layout (tp1 pp1 dp8 mb1 zero3) needs 176 GiB per device, which has 80.0 GiB; would fit: 1 × p6-b300.48xlarge / 1 × p5.48xlarge --offload-activations true
  [1]
  $ long --recompute none --offload-activations true -o long.json | grep -E '^1  |memory:|note: what is off'
  1  1 × p5.48xlarge  tp1 dp8 mb1 zero3 offload-activations  5.70 s  40.4 min  $37.02  measured    61 %  3.77 kWh  8 × h100-sxm    -41 +69 %
    memory: weights 1.87 + gradients 3.74 + optimizer 11.2 + activations 9.01 + buffers 18.8 + reserve 3.9 = 48.6 of 80 GiB; at least 9.84 % left free; out of memory with a chance of <1 %
  note: what is offloaded takes 1021 GiB of the 2048 GiB of memory of each p5.48xlarge
  $ hakaru explain long.json | grep -E '^  (activations|offloaded)' | cut -c-130
    activations of layers             146 GB a micro-batch × 1 in flight, recompute none = 146 GB  [2]
    activations in the host's memory  of all layers but the one that runs and the one on its way = -137 GB  [3]
    activations of the output head    one micro-batch = 0.54 GB  [2]
    offloaded activations         1 micro-batch × 1.02 s of activations on their way to the host and back at 63 GB/s, what is not h
  $ hakaru simulate train long.json --json | python3 -c '
  > import json, sys
  > print(abs(json.load(sys.stdin)["step_time_s"] / json.load(open("long.json"))["plans"][0]["step_time_s"] - 1) < 0.01)'
  True
  $ long --pp 2 --offload-activations true
  hakaru: zero 3 needs pp 1, found pp 2: gradients shared out after every micro-batch undo the pipeline; use zero 1
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 100M --instance p5.48xlarge --pp 2 --offload-activations true
  hakaru: offload-activations needs pp of 1 and no captured step; found pp 2, captured-step false
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 100M --instance p5.48xlarge --captured-step true --offload-activations true --lang ja
  hakaru: offload-activations には pp 1 が必要で、captured-step とは併用できません。指定: pp 1、captured-step true
  [1]
  $ hakaru memory train --model llama-3.1-8b --offload-activations true --offload-optimizer true --json | grep host_bytes
    "host_bytes": 145612668928,

The exhaustive search finds the same; a pass forward alone copies nothing.

  $ search() { hakaru plan train --model qwen3-30b-a3b --tokens 1B --sequence-length 4k --global-batch 256 --instance p6-b200.48xlarge \
  >   --instances 2 --recompute full --offload-activations true --top 3 "$@" | grep -E '^[1-3] '; }
  $ search > bounded; search --exhaustive true | cmp - bounded
  $ dpo() { hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 8k --global-batch 16 --instance p6-b200.48xlarge --instances 1 \
  >   --tp 1 --cp 1 --zero 3 --micro-batch 1 --recompute none --algorithm dpo --top 1 --json "$@" |
  >   grep -o 'forward_only_s.: [0-9.]\{12\}'; }  # the copies are taken off again: its last digits are of rounding
  $ dpo > kept; dpo --offload-activations true | cmp - kept
  $ hakaru plan train --model bert-large-uncased --tokens 1B --instance dl1.24xlarge --offload-activations true
  hakaru: offload-activations: how fast gaudi1 reaches the memory of its instance is not known; accepted: false
  [1]
  $ hakaru measure long.json --lang ja | grep -o "最も違うのは.*の部分"
  [1]
  $ hakaru measure long.json | grep offload
  On 1 × p5.48xlarge, tp1 pp1 dp8 mb1 zero3 offload-activations.
  neighbour    4.98 min  $4.57  5.98 s a step (3.53 s to 10.1 s), MFU 53.5 %  tp1 pp1 dp8 mb1 zero3 recompute full offload-activations instead: predicted to take 1.05 times as long, most of all by its offload part; it tells whether that is so
  note: Megatron Bridge run_recipe.py has no flag for 'offload_activations true': set it in its own configuration

Constants of one's own.

  $ mkdir own && printf 'parameters_per_s = 0\nmemory_share = 0.9\nsource = "me"\n' > own/host_update.toml && hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge
  hakaru: own/host_update.toml: 'parameters_per_s' is 0; accepted: 1 … 1e+15
  [2]
