#!/usr/bin/env bash
{{head}}
# Makes a SageMaker HyperPod cluster of {{instances}} ml.{{instance_type}} for an EKS cluster that is there: ./create-cluster.sh
# Once it is in service: kubectl apply -f train.yaml. That needs, in the EKS cluster, the add-on of HyperPod's training
# operator with cert-manager and the Pod Identity agent, and HyperPod's Helm chart with the device plugins of GPUs and EFA.
# Fill in create-cluster.json first:
#   ACCOUNT_ID, EKS_CLUSTER  the EKS cluster, whose access entries let HyperPod in
#   LIFECYCLE_BUCKET         the bucket (its name starts with sagemaker-) that holds the lifecycle script on_create.sh
#   ACCOUNT_ID, ROLE_NAME    the machines' role, with the policy AmazonSageMakerClusterInstanceRolePolicy
#   sg-REPLACE               a security group that lets all traffic within itself through, as EFA needs
#   subnet-REPLACE           a private subnet of the EKS cluster's network in the zone that has {{instance_type}}
# Where capacity was bought as a training plan, add "TrainingPlanArn": "arn:..." to the group "accelerated".
set -euo pipefail
cd "$(dirname "$0")"

if grep -nE 'REPLACE|ACCOUNT_ID|ROLE_NAME|LIFECYCLE_BUCKET|EKS_CLUSTER' create-cluster.json; then
  echo "create-cluster.json: fill these in" >&2
  exit 2
fi
aws sagemaker create-cluster --region {{region}} --cli-input-json file://create-cluster.json
echo "aws sagemaker describe-cluster --region {{region}} --cluster-name {{name}} tells when it is in service"
