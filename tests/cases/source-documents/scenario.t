  $ noted() { grep -E 'scale|person-months' | sed -E 's/^ *(note: )?//'; }

scenario-1, scenario-2, scenario-3: small, medium and large training jobs.

  $ hakaru plan train --rank-by expected --model yolov5s --items 1M --global-batch 64 --data-set 1GB --data-set-storage local-nvme --instance g5.xlarge --top 1 --values cost | noted
  small scale (7,235,389 parameters): a CPU (Intel, AMD or Graviton). a simple or classical model on little data trains on a CPU, where work on the model itself is quickest [re:Invent 2022 CMP207, Classmethod report 2022-12-02]
  $ hakaru plan train --rank-by expected --model bert-large-uncased --tokens 1B --sequence-length 128 --global-batch 256 --data-set 500GB --data-set-storage s3 --instance g5.xlarge --top 1 --values cost | noted
  medium scale (335,141,888 parameters): one GPU instance, the G family first. a medium model on some 500 GB of data needs parallel matrix products, and the G family supports the widest range of models [re:Invent 2022 CMP207, Classmethod report 2022-12-02]
  $ hakaru plan train --rank-by expected --model gpt3-175b --tokens 1B --sequence-length 2048 --global-batch 1536 --instance p4de.24xlarge --instances 128 --top 1 --values cost | noted
  large scale (174,615,846,912 parameters): many GPUs (latest NVIDIA), or AWS silicon (Trn1; Trn1n from about 100 instances on) for a team skilled in distributed training. billions of parameters or terabytes of data need many accelerators and a network fast enough to keep the model in step [re:Invent 2022 CMP207, Classmethod report 2022-12-02; Trn1n: Trainium basics course (2025-05)]

scenario-4, scenario-6, scenario-7: inference: a CPU, the G family, Inferentia.

  $ hakaru plan infer --rank-by expected --model yolov5s --batch 1 --instance c7g.4xlarge --top 1 --values cost | noted
  small scale (7,235,389 parameters): a CPU (Intel, AMD or Graviton). ordinary inference of a small model runs on a CPU with nothing to port [re:Invent 2022 CMP207, Classmethod report 2022-12-02]
  $ hakaru plan infer --rank-by expected --model bert-base-uncased --sequence-length 128 --batch 1 --instance g5.xlarge --top 1 --values cost | noted
  medium scale (109,482,240 parameters): a GPU of the G family while it grows; Inferentia once it runs daily at very large scale. the G family supports most models; Inferentia is the cheapest per item but costs study time [re:Invent 2022 CMP207, Classmethod report 2022-12-02]
  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-8b --context 8k --instance inf2.48xlarge --top 1 --values cost | noted
  large scale (8,030,261,248 parameters): GPUs, or Inferentia2 and Trainium where the architecture is supported. billions of parameters do not fit smaller accelerators [re:Invent 2022 CMP207, Classmethod report 2022-12-02]

scenario-5: ranked by throughput, latency or cost; and what porting costs a team.

  $ for objective in cost time throughput; do hakaru plan serve --rank-by expected --offline --model qwen2.5-7b-instruct --context 8k --family g5 --family inf2 --objective $objective --json > $objective.json; done
  $ python3 -c "import json; cost, time = (json.load(open(f + '.json'))['plans'][0] for f in ('cost', 'time')); print(cost['cost_per_million_tokens_usd'] <= time['cost_per_million_tokens_usd'], time['request_s'] <= cost['request_s'])"
  True True
  $ best() { hakaru plan serve --rank-by expected --offline --model mpt-7b --context 2k --family g5 --family inf2 --top 1 "$@" | grep -oE '^1 +[0-9]+ × [a-z]+[0-9]|note: mpt .*'; }
  $ for objective in cost time throughput; do best --objective $objective; done; best --values productivity
  1  1 × inf2
  note: mpt is not officially supported on neuroncore-v2: porting takes 2 to 3 person-months
  1  1 × g5
  1  1 × inf2
  note: mpt is not officially supported on neuroncore-v2: porting takes 2 to 3 person-months
  1  1 × g5
