A measured run is predicted once: validation, a plan with as many requests in flight, its explanation and, for what it makes, its
simulation tell one figure. (A version has factors of its own, which a plan takes by
--engine NAME@VERSION.)

  $ cat > rows.csv <<'X'
  > id,model,base_model,accelerator,instance,accelerators,tp,weight_dtype,kv_dtype,engine,mode,concurrency,input_length,output_length,ttft_ms,tpot_ms,output_tokens_per_s,trust
  > vllm 1,Llama-3.1-8B,llama-3.1-8b,h100-sxm,p5.4xlarge,1,1,bf16,bf16,vllm,server,16,1024,512,100,10,1000,high
  > vllm 2,Qwen3-32B,qwen3-32b,h100-sxm,p5.48xlarge,8,8,bf16,bf16,vllm,server,64,2048,256,100,10,1000,high
  > sglang 1,Llama-3.1-8B,llama-3.1-8b,h100-sxm,p5.4xlarge,1,1,bf16,bf16,sglang,server,16,1024,512,100,10,1000,high
  > vllm 3,Qwen3-32B,qwen3-32b,h100-sxm,p5.48xlarge,8,8,bf16,bf16,vllm 0.12.0,server,64,2048,256,100,10,1000,high
  > trtllm 1,Llama-3.1-8B,llama-3.1-8b,b200-sxm,p6-b200.48xlarge,8,8,bf16,bf16,trtllm,server,32,512,1024,100,10,1000,high
  > X
  $ hakaru validate serving rows.csv --json > validated.json
  $ cat > one.py <<'X'
  > import csv, json, subprocess
  > def hakaru(*words):
  >     return json.loads(subprocess.run(["hakaru", *words, "--json"], capture_output=True, text=True, check=True).stdout)
  > validated = {(row["id"], row["metric"]): row["predicted"] for row in json.load(open("validated.json"))["rows"]}
  > for row in csv.DictReader(open("rows.csv")):
  >     length = int(row["input_length"]) + int(row["output_length"])
  >     plan = hakaru("plan", "serve", "--offline", "--model", row["base_model"], "--instance", row["instance"], "--instances", "1",
  >                   "--tp", row["tp"], "--pp", "1", "--ep", "1", "--engine", row["engine"].replace(" ", "@"), "--concurrency", row["concurrency"],
  >                   "--input-length", row["input_length"], "--output-length", row["output_length"], "--context", str(length),
  >                   "-o", "plan.json")["plans"][0]
  >     terms = {term["name"]: term["value"] for term in hakaru("explain", "plan.json")["time"]}
  >     simulated = hakaru("simulate", "serve", "plan.json", "--concurrency", row["concurrency"])
  >     same = lambda one, other: abs(one / other - 1) < 1e-9
  >     tokens_per_s = validated[row["id"], "output_tokens_per_s"]
  >     print(row["id"], same(plan["ttft_s"] * 1e3, validated[row["id"], "ttft_ms"]), same(plan["tpot_s"] * 1e3, validated[row["id"], "tpot_ms"]),
  >           same(plan["output_tokens_per_s"], tokens_per_s), same(terms["TTFT"], plan["ttft_s"]), same(terms["TPOT"], plan["tpot_s"]),
  >           abs(simulated["output_tokens_per_s"] / tokens_per_s - 1) < 0.05)
  > X
  $ python3 one.py
  vllm 1 True True True True True True
  vllm 2 True True True True True True
  sglang 1 True True True True True True
  vllm 3 True True True True True True
  trtllm 1 True True True True True True

Two cards are side by side in one machine, where the usual one of a card has a single one: as in a machine of four whose cards reach each other over PCIe.

  $ cat > cards.csv <<'X'
  > id,model,base_model,accelerator,instance,accelerators,tp,weight_dtype,kv_dtype,engine,mode,concurrency,input_length,output_length,tpot_ms,trust
  > cards,llama,llama-3.1-8b,rtx-pro-6000,,2,2,bf16,bf16,vllm,server,1,1000,100,8,high
  > named,llama,llama-3.1-8b,rtx-pro-6000,4rtxpro6000.120v,2,2,bf16,bf16,vllm,server,1,1000,100,8,high
  > X
  $ hakaru validate serving cards.csv --json | python3 -c 'import json, sys; a = json.load(sys.stdin); rows = a.get("rows") or a.get("predictions"); one, other = [r["predicted"] for r in rows]; print(abs(one / other - 1) < 0.01)'
  True
