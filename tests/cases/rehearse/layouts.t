Plans in miniature, each by real processes: bytes held and sent, messages, the order of the passes, the loss and
each gradient of the first step and the tenth are what was predicted, to the byte.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length ${length-2k} --global-batch 64 --accelerator a100-80gb \
  >     --micro-batch 1 "${@:2}" -o plan.json > /dev/null; }
  $ rehearse() { hakaru rehearse plan.json --steps 10 --json "$@" | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > print(done["ranks"], "ranks", done["agrees"], done["compilations"], "compiled",
  >       sum(c["executed_messages"] for c in done["collectives"]), "messages",
  >       len(done["loss"]), "steps", max(abs(a / b - 1) for a, b in zip(done["loss"], done["loss_of_one_rank"])) < 1e-5,
  >       done["gradients"][0]["relative_difference"] < 1e-6, done["gradients"][1]["relative_difference"] < 2e-5)'; }
  $ plan llama-3.1-8b --accelerators 8 --tp 2 --pp 2 --vpp 1 --dp 2 --zero 1 --recompute none --sequence-parallel true; rehearse
  8 ranks True 1 compiled 852 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 8 --tp 2 --pp 2 --vpp 1 --dp 2 --zero 0 --recompute full --sequence-parallel false; rehearse
  8 ranks True 1 compiled 536 messages 10 steps True True True
  $ plan llama-3.1-8b --accelerators 8 --tp 2 --pp 4 --vpp 2 --dp 1 --recompute full --sequence-parallel true; rehearse
  8 ranks True 1 compiled 2376 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 4 --tp 1 --pp 4 --dp 1 --recompute full --schedule gpipe; rehearse
  4 ranks True 1 compiled 96 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 8 --tp 8 --pp 1 --dp 1 --recompute none --sequence-parallel true; rehearse
  8 ranks True 1 compiled 456 messages 10 steps True True True
  $ length=1k plan gpt2 --accelerators 6 --tp 3 --pp 2 --vpp 1 --dp 1 --zero 0 --recompute none; rehearse
  6 ranks True 1 compiled 300 messages 10 steps True True True

ZeRO 2 and 3, unit by unit; the zero-bubble schedule, whose W passes run where it says; selective recompute.

  $ plan llama-3.1-8b --accelerators 4 --tp 1 --pp 1 --dp 4 --zero 2 --recompute selective; rehearse
  4 ranks True 1 compiled 24 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 8 --tp 2 --pp 1 --dp 4 --zero 3 --recompute none --sequence-parallel true; rehearse
  8 ranks True 1 compiled 546 messages 10 steps True True True
  $ plan llama-3.1-8b --accelerators 8 --tp 4 --pp 1 --dp 2 --zero 3 --recompute full --sequence-parallel true; rehearse
  8 ranks True 1 compiled 676 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 8 --tp 2 --pp 4 --dp 1 --recompute none --sequence-parallel true --schedule zb-h1; rehearse
  8 ranks True 1 compiled 968 messages 10 steps True True True
  $ plan llama-3.1-8b --accelerators 4 --tp 1 --pp 2 --dp 2 --zero 1 --recompute full --schedule zb-h1; rehearse
  4 ranks True 1 compiled 40 messages 10 steps True True True

Long sequences over several ranks, by exchanging heads or round a ring.

  $ plan llama-3.1-8b --accelerators 4 --tp 1 --pp 1 --dp 1 --cp 4 --context-parallel all-to-all --zero 2 --recompute none; rehearse
  4 ranks True 1 compiled 152 messages 10 steps True True True
  $ plan gpt3-6.7b --accelerators 8 --tp 2 --pp 2 --vpp 1 --dp 1 --cp 2 --zero 1 --recompute full --sequence-parallel true; rehearse
  8 ranks True 1 compiled 1364 messages 10 steps True True True
  $ plan llama-3.1-8b --accelerators 8 --tp 2 --pp 1 --dp 2 --cp 2 --zero 3 --recompute selective --sequence-parallel true; rehearse
  8 ranks True 1 compiled 642 messages 10 steps True True True

A plan of more ranks than there are is made smaller, and it is said how; fewer ranks make it smaller still.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 64 --instance trn1.32xlarge \
  >     --instances 1 --tp 8 --pp 4 --dp 1 --vpp 1 --zero 0 --recompute none --sequence-parallel false --micro-batch 1 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --steps 3 | sed 's/at most .*/at most …/'
  Rehearsed on 8 ranks, in fp32: tp2 pp4 dp1 mb1.
  In miniature: tp 8 → 2, micro-batches 64 → 8, layers 32 → 4, hidden 4096 → 64, heads 32 → 8, kv heads 8 → 2, vocabulary 128256 → 256, sequence 4096 → 32.
  
  Bytes held, executed as predicted unless said
  rank  weights  gradients  optimizer  activations       peak  estimated with fused kernels
     0  152,064    152,064    304,128      370,688  1,036,288                     1,101,824
     1  152,064    152,064    304,128      370,688  1,036,288                     1,101,824
     2  119,296    119,296    238,592      278,016    812,544                       878,080
     3  119,296    119,296    238,592      278,016    812,544                       878,080
     4  119,296    119,296    238,592      185,344    719,872                       785,408
     5  119,296    119,296    238,592      185,344    719,872                       785,408
     6  152,320    152,320    304,640      109,056    775,712                       841,216
     7  152,320    152,320    304,640      109,056    775,712                       841,216
  
  Sent in a step, all ranks
  group              operation   messages  predicted      bytes  predicted
  tensor             all-reduce       336        336  2,365,440  2,365,440
  pipeline forward   receive           48         48    393,216    393,216
  pipeline forward   send              48         48    393,216    393,216
  pipeline backward  receive           48         48    393,216    393,216
  pipeline backward  send              48         48    393,216    393,216
  
  loss  5.7497 5.7588 5.7765
  gradients of step 1, each of 39 parameters: at most …
  gradients of step 3, each of 39 parameters: at most …
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.
  $ hakaru rehearse plan.json --steps 3 --ranks 4 | grep -v gradients | tail -2
  loss  5.7643 5.7188 5.6803
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.

What cannot be rehearsed is refused in one line.

  $ hakaru rehearse plan.json --ranks 9
  hakaru: --ranks is '9'; accepted: 1 … 8
  [2]
  $ hakaru rehearse plan.json --steps none
  hakaru: --steps is 'none'; accepted: 1 … 100000
  [2]
  $ hakaru rehearse plan.json --text missing.txt
  hakaru: missing.txt: cannot be read: no such file
  [2]
  $ plan llama-3.1-8b --accelerators 8 --tp 8 --pp 1 --lora-rank 16; hakaru rehearse plan.json
  hakaru: llama-3.1-8b cannot be rehearsed yet; accepted: decoders, encoders as BERT, MLPs and convolution nets, trained whole
  [2]
  $ plan llama-3.1-8b --accelerators 8 --tp 8 --pp 1 --optimizer lamb; hakaru rehearse plan.json
  hakaru: optimizer lamb cannot be rehearsed yet; accepted: adamw
  [2]
  $ plan llama-3.1-8b --accelerators 8 --tp 8 --pp 1 --recompute none; hakaru rehearse plan.json --compare-precision ''
  hakaru: --compare-precision is empty; accepted: a value, or leave it out
  [2]

What a rehearsal reads is not written over, and what is for ranks in one format is not asked of all.

  $ cp plan.json kept.json; hakaru rehearse plan.json --ranks 1 --steps 1 --trace ./plan.json
  hakaru: ./plan.json: is read by this command, which does not write over it; accepted: another file
  [2]
  $ cmp plan.json kept.json
  $ hakaru rehearse plan.json --precision bf16 --compare-precision fp32
  hakaru: --precision and --compare-precision exclude each other; accepted: one of them
  [2]
  $ hakaru rehearse plan.json --ranks 1 --steps 1 --cache kept.json
  hakaru: kept.json: no folder that can be written; accepted: a folder for compiled programs
  [2]

Heads that ranks exchange are divided among them.

  $ length=1k plan gpt2 --accelerators 2 --tp 1 --pp 1 --dp 1 --cp 2 --context-parallel all-to-all
  $ hakaru rehearse plan.json --steps 1 --scale heads=3
  hakaru: --scale: heads 3 does not go with this layout; accepted: multiples of 2, 2 … 256; nearest: 2, 4
  [2]
