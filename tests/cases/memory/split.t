Without a split given, an instance is asked as a whole: one device of it, and the smallest split that fits.

  $ hakaru memory serve --model llama-3.1-70b --context 8k --on p5.48xlarge
  Fits: 68.9 GiB of 80.0 GiB per device (86 %).
  tp1 pp1 dp1 mb1 would need 136 GiB: the smallest layout that fits takes 2 of the 8 accelerators of p5.48xlarge, tp2 pp1 dp1 mb1.
  3 such sequences fit on each replica
  Serving llama-3.1-70b: 1 × 8,192 tokens, weights bf16, KV cache bf16; tp2 pp1 dp1 mb1
  
  memory per device     GB    GiB
  weights            70.56  65.71  ████████████████░░░░
  activations         0.97   0.91  ░░░░░░░░░░░░░░░░░░░░
  KV cache            1.34   1.25  ░░░░░░░░░░░░░░░░░░░░
  buffers             0.00   0.00  ░░░░░░░░░░░░░░░░░░░░
  reserve             1.07   1.00  ░░░░░░░░░░░░░░░░░░░░
  total              73.94  68.87  █████████████████░░░

Where nothing fits the instance, it is said what would.

  $ hakaru memory serve --model llama-3.1-405b --context 8k --on g6e.48xlarge | sed -n 2p
  tp1 pp1 dp1 mb1 would need 762 GiB; does not fit on 1 × g6e.48xlarge: the smallest layout (tp4 pp2 dp1 mb1) needs 96.3 GiB per device, which has 44.7 GiB; would fit: 3 × g6e.48xlarge, or 1 × p5e.48xlarge
  $ hakaru memory train --model llama-2-7b --context 4k --on p4d.24xlarge | sed -n 2p
  tp1 pp1 dp1 mb1 would need 133 GiB: the smallest layout that fits takes 8 of the 8 accelerators of p4d.24xlarge, tp8 pp1 dp1 mb1.
  $ hakaru memory train --model llama-3.1-70b --context 4k --on p4d.24xlarge | sed -n 2p
  tp1 pp1 dp1 mb1 would need 1275 GiB; does not fit on 1 × p4d.24xlarge: the smallest layout (tp8 pp1 dp1 mb1 sp recompute full) needs 152 GiB per device, which has 40.0 GiB; would fit: 5 × p4d.24xlarge, or 1 × p6-b200.48xlarge

The JSON has both; a split that was given is taken as it is.

  $ fits() { hakaru memory serve --model llama-3.1-70b --context 8k --json "$@" | python3 -c '
  > import json, sys
  > memory = json.load(sys.stdin)
  > print(memory["layout"]["tp"], memory["fits"], memory.get("one_device", {}).get("fits"), memory.get("why_not"))'; }
  $ fits --on p5.48xlarge
  2 True False None
  $ fits --on p5.48xlarge --tp 1
  1 False None None
  $ fits --on p5.48xlarge --tp 4
  4 True None None
  $ fits --on h100
  1 False False does not fit on 1 × h100-sxm: the smallest layout (tp1 pp1 dp1 mb1) needs 136 GiB per device, which has 80.0 GiB; would fit: 2 × h100-sxm, or 1 × g7e.12xlarge
