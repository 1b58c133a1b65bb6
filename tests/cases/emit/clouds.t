Files of one cloud say nothing of another: what is AWS's own refuses machines that are not there, and names what runs them.

  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1B --instances 1 --software megatron-core-0.14 --top 1 "$@" > plan.txt; }
  $ plan --instance a3-highgpu-8g -o gcp.json && plan --instance gpu_8x_h100_sxm5 -o lambda.json && plan --instance n3-h100x8 -o hyperstack.json
  $ for platform in parallelcluster eks sagemaker hyperpod ecs; do hakaru emit gcp.json --for $platform -o never; done
  hakaru: AWS ParallelCluster runs on machines of aws alone, and a3-highgpu-8g is none; accepted: --for kubernetes, skypilot, slurm, ssh
  hakaru: Amazon EKS runs on machines of aws alone, and a3-highgpu-8g is none; accepted: --for kubernetes, skypilot, slurm, ssh
  hakaru: Amazon SageMaker AI runs on machines of aws alone, and a3-highgpu-8g is none; accepted: --for kubernetes, skypilot, slurm, ssh
  hakaru: Amazon SageMaker HyperPod with Slurm runs on machines of aws alone, and a3-highgpu-8g is none; accepted: --for kubernetes, skypilot, slurm, ssh
  hakaru: Amazon ECS runs on machines of aws alone, and a3-highgpu-8g is none; accepted: --for kubernetes, skypilot, slurm, ssh
  [1]
  $ ls never
  ls: cannot access 'never': No such file or directory
  [2]

SkyPilot's files name the cloud as it does, and the region of the price. Where that names none, the user does.

  $ for cloud in gcp lambda hyperstack; do hakaru emit $cloud.json --for skypilot -o $cloud > text.txt; grep '^  \(infra\|instance_type\|accelerators\):' $cloud/train.yaml; grep REGION_ $cloud/README.md; done
    infra: gcp/us-central1
    instance_type: a3-highgpu-8g
    infra: lambda/REGION_REPLACE
    instance_type: gpu_8x_h100_sxm5
  - `REGION_REPLACE`: where the machines are, since the plan's price names no region
    accelerators: ACCELERATOR_REPLACE:8
  [1]

An image of AWS's is not written for them, nor a reservation of EC2's.

  $ hakaru emit gcp.json --for kubernetes -o gcp-k8s > text.txt && grep 'image:\|aws/\|Lustre' gcp-k8s/train.yaml | tr -s ' '
   image: "nvcr.io/nvidia/pytorch:26.03-py3"
  $ hakaru emit gcp.json --for skypilot --reservation cr-0123
  hakaru: --reservation cr-0123 is capacity of EC2, where a3-highgpu-8g is not rented; accepted: without it
  [2]

A Capacity Block whose price names the United States alone has no region yet.

  $ plan --instance p5.48xlarge --price capacity_block -o block.json
  $ hakaru emit block.json --for parallelcluster -o block > text.txt && grep ^Region block/cluster.yaml && grep -c REGION_REPLACE block/README.md
  Region: REGION_REPLACE
  1

Machines of one's own: no label of a cloud chooses their nodes.

  $ plan --instance dgx-h100 -o own.json && hakaru emit own.json --for eks
  hakaru: Amazon EKS runs on machines of aws alone, and dgx-h100 is none; accepted: --for kubernetes, slurm, ssh
  [1]
  $ hakaru emit own.json --for kubernetes -o own > text.txt && grep -c 'instance-type\|aws\|affinity' own/train.yaml
  0
  [1]

Names of instances are written as their cloud writes them, which SkyPilot and the labels of Kubernetes take.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance standard_nd96isr_h100_v5 --instances 2 --top 1 -o azure.json > plan.txt
  $ hakaru emit azure.json --for megatron-bridge,skypilot -o azure > out && grep instance_type azure/train.yaml
    instance_type: Standard_ND96isr_H100_v5

HyperPod's operator starts ranks by hyperpodrun, which meets at the operator.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --software megatron-core-0.14 --top 1 -o train.json > plan.txt
  $ hakaru emit train.json --for megatron,hyperpod-eks -o hyperpod > out && grep -E '^kind|exec|rdzv' hyperpod/train.yaml hyperpod/launch.sh
  hyperpod/train.yaml:kind: ConfigMap
  hyperpod/train.yaml:    exec env CUDA_DEVICE_MAX_CONNECTIONS=1 hyperpodrun \
  hyperpod/train.yaml:kind: HyperPodPyTorchJob
  hyperpod/train.yaml:              command: ["bash", "-c", "mkdir -p /tmp/launch && cp /launch/* /tmp/launch && exec bash /tmp/launch/launch.sh"]
  hyperpod/launch.sh:exec env CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun \
  hyperpod/launch.sh:  --rdzv-backend c10d \
  hyperpod/launch.sh:  --rdzv-id hakaru \
  hyperpod/launch.sh:  --rdzv-endpoint "${HEAD}":29500 \
