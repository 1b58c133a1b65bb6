Questions as a new user types them: no confidence, no JSON. The first line is the answer; above each stands what an
engineer would sign, and why.

  $ first() { COLUMNS=100 hakaru "$@" 2>&1 | head -1; }

1. "Llama 3.3 70B in fp8 at 8 requests/s on p5.48xlarge: how many?" One machine serves it; two would double the bill.

  $ first plan serve --model llama-3.3-70b --weights fp8 --rate 8/s --instance p5.48xlarge
  Rent 1 × p5.48xlarge: $40,179 a month, 98 % likely to keep the limits.

2. "8B on RTX 4090s?" More machines do not cure the error of a prediction.

  $ first plan serve --model llama-3.1-8b --accelerator rtx-4090
  Use 1 × rtx-4090-1: 92 % likely to keep the limits.

3. "Pre-train on 160B tokens for $50k." All counts cost about the same: nobody waits 82 days for that.

  $ first plan train --model llama-3.1-8b --tokens 160B --budget '$50k'
  Rent 16 × p5.48xlarge: 32.8 h, $28,880, >99 % likely to keep the limits.

4. "I have 64 H100. How much can they take?" The fleet is there: what serves most.

  $ first plan serve --model llama-3.3-70b --instance dgx-h100 --instances 8
  Use 8 × dgx-h100: at most 104 requests/s, >99 % likely to keep the limits.

5. "Embeddings with bge-m3." A machine that one can still rent and run software on: not Inf1.

  $ first plan serve --model bge-m3
  Rent 1 × g4dn.xlarge: $384 a month, >99 % likely to keep the limits.

6. "One L4 for four people." The machine with one L4, not the one with eight.

  $ first plan serve --model llama-3.1-8b --accelerator l4 --accelerators 1 --users 4 --tpot 100ms
  Rent 1 × g6.xlarge: $588 a month, at most 0.585 requests/s, 90 % likely to keep the limits.

7. "Two and four RTX PRO 6000." Machines that hold just as many.

  $ first plan serve --model llama-3.3-70b --weights fp8 --accelerator rtx-pro-6000-server --accelerators 2 --tpot 150ms
  Rent 1 × g7e.12xlarge: $6,049 a month, at most 2.07 requests/s, 84 % likely to keep the limits.
  $ first plan serve --model llama-3.3-70b --weights fp8 --accelerator rtx-pro-6000-server --accelerators 4 --tpot 150ms
  Rent 1 × g7e.24xlarge: $12,098 a month, at most 4.52 requests/s, 86 % likely to keep the limits.

8. "And if the first token may take longer?" A looser limit never costs more.

  $ first plan serve --model llama-2-7b --instance g6.12xlarge --rate 2/s --ttft 2s
  Rent 1 × g6.12xlarge: $3,359 a month, 88 % likely to keep the limits.
  $ first plan serve --model llama-2-7b --instance g6.12xlarge --rate 2/s --ttft 20s
  Rent 1 × g6.12xlarge: $3,359 a month, 89 % likely to keep the limits.

9. "A demo of Qwen2.5-7B on Trainium." The smallest machine that it runs on.

  $ first plan serve --model qwen2.5-7b-instruct --context 8k --family trn1 --users 1
  Rent 1 × trn1.2xlarge: $981 a month, 94 % likely to keep the limits.

10. "The usual 70B, a request a second." A machine that was measured.

  $ first plan serve --model llama-3.1-70b
  Rent 1 × p4d.24xlarge: $16,029 a month, 94 % likely to keep the limits.

11. "A 7B model, no idea what traffic." One 48 GB card.

  $ first plan serve --model qwen2.5-7b-instruct
  Rent 1 × g6e.xlarge: $1,359 a month, 96 % likely to keep the limits.

12. "For $500 a month?" What it would take.

  $ first plan serve --model qwen2.5-7b-instruct --budget '$500/month'
  hakaru: the cheapest fleet (1 × g6e.xlarge) costs $1,359 a month, over the budget of $500; raise

13. "DeepSeek-V3." 671 GB in fp8: eight H200, not eight H100.

  $ first plan serve --model deepseek-v3 --rate 2/s
  Rent 1 × p5en.48xlarge: $46,206 a month, 97 % likely to keep the limits.

