A decoder with experts as Mixtral: a token's vector goes to the ranks of its experts and comes back, in all-to-alls over
MPI. Bytes, messages, order, loss and gradients are as predicted; of each token 2 experts, evenly (rehearsal/experts.h).

  $ cat > moe.json <<END
  > {"model_type": "mixtral", "hidden_size": 512, "num_hidden_layers": 8, "num_attention_heads": 8, "num_key_value_heads": 4,
  >  "intermediate_size": 1024, "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2, "max_position_embeddings": 2048}
  > END
  $ plan() { hakaru plan train --model moe.json --tokens 1B --sequence-length 512 --global-batch 64 --accelerator a100-80gb \
  >     --micro-batch 2 --accelerators "$@" -o plan.json > /dev/null; }
  $ rehearse() { hakaru rehearse plan.json --steps 3 --json "$@" | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > print(done["network"], done["ranks"], "ranks", done["agrees"], done["differences"], done["compilations"], "compiled",
  >       sum(c["executed_messages"] for c in done["collectives"] if c["group"] == "expert"), "all-to-alls",
  >       max(abs(a / b - 1) for a, b in zip(done["loss"], done["loss_of_one_rank"])) < 1e-6,
  >       done["gradients"][0]["relative_difference"] < 1e-5)'; }
  $ plan 2 --tp 1 --pp 1 --dp 2 --ep 2 --zero 0 --recompute none; rehearse
  mixtral 2 ranks True [] 1 compiled 56 all-to-alls True True
  $ plan 4 --tp 1 --pp 1 --dp 4 --ep 2 --zero 1 --recompute selective; rehearse
  mixtral 4 ranks True [] 1 compiled 112 all-to-alls True True
  $ plan 8 --tp 1 --pp 1 --dp 8 --ep 8 --zero 1 --recompute full; rehearse
  mixtral 8 ranks True [] 1 compiled 320 all-to-alls True True
  $ plan 8 --tp 2 --pp 2 --vpp 1 --dp 2 --ep 2 --zero 1 --recompute full --sequence-parallel false; rehearse
  mixtral 8 ranks True [] 1 compiled 640 all-to-alls True True
  $ plan 8 --tp 1 --pp 2 --vpp 2 --dp 4 --ep 4 --zero 0 --recompute none; rehearse
  mixtral 8 ranks True [] 1 compiled 448 all-to-alls True True
  $ plan 4 --tp 1 --pp 2 --dp 2 --ep 2 --zero 1 --recompute none --schedule zb-h1; rehearse
  mixtral 4 ranks True [] 1 compiled 224 all-to-alls True True
  $ plan 8 --tp 2 --pp 1 --dp 2 --cp 2 --ep 4 --zero 1 --recompute none --sequence-parallel false; rehearse
  mixtral 8 ranks True [] 1 compiled 224 all-to-alls True True

Without ep every rank has all experts, cut over the tensor group, under everything that dense decoders run under.

  $ plan 8 --tp 2 --pp 1 --dp 4 --ep 1 --zero 3 --recompute none --sequence-parallel true; rehearse
  mixtral 8 ranks True [] 1 compiled 0 all-to-alls True True
  $ plan 4 --tp 2 --pp 2 --vpp 1 --dp 1 --ep 1 --recompute full --sequence-parallel true; rehearse
  mixtral 4 ranks True [] 1 compiled 0 all-to-alls True True

By hand, of 2 ranks and ep 2: 2 · 32 tokens of 64 values in 4 bytes, each for 2 experts, are 32,768 bytes there and as
many back, forward and backward, of 2 layers and 2 micro-batches: 16 all-to-alls of a rank; the weights of 2 experts 3
times, 12 of 512 bytes. Of both ranks 1,060,864 bytes in 56. All others' gradients are summed over both: of 2 tables of 256
rows and a norm, and in a layer of two norms, the router of 4 experts, q, o and 16 values of k and v each 64 · (512 + 1) +
2 · 64 · (2 + 4 + 128 + 32) values, 216,320 bytes a rank; those of experts are each rank's own.

  $ plan 2 --tp 1 --pp 1 --dp 2 --ep 2 --zero 0 --recompute none
  $ hakaru rehearse plan.json --steps 1 --scale heads=8,hidden=64,layers=2 | sed -n '/^Sent/,/^$/p'
  Sent in a step, all ranks
  group   operation   messages  predicted      bytes  predicted
  data    all-reduce         2          2    432,640    432,640
  expert  all-to-all        56         56  1,060,864  1,060,864
  

Bytes of other formats, and of fewer ranks.

  $ plan 8 --tp 2 --pp 1 --dp 4 --ep 4 --zero 1 --recompute none --sequence-parallel false
  $ hakaru rehearse plan.json --steps 2 --precision bf16 --json | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin); print(done["agrees"], done["differences"])'
  True []
  $ rehearse --ranks 4
  mixtral 4 ranks True [] 1 compiled 112 all-to-alls True True
  $ hakaru rehearse plan.json --steps 1 --ranks 4 | sed -n '2p'
  In miniature: ep 4 → 2, dp 4 → 2, micro-batches 8 → 2, layers 8 → 2, hidden 512 → 64, experts 8 → 4, vocabulary 32000 → 256, sequence 512 → 32.

Under ZeRO 2 and 3 the experts of a layer are gathered and scattered apart, by the ranks that have the same ones.

  $ plan 4 --tp 1 --pp 1 --dp 4 --ep 2 --zero 3 --recompute none; rehearse
  mixtral 4 ranks True [] 1 compiled 112 all-to-alls True True
  $ plan 4 --tp 1 --pp 1 --dp 4 --ep 4 --zero 2 --recompute full; rehearse
  mixtral 4 ranks True [] 1 compiled 160 all-to-alls True True
  $ plan 8 --tp 2 --pp 1 --dp 4 --ep 2 --zero 3 --recompute full --sequence-parallel false; rehearse
  mixtral 8 ranks True [] 1 compiled 320 all-to-alls True True

What experts are not rehearsed under is refused.

  $ plan 4 --tp 2 --pp 1 --dp 2 --ep 2 --zero 1 --sequence-parallel true; hakaru rehearse plan.json
  hakaru: ep 2 beside sequence parallelism cannot be rehearsed yet; nearest: the plan with --sequence-parallel false
  [2]
  $ plan 4 --tp 1 --pp 1 --dp 4 --ep 4 --zero 3; hakaru rehearse plan.json
  hakaru: ep 4 over all ranks that share ZeRO 3 cannot be rehearsed yet; nearest: the plan with --zero 2
  [2]
  $ plan 4 --tp 1 --pp 1 --dp 4 --ep 4 --zero 1; hakaru rehearse plan.json --steps 1 --scale experts=6
  hakaru: --scale: experts 6 does not go with this layout; accepted: multiples of 4, 4 … 256; nearest: 4, 8
  [2]
