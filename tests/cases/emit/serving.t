What serves a plan: a server's command, its limits, and where it listens, once for each server.

  $ command -v shellcheck > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ plan() { hakaru plan serve --top 4 "$@" -o plan.json > plan.txt; }
  $ plan --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 1 --concurrency 8 --context 8k --engine vllm
  $ hakaru emit plan.json -o vllm | tail -1 && parses vllm
  written to vllm: README.md, plan.json, launch.sh
  $ sed -n '/^MODEL/,$p' vllm/launch.sh | sed 's/\(max-num-[a-z-]*\) [0-9]*/\1 N/'
  MODEL=${MODEL:-}
  [ -n "$MODEL" ] || MODEL=Qwen/Qwen2.5-7B-Instruct
  # where it listens
  PORT=${PORT:-}
  [ -n "$PORT" ] || PORT=8000
  exec vllm serve "${MODEL}" \
    --tensor-parallel-size 1 \
    --max-model-len 8192 \
    --max-num-seqs N \
    --max-num-batched-tokens N \
    --dtype bfloat16 \
    --port "${PORT}"

It listens where it is told.

  $ mkdir bin && printf '#!/bin/sh\necho "$0 $*" | sed "s/.*bin.//"\n' > bin/vllm && chmod +x bin/vllm
  $ PATH="$PWD/bin:$PATH" PORT=9000 MODEL=/models/mine bash vllm/launch.sh | grep -o 'serve /models/mine\|port 9000'
  serve /models/mine
  port 9000

Other engines say the same in their own words.

  $ plan --model qwen2.5-7b-instruct --instance p5.48xlarge --instances 1 --tp 2 --dp 4 --concurrency 64 --engine sglang --kv-cache fp8
  $ hakaru emit plan.json -o sglang | grep 'servers\|written' && parses sglang && grep -oE 'tp-size.*|kv-cache.*|host.*' sglang/launch.sh
  servers: 4
  written to sglang: README.md, plan.json, launch.sh
  tp-size 2 \
  kv-cache-dtype fp8_e4m3 \
  host 0.0.0.0 \
  $ plan --model qwen2.5-7b-instruct --instance p5.48xlarge --instances 1 --tp 2 --dp 4 --concurrency 64 --engine trtllm --kv-cache fp8
  $ hakaru emit plan.json -o trtllm | tail -1 && parses trtllm && grep -v '^#' trtllm/trtllm.yaml && grep -oE 'tp_size.*|extra.*' trtllm/launch.sh
  written to trtllm: README.md, plan.json, launch.sh, trtllm.yaml
  kv_cache_config:
    dtype: fp8
  return_perf_metrics: true
  enable_iter_perf_stats: true
  tp_size 2 \
  extra_llm_api_options trtllm.yaml \
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --concurrency 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json -o inf2 | tail -1 && parses inf2 && grep -oE 'exec vllm|tensor-par.*|no-enable.*' inf2/launch.sh
  written to inf2: README.md, plan.json, launch.sh
  exec vllm
  tensor-parallel-size 24 \
  no-enable-chunked-prefill

An engine that was not planned for says so: the figures are not its.

  $ hakaru emit plan.json --for vllm | grep ^note
  note: figures are of trtllm; vllm serve was not planned for

Weights in a type that no checkpoint of the model has, and that nothing converts to: which one it is must be said.

  $ for weights in fp8 int4; do
  >   plan --model llama-3.1-8b --instance p5.48xlarge --instances 1 --concurrency 64 --engine $([ $weights = fp8 ] && echo trtllm || echo vllm) --weights $weights
  >   hakaru emit plan.json -o $weights | grep MODEL; bash $weights/launch.sh
  > done
  trtllm-serve serve "${MODEL}" \
  set MODEL: a checkpoint of meta-llama/Llama-3.1-8B that is quantised to fp8: a name at Hugging Face, or a folder
  note: MODEL must be a copy whose weights are fp8: trtllm-serve does not convert them
  set MODEL: a checkpoint of meta-llama/Llama-3.1-8B that is quantised to fp8: a name at Hugging Face, or a folder
  vllm serve "${MODEL}" \
  set MODEL: a checkpoint of meta-llama/Llama-3.1-8B that is quantised to int4: a name at Hugging Face, or a folder
  note: MODEL must be a copy whose weights are int4: vllm serve does not convert them
  set MODEL: a checkpoint of meta-llama/Llama-3.1-8B that is quantised to int4: a name at Hugging Face, or a folder
  [2]
  $ plan --model llama-3.1-8b --instance p5.48xlarge --instances 1 --concurrency 64 --engine vllm --weights fp8 && hakaru emit plan.json | grep -E 'quantization|MODEL'
  vllm serve "${MODEL}" \
    --quantization fp8 \

