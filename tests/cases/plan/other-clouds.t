A region of another cloud: what that cloud sells there, each with its price and date.

  $ ask() { hakaru plan serve --model qwen2.5-7b-instruct --rate 2/s --top 20 --json "$@"; }
  $ sold() { python3 -c '
  > import csv, json, os, sys
  > data = os.environ["TESTDIR"] + "/../../../data/"
  > cloud, region = sys.argv[1:]
  > offers = list(csv.DictReader(open(data + f"availability/{cloud}.csv")))
  > listed, here = {row["instance"] for row in offers}, {row["instance"] for row in offers if row["region"] == region}
  > prices = {(row["instance"], row["kind"], float(row["usd_per_h"]), row["as_of"]) for row in csv.DictReader(open(data + f"prices/{cloud}.csv")) if row["region"] == region}
  > plans = json.load(sys.stdin)["plans"]
  > print(len(plans) > 0, all(plan["instance"] in here or plan["instance"] not in listed for plan in plans))
  > print(all((plan["instance"], p["kind"], p["usd_per_h"], p["as_of"]) in prices for plan in plans for p in [plan["price"]]))' "$@"; }
  $ ask --region europe-west4 | sold gcp europe-west4
  True True
  True
  $ ask --region japaneast | sold azure japaneast
  True True
  True
  $ ask --region fin-03 --price spot | sold verda fin-03
  True True
  True

One cloud's machines are not in another's regions.

  $ hakaru plan serve --model qwen2.5-7b-instruct --region europe-west4 --instance g6e.xlarge 2>&1 | sed 's/ap-.*us-west-2/…/'
  hakaru: g6e.xlarge is not offered in europe-west4; it is in: …; --region any looks everywhere
  $ hakaru plan serve --model qwen2.5-7b-instruct --region eastus --instance a3-highgpu-8g 2>&1 | cut -c1-70
  hakaru: a3-highgpu-8g is not offered in eastus; it is in: asia-east1, 

Nobody is offered them unasked; who names one is told the price of its cheapest region, or of all of them.

  $ hakaru plan serve --model qwen2.5-7b-instruct --top 100 --json | python3 -c '
  > import json, sys
  > print({plan["price"]["region"] for plan in json.load(sys.stdin)["plans"] if plan["price"]} - {"us"})'
  {'us-east-1'}
  $ price() { ask --instance "$@" | python3 -c '
  > import json, sys
  > price = json.load(sys.stdin)["plans"][0]["price"]
  > print(price["region"], price["usd_per_h"], price["as_of"])'; }
  $ price standard_nd96isr_h100_v5
  eastus 98.32 2026-08-17
  $ price standard_nd96isr_h100_v5 --region swedencentral
  swedencentral 127.816 2026-08-01
  $ price bm.gpu.h100.8
  all 80.0 2026-07-09
  $ price a3-highgpu-1g --price spot
  us-central1 5.98324 2026-07-09

Their machines, and accelerators that came since.

  $ hakaru instance show a3-highgpu-8g | grep -E '^  (accelerators|cloud|network|us-central1) '
    accelerators          8 × h100-sxm, 80.0 GiB
    network               4x 200 Gb/s, GPUDirect-TCPX, 800 Gbit/s
    cloud                 gcp
    us-central1           $88.49/h, on_demand, 2026-03-25
  $ for name in h20 rtx-5090 rtx-6000-ada rtx-pro-6000-server a10; do hakaru accelerator show $name | grep -E '^  (memory|bf16) ' | tr -s ' '; done
   memory 96.0 GiB (103 GB), 4000 GB/s
   bf16 148 TFLOP/s
   memory 32.0 GiB (34.4 GB), 1792 GB/s
   bf16 209.5 TFLOP/s
   memory 48.0 GiB (51.5 GB), 960 GB/s
   bf16 364.2 TFLOP/s
   memory 96.0 GiB (103 GB), 1597 GB/s
   bf16 500 TFLOP/s
   memory 22.4 GiB (24.0 GB), 600 GB/s
   bf16 125 TFLOP/s
