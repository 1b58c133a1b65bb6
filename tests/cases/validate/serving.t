Serving that was published, beside what it should take: vLLM and TensorRT-LLM on H100, Transformers NeuronX on Inferentia2.

  $ cat > served.csv <<'X'
  > id,series,model,base_model,hidden,layers,heads,kv_heads,head_dim,ffn,vocab,experts,topk,accelerator,instance,accelerators,tp,pp,moe_ep,attention_dp,weight_dtype,kv_dtype,engine,mode,concurrency,rate_per_s,input_length,output_length,ttft_ms,tpot_ms,output_tokens_per_s,trust
  > A-1,A,Llama-2-70b,llama-2-70b,8192,80,64,8,128,28672,32000,,,neuroncore-v2,inf2.48xlarge,24,24,1,,,bf16,,Transformers NeuronX (Neuron 2.18.0),realtime,1,,1024,1024,277.016,33.73241,29.426,high
  > B-1,B,no such,no-such-model,,,,,,,,,,h100-sxm,,8,8,1,1,1,,,vllm 0.12.0,server,8,,1024,1024,100,10,,high
  > B-2,B,Qwen3-32B,qwen3-32b,,,,,,,,,,h100-sxm,,8,8,1,1,1,,,an-unknown-engine 1,server,8,,1024,1024,100,10,,high
  > B-3,B,Qwen3-32B,qwen3-32b,,,,,,,,,,h100-sxm,,3,3,1,1,1,,,vllm 0.12.0,server,8,,1024,1024,100,10,,low
  > B-4,B,Qwen3-32B,qwen3-32b,,,,,,,,,,h100-sxm,,8,8,1,1,1,,,vllm 0.12.0,now and then,8,,1024,1024,100,10,,low
  > B-5,B,Qwen3-32B,qwen3-32b,,,,,,,,,,h100-sxm,,8,8,1,1,1,,,vllm 0.12.0,server,,,1024,1024,100,10,,low
  > B-6,B,Qwen3-32B,qwen3-32b,,,,,,,,,,h100-sxm,,4,4,1,16,1,,,vllm 0.12.0,server,8,,1024,1024,100,10,,low
  > X

Rows that name something unknown are skipped and say why; a metric stands in a row of its own.

  $ hakaru validate serving served.csv --json > out.json; python3 - <<'X'
  > import json
  > for row in json.load(open('out.json'))['rows']:
  >     print(row['id'], row.get('skipped_because') or (row['metric'], 'close' if abs(row['error_pct']) < (60 if row['metric'] == 'ttft_ms' else 10) else row['error_pct']))
  > X
  A-1 ('ttft_ms', 'close')
  A-1 ('tpot_ms', 'close')
  A-1 ('output_tokens_per_s', 'close')
  B-1 'no-such-model' is not a known model, nor is its family
  B-2 engine 'an-unknown-engine 1' is not known; accepted: atom, mango, nxdi, nxd inference, optimum habana, vllm + optimum-neuron, pytorch, sglang, sglang-jax, tensorrt , cuda , tgi, transformers neuronx, trtllm, tensorrt-llm, vllm, vllm-tpu
  B-3 64 heads cannot be divided by tp 3
  B-4 mode 'now and then' is not known; accepted: realtime, batch, offline, server, poisson
  B-5 its concurrency is not stated
  B-6 ep 16 is more than 4 accelerators

By accelerator and engine where nothing else is said, and only the trusted rows where that is asked for.

  $ hakaru validate serving served.csv --trust high --json | python3 -c 'import json, sys; print([g["key"] for g in json.load(sys.stdin)["groups"]])'
  ['accelerator=h100-sxm,engine=an-unknown-engine 1', 'accelerator=h100-sxm,engine=vllm 0.12.0', 'accelerator=neuroncore-v2,engine=Transformers NeuronX (Neuron 2.18.0)']

With --strict a malformed row ends it, with its line and column.

  $ sed 's/,277.016,/,-277,/' served.csv > bad.csv; hakaru validate serving bad.csv --strict
  hakaru: bad.csv: line 2: 'ttft_ms' is '-277'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ sed 's/,1024,1024,277/,many,1024,277/' served.csv > bad.csv; hakaru validate serving bad.csv --strict
  hakaru: bad.csv: line 2: 'input_length' is 'many'; accepted: a number, 1 … 10000000
  [2]
  $ cut -d, -f1-13 served.csv > bad.csv; hakaru validate serving bad.csv
  hakaru: bad.csv: has no column 'accelerator'; its columns are: id, series, model, base_model, hidden, layers, heads, kv_heads, head_dim, ffn, vocab, experts, topk
  [2]

What the benchmark of optimum-neuron fixes is known: its compiled length and, by the name of a setup, sampling on the host; an
instance that was inferred is marked and counts.

  $ cat > optimum.csv << 'END'
  > id,model,base_model,accelerator,instance,accelerators,tp,pp,weight_dtype,kv_dtype,engine,mode,concurrency,input_length,output_length,tpot_ms,trust
  > std-ods,Llama-3.1-8B-Instruct,llama-3.1-8b,neuroncore-v2,inf2.48xlarge?,8,8,1,bf16,bf16,vllm + optimum-neuron,server,32,1500,2500,59.1,high
  > std-cpu-sampling,Llama-3.1-8B-Instruct,llama-3.1-8b,neuroncore-v2,inf2.48xlarge,8,8,1,bf16,bf16,vllm + optimum-neuron,server,32,1500,2500,123.8,high
  > short,Llama-3.1-8B-Instruct,llama-3.1-8b,neuroncore-v2,inf2.48xlarge,8,8,1,bf16,bf16,vllm + optimum-neuron,server,32,100,2500,59.1,high
  > END
  $ hakaru validate serving optimum.csv --json | python3 -c '
  > import json, sys
  > tpot = {r["id"]: r["predicted"] for r in json.load(sys.stdin)["rows"]}
  > print(40 < tpot["std-cpu-sampling"] - tpot["std-ods"] < 23.7 + 31 * 0.67, tpot["short"] == tpot["std-ods"])'
  True True
  $ mkdir -p mine/engines; sed 's/^name_has = .*/name_has = ""/' "$TESTDIR"/../../../data/engines/optimum-neuron.toml > mine/engines/optimum-neuron.toml
  $ hakaru --data mine validate serving optimum.csv
  hakaru: mine/engines/optimum-neuron.toml: 'measured.host_sampling.name_has' is ''; accepted: a part of the names of measurements
  [2]