14. "Fine-tune an 8B on 100M tokens within a day."

  $ first plan train --model llama-3.1-8b --tokens 100M --deadline 1d
  Rent 1 × p5.48xlarge: 23.9 min, $21.89, >99 % likely to keep the limits.

15. "Pre-train a 70B on 1T tokens in 60 days."

  $ first plan train --model llama-2-70b --tokens 1T --deadline 60d
  Rent 20 × p5e.48xlarge (Capacity Block): 55.8 days, $1,444,262, 83 % likely to keep the limits.

16. "GPT-3 on 1,024 A100, as in the paper."

  $ first plan train --model gpt3-175b --tokens 300B --accelerator a100-80gb --accelerators 1024
  Use 128 × dgx-a100-80gb: 17.8 days.

17. "Classify ten million images with ResNet-50."

  $ first plan infer --model resnet-50 --items 10M
  Rent 1 × g4dn.xlarge: 44.7 min, $0.392.

18. "Throughput of an 8B on one H100, offline."

  $ first plan serve --offline --model llama-3.1-8b --instance p5.4xlarge --instances 1
  Rent 1 × p5.4xlarge: 4,611 tokens/s, $0.415 a million output tokens.

19. Words of other tools are understood, and said.

  $ hakaru plan serve --model llama-3.1-8b --gpu h100 --qps 5 2>&1 | head -3
  hakaru: '--gpu' is read as '--accelerator'
  hakaru: '--qps' is read as '--rate'
  Rent 1 × p5.4xlarge: $5,022 a month, >99 % likely to keep the limits.
  $ hakaru serve --model llama-3.1-8b 2>&1 | head -2
  hakaru: 'serve' is read as 'plan serve'
  Rent 1 × g6e.xlarge: $1,359 a month, 96 % likely to keep the limits.
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --epochs 3 | grep epochs
  note: 1,000,000,000 tokens, 3 epochs: 3,000,000,000 tokens

20. "Does it have to be 80 %?"

  $ first plan serve --model llama-3.1-8b --rate 12/s --instance g6e.xlarge --confidence 50%
  Rent 4 × g6e.xlarge: $5,434 a month, 84 % likely to keep the limits.
  $ first plan serve --model llama-3.1-8b --rate 12/s --instance g6e.xlarge --confidence 95%
  Rent 7 × g6e.xlarge: $9,510 a month, 95 % likely to keep the limits.

