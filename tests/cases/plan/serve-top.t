Fewer rows are the first of more rows: several layouts of one machine take no places of other machines.

  $ safe() { hakaru plan serve --model llama-3.3-70b-instruct --users 50 --ttft 1s --tpot 50ms --top $1 --json | python3 -c '
  > import json, sys
  > plans = json.load(sys.stdin)["plans"]; print(*(p["instance"] for p in plans if p["is_safe"]))'; }
  $ safe 3
  p5e.48xlarge p5.48xlarge
  $ safe 5
  p5e.48xlarge p5.48xlarge p5en.48xlarge p6-b200.48xlarge

The plan to take is as safe as the first.

  $ hakaru plan serve --model llama-3.3-70b-instruct --users 50 --ttft 1s --tpot 50ms --top 2 | grep -E '^(#|[12] |Best)' | cut -c1-60
  #  instances         accelerators        layout       reques
  1  1 × p5e.48xlarge  8 × h200-sxm        tp4 pp1 dp2      
  2  2 × p4d.24xlarge  16 × a100-sxm-40gb  tp8 pp1 dp2      
  Best: 1 × p5e.48xlarge (8 × h200-sxm), tp4 pp1 dp2
