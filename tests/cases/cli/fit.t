What one machine can serve: the models it holds, the largest first, over the fewest of its accelerators and over the most.

  $ hakaru fit g6.12xlarge --model llama-3.1-8b --model qwen2.5-32b-instruct --model llama-3.1-70b
  2 of 3 models fit on g6.12xlarge (4 × l4); the largest is qwen2.5-32b-instruct.
  g6.12xlarge: 4 × l4, 89.4 GiB in all, of which 80.5 GiB may be filled
  
  model                     parameters  weights GiB  tp  longest context  largest batch  tp at most  longest context  largest batch
  qwen2.5-32b-instruct  32,763,876,352           61   4           32,768              7           4           32,768              7
  llama-3.1-8b           8,030,261,248           15   1           32,448              3           4          131,072             61
  
  One replica, tensor parallel over the fewest accelerators that hold it, and over the most.
  Batches are of sequences of 8,192 tokens, or of the longest context where that is shorter.
  llama-3.1-70b does not fit: with 2,048 tokens it needs 137 GiB, 56.2 GiB too much
  llama-3.1-70b fits with --weights fp8

What is said to fit does, and a token or a sequence more does not.

  $ cat > check.py <<'X'
  > import json, subprocess, sys
  > def asked(*words): return json.loads(subprocess.run(["hakaru", *words, "--json"], capture_output=True, text=True).stdout or "{}")
  > machine = sys.argv[1]
  > def fits(model, split, context, batch):
  >     answer = asked("memory", "serve", "--model", model, "--on", machine, "--tp", str(split["tp"]), "--context", str(context),
  >                    "--batch", str(batch))
  >     return answer.get("fits", False)  # a split that is not legal does not hold it either
  > answer = asked("fit", machine, *[word for model in sys.argv[2:] for word in ("--model", model)])
  > for row in answer["models"]:
  >     most = asked("model", "show", row["model"])["max_positions"]
  >     for split in (row, row["widest"]):
  >         longest, batch, of = split["longest_context"], split["largest_batch"], row["batch_context"]
  >         print(row["model"], fits(row["model"], split, longest, 1),
  >               longest == most or not fits(row["model"], split, longest + 1, 1),
  >               fits(row["model"], split, of, batch), not fits(row["model"], split, of, batch + 1))
  >     if row["tp"] > 1: print("fewer:", fits(row["model"], {"tp": row["tp"] // 2}, row["batch_context"], 1))
  > for row in answer["do_not_fit"]: print(row["model"], row["needed_bytes"] > answer["usable_bytes"])
  > X
  $ python3 check.py p4d.24xlarge llama-3.1-8b llama-3.1-70b deepseek-v2-lite whisper-large-v3 llama-3.1-405b
  llama-3.1-70b True True True True
  llama-3.1-70b True True True True
  fewer: False
  deepseek-v2-lite True True True True
  deepseek-v2-lite True True True True
  llama-3.1-8b True True True True
  llama-3.1-8b True True True True
  whisper-large-v3 True True True True
  whisper-large-v3 True True True True
  llama-3.1-405b True
  $ python3 check.py trn1.32xlarge llama-3.1-8b qwen2.5-32b-instruct
  qwen2.5-32b-instruct True True True True
  qwen2.5-32b-instruct True True True True
  fewer: False
  llama-3.1-8b True True True True
  llama-3.1-8b True True True True
  fewer: False

Without a model: all that generate. Of those that do not fit the smallest is named; narrower types let more of them in.

  $ hakaru fit g6.xlarge > all; sed -n '1,3p' all | sed 's/ *$//' ; tail -1 all
  141 of 285 models fit on g6.xlarge; the largest is gpt-oss-20b.
  Weights are as published; with --weights int4, 204 fit, the largest is qwen3.5-35b-a3b.
  g6.xlarge: 1 × l4, 22.4 GiB in all, of which 20.1 GiB may be filled
  144 of 285 models do not fit; the smallest of them is flan-t5-xxl: it needs 22.6 GiB, 2.52 GiB more than may be filled
  $ counts() { python3 -c 'import json, sys; answer = json.load(sys.stdin); print(len(answer["models"]), len(answer["do_not_fit"]))'; }
  $ hakaru fit g6.xlarge --json | counts > bf16; hakaru fit g6.xlarge --weights int4 --json | counts > int4
  $ paste -d ' ' bf16 int4 | awk '{print ($1 + $2 == $3 + $4), ($3 > $1)}'
  1 1
  $ hakaru fit g6.xlarge --json | python3 -c '
  > import json, sys
  > sizes = [row["parameters"] for row in json.load(sys.stdin)["models"]]
  > print(sizes == sorted(sizes, reverse=True))'
  True
  $ hakaru fit g6.xlarge --csv | head -1
  model,parameters,weights_bytes,tp,longest_context,largest_batch,batch_context,widest.tp,widest.longest_context,widest.largest_batch

An accelerator is its usual machine, whole. Models without a longest sequence are looked at up to a million tokens.

  $ hakaru fit l4 --model t5-small | sed -n '1,4p'
  t5-small fits on g6.48xlarge (8 × l4).
  g6.48xlarge: 8 × l4, 179 GiB in all, of which 161 GiB may be filled
  
  model     parameters  weights GiB  tp  longest context  largest batch  tp at most  longest context  largest batch

1 where nothing fits.

  $ hakaru fit g6.xlarge --model llama-3.1-70b
  llama-3.1-70b does not fit on g6.xlarge.
  g6.xlarge: 1 × l4, 22.4 GiB in all, of which 20.1 GiB may be filled
  llama-3.1-70b does not fit: with 2,048 tokens it needs 133 GiB, 113 GiB too much
  Machines that hold llama-3.1-70b: hakaru plan serve --model llama-3.1-70b
  [1]
  $ hakaru fit g6.xlarge --model llama-3.1-70b --lang ja
  llama-3.1-70b は g6.xlarge に収まりません。
  g6.xlarge: 1 × l4、合計 22.4 GiB (うち使える容量 20.1 GiB)
  llama-3.1-70b は収まりません: 2,048 トークンでも必要 133 GiB、使える容量を 113 GiB 超えます
  llama-3.1-70b が収まるインスタンスは hakaru plan serve --model llama-3.1-70b で分かります
  [1]

What cannot be asked.

  $ hakaru fit
  hakaru: INSTANCE|ACCELERATOR is missing: hakaru fit p5.48xlarge
  [2]
  $ hakaru fit g6.xlrage
  hakaru: instance 'g6.xlrage' is not known; nearest: g6.xlarge, g6.2xlarge, g6.4xlarge; one of your own: hakaru catalog add
  [2]
  $ hakaru fit g6.xlarge --model resnet-50
  hakaru: --model is resnet-50, which does not generate tokens; use: hakaru plan infer
  [2]
  $ hakaru fit g6.xlarge --model lama-3.1-8b
  hakaru: 'lama-3.1-8b' is neither a known model nor a file; the nearest known: llama-3.1-8b, llama-3-8b, llama-3.1-70b ('hakaru model list' shows all)
  [2]
  $ hakaru fit g6.xlarge --weights fp8,bf16
  hakaru: --weights, --kv-cache names several types; hakaru fit takes one
  [2]
  $ hakaru fit g6.xlarge --weights fp9
  hakaru: --weights is 'fp9', which is not a data type; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  [2]
  $ hakaru fit g6.xlarge --headroom 96%
  hakaru: --headroom is 96%; accepted: 0% … 95%
  [2]

A GPU is understood as people write it.

  $ for name in 'rtx 4090' 'RTX4090' 'NVIDIA GeForce RTX 4090' 4090 'H100 SXM' 'a100 80GB' 'RTX A6000' b200; do hakaru accelerator show "$name" | head -1; done
  rtx-4090
  rtx-4090
  rtx-4090
  rtx-4090
  h100-sxm
  a100-sxm-80gb
  rtx-a6000
  b200-sxm
  $ hakaru accelerator show gh200 2>&1 | cut -c1-60
  hakaru: accelerator 'gh200' matches several; accepted: gh200
  $ hakaru fit 'rtx 4090' --model llama-3.1-8b | head -1
  llama-3.1-8b fits on rtx-4090-1.
