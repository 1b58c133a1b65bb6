Files of one cloud say nothing of another: what is AWS's own refuses machines that are not there, and names what runs them.

  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1B --instances 1 --software megatron-core-0.14 --top 1 "$@" > plan.txt; }
  $ plan --instance a3-highgpu-8g -o gcp.json && plan --instance gpu_8x_h100_sxm5 -o lambda.json && plan --instance n3-h100x8 -o hyperstack.json
  $ for platform in parallelcluster eks sagemaker hyperpod ecs; do hakaru emit gcp.json --for $platform -o never; done
  $ ls never
  ls: cannot access 'never': No such file or directory
  [2]

SkyPilot's files name the cloud as it does, and the region of the price. Where that names none, the user does.

  $ for cloud in gcp lambda hyperstack; do hakaru emit $cloud.json --for skypilot -o $cloud > text.txt; sed -n '/^resources:/,/image_id/p' $cloud/train.yaml | grep -v '# Only\|image_id'; grep REGION_ $cloud/README.md; done

An image of AWS's is not written for them, nor a reservation of EC2's.

  $ hakaru emit gcp.json --for kubernetes -o gcp-k8s > text.txt && grep -n 'image:\|aws\|Lustre' gcp-k8s/train.yaml
  $ hakaru emit gcp.json --for skypilot --reservation cr-0123

A Capacity Block whose price names the United States alone has no region yet.

  $ plan --instance p5.48xlarge --price capacity_block -o block.json
  $ hakaru emit block.json --for parallelcluster -o block > text.txt && grep ^Region block/cluster.yaml && grep REGION block/README.md

Machines of one's own: no label of a cloud chooses their nodes.

  $ plan --instance dgx-h100 -o own.json && hakaru emit own.json --for eks
  $ hakaru emit own.json --for kubernetes -o own > text.txt && grep -c 'instance-type\|aws\|affinity' own/train.yaml
