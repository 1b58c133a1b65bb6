A machine that is stated, without any file.

  $ hakaru() { command hakaru "$@" --wide; }
  $ export HAKARU_DATA=own
  $ hakaru catalog add rack --accelerator h100 --count 8 --links nvlink-4 --network 8x400Gb/s --fabric infiniband \
  >   --memory 2TiB --vcpu 192 --price '$20/h' --as-of 2026-11-26
  rack is added to own
  
  what          value                  source
  accelerator   h100-sxm               --accelerator
  their number  8                      --accelerators
  vCPU          192                    --vcpu
  host memory   2048 GiB               --memory
  within        NVSwitch               --links
  network       3200 Gb/s, InfiniBand  --network
  price         $20.00/h               --price
  
  next: hakaru plan serve --model llama-3.1-8b --instance rack
  $ hakaru instance list --family rack
  instance  accelerators   memory      network     $/h  price
  rack      8 × h100-sxm  640 GiB  3200 Gbit/s  $20.00  on_demand 2026-11-26
  
  Prices of us-east-1; others: hakaru price list --instance NAME

Amounts may be typed in the reader's currency; they are kept in dollars.

  $ yen() { hakaru catalog add yen --accelerator h100 --count 8 --links nvlink-4 --as-of 2026-11-26 --data yen \
  >   --currency JPY --exchange-rate 155 "$@" | grep price; }
  $ yen --price 3000
  price         ¥3,000/h  --price
  $ cut -d, -f1-5 yen/prices/own/yen.csv
  instance,region,kind,usd_per_h,as_of
  yen,own,on_demand,19.35483871,2026-11-26
  $ yen --purchase 4000万円 --years 3 --power ¥30/kWh
  price         ¥1,690/h  --purchase ¥40,000,000 --years 3 --power ¥30.00/kWh
  $ tail -1 yen/prices/own/yen.csv
  yen,own,on_demand,10.90367752,2026-11-26,"stated by its owner: --purchase $258,065 --years 3 --power $0.194/kWh (5.6 kW)",

A machine of processors, and one whose accelerator nobody knows.

  $ hakaru catalog add cpus $TESTDIR/machines/lscpu.json --memory 512GiB --accelerator cpu-spr --accelerators 2 --as-of 2026-11-26
  cpus is added to own
  
  what          value             source
  accelerator   cpu-spr           --accelerator
  their number  2                 --accelerators
  vCPU          192               lscpu -J of 2026-11-26 (lscpu.json)
  host memory   512 GiB           --memory
  within        socket to socket  assumed: as m7i.48xlarge
  
  not known:
    the network: give ibstat, or --network --fabric; until then plans use one such machine, or copies side by side
    its price: give --price, or --purchase and --years; until then plans have no cost
  
  next: hakaru plan serve --model llama-3.1-8b --instance cpus
  $ hakaru catalog add bench --accelerator my-card --accelerators 4 --links pcie --accelerator-memory 32GiB \
  >   --memory-bandwidth 1.79TB/s --tflops bf16=210,fp8=419 --link-bandwidth 63GB/s --accelerator-power 575W --as-of 2026-11-26
  bench is added to own
  
  what          value    source
  accelerator   my-card  --accelerator
  their number  4        --accelerators
  within        PCIe     --links
  
  not known:
    processors: give lscpu -J, or --vcpu
    the host's memory: give lstopo --of xml, or --memory
    the network: give ibstat, or --network --fabric; until then plans use one such machine, or copies side by side
    its price: give --price, or --purchase and --years; until then plans have no cost
  
  next: hakaru plan serve --model llama-3.1-8b --instance bench
  $ cat own/accelerators/own/my-card.toml
  # Made by hakaru catalog add on 2026-11-26; behind each figure, where it is from.
  [my-card]
  vendor = "unknown"
  chip = "my-card"  # --accelerator
  kind = "gpu"
  memory_gib = 32  # --accelerator-memory
  memory_bandwidth_gb_per_s = 1790  # --memory-bandwidth
  tflops = { bf16 = 210, fp8 = 419 }  # --tflops
  link = "links of its own"
  link_gb_per_s = 63  # --link-bandwidth
  power_w = 575  # --accelerator-power
  confidence = "low"
  source = "stated by its owner, 2026-11-26"
  $ hakaru plan serve --model llama-3.1-8b --instance bench --offline --top 1 | sed -n 4p | cut -c1-28
  #  instances  layout   batch
  $ hakaru catalog remove my-card
  hakaru: my-card is the accelerator of bench; accepted: remove these first
  [2]
  $ hakaru catalog remove bench
  bench is removed from own
  $ hakaru catalog remove my-card
  my-card is removed from own
  $ find own -type f | sort
  own/.hakaru
  own/instances/own/cpus.toml
  own/instances/own/rack.toml
  own/prices/own/rack.csv
