As few rows as there may be: what cannot be fitted is said, and nothing is written. Few rows of training and serving move
the constants that stand.

  $ [ -d "$SHARED" ] || { echo "$SHARED is not there: skipped"; exit 80; }
  $ few() { # KIND FILE ACCELERATOR ROWS: the first rows of an accelerator
  >   { grep -v '^#' "$SHARED/measurements/$2" | head -1; grep -v '^#' "$SHARED/measurements/$2" | grep -E "(^|,)$3," | head -"$4"; } > few.csv
  >   hakaru calibrate $1 few.csv --accelerator $3 > said.txt 2>&1
  >   echo "$1 $4: $? $(grep hakaru: said.txt)"; }
  $ for rows in 0 1 2 3 5 8; do few inference inference.csv h100-nvl $rows; done
  inference 0: 2 hakaru: few.csv: has columns and no rows
  inference 1: 2 hakaru: few.csv: no row of h100-nvl can be used; h100-nvl: 1 rows of tensorrt are too few for a table of their own; needed: 6 latencies or rates, 2 of them of different cases
  inference 2: 2 hakaru: few.csv: no row of h100-nvl can be used; h100-nvl: 2 rows of tensorrt are too few for a table of their own; needed: 6 latencies or rates, 2 of them of different cases
  inference 3: 2 hakaru: few.csv: no row of h100-nvl can be used; h100-nvl: 3 rows of tensorrt are too few for a table of their own; needed: 6 latencies or rates, 2 of them of different cases
  inference 5: 0 
  inference 8: 0 
  $ for rows in 0 1 2 3 5 8; do few training training.csv a100-sxm-40gb $rows; done
  training 0: 2 hakaru: few.csv: has columns and no rows
  training 1: 0 
  training 2: 0 
  training 3: 0 
  training 5: 0 
  training 8: 0 
  $ for rows in 0 1 2 3 5 8; do few serving serving.csv h100-sxm $rows; done
  serving 0: 2 hakaru: few.csv: has columns and no rows
  serving 1: 2 hakaru: few.csv: no row of h100-sxm can be used; it is at the highest rate within limits, where a small error of the rate is a large one of latency
  serving 2: 0 
  serving 3: 0 
  serving 5: 0 
  serving 8: 0 
  $ for rows in 0 1 2 3 5 8; do few operators operators/gemm.csv a100-sxm-80gb $rows; done
  operators 0: 2 hakaru: few.csv: has columns and no rows
  operators 1: 2 hakaru: few.csv: a100-sxm-80gb, bf16: 1 rows; needed for 17 constants: at least 170
  operators 2: 2 hakaru: few.csv: a100-sxm-80gb, bf16: 2 rows; needed for 17 constants: at least 170
  operators 3: 2 hakaru: few.csv: a100-sxm-80gb, bf16: 3 rows; needed for 17 constants: at least 170
  operators 5: 2 hakaru: few.csv: a100-sxm-80gb, bf16: 5 rows; needed for 17 constants: at least 170
  operators 8: 2 hakaru: few.csv: a100-sxm-80gb, bf16: 8 rows; needed for 17 constants: at least 170

A row that has no family is of its model's: its software stays what it says.

  $ { echo id,base_model,accelerator,accelerators,tp,pp,global_batch,seq_len,precision,software,step_time_s,trust; echo own-1,llama-3.1-8b,h100-sxm,8,2,1,128,8192,bf16,nemo-megatron,10,high; } > own.csv
  $ hakaru calibrate training own.csv --accelerator h100 | sed -n 3p
  nemo-megatron on h100-sxm: constants that stand are moved by 1 run (few rows: each is expected where it stands)

Four that determine nothing between them.

  $ (head -1 "$SHARED/measurements/inference.csv"; grep -E '^X0(170|279|413|418),' "$SHARED/measurements/inference.csv") > few.csv
  $ hakaru calibrate inference few.csv --accelerator h100-nvl
  hakaru: few.csv: no row of h100-nvl can be used; h100-nvl: rows of tensorrt depend on no constant that could be fitted
  [2]

What is worse on runs held back is not written, and that is the reason.

  $ { head -1 own.csv; for way in a,10 b,26; do echo "own-${way%,*},llama-3.1-8b,h100-sxm,8,2,1,128,8192,bf16,nemo-megatron,${way#*,},high"; done; } > two.csv
  $ hakaru calibrate training two.csv --accelerator h100 -o two
  hakaru: two.csv: nothing to write; leave -o out; nemo-megatron on h100-sxm: runs held back are further off, in the mean, with what the others say (*) than before (*) (glob)
  [2]
