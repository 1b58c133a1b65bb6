What EFA does is visible connection by connection: many paths, out of order, past the kernel.

  $ ring() { hakaru network --on trn1.32xlarge --instances 16 --operation all_reduce --bytes 1GB "$@"; }
  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }

Sprayed and out of order, a non-blocking tree is the closed form.

  $ ring | sed 's/ *$//'
  all_reduce of 1.00 GB over 16 × trn1.32xlarge: 8 ports each, 2 leaf switches of 64 uplinks; paths: spray, out of order
  
                                     time     ×
  closed form, between instances  46.6 ms  1.00  ████████████████████
  connection by connection, mean  46.6 ms  1.00  ████████████████████
  p50                             46.6 ms  1.00  ████████████████████
  p99                             46.6 ms  1.00  ████████████████████
  the last: the collective        46.6 ms  1.00  ████████████████████
  
  - sprayed, out of order: packets go where there is room; uplinks are asked for 1× their bandwidth
  - nothing waits for anything else: both agree within 0.5 %
  - with what happens within instances, and by trees where those are faster, the closed form of the collective is .* (re)
  - how switches are wired is assumed: two tiers, instances dealt to leaves in turn; nobody publishes it

One path for each: hashes collide, and the collective waits for the last connection.

  $ ring --paths one --json | of 'j["flow"]["last_s"] / j["closed"]["network_s"] > 1.9, j["flow"]["mean_s"] < j["flow"]["p99_s"] <= j["flow"]["last_s"]'
  (True, True)
  $ ring --paths one | grep -c '^- one path each: hashes put'
  1

In order, each message waits for its slowest path; better than one path, worse than out of order.

  $ ring --delivery in-order --json | of '1.05 < j["flow"]["last_s"] / j["closed"]["network_s"] < 1.9'
  True

The kernel costs every message more, which small messages feel.

  $ small() { hakaru network --on trn1.32xlarge --instances 16 --operation all_reduce --bytes 1kB --json "$@" | of 'round(j["flow"]["last_s"] * 1e6)'; }
  $ small; small --stack kernel
  450
  900

Leaf switches with a quarter of the bandwidth upward.

  $ ring --oversubscription 4 --json | of 'round((j["flow"]["last_s"] - j["closed"]["latency_s"]) / j["closed"]["transfer_s"], 3)'
  4.0

The same seed gives the same answer, another gives another.

  $ ring --paths one --json > a; ring --paths one --json | cmp - a && ring --paths one --seed 2 --json | cmp -s - a
  [1]

Closed form only.

  $ ring --network closed --json | of 'j["flow"], j["differences"]'
  (None, [])

All-to-all, and ports beyond what is simulated.

  $ hakaru network --on p5.48xlarge --instances 64 --operation all_to_all --bytes 1GB --paths one --json | of 'j["flow"]["simulated_ports"], j["flow"]["ports"], j["differences"][-1]'
  (4, 32, '4 of the 32 ports of an instance are simulated, the others are like them')
  $ ring --csv --network closed | head -1 | cut -d, -f 1-5
  instance,instances,operation,bytes,paths
  $ ring --paths one --lang ja | tail -1
  - スイッチの配線は仮定です (2 段、インスタンスを順にリーフへ割り当て)。公表されていません

What is refused.

  $ hakaru network --on trn1.32xlarge --instances 16 --operation all_reduce
  hakaru: --bytes is missing; it is needed for this job
  [2]
  $ ring --paths two
  hakaru: --paths is 'two'; accepted: one, spray
  [2]
  $ ring --oversubscription 0.5
  hakaru: --oversubscription is 0.5; accepted: 1 … 1000
  [2]
  $ ring --oversubscription many
  hakaru: --oversubscription is 'many'; accepted: a number such as 2, 0.37
  [2]
  $ hakaru network --on trn1.32xlarge --instances 100 --operation all_to_all --bytes 1GB
  hakaru: --instances is 100; accepted: 2 … 64
  [2]
  $ hakaru network --on trn9 --instances 2 --operation all_reduce --bytes 1GB
  hakaru: instance 'trn9' is not * (glob)
  [2]