21. "500 people chat with a 70B in fp8." They read and type between requests: about 8 requests/s, one machine.

  $ hakaru plan serve --model llama-3.3-70b --weights fp8 --users 500 2>&1 | head -2 | cut -c1-97
  Rent 1 × p5.48xlarge: $40,179 a month, 98 % likely to keep the limits.
  Serving llama-3.3-70b-instruct live: 500 users, each with a request every 60.0 s (8.33 requests/s
  $ first plan serve --model llama-3.3-70b --weights fp8 --users 4000
  Rent 2 × p6-b200.48xlarge: $166,342 a month, 95 % likely to keep the limits.
  $ first plan serve --model llama-3.3-70b --weights fp8 --concurrency 500 --instance p5.48xlarge
  Rent 5 × p5.48xlarge: $200,896 a month, 87 % likely to keep the limits.

22. "A hundred million prompts through an 8B." The time and the cost of the lot; by a deadline the fewest machines.

  $ first plan serve --model llama-3.1-8b --offline --items 100M
  Rent 1 × p6-b200.48xlarge: 2.41 days, $6,587.
  $ first plan serve --model llama-3.1-8b --offline --items 10M --deadline 2h
  Rent 4 × p6-b200.48xlarge: 1.51 h, $689, 94 % likely to keep the limits.
  $ first plan serve --model llama-3.1-8b --items 10M
  hakaru: --items needs --offline
  $ first plan serve --model llama-3.1-8b --offline --items 10M --deadline 1m --instance g5.xlarge
  hakaru: the deadline of 60.0 s is not met: the fastest plan (4096 × g5.xlarge) takes 40.1 min; relax

23. "How many tokens does $50k buy?" More for a larger budget.

  $ first plan train --model llama-3.1-8b --budget '$50k' --instance p5.48xlarge
  Rent 32 × p5.48xlarge: 230 B tokens in 24.1 h, $42,514, 89 % likely to keep the limits.
  $ for budget in 5k 50k; do hakaru plan train --model llama-3.1-8b --budget $budget --instance p5.48xlarge | grep -o 'on [0-9,]* tokens'; done
  on 23,000,000,000 tokens
  on 230,000,000,000 tokens

24. "LoRA of an 8B on one A10G." It fits with recompute, in a shorter sequence; the help's own example.

  $ first memory train --model llama-3.1-8b --lora-rank 16 --on g5.xlarge
  Does not fit: 21.3 GiB per device needed, 20.2 GiB there with 9.84 % left free; 1.14 GiB too much.
  $ hakaru memory train --model llama-3.1-8b --sequence-length 2k --lora-rank 16 --on g5.xlarge 2>&1 | head -2
  Fits: 19.6 GiB of 22.4 GiB per device (88 %).
  tp1 pp1 dp1 mb1 would need 27.3 GiB; it fits as tp1 pp1 dp1 mb1 recompute full.
  $ hakaru memory train --model llama-3.1-70b --lora 16 --lora-base nf4 --on g6e.xlarge 2>&1 | head -4
  hakaru: '--lora' is read as '--lora-rank'
  Does not fit: 54.9 GiB per device needed, 35.6 GiB there with 20.4 % left free; 19.4 GiB too much.
  tp1 pp1 dp1 mb1 would need 190 GiB; does not fit on 1 × g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1 recompute full) needs 54.9 GiB per device, which has 44.7 GiB; would fit: 1 × g7e.2xlarge
  Training llama-3.1-70b: 1 × 4,096 tokens, bf16, adamw; tp1 pp1 dp1 mb1 recompute full; LoRA of rank 16, the frozen base in nf4; software hf-trainer
  $ first memory train --model llama-3.1-70b --precision qlora --on g6e.xlarge
  hakaru: precision 'qlora' is no number format; for adapters on a frozen base say --lora-rank 16

25. "What does this vllm command give?" A live service, whose load and limits come next.

  $ hakaru plan --from 'vllm serve meta-llama/Llama-3.1-70B-Instruct --tensor-parallel-size 8' --instance p5.48xlarge | head -2
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1: fits (24.9 of 80 GiB); TTFT 208 ms, TPOT 13.3 ms.
  At 1 request/s: >99 % likely to keep TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms at p95; sustains 10.2 requests/s within them.
  $ hakaru plan --from 'vllm serve meta-llama/Llama-3.1-70B-Instruct --tensor-parallel-size 8' --instance g6.48xlarge | head -1
  On 1 × g6.48xlarge, tp8 pp1 dp1 mb1: fits (20.1 of 22.4 GiB); at an assumed 1 request/s its queue grows; saturated 0.93 requests/s at TTFT 3.76 s, over the usual 2.00 s, TPOT 229 ms, over the usual 50.0 ms.

26. "What fits on my card?"

  $ first fit rtx-4090
  141 of 285 models fit on rtx-4090-1; the largest is gpt-oss-20b.

27. "A lot of answers for at most so much." A budget is for the lot; for a batch without an end it means nothing.

  $ first plan serve --model llama-3.1-8b --offline --items 1M --budget '$500' --instance g6e.xlarge
  Rent 1 × g6e.xlarge: 45.2 h, $84.12, >99 % likely to keep the limits.
  $ first plan serve --model llama-3.1-8b --offline --items 1M --budget '$5' --instance g6e.xlarge
  hakaru: the cheapest plan (1 × g6e.xlarge) costs up to $97.07 with 80 %, over the budget of $5.00;
  $ first plan serve --model llama-3.1-8b --offline --budget '$5'
  hakaru: --budget needs --items

28. "Which of these two?" The first line says it; instances may stand with commas.

  $ first compare serve --model llama-3.1-8b --instance g5.xlarge,g6e.xlarge
  Rent 1 × g6e.xlarge: $1,359 a month, 96 % likely to keep the limits.

29. "One user."

  $ hakaru plan serve --model llama-3.1-8b --users 1 --instance g6e.xlarge | grep -o 'one user with a request every [0-9.]* s'
  one user with a request every 60.0 s
