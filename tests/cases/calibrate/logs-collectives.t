Collective tests, of NVIDIA and of AWS Neuron, move the constants of collectives where they are too few for a fit.

  $ cat > nccom.txt <<'X'
  > $ nccom-test -r 32 allg -b 512kb -e 256mb -f 8 -d fp32
  >     size(B)    count(elems)    type    time:avg(us)    algbw(GB/s)    busbw(GB/s)
  >      524288          131072    fp32           55.15          20.85          20.20
  >     4194304         1048576    fp32          121.71          41.24          39.95
  >    33554432         8388608    fp32          741.80          45.23          43.81
  >   268435456        67108864    fp32          57
  > Avg bus bandwidth:    30.0751GB/s
  > X
  $ hakaru calibrate collectives nccom.txt --accelerator neuroncore-v2 -o own | sed -n '1p;3p;$p'
  nccom.txt: nccom-test, 3 runs; 1 lines are cut off or garbled: skipped
  nccl on neuroncore-v2: constants that stand are moved by 3 runs (few rows: each is expected where it stands)
  written to own/calibrations/collectives/neuroncore-v2.toml; use it with --data own
  $ hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance trn1.32xlarge --instances 4 --top 1 > /dev/null
  $ sed 's/allg/sendrecv/' nccom.txt > send.txt; hakaru calibrate collectives send.txt --accelerator neuroncore-v2 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["pairs"][0]["runs"])'
  3
  $ echo '{"results": [{"size(B)": 1048576, "type": "fp32", "time:avg(us)": 81.2}, {"size(B)": 8388608, "type": "fp32", "time:avg(us)": 310.0}]}' > report.json
  $ hakaru calibrate collectives report.json --accelerator neuroncore-v2
  hakaru: report.json: nothing says which operation was run; name it with --operation all_reduce
  [2]
  $ hakaru calibrate collectives report.json --accelerator neuroncore-v2 --operation all_reduce
  hakaru: report.json: nothing says on how many ranks it ran; name them with --ranks 32
  [2]
  $ hakaru calibrate collectives report.json nccom.txt --accelerator neuroncore-v2 --operation all_reduce --ranks 32 --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print([log["runs"] for log in answer["logs"]], answer["pairs"][0]["runs"], answer["files"])'
  [2, 3] 5 []

  $ python3 - > nccl.txt <<'X'
  > print("# Collective test starting: all_reduce_perf\n# Using devices")
  > for rank in range(8): print(f"#  Rank  {rank} Group  0 Pid 1 on host device  {rank}")
  > print("#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong")
  > for power in range(10, 30):
  >     us = 12 + 2**power * 1.75 / 330e3
  >     print(f"  {2**power}  {2**(power - 2)}  float  sum  -1  {us:.2f}  1.0  1.0  0  {us:.2f}  1.0  1.0  0")
  > print("  1073741824  26843")
  > X
  $ hakaru calibrate collectives nccl.txt --accelerator h100 -o own --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > median = answer["pairs"][0]["median_ape_pct"]
  > print(answer["logs"][0]["partial_lines"], answer["pairs"][0]["runs"], median["after"] < median["held_back"] < median["before"])'
  1 20 True
  $ echo hello > other.txt; hakaru calibrate collectives other.txt --accelerator h100
  hakaru: other.txt: is no output of a collective test; accepted: nccl-tests, nccom-test (its table, or --report-to-json-file), CSV as for validate operators
  [2]

What launchers write before each line is taken off: mpirun --tag-output, srun -l, kubectl logs --prefix with times, torchrun --tee.

  $ head -14 nccl.txt > few.txt
  $ runs() { hakaru calibrate collectives "$1" --accelerator h100 --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["logs"][0]["format"], a["pairs"][0]["runs"], a["logs"][0]["partial_lines"], [round(f["measured"]) for f in a["pairs"][0]["figures"]][:2])'; }
  $ runs few.txt
  nccl-tests 3 0 [12, 12]
  $ sed 's/^/[1,0]<stdout>:/' few.txt > mpirun.txt; runs mpirun.txt
  nccl-tests 3 0 [12, 12]
  $ sed 's/^/ 0: /' few.txt > srun.txt; runs srun.txt
  nccl-tests 3 0 [12, 12]
  $ awk '{ printf "[pod/nccl-worker-0/test] 2026-11-29T10:15:%02d.%09dZ %s\n", NR, NR * 7919, $0 }' few.txt > kubectl.txt; runs kubectl.txt
  nccl-tests 3 0 [12, 12]
  $ sed 's/^/[default0]:/' few.txt > torchrun.txt; runs torchrun.txt
  nccl-tests 3 0 [12, 12]
  $ sed 's/^/[1,0]<stdout>:/' nccom.txt > tagged.txt; hakaru calibrate collectives tagged.txt --accelerator neuroncore-v2 | head -1
  tagged.txt: nccom-test, 3 runs; 1 lines are cut off or garbled: skipped

The number of ranks may be stated, where the log does not list them.

  $ grep -v Rank few.txt > no-ranks.txt
  $ hakaru calibrate collectives no-ranks.txt --accelerator h100 | head -1
  hakaru: no-ranks.txt: line 4: 0 ranks are listed before it (# Rank 0 …); accepted: 2 or more, or --ranks 16
  $ hakaru calibrate collectives no-ranks.txt --accelerator h100 --ranks 8 | head -1
  no-ranks.txt: nccl-tests, 3 runs
  $ hakaru calibrate collectives few.txt --accelerator h100 --ranks 16 | head -1
  hakaru: few.txt: line 12: --ranks is 16, but 8 ranks are listed before it
