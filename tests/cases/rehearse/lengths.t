Sequences of many lengths: graphs without and with buckets, what padding costs, and the compilations that the first of
them took.

  $ hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --accelerators 1 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --sequence-lengths 100,120,200,200 --buckets 128,256
  4 sequences, 620 tokens.
  
  shapes            graphs  padding, tokens  of all tokens  sequences tried  their shapes  compilations
  every length           3                0          0.0 %                4             3             3
  buckets 128, 256       2              148         23.9 %                4             2             2
  $ hakaru rehearse plan.json --sequence-lengths 100,120,200,200
  4 sequences, 620 tokens.
  
  shapes        graphs  padding, tokens  of all tokens  sequences tried  their shapes  compilations
  every length       3                0          0.0 %                4             3             3
  $ printf 'arrival_s,input,output\n0,30,10\n1,20,20\n2,60,5\n3,700,1\n' > requests.csv
  $ hakaru rehearse plan.json --sequence-lengths requests.csv --buckets powers
  4 sequences, 846 tokens.
  
  shapes                           graphs  padding, tokens  of all tokens  sequences tried  their shapes  compilations
  every length                          3                0          0.0 %                3             2             2
  buckets 64, 128, 256, 512, 1024       3              434         51.3 %                3             2             2
  $ hakaru rehearse plan.json --sequence-lengths requests.csv --buckets powers --json | python3 -c '
  > import json, sys
  > print([(row["graphs"], row["padding_tokens"], row["compilations"]) for row in json.load(sys.stdin)["shapes"]])'
  [(3, 0, 2), (3, 434, 2)]
  $ hakaru rehearse plan.json --sequence-lengths 100,300 --buckets 128,256
  hakaru: a sequence of 300 tokens is longer than the largest bucket, 256
  [2]
  $ hakaru rehearse plan.json --sequence-lengths 100,0
  hakaru: --sequence-lengths is '0'; accepted: a length in tokens such as 2048, 8k, 1M
  [2]
  $ hakaru rehearse plan.json --sequence-lengths missing.csv
  hakaru: missing.csv: cannot be read: no such file
  [2]
  $ hakaru rehearse plan.json --buckets 128
  hakaru: --buckets needs --sequence-lengths
  [2]
