Where a plan runs: files for schedulers, clusters and clouds, around the same launch.sh. Every one parses, with nothing left to a
template.

  $ hakaru() { command hakaru "$@" --wide; }
  $ command -v shellcheck > /dev/null && command -v jq > /dev/null || exit 80
  $ parses() { /usr/bin/python3 "$TESTDIR/../../launch/parses" "$@"; }
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --top 1 -o train.json > plan.txt
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance trn1.32xlarge --instances 1 --tp 8 --pp 4 --zero 1 --top 1 -o trn.json > plan.txt
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 2 --concurrency 16 --engine vllm --top 1 -o serve.json > plan.txt
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.48xlarge --instances 1 --tp 8 --concurrency 4 --top 1 -o inf2.json > plan.txt
  $ hakaru plan serve --model llama-3.1-405b --instance p4de.24xlarge --instances 2 --tp 8 --pp 2 --offline --engine vllm --top 1 -o wide.json > plan.txt
  $ for platform in slurm parallelcluster hyperpod ssh kubernetes eks ecs skypilot sagemaker keda hpa llm-d; do
  >   for plan in train trn serve inf2 wide; do
  >     hakaru emit $plan.json --for $platform -o $plan-$platform 2> refused.txt > text.txt || { echo "$plan: $(cut -d ' ' -f 2- refused.txt)"; continue; }
  >     parses $plan-$platform
  >   done
  > done
  inf2: Amazon SageMaker HyperPod with Slurm cannot run this plan: its clusters have no instances of this type; they have p4d to p6-b300, g5 to g7e, trn1.32xlarge, trn1n, trn2
  train: Amazon ECS cannot run this plan: the tasks of ECS do not know each other's addresses
  inf2: Amazon ECS cannot run this plan: ECS on EC2 gives every task the same Neuron devices
  wide: Amazon ECS cannot run this plan: the tasks of ECS do not know each other's addresses
  inf2: SkyPilot cannot run this plan: SkyPilot sends a replica's requests to one port: one server of each instance
  inf2: Amazon SageMaker AI cannot run this plan: its container takes the settings of vllm serve alone
  wide: Amazon SageMaker AI cannot run this plan: an endpoint's server runs on one instance
  train: KEDA cannot run this plan: it counts the replicas of servers, and this plan trains
  trn: KEDA cannot run this plan: it counts the replicas of servers, and this plan trains
  wide: KEDA cannot run this plan: it counts the pods of a Deployment, and a server of this plan spans machines
  train: HorizontalPodAutoscaler cannot run this plan: it counts the replicas of servers, and this plan trains
  trn: HorizontalPodAutoscaler cannot run this plan: it counts the replicas of servers, and this plan trains
  wide: HorizontalPodAutoscaler cannot run this plan: it counts the pods of a Deployment, and a server of this plan spans machines
  train: llm-d's workload-variant autoscaler cannot run this plan: it counts the replicas of servers, and this plan trains
  trn: llm-d's workload-variant autoscaler cannot run this plan: it counts the replicas of servers, and this plan trains
  wide: llm-d's workload-variant autoscaler cannot run this plan: it counts the pods of a Deployment, and a server of this plan spans machines
  $ for folder in *-slurm *-parallelcluster *-hyperpod *-ssh *-kubernetes *-eks *-ecs *-skypilot *-sagemaker *-keda *-hpa *-llm-d; do
  >   echo "$folder:" $(ls $folder | grep -v 'README.md\|plan.json\|launch.sh')
  > done | sed 's/^[a-z0-9]*-//' | sort -u
  ecs: conf.yaml run.sh task-definition.json
  ecs: run.sh task-definition.json
  eks: conf.yaml eks.yaml train.yaml
  eks: eks.yaml serve.yaml
  eks: eks.yaml train.yaml
  hpa: hpa.yaml serve.yaml
  hyperpod: conf.yaml create-cluster.json create-cluster.sh job.sbatch
  hyperpod: create-cluster.json create-cluster.sh job.sbatch
  keda: keda.yaml serve.yaml
  kubernetes: conf.yaml train.yaml
  kubernetes: serve.yaml
  kubernetes: train.yaml
  llm-d: llm-d-crd.yaml llm-d.yaml serve.yaml
  parallelcluster: cluster.yaml conf.yaml job.sbatch
  parallelcluster: cluster.yaml job.sbatch
  sagemaker: conf.yaml sagemaker_train.py
  sagemaker: sagemaker_serve.py
  sagemaker: sagemaker_train.py
  skypilot: conf.yaml train.yaml
  skypilot: service.yaml
  skypilot: train.yaml
  slurm: conf.yaml job.sbatch
  slurm: job.sbatch
  ssh: conf.yaml hosts run-on-hosts.sh
  ssh: hosts run-on-hosts.sh

