A machine of one's own, from what its tools print, in the folder of one's own data.

  $ hakaru() { command hakaru "$@" --wide; }
  $ M=$TESTDIR/machines
  $ export HAKARU_DATA=own
  $ hakaru catalog add my-h100 $M/h100-8.xml $M/h100-8.topo $M/h100-8.ibstat $M/lscpu.json \
  >   --purchase '$250k' --years 3 --power 0.12/kWh --as-of 2026-11-26
  my-h100 is added to own
  
  what          value                              source
  accelerator   h100-sxm (NVIDIA H100 80GB HBM3)   nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
  their number  8                                  nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
  vCPU          192                                lscpu -J of 2026-11-26 (lscpu.json)
  within        NVSwitch, NV18                     nvidia-smi topo -m of 2026-11-26 (h100-8.topo)
  network       3200 Gb/s, 8x 400 Gb/s InfiniBand  nvidia-smi topo -m of 2026-11-26 (h100-8.topo), ibstat of 2026-11-26 (h100-8.ibstat)
  price         $10.18/h                           --purchase $250,000 --years 3 --power $0.12/kWh (5.6 kW)
  
  not known:
    the host's memory: give lstopo --of xml, or --memory
  
  8 of 10 adapters count: those that are up and beside an accelerator
  
  next: hakaru plan serve --model llama-3.1-8b --instance my-h100
  $ find own -type f | sort
  own/.hakaru
  own/instances/own/my-h100.toml
  own/prices/own/my-h100.csv
  $ cat own/instances/own/my-h100.toml
  # Made by hakaru catalog add on 2026-11-26; behind each figure, where it is from.
  [my-h100]
  family = "my-h100"
  accelerator = "h100-sxm"  # nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
  accelerators = 8  # nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
  vcpu = 192  # lscpu -J of 2026-11-26 (lscpu.json)
  within = { link = "nvlink4-switch" }  # nvidia-smi topo -m of 2026-11-26 (h100-8.topo)
  between = { link = "infiniband-ndr400", gbit_per_s = 3200, name = "8x 400 Gb/s InfiniBand" }  # nvidia-smi topo -m of 2026-11-26 (h100-8.topo), ibstat of 2026-11-26 (h100-8.ibstat)
  confidence = "medium"
  source = "nvidia-smi -q -x of 2026-11-24 (h100-8.xml), nvidia-smi topo -m of 2026-11-26 (h100-8.topo), ibstat of 2026-11-26 (h100-8.ibstat), lscpu -J of 2026-11-26 (lscpu.json); the rest stated by its owner or as in the catalogue"
  notes = "8 of 10 adapters count: those that are up and beside an accelerator"
  $ cat own/prices/own/my-h100.csv
  instance,region,kind,usd_per_h,as_of,source,note
  my-h100,own,on_demand,10.1849376,2026-11-26,"stated by its owner: --purchase $250,000 --years 3 --power $0.12/kWh (5.6 kW)",

Every question knows it from here on, in every region.

  $ hakaru instance show my-h100
  my-h100
    accelerators  8 × h100-sxm, 80.0 GiB
    within        NVSwitch (NVLink4), switched, 450 GB/s
    network       8x 400 Gb/s InfiniBand, 3200 Gbit/s
    vCPU          192
    confidence    medium
    notes         8 of 10 adapters count: those that are up and beside an accelerator
    source        nvidia-smi -q -x of 2026-11-24 (h100-8.xml), nvidia-smi topo -m of 2026-11-26 (h100-8.topo), ibstat of 2026-11-26 (h100-8.ibstat), lscpu -J of 2026-11-26 (lscpu.json); the rest stated by its owner or as in the catalogue
    own           $10.18/h, on_demand, 2026-11-26
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --top 1 | sed -n 5p | cut -c1-35
  1  1 × my-h100  tp8 dp1       70.3
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --region eu-central-1 --top 1 | grep -o 'price: .*own.*'
  price: $10.18/h for each instance, as its owner states, 2026-11-26
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance my-h100 --instances 2 --top 1 | sed -n 4p | cut -c1-35
  #  instances    layout             
  $ echo '{"question": "instance_show", "name": "my-h100"}' | hakaru ask - | grep '"accelerators"'
      "accelerators": 8,

Added again without a price it has none: what is no longer stated does not stay.

  $ hakaru catalog add my-h100 $M/h100-8.xml $M/h100-8.topo --as-of 2026-11-26 --lang ja | tail -8
  
  不明な項目:
    プロセッサー: lscpu -J の出力、または --vcpu を指定してください
    ホストメモリ: lstopo --of xml の出力、または --memory を指定してください
    8 個のアダプターの帯域: ibstat の出力、または --network --fabric を指定してください。それまでの計画は 1 台、または独立した複製だけです
    料金: --price、または --purchase と --years を指定してください。それまでの計画にはコストがありません
  
  次のコマンド: hakaru plan serve --model llama-3.1-8b --instance my-h100
  $ find own -type f | sort
  own/.hakaru
  own/instances/own/my-h100.toml
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --instances 2 --top 1 | grep 'no price'
  Serving llama-3.1-8b live: 1 request/s of conversation, prompts of 1,147, answers of 210 tokens on average; context 16,384, weights bf16, KV cache bf16. Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms. Ranked by number of accelerators, since no price is known.
  note: no price of my-h100 is known, so its cost is not; as many accelerators as one has are rented at $55.04/h (--instance p5.48xlarge; us-east-1, 2026-09-19)

  $ hakaru catalog remove my-h100
  my-h100 is removed from own
  $ find own -type f
  $ hakaru instance show my-h100
  hakaru: instance 'my-h100' is not known; nearest: dgx-h100, dgx-h200, hgx-h800; one of your own: hakaru catalog add
  [2]
  $ hakaru catalog remove my-h100
  hakaru: 'my-h100' was not added to own: neither instances/own/my-h100.toml nor accelerators/own/my-h100.toml is there
  [2]
