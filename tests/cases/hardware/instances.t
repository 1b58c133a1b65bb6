  $ hakaru instance list --family trn1 | head -5
  instance              accelerators                 memory       network      $/h  price
  trn1.2xlarge          2 × neuroncore-v2          32.0 GiB  3.125 Gbit/s    $1.34  on_demand 2026-07-20
  trn1.32xlarge         32 × neuroncore-v2          512 GiB    800 Gbit/s   $21.50  on_demand 2026-07-28
  trn1.32xlarge-launch  32 × neuroncore-v2-launch   512 GiB    800 Gbit/s  unknown
  
  $ hakaru instance show trn1.32xlarge
  trn1.32xlarge
    accelerators    32 × neuroncore-v2, 16.0 GiB
    within          NeuronLink-v2, torus_2d, 96 GB/s
    network         EFA v2, 800 Gbit/s
    cloud           aws
    vCPU            128
    host memory     512 GiB
    local storage   7600 GB
    confidence      high
    notes           384 GB/s per chip (Neuron documentation) is taken; AWS pages and decks print 768 GB/s.
    source          aws-neuron-sdk 81ce03a, trn1-arch.rst; EC2 API in aws/karpenter-provider-aws 1d92708, instance-types
    ap-southeast-4  $15.49/h, capacity_block, 2024-10-01
    us              $9.53/h, capacity_block, 2026-10-08
    us-east-1       $21.50/h, on_demand, 2026-07-28
    us-east-2       $21.50/h, on_demand, 2025-05-19
    us-west-2       $21.50/h, on_demand, 2026-07-09
  $ hakaru instance list --family trn2x
  hakaru: --family is 'trn2x', which is not known; nearest: trn2, trn1, trn1n
  [2]
  $ hakaru instance show trn1.32xlarg
  hakaru: instance 'trn1.32xlarg' is not known; nearest: trn1.32xlarge, trn1.2xlarge, trn1.32xlarge-launch; one of your own: hakaru catalog add
  [2]
  $ hakaru instance list --names | grep -x -e p5.48xlarge -e inf2.xlarge -e dgx-h100
  dgx-h100
  inf2.xlarge
  p5.48xlarge

Other clouds' instances and pods of TPUs are known by name. A part of a pod is one torus still.

  $ hakaru instance list --family oci-gpu --region unstated | grep -e '^instance' -e mi3
  instance          accelerators         memory      network      $/h  price
  bm.gpu.mi300x.8   8 × mi300x         1536 GiB  3200 Gbit/s   $48.00  on_demand 2026-05-18
  bm.gpu.mi355x.8   8 × mi355x         2304 GiB  3200 Gbit/s  unknown
  $ hakaru instance show TPU7x-standard-4t | grep -E '^  (accelerators|within|network) '
    accelerators  8 × tpu7x-core, 96.0 GiB
    within        ICI, torus_3d, 300 GB/s
    network       ICI, torus_3d, 12,800 Gbit/s
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance tpu7x-pod --accelerators 64 --top 1 --json | python3 -c '
  > import json, sys; plan = json.load(sys.stdin)["plans"][0]; print(plan["instances"], plan["accelerators"])'
  1 64

Nobody is offered them unasked.

  $ hakaru plan infer --model resnet-50 --batch 8 --top 100 --csv | grep -c -e bm.gpu -e nd96 -e gx3d -e tpu
  0
  [1]
