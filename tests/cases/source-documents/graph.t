graph-1: mark_step() cuts, compiles and runs the graph of a step: once, whatever the number of steps; the second run of
the program finds it compiled. The ranks of a rehearsal do the same.

  $ steps() { example_mlp compiled | sed -nE 's/^(step [0-9]+: [a-z]+ \([a-z ]+\), cut by mark_step\(\)) .*/\1/p'; }
  $ steps
  step 1: compiled (first step), cut by mark_step()
  step 2: cached (memory), cut by mark_step()
  step 3: cached (memory), cut by mark_step()
  step 200: cached (memory), cut by mark_step()
  $ steps | head -1
  step 1: cached (disk), cut by mark_step()
  $ hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --instance trn1.32xlarge --instances 1 --tp 8 --pp 4 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --ranks 2 --steps 3 --json | "$TESTDIR"/figure 'j["compilations"]' 'len(j["loss"])' 'j["agrees"]'
  1  3  True

graph-2: graphs are compiled for fixed shapes: one for each length, and fewer where lengths are padded to buckets.

  $ hakaru accelerator show trainium1 --json | "$TESTDIR"/figure 'j[0]["fixed_shapes"]'
  True
  $ hakaru rehearse plan.json --sequence-lengths 100,120,200,210,250,300 --buckets powers
  6 sequences, 1,180 tokens.
  
  shapes                 graphs  padding, tokens  of all tokens  sequences tried  their shapes  compilations
  every length                6                0          0.0 %                5             5             5
  buckets 128, 256, 512       3              356         30.2 %                5             2             2

graph-3: the major architectures are ready; others have to be ported, 2 to 3 person-months, which can be priced.

  $ plan() { hakaru plan serve --offline --context 2k --instance trn1.32xlarge --top 1 "$@"; }
  $ porting() { plan --json "$@" | "$TESTDIR"/figure 'best["porting"]["supported"]' 'best["porting"]["person_months_low"]' 'best["porting"]["person_months_high"]' 'best["porting"]["cost_usd"]'; }
  $ porting --model llama-3.1-8b
  True  0  0  None
  $ porting --model mpt-7b --person-month '$10k'
  False  2  3  30000
  $ plan --model mpt-7b | grep -o 'mpt is not .* person-months'
  mpt is not officially supported on neuroncore-v2: porting takes 2 to 3 person-months
  $ plan --model llama-3.1-8b | grep -c person-months
  0
  [1]
