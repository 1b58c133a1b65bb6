An optimizer in the memory of the instance: its states leave the device, and a step waits for the host.

  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 2k --global-batch 16 --instances 1 --top 1 "$@"; }
  $ plan --instance g5.12xlarge
  hakaru: does not fit on 1 x g5.12xlarge: the smallest layout (tp4 pp1 dp1 mb1 sp recompute full) needs 36.8 GiB of 22.4 GiB per device; would fit: 2 x g5.12xlarge, or 1 x g5.48xlarge / 1 x g5.12xlarge --offload-optimizer true
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
  $ plan --instance g5.12xlarge --offload-optimizer true --zero 3 | grep "note: the optimizer"
  note: the optimizer takes 120 GiB of the 192 GiB of memory of each g5.12xlarge

It is explained, and the memory of the instance must hold it.

  $ plan --instance g5.12xlarge --offload-optimizer true --zero 3 -o plan.json > /dev/null && hakaru explain plan.json | grep -o "optimizer on the host .* bytes / [0-9.]* GB/s + 4 ranks / 2.1e+09 a second)"
  optimizer on the host        2,007,631,872 parameters × (4 bytes / 31.5 GB/s + 4 ranks / 2.1e+09 a second)
  $ plan --instance g6e.xlarge --offload-optimizer true --zero 2
  hakaru: does not fit on 1 x g6e.xlarge: the optimizer that tp1 pp1 dp1 mb1 zero2 recompute full offload keeps in the memory of each needs 120 GiB of 28.8 GiB; shard it over more of them, or fix offload-optimizer to false
  [1]
  $ plan --instance g6e.xlarge --offload-optimizer true --zero 2 --lang ja
  hakaru: 1 x g6e.xlarge に収まりません: tp1 pp1 dp1 mb1 zero2 recompute full offload がそれぞれのメモリに置くオプティマイザーは 120 GiB を要し、28.8 GiB を超えます。より多くの台数に分けるか、offload-optimizer を false にしてください
  [1]

Nobody tries it unasked, and not where the way to the host is unknown.

  $ plan --instance p5.48xlarge --exhaustive true --json | grep -c '"offload_optimizer": true'
  0
  [1]
  $ hakaru plan train --model bert-large-uncased --tokens 1B --instance dl1.24xlarge --offload-optimizer true
  hakaru: offload-optimizer: how fast gaudi1 reaches the memory of its instance is not known; accepted: false
  [1]

Elsewhere it is counted too: what fits is asked of the memory of the instance, and no run is proposed that it could not hold.

  $ hakaru memory train --model llama-3.1-8b --on g6e.xlarge --offload-optimizer true --zero 2 --recompute full | tail -2
  fits: 22.2 GiB of 44.7 GiB (50 %)
  does not fit: the optimizer needs 120 GiB of the memory of g6e.xlarge, which may take 28.8 GiB
  $ hakaru memory train --model llama-3.1-8b --on g6e.xlarge --offload-optimizer true --zero 2 --recompute full --json | grep -E '"(fits|host_bytes)"'
    "host_bytes": 128484179968,
    "fits": false,
  $ hakaru memory train --model llama-3.1-8b --on g6e.12xlarge --offload-optimizer true --zero 2 --recompute full --tp 4 | tail -1
  the optimizer takes 120 GiB of the 384 GiB of memory of each g6e.12xlarge
  $ hakaru plan train --model llama-3.1-8b --tokens 100M --sequence-length 2k --global-batch 16 --instance g5.2xlarge --instances 8 --offload-optimizer true --zero 3 -o wide.json > /dev/null && hakaru measure wide.json | grep -c "1 of its 8 machines"
  0
  [1]
  $ plan --instance p4d.24xlarge --offload-optimizer true --zero 3 | grep -o "wider, since .*"
  wider, since no run of pytorch-fsdp had offload

Constants of one's own.

  $ mkdir own && printf 'parameters_per_s = 0\nmemory_share = 0.9\nsource = "me"\n' > own/host_update.toml && hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge
  hakaru: own/host_update.toml: 'parameters_per_s' is 0; accepted: 1 … 1e+15
  [2]
