Where a plan runs: files for schedulers, clusters and clouds, around the same launch.sh. Every one parses, with nothing left to a
template.

  $ command -v shellcheck > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --top 1 -o train.json > plan.txt
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance trn1.32xlarge --instances 1 --tp 8 --pp 4 --zero 1 --top 1 -o trn.json > plan.txt
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 2 --users 16 --engine vllm --top 1 -o serve.json > plan.txt
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --instances 1 --users 4 --top 1 -o inf2.json > plan.txt
  $ hakaru plan serve --model llama-3.1-405b --instance p4de.24xlarge --instances 2 --tp 8 --pp 2 --offline --engine vllm --top 1 -o wide.json > plan.txt
  $ for platform in slurm parallelcluster hyperpod ssh kubernetes eks ecs skypilot sagemaker keda hpa llm-d; do
  >   for plan in train trn serve inf2 wide; do
  >     hakaru emit $plan.json --for $platform -o $plan-$platform 2> refused.txt > text.txt || { echo "$plan: $(cut -d ' ' -f 2- refused.txt)"; continue; }
  >     parses $plan-$platform
  >   done
  > done
  $ for folder in *-slurm *-parallelcluster *-hyperpod *-ssh *-kubernetes *-eks *-ecs *-skypilot *-sagemaker *-keda *-hpa *-llm-d; do
  >   echo "$folder:" $(ls $folder | grep -v 'README.md\|plan.json\|launch.sh')
  > done | sed 's/^[a-z0-9]*-//' | sort -u

Several at once share launch.sh; ParallelCluster's job is Slurm's.

  $ hakaru emit train.json --for slurm,parallelcluster,kubernetes -o all | tail -1
  $ cmp all/launch.sh train-slurm/launch.sh && cmp all/job.sbatch train-slurm/job.sbatch

