A flag that could change nothing is refused, in one line that names it.

  $ one() { hakaru "$@" --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 64; }
  $ one plan train --instance p4d.24xlarge --csv --pareto
  hakaru: --csv and --pareto exclude each other; accepted: one of them
  [2]
  $ one plan train --instance p4d.24xlarge --csv --what-if price=0.5x
  hakaru: --csv and --what-if exclude each other; accepted: one of them
  [2]
  $ one plan train --instance p4d.24xlarge --instances 2 --max-instances 4
  hakaru: --instances and --max-instances exclude each other; accepted: one of them
  [2]
  $ one plan train --accelerator a100-40gb --accelerators 8 --max-instances 4
  hakaru: --accelerators and --max-instances exclude each other; accepted: one of them
  [2]
  $ one compare train --instance p4d.24xlarge --instance p5.48xlarge --pareto
  hakaru: --pareto means nothing to compare, which tells one plan of each; ask hakaru plan train
  [2]
  $ one scale train --instance p4d.24xlarge --counts 1,2 --pareto
  hakaru: --pareto means nothing to scale, which tells one plan of each; ask hakaru plan train
  [2]

So are values that are none.

  $ one plan train --instance p4d.24xlarge --instances 1 -o -
  hakaru: '-' is no file to write; accepted: a file, or ./- for one of that name
  [2]
  $ one plan train --instance p4d.24xlarge --instances 1 -o plan.json > plan.txt; ls
  plan.json
  plan.txt
  $ hakaru run plan.json --purchase ''
  hakaru: --purchase is empty; accepted: a value, or leave it out
  [2]
  $ hakaru run plan.json --pue ''
  hakaru: --pue is empty; accepted: a value, or leave it out
  [2]
  $ printf 'deadline = nan\n' > nan.toml; one plan train nan.toml
  hakaru: nan.toml: 'deadline' is 'nan'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms
  [2]
  $ printf '[base]\njob = "train"\nmodel = "gpt2-xl"\n[grid]\ntp = [1]\n' > s.toml; hakaru sweep s.toml -o rows.csv --csv
  hakaru: --csv means nothing to sweep, whose rows are CSV in the file of -o
  [2]

What-ifs are answered where there is no plan as things are.

  $ one plan train --instance p4d.24xlarge --instances 1 --budget '$40' --what-if price=0.5x 2>&1 | grep -o 'there is a plan were price=0.5x (1 × p4d.24xlarge'
  there is a plan were price=0.5x (1 × p4d.24xlarge
  $ one plan train --instance p4d.24xlarge --instances 1 --budget '$1' --what-if price=0.5x 2>&1 | grep -o 'nor is there.*'
  nor is there a plan under any --what-if

Where nothing proven is legal, what is legal beside it is named.

  $ hakaru plan train --model deepseek-moe-16b --tokens 10B --sequence-length 4k --global-batch 12 --instance trn1.32xlarge --instances 4 --pp 1 --ep 1
  hakaru: only tp8 pp1 cp4 dp4 mb3 zero1 sp recompute full tc8 fits, of a kind that no measured step covers; ask for it by its flags
  [1]
  $ hakaru compare train --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge \
  >     --instance p5.48xlarge --top 2
  hakaru: --top means nothing to compare, which shows the best plan of each instance
  [2]
