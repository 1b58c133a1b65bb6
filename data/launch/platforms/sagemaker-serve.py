#!/usr/bin/env python3
{{head}}
"""Serves {{replicas}} copies of the model from {{instances}} ml.{{instance_type}}: python3 sagemaker_serve.py

Needs boto3 and credentials. The container (AWS's of vLLM for SageMaker) takes the settings of vllm serve from
SM_VLLM_* variables, so they are read from launch.sh here.
"""
import json
import os
import re
import shlex
import sys
import time
from pathlib import Path

import boto3

NAME = "{{name}}"
# IMAGE_REPLACE: an image for these accelerators that holds bash and the program ({{shown}}).{{?image_open}}
IMAGE = "{{image}}"
# ROLE: a role that SageMaker may take on.
ROLE = "arn:aws:iam::ACCOUNT_ID:role/ROLE_NAME"
# The driver that the image's CUDA needs: 3-1 has driver 550 (CUDA 12.4 and, with forward compatibility, 12.9).
HOST_IMAGE = "al2-ami-sagemaker-inference-gpu-3-1"
COPIES = {{replicas}}
ACCELERATORS = {{accelerators_per_server}}  # of one copy
COPIES_PER_INSTANCE = {{servers_per_instance}}
INSTANCES = {{instances}}
# The copies follow the load between these two. LOAD: the requests under way of one copy that keep the limits.{{?max_replicas}}
MIN_COPIES, MAX_COPIES, LOAD = {{min_replicas}}, {{max_replicas}}, {{running_requests}}
MIN_COPIES, MAX_COPIES, LOAD = COPIES, COPIES, 0{{!max_replicas}}
MIN_INSTANCES = -(-MIN_COPIES // COPIES_PER_INSTANCE)
MAX_INSTANCES = -(-MAX_COPIES // COPIES_PER_INSTANCE)
MEMORY_MIB = int({{memory_gib}} * 1024 * 0.8 / COPIES_PER_INSTANCE)  # some stays for the host
LEFT_OUT = {"host", "port", "uvicorn-log-level"}  # the container sets these


def with_key(table: dict, key: str, text: str) -> dict:
    """Puts what "outer.inner" is into a table of JSON."""
    first, _, rest = key.partition(".")
    if rest:
        table[first] = with_key(table.get(first, {}), rest, text)
        return table
    try:
        table[first] = json.loads(text)
    except json.JSONDecodeError:
        table[first] = text
    return table


def vllm_settings(path: Path) -> dict[str, str]:
    """Turns "vllm serve MODEL --flag value" of launch.sh into SM_VLLM_FLAG=value."""
    lines = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    for line in lines:  # what it sets where the environment does not
        usual = re.fullmatch(r'\[ -n "\$(\w+)" \] \|\| \1=(.*)', line)
        if usual and usual[1] not in os.environ:
            os.environ[usual[1]] = "".join(shlex.split(usual[2]))
    line = next((line for line in lines if "vllm serve " in line and not line.startswith("#")), None)
    if line is None:
        sys.exit("launch.sh starts no vllm serve: this container serves vLLM alone")
    words = [os.path.expandvars(word) for word in shlex.split(line[line.index("vllm serve ") :])][2:]
    settings: dict[str, str] = {}
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == "$@":
            continue
        if not word.startswith("--"):
            if "SM_VLLM_MODEL" in settings:
                sys.exit(f"launch.sh: not understood: {word}")
            settings["SM_VLLM_MODEL"] = word
            continue
        flag, has_value, value = word[2:].partition("=")
        if not has_value:
            value = "true"
            if place < len(words) and not words[place].startswith("--"):
                value = words[place]
                place += 1
        flag, _, key = flag.partition(".")  # --speculative-config.method: a key of a flag that takes JSON
        if flag in LEFT_OUT:
            continue
        name = "SM_VLLM_" + flag.upper().replace("-", "_")
        if key:
            value = json.dumps(with_key(json.loads(settings.get(name, "{}")), key, value), separators=(",", ":"))
        settings[name] = value
    for name, value in settings.items():
        if "${" in value and value != os.environ["MODEL"]:
            sys.exit(f"{name}: set the variable in {value} before this runs")
    return settings


os.environ.setdefault("MODEL", "{{model}}"){{!weights_open}}
if not os.environ.get("MODEL"):{{?weights_open}}
    sys.exit("set MODEL: a quantised checkpoint, as README.md says"){{?weights_open}}
environment = vllm_settings(Path(__file__).resolve().parent / "launch.sh")
if os.environ.get("HF_TOKEN"):  # for models behind a licence
    environment["HF_TOKEN"] = os.environ["HF_TOKEN"]

sagemaker = boto3.client("sagemaker", region_name="{{region}}")
sagemaker.create_model(
    ModelName=NAME,
    ExecutionRoleArn=ROLE,
    PrimaryContainer={"Image": IMAGE, "Environment": environment},
)
sagemaker.create_endpoint_config(
    EndpointConfigName=NAME,
    ExecutionRoleArn=ROLE,
    ProductionVariants=[
        {
            "VariantName": "all",
            "InstanceType": "ml.{{instance_type}}",
            "InitialInstanceCount": INSTANCES,
            "InferenceAmiVersion": HOST_IMAGE,
            "ModelDataDownloadTimeoutInSeconds": 3600,
            "ContainerStartupHealthCheckTimeoutInSeconds": 3600,
            "RoutingConfig": {"RoutingStrategy": "LEAST_OUTSTANDING_REQUESTS"},
            "ManagedInstanceScaling": {
                "Status": "ENABLED",
                "MinInstanceCount": min(MIN_INSTANCES, INSTANCES),
                "MaxInstanceCount": max(MAX_INSTANCES, INSTANCES),
            },
        }
    ],
)
sagemaker.create_endpoint(EndpointName=NAME, EndpointConfigName=NAME)
sagemaker.get_waiter("endpoint_in_service").wait(EndpointName=NAME)

# The copies are placed on the instances by what each needs, several on one where they fit.
sagemaker.create_inference_component(
    InferenceComponentName=NAME,
    EndpointName=NAME,
    VariantName="all",
    Specification={
        "ModelName": NAME,
        "ComputeResourceRequirements": {
            "NumberOfAcceleratorDevicesRequired": ACCELERATORS,
            "MinMemoryRequiredInMb": MEMORY_MIB,
        },
        "StartupParameters": {
            "ModelDataDownloadTimeoutInSeconds": 3600,
            "ContainerStartupHealthCheckTimeoutInSeconds": 3600,
        },
    },
    RuntimeConfig={"CopyCount": COPIES},
)
while True:
    answer = sagemaker.describe_inference_component(InferenceComponentName=NAME)
    status = answer["InferenceComponentStatus"]
    if status == "InService":
        break
    if status == "Failed":
        sys.exit(f"the copies did not start: {answer.get('FailureReason', '')}")
    time.sleep(30)
if MAX_COPIES > MIN_COPIES:
    scaling = boto3.client("application-autoscaling", region_name="{{region}}")
    target = {
        "ServiceNamespace": "sagemaker",
        "ResourceId": f"inference-component/{NAME}",
        "ScalableDimension": "sagemaker:inference-component:DesiredCopyCount",
    }
    scaling.register_scalable_target(MinCapacity=MIN_COPIES, MaxCapacity=MAX_COPIES, **target)
    scaling.put_scaling_policy(
        PolicyName=NAME,
        PolicyType="TargetTrackingScaling",
        TargetTrackingScalingPolicyConfiguration={
            "PredefinedMetricSpecification": {
                "PredefinedMetricType": "SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution"
            },
            "TargetValue": LOAD,
        },
        **target,
    )
print(f"endpoint {NAME}: invoke_endpoint(EndpointName={NAME!r}, InferenceComponentName={NAME!r}, ...)")
print("to end it: delete-inference-component, delete-endpoint, delete-endpoint-config, delete-model")
