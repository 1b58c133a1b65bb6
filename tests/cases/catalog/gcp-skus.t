Google sells machines in parts: a price is the sum of them.

  $ export HAKARU_DATA=$PWD/own
  $ cp $TESTDIR/clouds/* .
  $ taken() { cut -d, -f1-5 own/prices/imported/gcp-skus.csv | grep -v ^instance; rm -r own; }

All pages are needed. 12 x 0.031611 + 85 x 0.004237 + 2.933908 = 3.673385.

  $ hakaru catalog import gcp-skus gcp-a100.json
  hakaru: gcp-a100.json: its last page says that another follows ('nextPageToken'); accepted: all pages, one behind the other
  [2]
  $ cat gcp-a100.json gcp-t2d.json | hakaru catalog import gcp-skus -
  standard input: 4 records read, 3 taken; figures of 2023-03-24
  
  left out:
               1  no part of a machine of the catalogue: T2D AMD Instance Ram running in Singapore
  
  prices: 15 new, 0 changed, 0 as they were
  a2-ultragpu-*: no on_demand price in us-central1, us-east1, us-west1: the file has no Nvidia Tesla A100 80GB GPU there
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ grep a2-highgpu-1g,us-c own/prices/imported/gcp-skus.csv
  a2-highgpu-1g,us-central1,on_demand,3.673385,2023-03-24,"Cloud Billing Catalog, Compute Engine",host added to 1 x the price of one accelerator
  $ taken | grep us-central1
  a2-highgpu-1g,us-central1,on_demand,3.673385,2023-03-24
  a2-highgpu-2g,us-central1,on_demand,7.34677,2023-03-24
  a2-highgpu-4g,us-central1,on_demand,14.69354,2023-03-24
  a2-highgpu-8g,us-central1,on_demand,29.38708,2023-03-24
  a2-megagpu-16g,us-central1,on_demand,55.739504,2023-03-24

Local SSD is in the price where the machine has it and its SKU is there: 6,000 GiB x 0.08 / 730 of an a3-highgpu-8g.

  $ hakaru catalog import gcp-skus gcp-a3.json
  gcp-a3.json: 4 records read, 4 taken; figures of 2026-06-14
  
  prices: 4 new, 0 changed, 0 as they were
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ cut -d, -f7- own/prices/imported/gcp-skus.csv | sort -u
   Compute Engine",host added to 1 x the price of one accelerator; local SSD added
   Compute Engine",host added to 2 x the price of one accelerator; local SSD added
   Compute Engine",host added to 4 x the price of one accelerator; local SSD added
   Compute Engine",host added to 8 x the price of one accelerator; local SSD added
  note
  $ taken
  a3-highgpu-1g,us-central1,on_demand,12.639058512,2026-06-14
  a3-highgpu-2g,us-central1,on_demand,25.278219087,2026-06-14
  a3-highgpu-4g,us-central1,on_demand,50.556336111,2026-06-14
  a3-highgpu-8g,us-central1,on_demand,101.112672222,2026-06-14

What is reserved, or sold by calendar or for a defined time, is none of these kinds; a part that is missing is told.

  $ hakaru catalog import gcp-skus gcp-h100-mega.json
  gcp-h100-mega.json: 7 records read, 5 taken; figures of 2026-06-14
  
  left out:
               2  no part of a machine of the catalogue: Reserved Nvidia H100 80GB Mega GPU in Ameri… Calendar Mode, Nvidia H100 Mega 80GB GPU attached to DWS D…ng in Americas
  
  prices: 1 new, 0 changed, 0 as they were
  a3-megagpu-*: no spot price in asia-northeast1: the file has no A3Plus Instance Core there
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ taken
  a3-megagpu-8g,us-central1,on_demand,92.742368,2026-06-14
  $ hakaru catalog import gcp-skus gcp-commitment.json
  gcp-commitment.json: 1 records read, 1 taken; figures of 2023-12-20
  
  a2-highgpu-*: no savings_1y price in asia-east1: the file has no A2 Instance Ram, Nvidia Tesla A100 GPU there
  a2-megagpu-*: no savings_1y price in asia-east1: the file has no A2 Instance Ram, Nvidia Tesla A100 GPU there
  a2-ultragpu-*: no savings_1y price in asia-east1: the file has no A2 Instance Ram, Nvidia Tesla A100 80GB GPU there
  nothing was written: what is taken of the file makes no whole price
  [1]
  $ hakaru catalog import gcp-skus gcp-g4.json --lang ja
  gcp-g4.json: 2 件を読み、2 件を取り込みました。数値の日付: 2026-06-14
  
  g4-standard-*: オンデマンド の料金は europe-west1 ではわかりません。ファイルにそのリージョンの G4 Instance Core, G4 Instance Ram がありません
  g4-standard-*: スポット の料金は europe-west1 ではわかりません。ファイルにそのリージョンの G4 Instance Core, G4 Instance Ram がありません
  何も書いていません。ファイルから取り込んだ内容だけでは、揃った料金になりません
  [1]

Slices of B200 and chips of TPUs have their host in them; a TPU7x is two ranks.

  $ hakaru catalog import gcp-skus gcp-b200.json > /dev/null
  $ cat own/prices/imported/gcp-skus.csv
  instance,region,kind,usd_per_h,as_of,source,note
  a4-highgpu-8g,us-central1,on_demand,128.88,2026-06-14,"Cloud Billing Catalog, Compute Engine",8 x the price of one accelerator
  a4-highgpu-8g,us-central1,spot,39.6336,2026-06-14,"Cloud Billing Catalog, Compute Engine",a moment's price; 8 x the price of one accelerator
  $ rm -r own
  $ hakaru catalog import gcp-skus gcp-tpu.json
  gcp-tpu.json: 7 records read, 6 taken; figures of 2026-06-14
  
  left out:
               1  no part of a machine of the catalogue: Reserved TpuV5p in Delhi in Calendar Mode
  
  prices: 11 new, 0 changed, 0 as they were
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ taken
  ct5lp-hightpu-4t,asia-south2,on_demand,5.76528,2026-06-14
  ct5lp-hightpu-4t,asia-southeast1,spot,3.12,2026-06-14
  ct5lp-hightpu-8t,asia-south2,on_demand,11.53056,2026-06-14
  ct5lp-hightpu-8t,asia-southeast1,spot,6.24,2026-06-14
  ct5p-hightpu-4t,europe-west4,savings_3y,7.644,2026-06-14
  ct5p-hightpu-4t,southamerica-east1,on_demand,25.72398,2026-06-14
  ct6e-standard-4t,us-south1,on_demand,10.8,2026-06-14
  ct6e-standard-8t,us-south1,on_demand,21.6,2026-06-14
  tpu7x-standard-4t,us-central1,on_demand,48,2026-06-14
  tpu7x-standard-4t,us-east1,on_demand,48,2026-06-14
  tpu7x-standard-4t,us-west1,on_demand,48,2026-06-14
  $ hakaru catalog import gcp-skus gcp-v6e.json
  gcp-v6e.json: 5 records read, 2 taken; figures of 2026-08-07
  
  left out:
               3  no part of a machine of the catalogue: DWS Defined Duration V6e running in Columbus, Capacity Optimized TpuV6e running in Columbus, Reserved V6e TPU in Columbus in Calendar Mode
  
  prices: 4 new, 0 changed, 0 as they were
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ taken
  ct6e-standard-4t,us-east5,on_demand,10.8,2026-08-07
  ct6e-standard-4t,us-east5,spot,5.6132,2026-08-07
  ct6e-standard-8t,us-east5,on_demand,21.6,2026-08-07
  ct6e-standard-8t,us-east5,spot,11.2264,2026-08-07

In other currencies there is no price, nor by other units.

  $ sed 's/USD/JPY/' gcp-b200.json | hakaru catalog import gcp-skus -
  standard input: 2 records read, 0 taken; figures of ????-??-?? (glob)
  the file says no day: that of the file itself is taken; --as-of says another
  
  left out:
               2  in a currency that is not USD: A4 Nvidia B200 (1 gpu slice) running in Americas, Spot Preemptible A4 Nvidia B200 (1 gpu slic…ng in Americas
  
  nothing was written: of what the file holds nothing is taken, as told above
  [1]
  $ sed 's/"usageUnit": "h"/"usageUnit": "mo"/' gcp-b200.json | hakaru catalog import gcp-skus - --json | grep -A 2 why
        "why": "without a price in USD an hour",
        "records": 2,
        "examples": [

A table of one's own names what is new.

  $ mkdir own
  $ printf '["a4-highgpu-"]\naccelerator = ["B200 by the slice"]\nsource = "own"\n' > own/gcp_skus.toml
  $ sed 's/A4 Nvidia B200 (1 gpu slice)/B200 by the slice/' gcp-b200.json | hakaru catalog import gcp-skus - | grep prices
  prices: 2 new, 0 changed, 0 as they were
  written: */own/prices/imported/gcp-skus.csv (glob)
  $ echo 'vcpus = 1' >> own/gcp_skus.toml
  $ hakaru catalog import gcp-skus gcp-b200.json
  hakaru: */own/gcp_skus.toml: 'a4-highgpu-.vcpus' is not a known key; accepted: vcpu, memory, source (glob)
  [2]

Of a machine whose size is not in the catalogue no price is made.

  $ rm -r own && mkdir -p own/instances
  $ printf '["a2-highgpu-3g"]\nfamily = "gcp-a2"\ncloud = "gcp"\naccelerator = "a100-sxm-40gb"\naccelerators = 3\nconfidence = "low"\nsource = "own"\n' > own/instances/own.toml
  $ cat gcp-a100.json gcp-t2d.json | hakaru catalog import gcp-skus - | grep '^a2-highgpu-3g'
  a2-highgpu-3g: no price: the catalogue does not say its vCPUs and memory
