Requests in flight are those of the whole service: replicas without one make nothing, and the plan says so.

  $ hakaru() { command hakaru "$@" --wide; }
  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --concurrency 20 --instance u-p6e-gb200x72 --tp 1 --pp 1 --top 1 -o rack.json | grep -e "note: 20 requests" -e "tokens/s;"
    4.95 requests/s, 5,073 output tokens/s; a request takes 4.04 s
  note: 20 requests in flight leave 52 of 72 replicas without one
  $ hakaru simulate serve rack.json --concurrency 20 --length-spread 0 --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(round(a["output_tokens_per_s"]), a["running_peak"])'
  5073 1
  $ hakaru explain rack.json | grep -e "without a request" -e "output tokens per second"
    replicas without a request              72 replicas, 20 requests in flight = 52
    output tokens per second                20 replicas × 1 sequence × 1024 tokens / (97.7 ms + 1023 × 3.85 ms) = 5,073 /s

Where they do not divide, some replicas have one more than the others.

  $ hakaru plan serve --offline --model llama-3.1-8b --context 8k --concurrency 20 --instance p5.48xlarge --tp 1 --pp 1 --top 1 -o uneven.json > uneven.txt
  $ hakaru explain uneven.json | grep -o "4 replicas.*"
  4 replicas × 3 sequences × 1024 tokens / (277 ms + 1023 × 7.90 ms) + 4 replicas × 2 sequences × 1024 tokens / 7.81 s = 2,520 /s

What a plan says and what its simulation does agree, of one replica and of many, of as many requests as replicas, more
and fewer: within 5 % where a replica is one stage, and its engine runs prompts and decoding together.

  $ agree() { hakaru plan serve --offline --top 1 -o one.json --json "$@" > planned && hakaru simulate serve one.json --json > simulated &&
  >   hakaru explain one.json --json > explained && python3 -c '
  > import json
  > plan, simulated, explained = json.load(open("planned"))["plans"][0], json.load(open("simulated")), json.load(open("explained"))
  > made = [t["value"] for t in explained["time"] if t["name"] == "output tokens per second"]
  > ratio = plan["output_tokens_per_s"] / simulated["output_tokens_per_s"]
  > print(abs(ratio - 1) < 0.05 or ratio, abs(made[0] / plan["output_tokens_per_s"] - 1) < 1e-12, plan["max_num_seqs"] == simulated["max_num_seqs"], plan["max_num_batched_tokens"] == simulated["max_num_batched_tokens"])'; }
  $ for load in 1 3 8 20 64; do agree --model llama-3.1-8b --context 8k --concurrency $load --instance p5.48xlarge --tp 1 --pp 1; done
  True True True True
  True True True True
  True True True True
  True True True True
  True True True True
  $ for load in 3 20 200; do agree --model llama-3.1-8b --context 8k --concurrency $load --instance u-p6e-gb200x72 --tp 4 --pp 1; done
  True True True True
  True True True True
  True True True True
  $ agree --model llama-3.1-8b --context 2k --accelerator h100-sxm --accelerators 1
  True True True True
  $ agree --model llama-3.2-1b --context 2k --instance g6e.xlarge
  True True True True
  $ agree --model llama-3.2-1b --context 2k --instance g4dn.xlarge
  True True True True
  $ agree --model llama-3.2-1b --context 2k --concurrency 16 --instance g4dn.xlarge
  True True True True
  $ agree --model llama-3.2-1b --context 2k --concurrency 16 --instance p3.2xlarge
  True True True True

Also of compiled shapes, and of a measurement whose requests are fewer than its replicas.

  $ agree --model llama-3.1-8b --context 8k --concurrency 16 --instance trn1.32xlarge --tp 8 --pp 1
  True True True True
  $ cat > rows.csv << END
  > id,series,model,base_model,hidden,layers,heads,kv_heads,head_dim,ffn,vocab,experts,topk,accelerator,instance,accelerators,tp,pp,moe_ep,attention_dp,weight_dtype,kv_dtype,engine,mode,concurrency,rate_per_s,input_length,output_length,ttft_ms,tpot_ms,output_tokens_per_s,trust
  > one,a,Llama-3.1-8B,llama-3.1-8b,4096,32,32,8,128,14336,128256,,,h100-sxm,dgx-h100,1,1,1,,,bf16,,vllm 0.12.0,batch,1,,1000,200,20,7,140,high
  > eight,a,Llama-3.1-8B,llama-3.1-8b,4096,32,32,8,128,14336,128256,,,h100-sxm,dgx-h100,8,1,1,,,bf16,,vllm 0.12.0,batch,1,,1000,200,20,7,140,high
  > END
  $ hakaru validate serving rows.csv --json | python3 -c '
  > import json, sys
  > made = {r["id"]: r["predicted"] for r in json.load(sys.stdin)["rows"] if r.get("metric") == "output_tokens_per_s"}
  > print(made["one"] == made["eight"])'
  True