SkyPilot adds servers where one has more requests than by the plan; of a live service at its load, not at what its servers would bear,
or fewer would run than were planned.

  $ grep target_qps serve-skypilot/service.yaml wide-skypilot/service.yaml
  serve-skypilot/service.yaml:    target_qps_per_replica: 1.55
  wide-skypilot/service.yaml:    target_qps_per_replica: 1.35
  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --instances 3 --rate 2/s --input-length 1000 --output-length 200 --ttft 2s --tpot 60ms --engine vllm --top 1 -o live.json > plan.txt
  $ hakaru emit live.json --for vllm,skypilot -o live > text.txt && grep target_qps live/service.yaml
      target_qps_per_replica: 0.648

One that follows its load adds them where each has as many in flight as it should, by the mean of a request (Little's law).

  $ "$TESTDIR/../day" > day.csv
  $ hakaru plan serve --rank-by expected --model llama-3.1-8b --context 8k --ttft 2s --tpot 80ms --at p95 --requests day.csv --instance g6e.xlarge --max-replicas auto --engine vllm --top 1 -o follows.json > plan.txt
  $ hakaru emit follows.json --for vllm,skypilot -o follows > text.txt && python3 - <<'X'
  > import json, re
  > scaling = json.load(open("follows.json"))["plans"][0]["scaling"]
  > told = float(re.search("target_qps_per_replica: ([0-9.]+)", open("follows/service.yaml").read())[1])
  > print(scaling["mean_request_s"] < scaling["request_s"], abs(told * scaling["mean_request_s"] / scaling["scale_at"] - 1) < 0.01)
  > X
  True True

Several at once share launch.sh; ParallelCluster's job is Slurm's.

  $ hakaru emit train.json --for slurm,parallelcluster,kubernetes -o all | tail -1
  written to all: README.md, plan.json, launch.sh, job.sbatch, cluster.yaml, train.yaml
  $ cmp all/launch.sh train-slurm/launch.sh && cmp all/job.sbatch train-slurm/job.sbatch

Slurm starts one launch.sh on each node, which knows the first and its own number.

  $ grep -E '^#SBATCH --(nodes|ntasks|gpus)' train-slurm/job.sbatch serve-slurm/job.sbatch | sed 's/-slurm.job.sbatch//'
  train:#SBATCH --nodes=2
  train:#SBATCH --ntasks-per-node=1
  train:#SBATCH --gpus-per-node=8
  serve:#SBATCH --nodes=2
  serve:#SBATCH --ntasks=2
  serve:#SBATCH --ntasks-per-node=1
  serve:#SBATCH --gpus-per-node=1
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
  node1 0  
  node1 1  
  server 0: http://THIS:8000
  THIS 0 8000 0
  server 1: http://THIS:8000
  THIS 0 8000 0

Machines by ssh: as many as the plan has, all ended when one fails.

  $ cat > bin/ssh <<'END'
  > #!/bin/bash
  > while [[ $1 == -* ]]; do shift; done
  > mkdir -p "hosts.d/$1" && cd "hosts.d/$1" && exec bash -c "$2"
  > END
  $ printf '#!/bin/bash\nto=${*: -1}\ncp "${@:2:$#-2}" "hosts.d/${to%%%%:*}/${to#*:}"\n' > bin/scp && chmod +x bin/*
  $ echo 'echo "$HEAD $NODE_RANK $FI_PROVIDER"' > train-ssh/launch.sh && printf 'me@a 10.0.0.1\nb\n' > train-ssh/hosts
  $ (cd train-ssh && PATH="$OLDPWD/bin:$PATH" bash run-on-hosts.sh && cat logs/*.log)
  started on 2 machines; logs/0.log is the head's
  10.0.0.1 0 efa
  10.0.0.1 1 efa
  $ echo c >> train-ssh/hosts && (cd train-ssh && PATH="$OLDPWD/bin:$PATH" bash run-on-hosts.sh)
  hosts names 3 machines; the plan needs 2
  [2]

Kubernetes: what each pod asks for, and the script that it starts, as it is.

  $ kubernetes() { /usr/bin/python3 -c "import sys, yaml; d = list(yaml.safe_load_all(open(sys.argv[1]))); print(eval(sys.argv[2]))" "$@"; }
  $ kubernetes train-kubernetes/train.yaml '[each["kind"] for each in d], d[0]["data"]["launch.sh"] == open("train-kubernetes/launch.sh").read()'
  (['ConfigMap', 'JobSet'], True)
  $ kubernetes train-kubernetes/train.yaml '[(p["template"]["spec"]["completions"], p["template"]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]) for p in d[1]["spec"]["replicatedJobs"]]'
  [(2, {'nvidia.com/gpu': 8, 'vpc.amazonaws.com/efa': 32, 'hugepages-2Mi': '5120Mi'})]
  $ kubernetes serve-kubernetes/serve.yaml '[(each["kind"], each["metadata"]["name"]) for each in d], d[1]["spec"]["replicas"], d[1]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]'
  ([('ConfigMap', 'qwen2-5-7b-instruct-launch'), ('Deployment', 'qwen2-5-7b-instruct'), ('Service', 'qwen2-5-7b-instruct')], 2, {'nvidia.com/gpu': 1})
  $ kubernetes inf2-kubernetes/serve.yaml 'd[1]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"], "neuron" in d[1]["spec"]["template"]["spec"]["containers"][0]["image"]'
  ({'aws.amazon.com/neuron': 4}, True)
  $ kubernetes wide-kubernetes/serve.yaml 'd[1]["kind"], d[1]["spec"]["replicas"], d[1]["spec"]["leaderWorkerTemplate"]["size"]'
  ('LeaderWorkerSet', 1, 2)

What scales with the load: as many replicas as the plan has, by the requests that one bears; llm-d also has the speed that is predicted.

  $ kubernetes serve-keda/keda.yaml 'd[0]["kind"], d[0]["spec"]["maxReplicaCount"], d[0]["spec"]["scaleTargetRef"]["name"]' && kubernetes serve-keda/serve.yaml 'd[1]["metadata"]["name"]'
  ('ScaledObject', 2, 'qwen2-5-7b-instruct')
  qwen2-5-7b-instruct
  $ kubernetes serve-hpa/hpa.yaml 'd[0]["kind"], d[0]["spec"]["maxReplicas"]'
  ('HorizontalPodAutoscaler', 2)
  $ kubernetes serve-llm-d/llm-d-crd.yaml 'sorted(d[0]["spec"]["variantProfile"]["perfParms"]["decodeParms"]), d[0]["spec"]["modelID"]'
  (['alpha', 'beta'], 'Qwen/Qwen2.5-7B-Instruct')
  $ kubernetes serve-llm-d/llm-d.yaml '[k for k in d[0]["metadata"]["annotations"] if "hakaru" in k]' && grep -oE 'hakaru/tpot.*' serve-llm-d/llm-d.yaml | sed 's/[0-9.e-]* ms/N ms/g'
  ['hakaru/tpot', 'hakaru/prefill', 'hakaru/max-batch', 'hakaru/fewest-accelerators']
  hakaru/tpot: "N ms + N ms * batch"

SageMaker's server is told what launch.sh says.

  $ mkdir fake && cat > fake/boto3.py <<'END'
  > class Client:
  >     def __getattr__(self, name):
  >         def call(*names, **keys):
  >             if name == "create_model": print(*sorted(keys["PrimaryContainer"]["Environment"].items()), sep="\n")
  >             return {"InferenceComponentStatus": "InService"} if name.startswith("describe") else Client()
  >         return call
  > def client(*names, **keys): return Client()
  > END
  $ PYTHONPATH=fake /usr/bin/python3 serve-sagemaker/sagemaker_serve.py | grep "MODEL'\|PARALLEL\|endpoint"
  ('SM_VLLM_MODEL', 'Qwen/Qwen2.5-7B-Instruct')
  ('SM_VLLM_TENSOR_PARALLEL_SIZE', '1')
  endpoint qwen2-5-7b-instruct: invoke_endpoint(EndpointName='qwen2-5-7b-instruct', InferenceComponentName='qwen2-5-7b-instruct', ...)
  to end it: delete-inference-component, delete-endpoint, delete-endpoint-config, delete-model

ECS: the task has the script, and is not registered while the account is missing.

  $ (cd serve-ecs && CLUSTER=c SUBNET=s GROUP=g bash run.sh > text.txt)
  task-definition.json: fill this in
  [2]
  $ printf '#!/bin/sh\nprintf "%%s\\n" "$2"\n' > bin/aws && chmod +x bin/aws && sed -i s/ACCOUNT_ID/123456789012/ serve-ecs/task-definition.json
  $ (cd serve-ecs && PATH="$OLDPWD/bin:$PATH" CLUSTER=c SUBNET=s GROUP=g bash run.sh) && python3 -c "
  > import base64, json; container = json.load(open('serve-ecs/task-definition.filled.json'))['containerDefinitions'][0]
  > files = base64.b64decode(next(e['value'] for e in container['environment'] if e['name'] == 'FILES')).decode()
  > print(files.split(' <<<')[0], container['command'][0].split(' && ')[-1], container['resourceRequirements'])"
  create-service
  each task listens at port 8000 of its own address; a load balancer's target group of type ip joins them
  base64 -d > 'launch.sh' exec bash launch.sh [{'type': 'GPU', 'value': '1'}]

It starts the launch.sh beside it, which is read back.

  $ hakaru plan --from serve-ecs/task-definition.filled.json --instance g6e.xlarge | grep -o "^Read as [^:]*"
  Read as vllm serve

A task definition has 64 KiB at most.

  $ (($(wc -c < serve-ecs/task-definition.filled.json) < 65536)) && echo within
  within

README.md says what is to be set: where every platform sets it, only for who starts launch.sh by hand.

  $ for platforms in slurm kubernetes ssh kubernetes,ssh skypilot; do hakaru emit train.json --for megatron,$platforms -o told-$platforms > text.txt; echo "$platforms: $(grep HEAD told-$platforms/README.md)"; done
  slurm: - `HEAD`, where launch.sh is started by hand: the first machine's name or address, which the others reach
  kubernetes: - `HEAD`, where launch.sh is started by hand: the first machine's name or address, which the others reach
  ssh: - `HEAD`, where launch.sh is started by hand: the first machine's name or address, which the others reach
  kubernetes,ssh: - `HEAD`, where launch.sh is started by hand: the first machine's name or address, which the others reach
  skypilot: - `HEAD`, where launch.sh is started by hand: the first machine's name or address, which the others reach
  $ hakaru emit train.json --for megatron -o told > text.txt && grep HEAD told/README.md
  - `HEAD`: the first machine's name or address, which the others reach
  $ hakaru plan serve --model llama-3.1-70b --instance p5.48xlarge --instances 1 --tp 4 --dp 2 --rate 4/s --engine vllm --disaggregate true -o apart.json > apart.txt
  $ hakaru emit apart.json#$(awk '/1P:1D/ {print $1; exit}' apart.txt) --for vllm,kubernetes -o apart > text.txt && grep HOST_IP apart/README.md
  - `HOST_IP`, where launch.sh is started by hand: this machine's address, which the others reach

A rollout waits for as long as weights may take to load.

  $ grep -E 'progressDeadlineSeconds|failureThreshold|periodSeconds: 10' serve-kubernetes/serve.yaml
    progressDeadlineSeconds: 3900
              periodSeconds: 10
              failureThreshold: 360

What shows that its files are right, by the names that were written.

  $ hakaru emit train.json --for megatron,kubernetes -o checked > text.txt; grep -o 'kubectl.*yaml\|knows .*' checked/README.md
  kubectl apply --dry-run=client -f train.yaml
  kubectl apply --dry-run=server -f train.yaml
  knows JobSet once its controller is there

Each begins with its plan, what is predicted and where more stands.

  $ for file in train-slurm/job.sbatch train-parallelcluster/cluster.yaml train-skypilot/train.yaml train-sagemaker/sagemaker_train.py serve-keda/keda.yaml serve-ecs/run.sh; do grep -cE '^# (hakaru: .* ×|predicted: |90 % interval: |plan.json has the plan, README.md)' $file; done
  4
  4
  4
  4
  4
  4

Autoscalers keep the plan's own limits, at its price; a copy of SageMaker's has the plan's requests in flight.

  $ hakaru plan serve --model llama-3.1-8b --concurrency 200 --instance p5.48xlarge --price on_demand --ttft 1.5s --tpot 40ms --tp 2 --dp 4 --top 1 -o limits.json > plan.txt
  $ hakaru emit limits.json --for vllm,keda -o limits-keda > text.txt && hakaru emit limits.json --for vllm,llm-d,sagemaker -o limits > text.txt && grep -hE 'target(TTFT|ITL)|variant-?[cC]ost|slo-t' limits/llm-d*.yaml
    variantCost: "13.76"
          slo-tpot: 40
          slo-ttft: 1500
      llm-d.ai/variant-cost: "13.76"   # of a replica, $ an hour
      targetTTFT: 1500
      targetITL: 40
  $ grep -hoE '(min|max)ReplicaCount: .*| threshold: .*|MIN_COPIES, MAX_COPIES, LOAD = [0-9].*' limits-keda/keda.yaml limits/sagemaker_serve.py
  minReplicaCount: 1
  maxReplicaCount: 4
   threshold: "50"
  MIN_COPIES, MAX_COPIES, LOAD = 1, 4, 50
