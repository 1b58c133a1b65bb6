What serves a plan: a server's command, its limits, and where it listens, once for each server.

  $ command -v shellcheck > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ plan() { hakaru plan serve --top 1 "$@" -o plan.json > plan.txt; }
  $ plan --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 1 --users 8 --context 8k --engine vllm
  $ hakaru emit plan.json -o vllm | tail -1 && parses vllm
  $ sed -n '/^MODEL/,$p' vllm/launch.sh | sed 's/\(max-num-[a-z-]*\) [0-9]*/\1 N/'

It listens where it is told.

  $ mkdir bin && printf '#!/bin/sh\necho "$0 $*" | sed "s/.*bin.//"\n' > bin/vllm && chmod +x bin/vllm
  $ PATH="$PWD/bin:$PATH" PORT=9000 MODEL=/models/mine bash vllm/launch.sh | grep -o 'serve /models/mine\|port 9000'

Other engines say the same in their own words.

  $ plan --model qwen2.5-7b-instruct --instance p5.48xlarge --instances 1 --tp 2 --dp 4 --users 64 --engine sglang --kv-cache fp8
  $ hakaru emit plan.json -o sglang | grep 'of them\|written' && parses sglang && grep -oE 'tp-size.*|kv-cache.*|host.*' sglang/launch.sh
  $ plan --model qwen2.5-7b-instruct --instance p5.48xlarge --instances 1 --tp 2 --dp 4 --users 64 --engine trtllm --kv-cache fp8
  $ hakaru emit plan.json -o trtllm | tail -1 && parses trtllm && grep -v '^#' trtllm/trtllm.yaml && grep -oE 'tp_size.*|extra.*' trtllm/launch.sh
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --users 4 --top 1 -o inf2.json > plan.txt
  $ hakaru emit inf2.json -o inf2 | tail -1 && parses inf2 && grep -oE 'exec vllm|tensor-par.*|no-enable.*' inf2/launch.sh

An engine that was not planned for says so: the figures are not its.

  $ hakaru emit plan.json --for vllm | grep ^note

A server over several machines names the first, and its others follow.

  $ plan --model llama-3.1-405b --instance p4de.24xlarge --instances 2 --tp 8 --pp 2 --offline --engine vllm
  $ hakaru emit plan.json --for vllm,slurm -o wide | tail -1 && parses wide
  $ grep -A 9 FOLLOWER wide/launch.sh | grep -v max
  $ for rank in 0 1; do PATH="$PWD/bin:$PATH" HEAD=m1 NODE_RANK=$rank bash wide/launch.sh | grep -o 'nnodes.*'; done

Experts over replicas.

  $ plan --model qwen3-30b-a3b --instance p5.48xlarge --instances 1 --tp 1 --dp 8 --ep 8 --users 64 --engine vllm
  $ hakaru emit plan.json | grep -E 'parallel'

Prompts and answers apart: two servers, each with its part.

  $ plan --model llama-3.1-70b --instance p5.48xlarge --users 64 --engine vllm --disaggregate
  $ hakaru emit plan.json --for vllm,kubernetes -o apart | grep -E 'of them|written' | sed 's/[0-9]* of/N of/' && parses apart
  $ grep -h kv_role apart/*.sh

A folder's name is what the server is given, letter by letter, and nothing of it runs.

  $ name="it's \"x\" \$(touch x); rm -rf y
  > #\`touch z\`" && mkdir "$name" && cat > "$name/config.json" <<'END'
  > {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000, "max_position_embeddings": 4096}
  > END
  $ plan --model "$name" --instance g6e.xlarge --instances 1 --users 4
  $ printf '#!/bin/sh\nprintf "<%%s>\\n" "$2"\n' > bin/vllm && mkdir y
  $ hakaru emit plan.json --for vllm,kubernetes,slurm,llm-d,sagemaker,ssh -o nasty | tail -1 && parses nasty | grep -v 'SC2016\|^$' | grep -c . 
  $ PATH="$PWD/bin:$PATH" bash nasty/launch.sh
  $ ls -d x y z nasty/x nasty/z 2>&1 | grep -v 'No such'
  $ /usr/bin/python3 -c "import yaml; print([list(d['data']) for d in yaml.safe_load_all(open('nasty/serve.yaml')) if d['kind'] == 'ConfigMap'], [d['metadata']['annotations']['llm-d.ai/model-id'] for d in yaml.safe_load_all(open('nasty/llm-d.yaml')) if d['kind'] == 'ScaledObject'])"