A server over several machines names the first, and its others follow.

  $ plan --model llama-3.1-405b --instance p4de.24xlarge --instances 2 --tp 8 --pp 2 --offline --engine vllm
  $ hakaru emit plan.json --for vllm,slurm -o wide | tail -1 && parses wide
  written to wide: README.md, plan.json, launch.sh, job.sbatch
  $ grep -E '^.?FOLLOWER|node-rank' wide/launch.sh
  FOLLOWER_ARGS=()
    --node-rank "${NODE_RANK}" "${FOLLOWER_ARGS[@]}" \
  $ for rank in 0 1; do PATH="$PWD/bin:$PATH" HEAD=m1 NODE_RANK=$rank bash wide/launch.sh | grep -o 'nnodes.*'; done
  nnodes 2 --master-addr m1 --node-rank 0 --port 8000
  nnodes 2 --master-addr m1 --node-rank 1 --headless --port 8000

Servers of one machine each see their own accelerators, or are refused.

  $ for instance in gaudi3-8 tpu-v6e-4; do
  >   hakaru plan serve --model qwen2.5-7b-instruct --instance $instance --instances 1 --concurrency 64 --tp 2 --dp 2 --top 1 -o shared.json > plan.txt
  >   hakaru emit shared.json --for vllm,ssh,slurm -o $instance | tail -1
  > done
  written to gaudi3-8: README.md, plan.json, launch.sh, hosts, run-on-hosts.sh, job.sbatch
  hakaru: machines by ssh cannot run this plan: servers of one machine would take the same accelerators there
  $ parses gaudi3-8 && grep -h VISIBLE gaudi3-8/*
    export HABANA_VISIBLE_MODULES=$(seq -s, "$first" "$last")
      visible=HABANA_VISIBLE_MODULES=$(seq -s, "$first" "$last")
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance tpu-v6e-4 --instances 1 --concurrency 64 --tp 4 --top 1 -o one.json > plan.txt
  $ hakaru emit one.json --for ssh -o one | tail -1 && parses one && printf 'a\n' > one/hosts && printf '#!/bin/sh\necho "$@" >> log\n' | tee bin/ssh > bin/scp && chmod +x bin/ssh bin/scp && (cd one && PATH="$PWD/../bin:$PATH" bash run-on-hosts.sh)
  written to one: README.md, plan.json, launch.sh, hosts, run-on-hosts.sh
  server 0: http://a:8000
  a server ended: see logs/
  [1]

Experts over replicas.

  $ plan --model qwen3-30b-a3b --instance p5.48xlarge --instances 1 --tp 1 --dp 8 --ep 8 --concurrency 64 --engine vllm
  $ hakaru emit plan.json | grep -E 'parallel'
    --tensor-parallel-size 1 \
    --data-parallel-size 8 \
    --enable-expert-parallel \

Prompts and answers apart: two servers, each with its part.

  $ plan --model llama-3.1-70b --instance p5.48xlarge --instances 1 --tp 4 --dp 2 --rate 4/s --engine vllm --disaggregate true
  $ hakaru emit plan.json#$(awk '/1P:1D/ {print $1; exit}' plan.txt) --for vllm,kubernetes -o apart | grep written && parses apart
  written to apart: README.md, plan.json, prefill/launch.sh, prefill/serve.yaml, decode/launch.sh, decode/serve.yaml, router/launch.sh, router/router.yaml
  $ grep -o '^- `[A-Z].*' apart/README.md
  - `HOST_IP`, where launch.sh is started by hand: this machine's address, which the others reach
  - `PREFILL_URLS`, where launch.sh is started by hand: where prefilling servers listen, such as http://10.0.0.1:8000
  - `DECODE_URLS`, where launch.sh is started by hand: where decoding servers listen, likewise
  $ grep -h kv_role apart/*/launch.sh
    --kv-transfer-config.kv_role kv_consumer \
    --kv-transfer-config.kv_role kv_producer \

