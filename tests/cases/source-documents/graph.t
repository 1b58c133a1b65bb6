graph-2: graphs are compiled for fixed shapes.

  $ hakaru accelerator show trainium1 --json | "$TESTDIR"/figure 'j[0]["fixed_shapes"]'
  True

graph-3: the major architectures are ready; others have to be ported, 2 to 3 person-months, which can be priced.

  $ plan() { hakaru plan serve --context 8k --instance trn1.32xlarge --json "$@" | "$TESTDIR"/figure 'best["porting"]["supported"]' 'best["porting"]["person_months_low"]' 'best["porting"]["person_months_high"]' 'best["porting"]["cost_usd"]'; }
  $ plan --model llama-3.1-8b
  True  0  0  None
  $ plan --model mpt-7b --person-month '$10k'
  False  2  3  30000
