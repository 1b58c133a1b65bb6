One's own cloud: only its machines, in its usual region unless one is stated.

  $ hakaru() { command hakaru "$@" --wide; }
  $ instances() { hakaru plan "$@" --json | python3 -c '
  > import json, sys
  > plans = json.load(sys.stdin)["plans"]
  > print(sorted({plan["price"]["region"] for plan in plans if plan["price"]}), sorted({plan["instance"].split("-")[0] for plan in plans}))'; }
  $ instances serve --model llama-3.1-70b-instruct --concurrency 50 --cloud gcp --top 8
  ['us-central1', 'us-east5'] ['a2', 'a3', 'ct5p', 'ct6e']
  $ instances train --model llama-3.1-8b --tokens 1B --cloud azure --cloud oci --max-instances 4 --top 4
  ['all'] ['bm.gpu.b200.8', 'bm.gpu.gb200.4']
  $ instances serve --model llama-3.1-8b --concurrency 20 --accelerator h100-sxm --accelerators 8 --cloud azure --top 2
  ['eastus'] ['standard_nd96isr_h100_v5']

TPUs, where their cloud is meant.

  $ hakaru plan train --model llama-3.1-8b --tokens 10B --cloud gcp --max-instances 4 --top 1 | sed -n 5p | cut -c1-50
  1  4 × ct6e-standard-4t  tp1 dp16 mb4 zero3 recom
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --region any --max-instances 4 --top 20 | grep -c tpu
  0
  [1]

What does not go together is refused.

  $ ask() { hakaru plan serve --model llama-3.1-8b "$@"; }
  $ ask --cloud gcp --region us-east-1
  hakaru: --cloud is 'gcp', which has no region 'us-east-1': that is of aws
  [2]
  $ ask --cloud amazon
  hakaru: --cloud is 'amazon', which is not known; accepted: aws, azure, gcp, hyperstack, ibm, lambda, nebius, oci, verda
  [2]
  $ ask --cloud gcp --instance p5.48xlarge
  hakaru: --cloud and --instance exclude each other; accepted: one of them
  [2]
  $ ask --cloud oci --region us-ashburn-1
  hakaru: --region is 'us-ashburn-1'; oci asks the same in all regions: leave it out
  [2]
  $ ask --cloud gcp --region japan | head -1
  Rent 1 × ct5lp-hightpu-4t: $4,500 a month, 96 % likely to keep the limits.
  $ ask --cloud gcp --family g6
  hakaru: no instance of g6 is of gcp; leave --family or --cloud out
  [2]
  $ ask --cloud ibm --accelerator b200-sxm
  hakaru: no machine of ibm has b200-sxm
  [2]
  $ ask --cloud gcp --region us-east-1 --lang ja
  hakaru: --cloud に指定された 'gcp' にリージョン 'us-east-1' はありません。これは aws のリージョンです
  [2]

A place is answered with its regions.

  $ ask --region Tokyo | head -1
  Rent 1 × g6e.xlarge: $1,970 a month, 96 % likely to keep the limits.
  $ ask --region 東京 | head -1
  Rent 1 × g6e.xlarge: $1,970 a month, 96 % likely to keep the limits.
  $ ask --region frankfurt | head -1
  Rent 1 × g6e.xlarge: $1,699 a month, 96 % likely to keep the limits.

Places are of regions of which something is known.

  $ python3 - <<END
  > import csv, glob, os, re
  > data = os.environ["TESTDIR"] + "/../../../data/"
  > known = {row["region"] for file in glob.glob(data + "prices/*.csv") + glob.glob(data + "availability/*.csv") for row in csv.DictReader(open(file))}
  > near = {region for line in re.findall(r"^regions = \[(.*)\]", open(data + "places.toml").read(), re.M) for region in re.findall('"(.+?)"', line)}
  > print(sorted(near - known))
  > END
  []

So many accelerators are their maker's machines, until it is said how they are rented: then all that they fill.

  $ plan() { hakaru plan train --model llama-3.1-8b --tokens 1B "$@" 2>&1 | grep -o -E '^ *[0-9]+ +[0-9]+ × [a-z0-9.-]+|^hakaru.*' | awk '{print $2, $3, $4}' | sort -u; }
  $ plan --accelerator h100-sxm --accelerators 64
  8 × dgx-h100
  $ plan --accelerator h100-sxm --accelerators 64 --budget '$100k'
  64 × p5.4xlarge
  8 × p5.48xlarge
  $ plan --accelerator h100-sxm --accelerators 64 --region ap-northeast-1
  64 × p5.4xlarge
  8 × p5.48xlarge
  $ plan --accelerator l40s --accelerators 60 --price on_demand
  15 × g6e.12xlarge
  60 × g6e.8xlarge
