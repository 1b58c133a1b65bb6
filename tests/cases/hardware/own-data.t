A card and a box of one's own, from a folder of the same TOML.

  $ mkdir -p own/accelerators own/instances
  $ cat > own/accelerators/own.toml <<'EOF'
  > [card]
  > aliases = ["own-card"]
  > vendor = "Own"
  > chip = "Card"
  > kind = "gpu"
  > year = 2025
  > memory_gib = 24
  > memory_bandwidth_gb_per_s = 900
  > tflops = { fp32 = 30, bf16 = 120, fp16 = 120 }
  > power_w = 300
  > confidence = "low"
  > source = "its box"
  > EOF
  $ cat > own/instances/own.toml <<'EOF'
  > ["box.2"]
  > family = "box"
  > cloud = ""
  > accelerator = "card"
  > accelerators = 2
  > within = { link = "pcie", gb_per_s = 20 }
  > confidence = "low"
  > source = "its owner"
  > EOF
  $ hakaru accelerator show own-card --data own
  card
    chip            Own Card
    also called     own-card
    ranks per chip  1
    memory          24.0 GiB (25.8 GB), 900 GB/s
    fp32            30 TFLOP/s
    bf16            120 TFLOP/s
    fp16            120 TFLOP/s
    power           300 W
    confidence      low
    source          its box
  $ hakaru instance list --family box --data own
  instance  accelerators    memory  network  $/h  price
  box.2     2 × card      48.0 GiB        –    –
  
  Prices of us-east-1; others: hakaru price list --instance NAME
  $ hakaru plan infer --model resnet-50 --batch 8 --instance box.2 --data own | sed -n 4p | cut -d' ' -f1-5
  #  instances  layout

Between machines lies what is said of it: Ethernet is plain Ethernet, over which replicas are copies of the whole.

  $ with_between() { sed "/^within/a between = $1" own/instances/own.toml > joined/instances/own.toml; }
  $ mkdir joined && cp -r own/* joined
  $ train="--model phi-2 --tokens 1B --sequence-length 2k --global-batch 64 --instance box.2 --instances 4 --data joined"
  $ with_between '{ link = "ethernet", gbit_per_s = 10 }'
  $ hakaru plan train $train | grep -o ' pp[0-9]*' | sort | uniq -c
  $ with_between '{ name = "ours", topology = "network", gbit_per_s = 10, latency_us = 30 }'
  $ hakaru plan train $train | grep -o ' pp[0-9]*' | sort | uniq -c
  $ with_between '{ link = "infiniband-hdr200", gbit_per_s = 200 }'
  $ hakaru plan train $train | grep -o ' pp[0-9]*' | sort | uniq -c
        1  pp2
        2  pp4
  $ with_between '{ link = "ethernet" }'
  $ hakaru plan train $train
  hakaru: joined/instances/own.toml: 'box.2.between.gbit_per_s' is missing; accepted: the network's, or fabric = "none"
  [2]

One date alone bounds what was published too.

  $ dated() { sed "/^confidence/i $1" own/instances/own.toml > joined/instances/own.toml; shift; hakaru plan infer --model resnet-50 --batch 8 --family box --data joined "$@" | grep -c box.2; }
  $ dated 'published_until = "2023-04-15"'
  hakaru: no instance of box can do this job
  0
  [1]
  $ dated 'published_until = "2023-04-15"' --prices-as-of 2023-01-01
  3
  $ dated 'published_from = "2023-04-15"'
  3
  $ dated 'published_from = "2023-04-15"' --prices-as-of 2023-01-01
  hakaru: no instance of box can do this job
  0
  [1]

A data folder that leads back to itself is not read for ever.

  $ ln -s . own/again
  $ hakaru accelerator show own-card --data own
  hakaru: own/again: leads to a folder that is read already
  [2]
