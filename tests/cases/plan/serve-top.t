Fewer rows are the first of more rows: several layouts of one machine take no places of other machines.

  $ hakaru() { command hakaru "$@" --wide; }
  $ safe() { hakaru plan serve --model llama-3.3-70b-instruct --concurrency 50 --ttft 1s --tpot 50ms --top $1 --json | python3 -c '
  > import json, sys
  > plans = json.load(sys.stdin)["plans"]; print(*(p["instance"] for p in plans if p["is_safe"]))'; }
  $ safe 3
  p5.48xlarge p5en.48xlarge p4d.24xlarge
  $ safe 5
  p5.48xlarge p5en.48xlarge p4d.24xlarge p4de.24xlarge p6-b200.48xlarge

The plan to take is as safe as the first.

  $ hakaru plan serve --model llama-3.3-70b-instruct --concurrency 50 --ttft 1s --tpot 50ms --top 2 | grep -E '^(#|[12] |Best)' | cut -c1-60
  #  instances          layout   requests/s    TTFT     TPOT  
  1  1 × p5.48xlarge    tp8 dp1        8.98  261 ms  32.1 ms 
  2  1 × p5en.48xlarge  tp4 dp2        9.61  353 ms  29.9 ms 
  Best: 1 × p5.48xlarge (8 × h100-sxm), tp8 dp1
