Questions on servers that run already, boxes of cards, QLoRA and clouds other than AWS: the first lines that a user reads.

  $ first() { COLUMNS=100 hakaru "$@" 2>&1 | head -"${LINES_SHOWN:-1}"; }

1. "Is this vLLM server good enough?" A command is a live service under the load of `plan serve`; saturated figures come after it.

  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-32B-Instruct -tp 2 --max-model-len 16384 --quantization fp8' --instance g6e.12xlarge > served.txt; head -2 served.txt
  On 1 × g6e.12xlarge, tp2 pp1 dp1 mb1: fits (39.1 of 44.7 GiB); at an assumed 1 request/s TPOT 57.8 ms, over the usual 50.0 ms; at most 2.73 requests/s without limits.
  At 1 request/s: 15 % likely to keep TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms at p95; sustains 2.73 requests/s without limits.
  $ grep -o '^saturated, .*, on average: TTFT' served.txt
  saturated, without limits (each request in flight is followed by the next), on average: TTFT
  $ tail -2 served.txt
  the best layout on these machines within the limits: TTFT 904 ms, TPOT 40.4 ms, at most 1.65 requests/s within the limits
    dp 1 → 2
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-32B-Instruct -tp 2 --max-model-len 16384 --quantization fp8' --instance g6e.12xlarge --rate 0.25/s --tpot 100ms | head -2
  On 1 × g6e.12xlarge, tp2 pp1 dp1 mb1: fits (37.1 of 44.7 GiB); TTFT 896 ms, TPOT 36.9 ms.
  At 0.25 requests/s: 96 % likely to keep TTFT ≤ 2.00 s, TPOT ≤ 100 ms at p95; sustains 1.72 requests/s within them.
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-32B-Instruct -tp 2 --max-model-len 16384 --quantization fp8' --instance g6e.12xlarge --rate 50/s | head -1
  On 1 × g6e.12xlarge, tp2 pp1 dp1 mb1: fits (40.1 of 44.7 GiB); at 50 requests/s its queue grows; saturated 2.92 requests/s at TTFT 3.35 s, over the usual 2.00 s, TPOT 210 ms, over the usual 50.0 ms.
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-32B-Instruct -tp 2 --max-model-len 16384 --quantization fp8' --instance g6e.12xlarge --offline | sed -n '1p;s/^\(Read as vllm serve: Serving [^ ]* offline\).*/\1/p'
  On 1 × g6e.12xlarge, tp2 pp1 dp1 mb1: TTFT 6.16 s, TPOT 67.9 ms, 155 output tokens/s.
  Read as vllm serve: Serving qwen2.5-32b-instruct offline

A load that nobody states is called assumed, and the limit that fails is named.

  $ LINES_SHOWN=2 first plan --from 'docker run --gpus all -p 8000:8000 vllm/vllm-openai:latest --model meta-llama/Llama-3.1-8B-Instruct' --instance g5.xlarge
  On 1 × g5.xlarge, tp1 pp1 dp1 mb1: fits (20 of 22.4 GiB); at an assumed 1 request/s its queue grows.
  Read as vllm serve: Serving llama-3.1-8b live: 1 request/s of conversation, prompts of 1,147,
  $ LINES_SHOWN=2 first plan --from 'vllm serve meta-llama/Llama-3.1-8B-Instruct' --instance g5.xlarge --rate 0.6/s --tpot 60ms
  On 1 × g5.xlarge, tp1 pp1 dp1 mb1: fits (18.2 of 22.4 GiB); at 0.6 requests/s TPOT 69.5 ms, over
    60.0 ms; at most 0.747 requests/s without limits.

