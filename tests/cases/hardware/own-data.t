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
  1  1 × box.2