The router before them is told of every server; on Kubernetes it finds their pods by their labels.

  $ printf '#!/bin/sh\necho "$@"\n' > bin/vllm-router && chmod +x bin/vllm-router
  $ PATH="$PWD/bin:$PATH" PREFILL_URLS="http://a:8000" DECODE_URLS="http://b:8000 http://c:8000" bash apart/router/launch.sh
  --port 8000 --prefill http://a:8000 --decode http://b:8000 --decode http://c:8000 --vllm-pd-disaggregation --host 0.0.0.0
  $ bash apart/router/launch.sh
  set PREFILL_URLS: where prefilling servers listen, such as http://10.0.0.1:8000
  [2]
  $ grep -ho 'app=.*' apart/router/router.yaml; grep -ho ' app: .*' apart/prefill/serve.yaml apart/decode/serve.yaml | sort -u
  app=llama-3-1-70b-prefill
  app=llama-3-1-70b-decode
   app: llama-3-1-70b-decode
   app: llama-3-1-70b-prefill
  $ hakaru emit plan.json#$(awk '/1P:1D/ {print $1; exit}' plan.txt) --for trtllm,eks -o apart-trtllm | grep -o 'router/.*' && parses apart-trtllm
  router/launch.sh, router/disagg_config.yaml, eks.yaml, router/router.yaml
  $ grep -h FILL_IN apart-trtllm/router/disagg_config.yaml
    urls: FILL_IN_PREFILL_ADDRESSES
    urls: FILL_IN_DECODE_ADDRESSES
  $ hakaru plan --from apart/decode --instance p5.48xlarge --model llama-3.1-70b --concurrency 8 | grep -o "^Read as [^:]*"
  Read as vllm serve
  $ hakaru plan --from apart --instance p5.48xlarge
  hakaru: apart: servers that prefill and servers that decode have a folder each; accepted: apart/prefill, apart/decode
  [2]

A folder's name is what the server is given, letter by letter, and nothing of it runs.

  $ name="it's \"x\" \$(touch x); rm -rf y
  > #\`touch z\`" && mkdir "$name" && cat > "$name/config.json" <<'END'
  > {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096}
  > END
  $ plan --model "$name" --instance g6e.xlarge --instances 1 --concurrency 4
  $ printf '#!/bin/sh\nprintf "<%%s>\\n" "$2"\n' > bin/vllm && mkdir y
  $ hakaru emit plan.json --for vllm,kubernetes,slurm,llm-d,sagemaker,ssh -o nasty | tail -1 && parses nasty | grep -E 'warning|error|nothing|twice|hole'
  written to nasty: README.md, plan.json, launch.sh, serve.yaml, job.sbatch, llm-d.yaml, llm-d-crd.yaml, sagemaker_serve.py, hosts, run-on-hosts.sh
  [1]
  $ PATH="$PWD/bin:$PATH" bash nasty/launch.sh
  <it's "x" $(touch x); rm -rf y
  #`touch z`>
  $ mkdir fake && cat > fake/boto3.py <<'END'
  > class Client:
  >     def __getattr__(self, name):
  >         def call(*names, **keys):
  >             if name == "create_model": print(keys["PrimaryContainer"]["Environment"])
  >             return {"InferenceComponentStatus": "InService"} if name.startswith("describe") else Client()
  >         return call
  > def client(*names, **keys): return Client()
  > END
  $ PYTHONPATH=fake /usr/bin/python3 nasty/sagemaker_serve.py | grep -o "'SM_VLLM_MODEL.*'SM_VLLM_TENSOR"
  'SM_VLLM_MODEL': 'it\'s "x" $(touch x); rm -rf y\n#`touch z`', 'SM_VLLM_TENSOR
  $ ls -d x y z nasty/x nasty/z 2>&1 | grep -v 'No such'
  y
  $ /usr/bin/python3 -c "import yaml; print([list(d['data']) for d in yaml.safe_load_all(open('nasty/serve.yaml')) if d['kind'] == 'ConfigMap'], [d['metadata']['annotations']['llm-d.ai/model-id'] for d in yaml.safe_load_all(open('nasty/llm-d.yaml')) if d['kind'] == 'ScaledObject'])"
  [['launch.sh']] ['it\'s "x" $(touch x); rm -rf y\n#`touch z`']

An engine, or software that trains, may also be called as plans call it.

  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --instances 1 --concurrency 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json --for nxdi > text.txt && hakaru emit inf2.json --for nxd-inference | cmp - text.txt
  $ hakaru emit inf2.json --for nemo-megatron 2>&1 | cut -c 1-60
  hakaru: --for: megatron-bridge serves nothing; accepted: ato

Weights in nvfp4 are a checkpoint's where no flag converts to them: its name is to be filled in.

  $ hakaru plan serve --model llama-3.1-8b --weights nvfp4 --offline --context 8k --instance dgx-b200 --instances 1 --top 1 -o nvfp4.json > plan.txt
  $ for engine in vllm trtllm; do hakaru emit nvfp4.json --for $engine | grep -E '"[$]{MODEL}"|--dtype|does not convert'; done
  vllm serve "${MODEL}" \
    --dtype bfloat16 \
  note: MODEL must be a copy whose weights are nvfp4: vllm serve does not convert them
  trtllm-serve serve "${MODEL}" \
  note: MODEL must be a copy whose weights are nvfp4: trtllm-serve does not convert them
