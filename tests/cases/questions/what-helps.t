What helps is tried before it is said; software and storage are those that such a user has.

  $ first() { COLUMNS=100 hakaru "$@" 2>&1 | grep -v 'is read as' | head -1; }
  $ notes() { COLUMNS=1000 hakaru "$@" 2>/dev/null | grep '^note'; }

1. Weights of 357 B parameters in bf16 fill three machines. In fp8, which the vendor publishes, they take two: a third
less money for a chance that is no smaller.

  $ hakaru plan serve --model glm-4.6 --context 128k --users 50 --price savings_3y 2>/dev/null | grep -oE '^Rent [0-9]+ × p4d.24xlarge|with --weights fp8: [0-9]+ × p4d.24xlarge'
  Rent 3 × p4d.24xlarge
  with --weights fp8: 2 × p4d.24xlarge

Where they fit as they are, and whoever said which weights, reads nothing of it.

  $ notes plan serve --model llama-3.3-70b --rate 2/s | grep -c fp8
  0
  [1]
  $ notes plan serve --model glm-4.6 --context 128k --users 50 --price savings_3y --weights bf16 | grep -c 'with --weights'
  0
  [1]

2. No plan as asked: the change that gives one, with its plan.

  $ hakaru plan serve --model llama-3.1-swallow-70b --accelerator a100 --accelerators 8 --users 300 2>&1 | grep -oE 'without --accelerators: [0-9]+ × [a-z0-9.]+'
  without --accelerators: 2 × p4de.24xlarge
  $ hakaru plan serve --model mistral-small-3.2 --price spot --budget '$500/month' 2>&1 | grep -oE 'over the budget of \$500|with --weights (fp8|int4) beyond the budget too: 1 × [a-z0-9.]+'
  over the budget of $500
  with --weights int4 beyond the budget too: 1 × g7e.2xlarge

3. GeForce cards: the Trainer, not Megatron. Both questions agree, and name it.

  $ first memory train --model llama-3.1-8b --batch 1 --seq-len 4096 --gpu 4090 --lora 16
  Does not fit: 25.5 GiB per device needed, 22.8 GiB there with 5 % left free; 2.66 GiB too much.
  $ hakaru memory train --model llama-3.1-8b --seq-len 4096 --gpu 4090 --lora 16 2>/dev/null | grep -o 'software .*'
  software hf-trainer
  $ hakaru plan train --model llama-3.1-8b --lora 16 --gpu 4090 --tokens 10M 2>&1 | grep -o '1 × rtx-4090-1 --lora-base nf4'
  1 × rtx-4090-1 --lora-base nf4
  $ hakaru memory train --model llama-3.1-8b --seq-len 4096 --gpu h100-sxm --lora 16 2>/dev/null | grep -c software
  0
  [1]

Nobody joins workstations over an office's network unasked: one card and shorter sequences.

  $ hakaru plan train --model gemma-2-9b --qlora --tokens 5M --gpu 4090 2>&1 | grep -o '1 × rtx-4090-1 --sequence-length 2048'
  1 × rtx-4090-1 --sequence-length 2048
  $ first plan train --model gemma-2-9b --qlora --tokens 5M --gpu 4090 --seq-len 2048 | grep -oE '^Use 1 × rtx-4090-1'
  Use 1 × rtx-4090-1

4. "What runs on my 4090?" As published, and in four bits; ten of them, the rest for those who ask.

  $ COLUMNS=100 hakaru fit 4090 | sed -n '1,2p'
  141 of 285 models fit on rtx-4090-1; the largest is gpt-oss-20b.
  Weights are as published; with --weights int4, 207 fit, the largest is seed-oss-36b-instruct.
  $ [ "$(COLUMNS=100 hakaru fit 4090 | wc -l)" -le 20 ] && hakaru fit 4090 --wide | grep -c '^llama'
  10

5. A checkpoint goes to one file system, however many machines write to it.

  $ hakaru plan train --model llama-3-70b --tokens 2T --accelerator h100 --accelerators 512 --price spot -o run.json > /dev/null
  $ hakaru run run.json --spot-interruptions-per-hour 0.02 | grep 'writing a checkpoint' | tr -s ' '
   writing a checkpoint 988 GB / 98.4 GB/s = 10.0 s [2]

6. A region's prices are higher for all machines: one elsewhere is not cheaper for that.

  $ notes plan serve --model qwen3-30b-a3b --weights int4 --region ap-northeast-1 --rate 3/s | grep -c 'g7.2xlarge.*cheaper'
  0
  [1]

7. The end of a software's support, before all else that could be said; rows that cost as much and end later are left
out.

  $ COLUMNS=100 hakaru plan train --model llama-3.1-8b --tokens 100B --family trn2 | grep -oE '^Rent .*\(Capacity Block\)|support of NxD Training'
  Rent 16 × trn2.48xlarge (Capacity Block)
  support of NxD Training
  $ COLUMNS=100 hakaru plan train --model llama-3.1-8b --tokens 100B --family trn2 | grep -c ' 2 × trn2.3xlarge'
  0
  [1]

8. Both ends of an interval have one unit.

  $ hakaru plan serve --model glm-4.6 --context 128k --users 50 --price savings_3y 2>/dev/null | grep -oE 'TTFT [0-9.]+–[0-9.]+ s'
  TTFT 0.10–4.35 s

9. A kind of price that few machines have: one that has none may be cheaper on demand, and says so. Where none has it,
nothing is ranked.

  $ COLUMNS=1000 hakaru plan serve --model deepseek-r1-distill-qwen-32b --users 100 --price savings_3y | grep -o 'no known savings_3y price and may be cheaper on demand'
  no known savings_3y price and may be cheaper on demand
  $ first plan serve --model llama-3.1-8b --users 500 --price savings_3y --region eu-central-1
  hakaru: no price is known in eu-central-1 for --price savings_3y, so that plans have no cost; known

10. Pictures, spot and words of other programs.

  $ notes plan serve --model qwen2.5-vl-7b-instruct --rate 2/s | grep -o 'prompts have no pictures here; --images 1 --image-size 1024'
  prompts have no pictures here; --images 1 --image-size 1024
  $ COLUMNS=100 hakaru plan train --model mistral-7b --tokens 30B --price spot | tr -s ' \n' ' ' | grep -o 'interruptions are not counted'
  interruptions are not counted
  $ first plan train --model llama-3.1-70b --lora-rank 16 --precision nf4 --tokens 20M
  hakaru: precision 'nf4' is of weights that stay as they are; for a frozen base in it say --lora-rank
  $ first simulate serve live.json --users 200
  hakaru: '--users' is not a flag here: say --rate, such as 3.3/s for 200 users who ask once a minute
  $ first plan serve --model swallow-70b --users 30
  hakaru: 'swallow-70b' is neither a known model nor a file; the nearest known: llama-3-swallow-70b,
  $ first emit kubernetes plan.json
  hakaru: 'plan.json' is one word too many; say: hakaru emit PLAN --for NAME

11. Emitted files serve the weights that were asked for, never others of their shape.

  $ hakaru plan serve --model meta-llama/Llama-3.1-8B-Instruct -o named.json > /dev/null && hakaru emit named.json --for vllm -o named > /dev/null && grep -o 'MODEL=meta.*' named/launch.sh
  MODEL=meta-llama/Llama-3.1-8B-Instruct
  $ hakaru plan serve --model llama-3.1-8b-instruct -o short.json > /dev/null && hakaru emit short.json --for vllm -o short > /dev/null && grep -o "set MODEL" short/launch.sh
  set MODEL
