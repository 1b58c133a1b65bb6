What porting costs, where a person-month has a price: it is said, ranked and held to the budget.

  $ train() { hakaru plan train --model t5-large --items 1e8 --sequence-length 512 --global-batch 256 --instance trn1.32xlarge \
  >     --instance trn2.48xlarge --instances 1 "$@"; }
  $ best() { python3 -c '
  > import json, sys
  > best, *_ = json.load(sys.stdin)["plans"]
  > print(best["instance"], best["porting"]["supported"], best["porting"]["cost_usd"])'; }
  $ train --json | best
  trn2.48xlarge False None
  $ train --person-month 15k --json | best
  trn1.32xlarge True None
  $ train --person-month 15k | grep "porting costs"
  note: porting costs $30,000 to $45,000 once; plans that need it are ranked, and held to --budget, with $45,000 more
  $ hakaru plan train --model t5-large --items 1e6 --sequence-length 512 --global-batch 256 --instance trn2.48xlarge \
  >     --instances 1 --person-month 15k --budget 20k
  hakaru: the cheapest plan (1 × trn2.48xlarge) costs up to $45,858 with 80 %, over the budget of $20,000; raise --budget by $25,859
  [1]

What AWS documents on Trainium2 needs no porting.

  $ hakaru plan train --model bert-large-uncased --items 1e6 --sequence-length 128 --global-batch 256 --instance trn2.48xlarge \
  >     --instances 1 --person-month 15k --json | best
  trn2.48xlarge True None

What NxD Training ships examples of needs no porting.

  $ hakaru plan train --model mixtral-8x7b --tokens 1B --instance trn1.32xlarge --instances 16 --top 1 | grep -c porting
  0
  [1]
