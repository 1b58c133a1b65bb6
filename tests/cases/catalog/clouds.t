Excerpts of what Azure, Oracle and AWS publish, and of SkyPilot's catalogue: their sources are in clouds/README.md.

  $ export HAKARU_DATA=$PWD/own
  $ cp $TESTDIR/clouds/* .
  $ shown() { hakaru catalog import "$@" ${DAY---as-of 2026-10-03} | grep -v -e written -e ^$; test ! -e own || { cut -d, -f1-5 own/prices/imported/$1.csv | grep -v ^instance; rm -r own; }; }

  $ shown azure-prices azure-h100.json
  azure-h100.json: 4 records read, 2 taken; figures of 2026-10-03
  left out:
               2  not Linux: standard_nd96isr_h100_v5
  prices: 2 new, 0 changed, 0 as they were
  standard_nd96isr_h100_v5,eastus,on_demand,98.32,2026-10-03
  standard_nd96isr_h100_v5,eastus,spot,18.169536,2026-10-03
  $ shown azure-prices azure-t4.json
  azure-t4.json: 1 records read, 1 taken; figures of 2026-10-03
  prices: 1 new, 0 changed, 0 as they were
  standard_nc4as_t4_v3,eastus,on_demand,0.526,2026-10-03
  $ shown azure-prices azure-ncc40.json
  azure-ncc40.json: 2 records read, 0 taken; figures of 2026-10-03
  left out:
               2  instances that are not in the catalogue: Standard_NCC40ads_H100_v5
  $ shown azure-prices azure-empty.json 2>&1
  hakaru: azure-empty.json: nothing in it to import; accepted: a file of azure-prices that has records

Oracle says the day of its list, and prices one GPU; licences and other products are counted by the hour too.

  $ DAY= shown oci-prices oci-gpus.json
  oci-gpus.json: 12 records read, 9 taken; figures of 2026-08-14
  left out:
               2  instances that are not in the catalogue: Compute  - GPU - A10, OCI - Compute - GPU - H100T
               1  no instances
  prices: 9 new, 0 changed, 0 as they were
  bm.gpu.a100-v2.8,all,on_demand,32,2026-08-14
  bm.gpu.b200.8,all,on_demand,112,2026-08-14
  bm.gpu.b300.8,all,on_demand,120,2026-08-14
  bm.gpu.gb300.4,all,on_demand,72,2026-08-14
  bm.gpu.h100.8,all,on_demand,80,2026-08-14
  bm.gpu.h200.8,all,on_demand,80,2026-08-14
  bm.gpu.l40s.4,all,on_demand,14,2026-08-14
  bm.gpu.mi300x.8,all,on_demand,48,2026-08-14
  bm.gpu.mi355x.8,all,on_demand,68.8,2026-08-14
  $ DAY= shown oci-prices oci-gb200.json
  oci-gb200.json: 1 records read, 1 taken; figures of 2026-07-16
  prices: 1 new, 0 changed, 0 as they were
  bm.gpu.gb200.4,all,on_demand,64,2026-07-16

  $ shown skypilot skypilot-lambda.csv
  skypilot-lambda.csv: 4 records read, 2 taken; figures of 2026-10-03
  left out:
               2  instances that are not in the catalogue: cpu_4x_general, gpu_1x_a6000
  prices: 2 new, 0 changed, 0 as they were
  gpu_8x_v100,asia-northeast-1,on_demand,6.32,2026-10-03
  gpu_8x_v100,us-east-1,on_demand,6.32,2026-10-03
  $ shown skypilot skypilot-nebius.csv
  skypilot-nebius.csv: 3 records read, 2 taken; figures of 2026-10-03
  left out:
               1  instances that are not in the catalogue: cpu-e2_2vcpu-8gb
  prices: 3 new, 0 changed, 0 as they were
  gpu-b200-sxm_8gpu-160vcpu-1792gb,us-central1,on_demand,44,2026-10-03
  gpu-h100-sxm_8gpu-128vcpu-1600gb,eu-north1,on_demand,23.6,2026-10-03
  gpu-h100-sxm_8gpu-128vcpu-1600gb,eu-north1,spot,10,2026-10-03
  $ shown skypilot skypilot-hyperstack.csv
  skypilot-hyperstack.csv: 3 records read, 2 taken; figures of 2026-10-03
  left out:
               1  instances that are not in the catalogue: n3-RTX-A4000x1
  prices: 2 new, 0 changed, 0 as they were
  n3-a100x8,CANADA-1,on_demand,10.8,2026-10-03
  n3-h100-sxm5x8,US-1,on_demand,19.2,2026-10-03
  $ shown skypilot skypilot-oci.csv
  skypilot-oci.csv: 5 records read, 3 taken; figures of 2026-10-03
  left out:
               2  instances that are not in the catalogue: VM.Standard.E4.Flex$_2_8, VM.GPU2.1
  prices: 3 new, 0 changed, 0 as they were
  bm.gpu.a100-v2.8,af-casablanca-1,on_demand,32,2026-10-03
  bm.gpu.b200.8,af-casablanca-1,on_demand,112,2026-10-03
  bm.gpu.mi355x.8,af-casablanca-1,on_demand,68.8,2026-10-03

  $ shown aws-spot-history aws-spot-2014.json
  aws-spot-2014.json: 2 records read, 0 taken; figures of 2026-10-03
  left out:
               2  instances that are not in the catalogue: m1.xlarge

A page that another follows is refused, whatever the cloud calls it; so are figures of days to come.

  $ sed 's/"NextPageLink":null/"NextPageLink":"https:\/\/prices.azure.com"/' azure-t4.json | hakaru catalog import azure-prices -
  hakaru: standard input: its last page says that another follows ('NextPageLink'); accepted: all pages, one behind the other
  [2]
  $ sed 's/] }/], "NextToken": "eyJ" }/' aws-spot-2014.json | hakaru catalog import aws-spot-history -
  hakaru: standard input: its last page says that another follows ('NextToken'); accepted: all pages, one behind the other
  [2]
  $ echo '{"CapacityBlockOfferings": [], "NextToken": "eyJ"}' | hakaru catalog import aws-capacity-blocks -
  hakaru: standard input: its last page says that another follows ('NextToken'); accepted: all pages, one behind the other
  [2]
  $ echo '{"InstanceTypes": [], "NextToken": "eyJ"}' | hakaru catalog import aws-instance-types -
  hakaru: standard input: its last page says that another follows ('NextToken'); accepted: all pages, one behind the other
  [2]
  $ echo '{"searchResults": [], "nextToken": "eyJ"}' | hakaru catalog import aws-savings-plans -
  hakaru: standard input: its last page says that another follows ('nextToken'); accepted: all pages, one behind the other
  [2]
  $ echo '{"searchResults": [], "nextToken": null}' | hakaru catalog import aws-savings-plans - | tail -1
  hakaru: standard input: nothing in it to import; accepted: a file of aws-savings-plans that has records
  $ sed 's/2026-08-14/2199-01-01/' oci-gpus.json | hakaru catalog import oci-prices -
  hakaru: standard input: its figures are of 2199-01-01, which is to come; accepted: ????-??-?? or a day before it (glob)
  [2]
  $ hakaru catalog add box --accelerator h100 --accelerators 8 --links nvlink --as-of 2199-01-01
  hakaru: --as-of is 2199-01-01, which is to come; accepted: ????-??-?? or a day before it (glob)
  [2]
