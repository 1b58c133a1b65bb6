services-1: files of each service that the documents name.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --software pytorch-fsdp --top 1 -o run.json > plan.txt
  $ for service in sagemaker eks ecs parallelcluster; do hakaru emit run.json --for torchtitan,$service | grep -o '^files: .*'; done
  files: README.md, plan.json, launch.sh, sagemaker_train.py
  files: README.md, plan.json, launch.sh, eks.yaml, train.yaml
  hakaru: Amazon ECS cannot run this plan: the tasks of ECS do not know each other's addresses
  files: README.md, plan.json, launch.sh, cluster.yaml, job.sbatch

services-2: what an instance reads from each storage at most, and what a step waits for it: a billion pictures of 2 MB.

  $ pictures="--model resnet-50 --items 1B --global-batch 4096 --data-set 2PB --instance p4d.24xlarge --instances 1 --tp 1 --pp 1 --dp 8 --zero 1 --micro-batch 128 --top 1"
  $ for storage in ebs-gp3 s3 fsx-lustre; do hakaru plan train $pictures --data-set-storage $storage | grep -o 'reading the data set.*'; done
  reading the data set from ebs-gp3 starves the accelerators: 3.70 s of each step is waiting for data
  reading the data set from s3 starves the accelerators: 819 ms of each step is waiting for data
  reading the data set from fsx-lustre starves the accelerators: 451 ms of each step is waiting for data
