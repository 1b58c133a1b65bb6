#!/usr/bin/env bash
{{head}}
# Makes a SageMaker HyperPod cluster under Slurm of {{instances}} ml.{{instance_type}}: ./create-cluster.sh
# Once it is in service, copy job.sbatch and launch.sh to its controller and sbatch them there.
# Fill in create-cluster.json first:
#   LIFECYCLE_BUCKET         the bucket (its name starts with sagemaker-) that holds the lifecycle scripts, on_create.sh first
#   ACCOUNT_ID, ROLE_NAME    the machines' role, with the policy AmazonSageMakerClusterInstanceRolePolicy
#   sg-REPLACE               a security group that lets all traffic within itself through, as EFA needs
#   subnet-REPLACE           a private subnet in the zone that has {{instance_type}}
# The lifecycle scripts' provisioning_parameters.json must name the groups: "controller", and "accelerated" with its partition.
# Where capacity was bought as a training plan, add "TrainingPlanArn": "arn:..." to the group "accelerated".
set -euo pipefail
cd "$(dirname "$0")"

if grep -nE 'REPLACE|ACCOUNT_ID|ROLE_NAME|LIFECYCLE_BUCKET' create-cluster.json; then
  echo "create-cluster.json: fill these in" >&2
  exit 2
fi
aws sagemaker create-cluster --region {{region}} --cli-input-json file://create-cluster.json
echo "aws sagemaker describe-cluster --region {{region}} --cluster-name {{name}} tells when it is in service"
