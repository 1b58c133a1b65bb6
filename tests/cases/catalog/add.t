A machine of one's own, from what its tools print, in the folder of one's own data.

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
    accelerators  8 \xc3\x97 h100-sxm, 80.0 GiB (esc)
    within        NVSwitch (NVLink4), switched, 450 GB/s
    network       8x 400 Gb/s InfiniBand, 3200 Gbit/s
    vCPU          192
    confidence    medium
    notes         8 of 10 adapters count: those that are up and beside an accelerator
    source        nvidia-smi -q -x of 2026-11-24 (h100-8.xml), nvidia-smi topo -m of 2026-11-26 (h100-8.topo), ibstat of 2026-11-26 (h100-8.ibstat), lscpu -J of 2026-11-26 (lscpu.json); the rest stated by its owner or as in the catalogue
    own           $10.18/h, on_demand, 2026-11-26
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --top 1 | sed -n 5p | cut -c1-35
  1  1 \xc3\x97 my-h100  8 \xc3\x97 h100-sxm  tp8 (esc)
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --region eu-central-1 --top 1 | grep -o 'price: .*own.*'
  price: $10.18/h for each instance, on_demand, own, 2026-11-26
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance my-h100 --instances 2 --top 1 | sed -n 4p | cut -c1-35
  1  2 \xc3\x97 my-h100  16 \xc3\x97 h100-sxm  tp (esc)
  $ echo '{"question": "instance_show", "name": "my-h100"}' | hakaru ask - | grep '"accelerators"'
      "accelerators": 8,

Added again without a price it has none: what is no longer stated does not stay.

  $ hakaru catalog add my-h100 $M/h100-8.xml $M/h100-8.topo --as-of 2026-11-26 --lang ja | tail -8
  
  \xe4\xb8\x8d\xe6\x98\x8e\xe3\x81\xaa\xe9\xa0\x85\xe7\x9b\xae: (esc)
    \xe3\x83\x97\xe3\x83\xad\xe3\x82\xbb\xe3\x83\x83\xe3\x82\xb5\xe3\x83\xbc: lscpu -J \xe3\x81\xae\xe5\x87\xba\xe5\x8a\x9b\xe3\x80\x81\xe3\x81\xbe\xe3\x81\x9f\xe3\x81\xaf --vcpu \xe3\x82\x92\xe6\x8c\x87\xe5\xae\x9a\xe3\x81\x97\xe3\x81\xa6\xe3\x81\x8f\xe3\x81\xa0\xe3\x81\x95\xe3\x81\x84 (esc)
    \xe3\x83\x9b\xe3\x82\xb9\xe3\x83\x88\xe3\x83\xa1\xe3\x83\xa2\xe3\x83\xaa: lstopo --of xml \xe3\x81\xae\xe5\x87\xba\xe5\x8a\x9b\xe3\x80\x81\xe3\x81\xbe\xe3\x81\x9f\xe3\x81\xaf --memory \xe3\x82\x92\xe6\x8c\x87\xe5\xae\x9a\xe3\x81\x97\xe3\x81\xa6\xe3\x81\x8f\xe3\x81\xa0\xe3\x81\x95\xe3\x81\x84 (esc)
    8 \xe5\x80\x8b\xe3\x81\xae\xe3\x82\xa2\xe3\x83\x80\xe3\x83\x97\xe3\x82\xbf\xe3\x83\xbc\xe3\x81\xae\xe5\xb8\xaf\xe5\x9f\x9f: ibstat \xe3\x81\xae\xe5\x87\xba\xe5\x8a\x9b\xe3\x80\x81\xe3\x81\xbe\xe3\x81\x9f\xe3\x81\xaf --network --fabric \xe3\x82\x92\xe6\x8c\x87\xe5\xae\x9a\xe3\x81\x97\xe3\x81\xa6\xe3\x81\x8f\xe3\x81\xa0\xe3\x81\x95\xe3\x81\x84\xe3\x80\x82\xe3\x81\x9d\xe3\x82\x8c\xe3\x81\xbe\xe3\x81\xa7\xe3\x81\xae\xe8\xa8\x88\xe7\x94\xbb\xe3\x81\xaf 1 \xe5\x8f\xb0\xe3\x80\x81\xe3\x81\xbe\xe3\x81\x9f\xe3\x81\xaf\xe7\x8b\xac\xe7\xab\x8b\xe3\x81\x97\xe3\x81\x9f\xe8\xa4\x87\xe8\xa3\xbd\xe3\x81\xa0\xe3\x81\x91\xe3\x81\xa7\xe3\x81\x99 (esc)
    \xe6\x96\x99\xe9\x87\x91: --price, or --purchase --years \xe3\x82\x92\xe6\x8c\x87\xe5\xae\x9a\xe3\x81\x97\xe3\x81\xa6\xe3\x81\x8f\xe3\x81\xa0\xe3\x81\x95\xe3\x81\x84\xe3\x80\x82\xe3\x81\x9d\xe3\x82\x8c\xe3\x81\xbe\xe3\x81\xa7\xe3\x81\xae\xe8\xa8\x88\xe7\x94\xbb\xe3\x81\xab\xe3\x81\xaf\xe3\x82\xb3\xe3\x82\xb9\xe3\x83\x88\xe3\x81\x8c\xe3\x81\x82\xe3\x82\x8a\xe3\x81\xbe\xe3\x81\x9b\xe3\x82\x93 (esc)
  
  \xe6\xac\xa1\xe3\x81\xae\xe3\x82\xb3\xe3\x83\x9e\xe3\x83\xb3\xe3\x83\x89: hakaru plan serve --model llama-3.1-8b --instance my-h100 (esc)
  $ find own -type f | sort
  own/instances/own/my-h100.toml
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --instances 2 --top 1 | grep 'no price'
  note: no price of my-h100 is known, so its cost is not

  $ hakaru catalog remove my-h100
  my-h100 is removed from own
  $ find own -type f
  $ hakaru instance show my-h100
  hakaru: instance 'my-h100' is not known; nearest: dgx-h100, dgx-h200, hgx-h800
  [2]
  $ hakaru catalog remove my-h100
  hakaru: 'my-h100' was not added to own: neither instances/own/my-h100.toml nor accelerators/own/my-h100.toml is there
  [2]
