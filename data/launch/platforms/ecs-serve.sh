#!/usr/bin/env bash
{{head}}
# Puts launch.sh and its settings into the task definition, registers it and starts it on an ECS cluster with EC2 machines: ./run.sh
# Needs the AWS CLI and jq. Fill in:
#   CLUSTER          a cluster with {{instances}} {{instance_type}} of the ECS-optimised AMI for GPUs{{?gpu}}
#   CLUSTER          a cluster with {{instances}} {{instance_type}} of the ECS-optimised AMI for Neuron{{?neuron}}
#   SUBNET, GROUP    where the tasks' network interfaces go
#   ACCOUNT_ID       in task-definition.json
#   HF_TOKEN         for models behind a licence
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")"

CLUSTER=${CLUSTER:?the name of the cluster}
SUBNET=${SUBNET:?subnet-...}
GROUP=${GROUP:?sg-...}
REGION={{region}}
COPIES={{replicas}}
COPIES_PER_INSTANCE={{servers_per_instance}}
COPIES_PER_INSTANCE=1{{!servers_per_instance}}

if grep -n ACCOUNT_ID task-definition.json; then
  echo "task-definition.json: fill this in" >&2
  exit 2
fi
# What writes the files in the container, before it runs launch.sh.
files=""
for file in launch.sh *.toml *.yaml *.json; do
  [[ $file == task-definition*.json || $file == plan.json ]] && continue
  files+="base64 -d > '$file' <<< '$(base64 -w 0 "$file")'"$'\n'
done

# A tenth of the memory stays for the host.
jq --arg files "$(base64 -w 0 <<< "$files")" --arg token "${HF_TOKEN:-}" --argjson memory "$(({{memory_gib}} * 1024 * 9 / 10 / COPIES_PER_INSTANCE))" '
  .containerDefinitions[0] |= (
    .memoryReservation = $memory
    | (.environment[] | select(.name == "FILES")).value = $files
    | (.environment[] | select(.name == "HF_TOKEN")).value = $token
    | .linuxParameters.devices = [range({{accelerator_count}}) | "/dev/neuron\(.)" | {hostPath: ., containerPath: ., permissions: ["read", "write"]}]{{?neuron}}
  )' task-definition.json > task-definition.filled.json

definition=$(aws ecs register-task-definition --region "$REGION" --cli-input-json file://task-definition.filled.json \
  --query taskDefinition.taskDefinitionArn --output text)
network="awsvpcConfiguration={subnets=[$SUBNET],securityGroups=[$GROUP]}"
# No accelerators lie idle for a copy more: on an update one copy goes before its successor comes.
aws ecs create-service --region "$REGION" --cluster "$CLUSTER" --service-name {{name}} --task-definition "$definition" \
  --desired-count "$COPIES" --launch-type EC2 --network-configuration "$network" \
  --deployment-configuration "minimumHealthyPercent=$((100 * (COPIES - 1) / COPIES)),maximumPercent=100"
echo "each task listens at port {{port}} of its own address; a load balancer's target group of type ip joins them"
