An encoder as BERT: norms behind its residuals, token types, every byte seen from both sides, and the masked ones told.
Bytes, messages, order, loss and gradients are as predicted under the layouts that decoders run under.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length 512 --global-batch 64 --accelerator a100-80gb \
  >     --micro-batch 2 --accelerators "${@:2}" -o plan.json > /dev/null; }
  $ rehearse() { hakaru rehearse plan.json --steps 3 --json "$@" | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > print(done["network"], done["ranks"], "ranks", done["agrees"], done["differences"], done["compilations"], "compiled",
  >       max(abs(a / b - 1) for a, b in zip(done["loss"], done["loss_of_one_rank"])) < 1e-6,
  >       done["gradients"][0]["relative_difference"] < 1e-5)'; }
  $ plan bert-large 8 --tp 2 --pp 2 --vpp 1 --dp 2 --zero 1 --recompute none --sequence-parallel true; rehearse
  bert 8 ranks True [] 1 compiled True True
  $ plan bert-large 8 --tp 2 --pp 2 --vpp 1 --dp 2 --zero 0 --recompute full --sequence-parallel false; rehearse
  bert 8 ranks True [] 1 compiled True True
  $ plan roberta-base 4 --tp 1 --pp 1 --dp 4 --zero 2 --recompute selective; rehearse
  bert 4 ranks True [] 1 compiled True True
  $ plan bert-large 8 --tp 2 --pp 1 --dp 4 --zero 3 --recompute full --sequence-parallel true; rehearse
  bert 8 ranks True [] 1 compiled True True
  $ plan bert-large 4 --tp 1 --pp 4 --dp 1 --recompute full --schedule gpipe; rehearse
  bert 4 ranks True [] 1 compiled True True
  $ plan bert-large 4 --tp 1 --pp 2 --dp 2 --zero 1 --recompute full --schedule zb-h1; rehearse
  bert 4 ranks True [] 1 compiled True True
  $ plan bert-large 4 --tp 1 --pp 1 --dp 1 --cp 4 --context-parallel all-to-all --zero 2 --recompute none; rehearse
  bert 4 ranks True [] 1 compiled True True
  $ plan bert-large 8 --tp 2 --pp 2 --vpp 1 --dp 1 --cp 2 --zero 1 --recompute full --sequence-parallel true; rehearse
  bert 8 ranks True [] 1 compiled True True

The norm of its embeddings keeps its input for every micro-batch of the first of a stage's chunks, more than half of
those in flight.

  $ plan bert-large 8 --tp 2 --pp 4 --vpp 2 --dp 1 --recompute none --sequence-parallel true; rehearse; rehearse --scale layers=9
  bert 8 ranks True [] 1 compiled True True
  bert 8 ranks True [] 1 compiled True True

As deep as the model, rounding adds up and is no difference; of a parameter as large as 2e-5 of all neither.

  $ plan bert-large 4 --tp 2 --pp 1 --vpp 1 --dp 2 --zero 1 --recompute none --sequence-parallel true; rehearse --scale layers=24; hakaru rehearse plan.json --steps 1 --scale layers=48 --json | grep -o '"agrees": *[a-z]*'
  bert 4 ranks True [] 1 compiled True True
  "agrees": true

By hand, of one rank: 32 wide in 4 heads, 2 layers of 128 within, 256 bytes, 16 places. Tables 256, 16 and 2 rows and a
norm, 8,832; a layer 4·32·33 + 2·32·128 + 160 + 4·32 = 12,704; the head 32·33 + 64 + 33·256 = 9,568: 43,808 values. Kept,
of a token: its embedding; in a layer 8 times 32 and 2 times 128, and 4 heads' sums; in the head 4 times 32: 1,192 values.

  $ plan bert-base-uncased 1 --tp 1 --pp 1 --dp 1 --recompute none
  $ hakaru rehearse plan.json --steps 1 --scale heads=4,hidden=32,layers=2,feed-forward=128,sequence=16 --csv | head -5
  rank,component,predicted_bytes,executed_bytes
  0,weights,175232,175232
  0,gradients,175232,175232
  0,optimizer,350464,350464
  0,activations,152576,152576

One byte of eight is masked, so that every rank of a context group has as many.

  $ plan bert-large 2 --tp 1 --pp 1 --dp 1 --cp 2
  $ hakaru rehearse plan.json --steps 1 --scale sequence=24
  hakaru: --scale: sequence 24 does not go with this layout; accepted: multiples of 16, 16 … 4096; nearest: 16, 32
  [2]

What is no such encoder is refused: norms without biases, one layer that runs again and again.

  $ plan t5-v1.1-xxl-encoder 32; hakaru rehearse plan.json
  hakaru: t5-v1.1-xxl-encoder cannot be rehearsed yet; accepted: decoders, encoders as BERT, MLPs and convolution nets, trained whole
  [2]
  $ plan albert-base-v2 1; hakaru rehearse plan.json
  hakaru: albert-base-v2 cannot be rehearsed yet; accepted: decoders, encoders as BERT, MLPs and convolution nets, trained whole
  [2]
