Azure's retail prices, page by page; SkyPilot's and gpuhunt's catalogues; OCI's list. Of what the catalogue has, the rest
is counted.

  $ export HAKARU_DATA=$PWD/own
  $ cat > azure.json <<'EOF'
  > {"BillingCurrency":"USD","CustomerEntityId":"Default","Items":[
  >  {"currencyCode":"USD","retailPrice":48.0,"unitPrice":48.0,"armRegionName":"eastus","effectiveStartDate":"2025-01-01T00:00:00Z","meterName":"ND96isrMI300Xv5","productName":"Virtual Machines NDsr MI300X v5 Series","skuName":"Standard_ND96isr_MI300X_v5","serviceName":"Virtual Machines","unitOfMeasure":"1 Hour","type":"Consumption","armSkuName":"Standard_ND96isr_MI300X_v5"},
  >  {"currencyCode":"USD","retailPrice":52.4,"unitPrice":52.4,"armRegionName":"eastus","meterName":"ND96isrMI300Xv5","productName":"Virtual Machines NDsr MI300X v5 Series Windows","skuName":"Standard_ND96isr_MI300X_v5","unitOfMeasure":"1 Hour","type":"Consumption","armSkuName":"Standard_ND96isr_MI300X_v5"},
  >  {"currencyCode":"USD","retailPrice":9.6,"unitPrice":9.6,"armRegionName":"eastus","meterName":"ND96isrMI300Xv5 Spot","productName":"Virtual Machines NDsr MI300X v5 Series","skuName":"Standard_ND96isr_MI300X_v5 Spot","unitOfMeasure":"1 Hour","type":"Consumption","armSkuName":"Standard_ND96isr_MI300X_v5"}],
  >  "NextPageLink":"https://prices.azure.com","Count":3}
  > {"BillingCurrency":"USD","Items":[
  >  {"currencyCode":"USD","retailPrice":262800.0,"armRegionName":"eastus","reservationTerm":"1 Year","meterName":"ND96isrMI300Xv5","productName":"Virtual Machines NDsr MI300X v5 Series","skuName":"Standard_ND96isr_MI300X_v5","unitOfMeasure":"1 Hour","type":"Reservation","armSkuName":"Standard_ND96isr_MI300X_v5"},
  >  {"currencyCode":"USD","retailPrice":0.526,"armRegionName":"eastus","meterName":"NC4as T4 v3","productName":"Virtual Machines NCasT4 v3 Series","skuName":"NC4as T4 v3","unitOfMeasure":"1 Hour","type":"Consumption","armSkuName":"Standard_NC4as_Tx_v3"}],"Count":2}
  > EOF
  $ hakaru catalog import azure-prices azure.json --as-of 2026-11-20
  azure.json: 5 records read, 3 taken; figures of 2026-11-20
  
  left out:
               1  not Linux: standard_nd96isr_mi300x_v5
               1  instances that are not in the catalogue: Standard_NC4as_Tx_v3
  
  prices: 3 new, 0 changed, 0 as they were
  written: */own/prices/imported/azure-prices.csv (glob)
  $ cut -d, -f1-5 own/prices/imported/azure-prices.csv
  instance,region,kind,usd_per_h,as_of
  standard_nd96isr_mi300x_v5,eastus,on_demand,48,2026-11-20
  standard_nd96isr_mi300x_v5,eastus,savings_1y,30,2026-11-20
  standard_nd96isr_mi300x_v5,eastus,spot,9.6,2026-11-20

  $ cat > vms.csv <<'EOF'
  > InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch
  > p3.8xlarge,V100,4.0,32.0,244.0,"{'Gpus': [{'Name': 'V100', 'Manufacturer': 'NVIDIA', 'Count': 4.0, 'MemoryInfo': {'SizeInMiB': 16384}}], 'TotalGpuMemoryInMiB': 65536}",12.24,3.672,us-east-2,us-east-2a,x86_64
  > p3.8xlarge,V100,4.0,32.0,244.0,"{'Gpus': [{'Name': 'V100'}]}",12.24,3.501,us-east-2,us-east-2b,x86_64
  > m5.large,,,2.0,8.0,,0.096,0.04,us-east-2,us-east-2a,x86_64
  > ,tpu-v4-8,1,,,tpu-v4-8,12.88,3.864,us-central2,us-central2-b,
  > EOF
  $ hakaru catalog import skypilot vms.csv --as-of 2026-07-09
  vms.csv: 4 records read, 2 taken; figures of 2026-07-09
  
  left out:
               1  instances that are not in the catalogue: m5.large
               1  no instances
  
  prices: 2 new, 0 changed, 0 as they were
  written: */own/prices/imported/skypilot.csv (glob)
  $ cut -d, -f1-6 own/prices/imported/skypilot.csv
  instance,region,kind,usd_per_h,as_of,source
  p3.8xlarge,us-east-2,on_demand,12.24,2026-07-09,SkyPilot's catalogue
  p3.8xlarge,us-east-2,spot,3.501,2026-07-09,SkyPilot's catalogue

  $ cat > gpuhunt.csv <<'EOF'
  > instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags
  > p3.8xlarge,us-east-1,12.24,32,244.0,4,V100,16.0,False,,nvidia,
  > p3.8xlarge,us-east-1,3.6,32,244.0,4,V100,16.0,True,,nvidia,
  > EOF
  $ hakaru catalog import gpuhunt gpuhunt.csv --as-of 2026-07-09 --json | python3 -c 'import json, sys; told = json.load(sys.stdin); print(told["prices"], told["records_taken"], told["left_out"])'
  {'new': 2, 'changed': 0, 'unchanged': 0} 2 []

  $ cat > oci.json <<'EOF'
  > {"items":[{"partNumber":"B109485","displayName":"OCI - Compute - GPU - MI300X","metricName":"GPU Per Hour","serviceCategory":"Compute - GPU","currencyCodeLocalizations":[{"currencyCode":"USD","prices":[{"model":"PAY_AS_YOU_GO","value":6.0}]}]},
  >  {"partNumber":"B88514","displayName":"Compute - Standard - E3","metricName":"OCPU Per Hour","currencyCodeLocalizations":[]}]}
  > EOF
  $ hakaru catalog import oci-prices oci.json --as-of 2026-11-20 > /dev/null
  $ tail -1 own/prices/imported/oci-prices.csv
  bm.gpu.mi300x.8,all,on_demand,48,2026-11-20,OCI price list,8 x the price of one accelerator; the same in all commercial regions

Prices that are imported are added to those that came: none is gone by it. Odd regions are left out.

  $ rm -r own
  $ printf 'InstanceType,Price,Region\np3.8xlarge,125,us-east-2\np3.8xlarge,9,evil region <b>\n' > one.csv
  $ hakaru catalog import skypilot one.csv --as-of 2026-07-10
  one.csv: 2 records read, 1 taken; figures of 2026-07-10
  
  left out:
               1  in a region without a usable name: evil region <b>
  
  prices: 1 new, 0 changed, 0 as they were
  written: */own/prices/imported/skypilot.csv (glob)
  $ hakaru catalog diff | tail -1
  */own: *, 0 gone, against what came with the program (glob)
