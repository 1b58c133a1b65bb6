#!/usr/bin/env python3
{{head}}
"""Runs launch.sh as a SageMaker training job on {{instances}} ml.{{instance_type}}: python3 sagemaker_train.py

Needs the SageMaker Python SDK 3 (pip install "sagemaker>=3") and credentials.
"""
from pathlib import Path
from tempfile import TemporaryDirectory
import os
import shutil

from sagemaker.train import ModelTrainer

try:
    from sagemaker.core.training.configs import CheckpointConfig, Compute, InputData, SourceCode, StoppingCondition
except ImportError:  # early releases of 3
    from sagemaker.train.configs import CheckpointConfig, Compute, InputData, SourceCode, StoppingCondition

# ROLE: a role that SageMaker may take on, with access to the buckets.
ROLE = "arn:aws:iam::ACCOUNT_ID:role/ROLE_NAME"
# DATA: where data and tokenizer lie; in the container: /opt/ml/input/data/data.
DATA = "s3://BUCKET/data/"
# CHECKPOINTS: what the job writes to /opt/ml/checkpoints is kept there.
CHECKPOINTS = "s3://BUCKET/{{name}}/checkpoints/"
# A training plan's ARN where capacity was reserved in SageMaker; "" otherwise.
TRAINING_PLAN = ""
# SageMaker copies this image. Several machines need one with EFA and aws-ofi-nccl: the ones named *-sagemaker have them.
# IMAGE_REPLACE: an image for these accelerators that holds bash and the program ({{shown}}).{{?image_open}}
IMAGE = "{{image}}"
HOURS = {{hours}}
HOURS = 24{{!hours}}

# SageMaker calls the machines algo-1, algo-2, ...; the rank counts them in the order of their names.
COMMAND = 'CHECKPOINTS=/opt/ml/checkpoints HEAD="$SM_MASTER_ADDR" NODE_RANK="$SM_CURRENT_HOST_RANK" bash launch.sh'

with TemporaryDirectory() as folder:
    for file in Path(__file__).resolve().parent.iterdir():
        if file.suffix in (".sh", ".json", ".toml", ".yaml"):
            shutil.copy(file, folder)
    compute = {"instance_type": "ml.{{instance_type}}", "instance_count": {{instances}}, "volume_size_in_gb": {{disk_gb}}}
    if TRAINING_PLAN:
        compute["training_plan_arn"] = TRAINING_PLAN
    trainer = ModelTrainer(
        base_job_name="{{name}}",
        role=ROLE,
        training_image=IMAGE,
        source_code=SourceCode(source_dir=folder, command=COMMAND),
        compute=Compute(**compute),
        # For models behind a licence.
        environment={"HF_TOKEN": os.environ["HF_TOKEN"]} if os.environ.get("HF_TOKEN") else {},
        stopping_condition=StoppingCondition(max_runtime_in_seconds=int(HOURS * 3600)),
        checkpoint_config=CheckpointConfig(s3_uri=CHECKPOINTS, local_path="/opt/ml/checkpoints"),
    )
    trainer.train(input_data_config=[InputData(channel_name="data", data_source=DATA)])
