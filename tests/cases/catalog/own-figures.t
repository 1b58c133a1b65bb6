What exists where, and instances that the catalogue does not know yet.

  $ export HAKARU_DATA=$PWD/own
  $ hakaru catalog diff
  hakaru: */own: the data folder cannot be read: * (glob)
  [2]
  $ mkdir own; hakaru catalog diff
  */own changes nothing of what came with the program (glob)
  $ cat > offerings.json <<'EOF'
  > { "InstanceTypeOfferings": [
  >   { "InstanceType": "p5.48xlarge", "LocationType": "region", "Location": "sa-east-1" },
  >   { "InstanceType": "m5.large", "LocationType": "region", "Location": "sa-east-1" },
  >   { "InstanceType": "g5.xlarge", "LocationType": "availability-zone", "Location": "sa-east-1a" } ] }
  > EOF
  $ hakaru catalog import aws-offerings offerings.json --as-of 2026-11-20
  offerings.json: 3 records read, 2 taken; figures of 2026-11-20
  
  left out:
               1  instances that are not in the catalogue: m5.large
  
  offers: 2 of instances in regions
  * known instances count as not offered in sa-east-1 from now on: dl1.24xlarge, * (glob)
  written: */own/availability/imported/aws-offerings.csv (glob)
  $ cat own/availability/imported/aws-offerings.csv
  instance,region,as_of,source
  g5.xlarge,sa-east-1,2026-11-20,aws ec2 describe-instance-type-offerings
  p5.48xlarge,sa-east-1,2026-11-20,aws ec2 describe-instance-type-offerings
  $ hakaru catalog diff
          of what      in region  figure of it   as it came  as you have it  %
  is new  g5.xlarge    sa-east-1  offered there                         yes
  is new  p5.48xlarge  sa-east-1  offered there                         yes
  
  */own: 2 new, 0 changed, 0 gone, against what came with the program (glob)

  $ cat > types.json <<'EOF'
  > { "InstanceTypes": [
  >   { "InstanceType": "g5.12xlarge", "VCpuInfo": { "DefaultVCpus": 48 }, "MemoryInfo": { "SizeInMiB": 196608 },
  >     "GpuInfo": { "Gpus": [ { "Name": "A10G", "Manufacturer": "NVIDIA", "Count": 4, "MemoryInfo": { "SizeInMiB": 22888 } } ] } },
  >   { "InstanceType": "p5.48xlarge", "VCpuInfo": { "DefaultVCpus": 96 }, "MemoryInfo": { "SizeInMiB": 2097152 },
  >     "GpuInfo": { "Gpus": [ { "Name": "H100", "Manufacturer": "NVIDIA", "Count": 8, "MemoryInfo": { "SizeInMiB": 81920 } } ] } },
  >   { "InstanceType": "g99.24xlarge", "VCpuInfo": { "DefaultVCpus": 96 }, "MemoryInfo": { "SizeInMiB": 393216 },
  >     "NetworkInfo": { "NetworkPerformance": "100 Gigabit" },
  >     "GpuInfo": { "Gpus": [ { "Name": "L40S", "Manufacturer": "NVIDIA", "Count": 4, "MemoryInfo": { "SizeInMiB": 45776 } } ] } },
  >   { "InstanceType": "g3.4xlarge", "VCpuInfo": { "DefaultVCpus": 16 }, "MemoryInfo": { "SizeInMiB": 124928 },
  >     "GpuInfo": { "Gpus": [ { "Name": "M60", "Manufacturer": "NVIDIA", "Count": 1, "MemoryInfo": { "SizeInMiB": 8192 } } ] } },
  >   { "InstanceType": "m5.large", "VCpuInfo": { "DefaultVCpus": 2 }, "MemoryInfo": { "SizeInMiB": 8192 } } ] }
  > EOF
  $ hakaru catalog import aws-instance-types types.json --as-of 2026-11-20
  types.json: 5 records read, 3 taken; figures of 2026-11-20
  
  left out:
               1  with an accelerator that is not in the catalogue: M60
               1  without an accelerator: m5.large
  
  new instance: g99.24xlarge with 4 × l40s
  p5.48xlarge: vcpu is 96 in the file, 192 in the catalogue
  written: */own/instances/imported/aws-instance-types.toml (glob)
  $ hakaru instance show g99.24xlarge | head -3
  g99.24xlarge* (glob)
  * (glob)
  * (glob)

Where each figure is from.

  $ hakaru catalog source g99.24xlarge | head -4
  g99.24xlarge  confidence medium
  
  */own/instances/imported/aws-instance-types.toml: aws ec2 describe-instance-types, 2026-11-20 (glob)
    accelerator * l40s (glob)
  $ hakaru catalog source p5.48xlarge | grep -A1 imported/aws-offerings
  */own/availability/imported/aws-offerings.csv: aws ec2 describe-instance-type-offerings (glob)
    sa-east-1 * offered  2026-11-20 (glob)
  $ hakaru catalog source p5.48xlarge | grep ': ' | sort | uniq -d
  $ hakaru catalog source h100-80gb | head -1
  h100-* (glob)
  $ hakaru catalog source h1000
  hakaru: 'h1000' is no instance and no accelerator that is known; nearest: * (glob)
  [2]

What contradicts itself is found, with the files; what came with the program is another's.

  $ hakaru catalog check
  no problems found
  $ mkdir own/prices; cat > own/prices/mine.csv <<'EOF'
  > instance,region,kind,usd_per_h,as_of,source,note
  > g5.xlarge,xx-home-1,on_demand,1.5,2026-11-01,mine,
  > g5.xlarge,xx-home-1,on_demand,1.25,2026-11-01,mine,
  > g5.xlarge,xx-home-1,spot,1.75,2026-11-02,mine,
  > g5.12xlarge,xx-home-1,on_demand,1,2026-11-01,mine,
  > gpu_8x_v100,xx-home-1,on_demand,4.4,2026-11-01,mine,
  > gpu_1x_b200_sxm6,xx-home-1,on_demand,5.29,2026-11-01,mine,
  > inf2.xlarge,sa-east-1,on_demand,1,2026-11-01,mine,
  > g5.xlarge,xx-old-1,on_demand,1.5,2020-11-01,mine,
  > EOF
  $ hakaru catalog check
  g5.xlarge in xx-home-1, on_demand: two prices of 2026-11-01: $1.5 and $1.25  (*/own/prices/mine.csv) (glob)
  g5.xlarge in xx-old-1, on_demand: the newest price is of 2020-11-01, more than a year ago  (*/own/prices/mine.csv) (glob)
  inf2.xlarge in sa-east-1, on_demand: a price of 2026-11-01 where it is not offered  (*/own/prices/mine.csv) (glob)
  g5.xlarge in xx-home-1: spot $1.75 (2026-11-02) is above on_demand $1.25 (2026-11-01)  (*/own/prices/mine.csv) (glob)
  g5.12xlarge in xx-home-1: $1 (2026-11-01) for 4 accelerators, but g5.xlarge of 1 costs $1.25 (2026-11-01)  (*/own/prices/mine.csv) (glob)
  
  5 found
  [1]
  $ hakaru catalog check --lang ja | tail -1
  5 件見つかりました
