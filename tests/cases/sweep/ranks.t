Several ranks write what one writes, byte for byte; and go on with what another number of them began.

  $ test -x "$(dirname "$(command -v hakaru)")/hakaru-sweep" || exit 80
  $ cat > sweep.toml <<'END'
  > [base]
  > job = "train"
  > model = "gpt2-xl"
  > tokens = "1B"
  > sequence_length = "1k"
  > instance = "p4d.24xlarge"
  > instances = 1
  > pp = 1
  > cp = 1
  > zero = 1
  > recompute = "none"
  > [grid]
  > global_batch = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128]
  > micro_batch = [1, 2, 4, 8]
  > precision = ["bf16", "fp16", "fp32"]
  > tp = [1, 5]
  > END
  $ ranks() { OMPI_MCA_rmaps_base_oversubscribe=1 timeout 120 mpirun --allow-run-as-root -n "$@" < /dev/null; }
  $ hakaru sweep sweep.toml -o one.csv > said; wc -l < one.csv
  385
  $ ranks 2 hakaru sweep sweep.toml -o two.csv | head -1; cmp one.csv two.csv
  two.csv: 384 scenarios, 0 of them kept from before
  $ ranks 3 hakaru sweep sweep.toml -o three.csv | head -1; cmp one.csv three.csv
  three.csv: 384 scenarios, 0 of them kept from before
  $ head -c 20000 one.csv > two.csv; kept=$(($(wc -l < two.csv) - 1))
  $ ranks 2 hakaru sweep sweep.toml -o two.csv --json | python3 -c "import json, sys; j = json.load(sys.stdin); print(j['kept'] == $kept, j['made'] == 384 - $kept)"
  True True
  $ cmp one.csv two.csv

Rank 0 alone reads the sweep: it may come from standard input.

  $ OMPI_MCA_rmaps_base_oversubscribe=1 timeout 120 mpirun --allow-run-as-root -n 2 hakaru sweep - -o piped.csv < sweep.toml | head -1; cmp one.csv piped.csv
  piped.csv: 384 scenarios, 0 of them kept from before

A rank with other data than the first one refuses, as rows of both would be in one file.

  $ mkdir -p own/prices; printf 'instance,region,kind,usd_per_h,as_of,source\np4d.24xlarge,us-east-1,on_demand,1,2026-01-01,mine\n' > own/prices/mine.csv
  $ OMPI_MCA_rmaps_base_oversubscribe=1 timeout 120 mpirun --allow-run-as-root -n 1 hakaru sweep sweep.toml -o mixed.csv : -n 1 hakaru --data own sweep sweep.toml -o mixed.csv < /dev/null 2>&1 | grep '^hakaru:'
  hakaru: rank 1 has another program, language or data than rank 0; accepted: the same on every machine
  $ ls mixed.csv 2> /dev/null
  [2]

A mistake is told once, and nothing is left running.

  $ sed -i 's/"fp32"/"fp31"/' sweep.toml
  $ ranks 2 hakaru sweep sweep.toml -o bad.csv 2>&1 | grep -c '^hakaru: .*fp31'
  1
  $ ls bad.csv 2> /dev/null
  [2]