Without a machine it is answered on the cheapest that holds it, which the second line and the JSON name.

  $ LINES_SHOWN=4 first plan --from 'vllm serve deepseek-ai/DeepSeek-R1 --tensor-parallel-size 8 --max-model-len 32768 --kv-cache-dtype fp8'
  On 1 × p5e.48xlarge, tp8 pp1 dp1 mb1: fits (95.9 of 141 GiB); TTFT 291 ms, TPOT 20.6 ms.
  The command names no machine; taken: p5e.48xlarge, the cheapest that keeps the limits; --instance
    (g7e.48xlarge, p5en.48xlarge, p6-b200.48xlarge) chooses another.
  At 1 request/s: 97 % likely to keep TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms at p95; sustains 3.18 requests/s
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct' --json | python3 -c 'import json, sys; read = json.load(sys.stdin); print(read["keys"]["instance"], read["plan"]["instance"], read["notes"][0])'
  g6.xlarge g6.xlarge The command names no machine; taken: g6.xlarge, the cheapest that holds it; --instance (g6.2xlarge, g5.xlarge, g5.2xlarge) chooses another
  $ hakaru plan --from 'vllm serve Qwen/Qwen2.5-7B-Instruct' --lang ja --wide | sed -n 2p
  コマンドにインスタンスタイプがないため、収まる中で最も安い g6.xlarge で計算しました。別のものは --instance (g6.2xlarge, g5.xlarge, g5.2xlarge) で指定できます。
  $ printf '#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --gres=gpu:h100:8\nvllm serve meta-llama/Llama-3.1-70B-Instruct -tp 8\n' > serve.sbatch; LINES_SHOWN=3 first plan --from serve.sbatch
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1: fits (24.9 of 80 GiB); TTFT 208 ms, TPOT 13.3 ms.
  The command names h100 and no machine; taken: p5.48xlarge, the cheapest that keeps the limits;
    --instance (n3-h100-sxm5x8, gpu-h100-sxm_8gpu-128vcpu-1600gb, gpu_8x_h100_sxm5) chooses another.
  $ printf 'resources:\n  accelerators: H100:8\nrun: |\n  vllm serve meta-llama/Llama-3.1-70B-Instruct -tp 8\n  sleep 1\n' > task.yaml; first plan --from task.yaml
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1: fits (24.9 of 80 GiB); TTFT 208 ms, TPOT 13.3 ms.
  $ printf '#!/bin/bash\n#SBATCH --gpus=a100:4\nvllm serve meta-llama/Llama-3.1-8B-Instruct -tp 4\n' > serve.sbatch; first plan --from serve.sbatch
  On 1 × p4de.24xlarge, tp4 pp1 dp1 mb1: fits (9.32 of 80 GiB); TTFT 126 ms, TPOT 6.29 ms.
  $ hakaru plan --from 'accelerate launch --num_processes 8 --use_deepspeed --zero_stage 3 train.py --per_device_train_batch_size 1 --bf16 --max_steps 10' --model llama-3.1-405b
  hakaru: the command names no machine; accepted: --instance
  [2]
  $ hakaru plan --from 'torchrun --nnodes $NODES --nproc_per_node 8 train.py --per_device_train_batch_size 1 --bf16' --model llama-3.1-8b
  hakaru: the machines are said as $NODES; accepted: their number, by --instances
  [2]

2. "Which of these fits my card?" A context is shortened to what there is room for.

  $ hakaru fit g5.2xlarge --model llama-3.1-8b --model gemma2-9b
  2 of 2 models fit on g5.2xlarge; the largest is gemma-2-9b.
  g5.2xlarge: 1 × a10g, 22.4 GiB in all, of which 20.1 GiB may be filled
  
  model            parameters  weights GiB  tp  longest context  largest batch
  gemma-2-9b    9,241,705,984         17.2   1            6,560              1
  llama-3.1-8b  8,030,261,248           15   1           32,448              3
  
  Batches are of sequences of 8,192 tokens, or of the longest context where that is shorter.
  gemma-2-9b fits with a context of 6,560 tokens at most; 8,192 do not fit