Slurm starts one launch.sh on each node, which knows the first and its own number.

  $ grep -E '^#SBATCH --(nodes|ntasks|gpus)' train-slurm/job.sbatch serve-slurm/job.sbatch | sed 's/-slurm.job.sbatch//'
  $ mkdir bin && cat > bin/srun <<'END'
  > #!/bin/bash
  > while [[ $1 == --* ]]; do shift; done
  > for rank in 0 1; do SLURM_PROCID=$rank SLURM_LOCALID=0 "$@"; done
  > END
  $ printf '#!/bin/sh\nprintf "node1\\nnode2\\n"\n' > bin/scontrol && chmod +x bin/*
  $ for plan in train serve; do
  >   echo 'echo "$HEAD $NODE_RANK ${PORT:-} ${CUDA_VISIBLE_DEVICES:-}"' > $plan-slurm/launch.sh
  >   (cd $plan-slurm && PATH="$OLDPWD/bin:$PATH" SLURM_SUBMIT_DIR=. SLURM_JOB_NODELIST=node[1-2] SLURM_CPUS_ON_NODE=8 bash job.sbatch)
  > done | sed "s/$(hostname)/THIS/g"

Machines by ssh: as many as the plan has, all ended when one fails.

  $ cat > bin/ssh <<'END'
  > #!/bin/bash
  > while [[ $1 == -* ]]; do shift; done
  > mkdir -p "hosts.d/$1" && cd "hosts.d/$1" && exec bash -c "$2"
  > END
  $ printf '#!/bin/bash\nto=${*: -1}\ncp "${@:2:$#-2}" "hosts.d/${to%%%%:*}/${to#*:}"\n' > bin/scp && chmod +x bin/*
  $ echo 'echo "$HEAD $NODE_RANK $FI_PROVIDER"' > train-ssh/launch.sh && printf 'me@a 10.0.0.1\nb\n' > train-ssh/hosts
  $ (cd train-ssh && PATH="$OLDPWD/bin:$PATH" bash run-on-hosts.sh && cat logs/*.log)
  $ echo c >> train-ssh/hosts && (cd train-ssh && PATH="$OLDPWD/bin:$PATH" bash run-on-hosts.sh)

Kubernetes: what each pod asks for, and the script that it starts, as it is.

  $ kubernetes() { /usr/bin/python3 -c "import sys, yaml; d = list(yaml.safe_load_all(open(sys.argv[1]))); print(eval(sys.argv[2]))" "$@"; }
  $ kubernetes train-kubernetes/train.yaml '[each["kind"] for each in d], d[0]["data"]["launch.sh"] == open("train-kubernetes/launch.sh").read()'
  $ kubernetes train-kubernetes/train.yaml '[(p["template"]["spec"]["completions"], p["template"]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]) for p in d[1]["spec"]["replicatedJobs"]]'
  $ kubernetes serve-kubernetes/serve.yaml '[(each["kind"], each["metadata"]["name"]) for each in d], d[1]["spec"]["replicas"], d[1]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]'
  $ kubernetes inf2-kubernetes/serve.yaml 'd[1]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"], "neuron" in d[1]["spec"]["template"]["spec"]["containers"][0]["image"]'
  $ kubernetes wide-kubernetes/serve.yaml 'd[1]["kind"], d[1]["spec"]["replicas"], d[1]["spec"]["leaderWorkerTemplate"]["size"]'

What scales with the load: as many replicas as the plan has, by the requests that one bears; llm-d also has the speed that is predicted.

  $ kubernetes serve-keda/keda.yaml 'd[0]["kind"], d[0]["spec"]["maxReplicaCount"], d[0]["spec"]["scaleTargetRef"]["name"]' && kubernetes serve-keda/serve.yaml 'd[1]["metadata"]["name"]'
  $ kubernetes serve-hpa/hpa.yaml 'd[0]["kind"], d[0]["spec"]["maxReplicas"]'
  $ kubernetes serve-llm-d/llm-d-crd.yaml 'sorted(d[0]["spec"]["variantProfile"]["perfParms"]["decodeParms"]), d[0]["spec"]["modelID"]'
  $ kubernetes serve-llm-d/llm-d.yaml '[k for k in d[0]["metadata"]["annotations"] if "hakaru" in k]' && grep -oE 'hakaru/tpot.*' serve-llm-d/llm-d.yaml | sed 's/[0-9.e-]* ms/N ms/g'

SageMaker's server is told what launch.sh says.

  $ mkdir fake && cat > fake/boto3.py <<'END'
  > class Client:
  >     def __getattr__(self, name):
  >         def call(**keys):
  >             if name == "create_model": print(*sorted(keys["PrimaryContainer"]["Environment"].items()), sep="\n")
  >             return {"InferenceComponentStatus": "InService"} if name.startswith("describe") else Client()
  >         return call
  > def client(*names, **keys): return Client()
  > END
  $ PYTHONPATH=fake /usr/bin/python3 serve-sagemaker/sagemaker_serve.py | grep "MODEL'\|PARALLEL\|endpoint"

ECS: the task has the script, and is not registered while the account is missing.

  $ (cd serve-ecs && CLUSTER=c SUBNET=s GROUP=g bash run.sh > text.txt)
  $ printf '#!/bin/sh\nprintf "%%s\\n" "$2"\n' > bin/aws && chmod +x bin/aws && sed -i s/ACCOUNT_ID/123456789012/ serve-ecs/task-definition.json
  $ command -v jq > /dev/null || exit 80
  $ (cd serve-ecs && PATH="$OLDPWD/bin:$PATH" CLUSTER=c SUBNET=s GROUP=g bash run.sh) && python3 -c "
  > import base64, json; container = json.load(open('serve-ecs/task-definition.filled.json'))['containerDefinitions'][0]
  > start = base64.b64decode(next(e['value'] for e in container['environment'] if e['name'] == 'START')).decode()
  > print(start.splitlines()[-1], container['resourceRequirements'])"