3. "70B on a box of 4090s?" The machine that holds them together is taken.

  $ for count in 2 4 8 16; do first plan serve --model llama-3.1-8b --accelerator 'RTX 4090' --accelerators $count; done
  Use 1 × rtx-4090-2: at most 4.25 requests/s, 95 % likely to keep the limits.
  Use 1 × rtx-4090-4: at most 8.9 requests/s, 98 % likely to keep the limits.
  Use 1 × rtx-4090-8: at most 18.5 requests/s, 98 % likely to keep the limits.
  Use 2 × rtx-4090-8: at most 38.4 requests/s, 98 % likely to keep the limits.
  $ for card in rtx-6000-ada rtx-a6000 rtx-3090 rtx-5090; do first plan serve --model llama-3.1-8b --accelerator $card --accelerators 8; done
  Use 1 × rtx-6000-ada-8: at most 36.1 requests/s, 97 % likely to keep the limits.
  Use 1 × rtx-a6000-8: at most 14.2 requests/s, 97 % likely to keep the limits.
  Use 1 × rtx-3090-8: at most 8.28 requests/s, 94 % likely to keep the limits.
  Use 1 × rtx-5090-8: at most 33.3 requests/s, 97 % likely to keep the limits.
  $ hakaru plan serve --model llama-3.1-8b --accelerator rtx-4090 --accelerators 13
  hakaru: 13 accelerators do not divide over 2 × rtx-4090-8 (up to 8 of each); nearest: 12 or 14, or one machine of them: hakaru catalog add NAME --accelerator rtx-4090 --accelerators 13 --links pcie
  [2]
  $ first plan serve --model llama-3.1-8b --accelerator rtx-4090 --accelerators 12
  Use 2 × rtx-4090-8 (6 of 8 × rtx-4090): at most 28.8 requests/s, 98 % likely to keep the limits.
  $ first fit 'RTX 4090'
  141 of 285 models fit on rtx-4090-1; the largest is gpt-oss-20b.

4. "QLoRA of 70B?" It is planned for software that has it.

  $ hakaru plan train --model llama-3.1-70b --lora-rank 16 --lora-base nf4 --tokens 50M -o qlora.json > qlora.txt; sed -n '1p;/^note/p' qlora.txt; hakaru emit qlora.json | grep -o -- '--load_in_4bit'
  Rent 1 × p5.48xlarge: 1.87 h, $103.
  note: planned for hf-trainer, as the usual software has no option for --lora-base nf4; --software names another
  --load_in_4bit
  $ for optimizer in adamw-8bit adafactor; do hakaru plan train --model llama-3.1-8b --tokens 1B --optimizer $optimizer --instance p5.48xlarge --top 1 -o other.json > text.txt; hakaru emit other.json | grep -o -- '--optim [a-z_0-9]*'; done
  --optim adamw_8bit
  --optim adafactor
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --precision bf16-pure --instance p5.48xlarge --top 1 -o other.json > text.txt; hakaru emit other.json | grep -o -- '--training.dtype [a-z0-9]*'
  --training.dtype bfloat16

5. "Gemma on a TPU?" Where no region is stated, another cloud's machine is priced in that cloud's own.

  $ for card in 'tpu v5e' mi300x; do hakaru plan serve --model gemma-2-9b-it --accelerator "$card" | sed -n '1p;2s/.*Ranked/Ranked/p'; done
  Rent 1 × ct5lp-hightpu-4t: $3,504 a month, 95 % likely to keep the limits.
  Ranked by cost of a month, at prices of us-central1, as no region is stated.
  Rent 1 × bm.gpu.mi300x.8: $35,040 a month, 97 % likely to keep the limits.
  Ranked by cost of a month.
  $ hakaru plan serve --model gemma-2-9b-it --accelerator 'tpu v5e' --region europe-west4 | sed -n '1p;2s/.*Ranked/Ranked/p'
  Rent 1 × ct5lp-hightpu-4t: $4,555 a month, 95 % likely to keep the limits.
  Ranked by cost of a month.

A checkpoint whose name says how it is kept; one whose blocks the ranks of a server would cut.

  $ command hakaru fit g6e.xlarge --model Qwen/Qwen3-32B-AWQ | tail -1
  note: Qwen/Qwen3-32B-AWQ is read as qwen3-32b with weights awq, as its name says
  $ command hakaru memory serve --model Qwen/Qwen3-32B-AWQ --weights fp8 | tail -1
  note: Qwen/Qwen3-32B-AWQ is read as qwen3-32b
  $ for way in '-tp 8' '-tp 8 --enable-expert-parallel'; do command hakaru plan --from "vllm serve Qwen/Qwen3-235B-A22B-Instruct-2507-FP8 $way --max-model-len 32768" --instance p5.48xlarge --wide | head -1 | sed 's/: fits.*/: fits/'; done
  It cannot run: vllm serve cannot load Qwen/Qwen3-235B-A22B-Instruct-2507-FP8: its weights are quantised in blocks of 128 × 128, and a width of 1536 over 8 ranks is 192, no multiple of 128; accepted: --enable-expert-parallel / --tensor-parallel-size 4
  On 1 × p5.48xlarge, tp8 pp1 dp1 mb1: fits
