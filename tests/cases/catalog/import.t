What clouds publish becomes the user's own data. The forms below are those of the clouds' files; of the figures,
p3.8xlarge in Ohio at $12.24 an hour (March 2023) and the Capacity Block's fee of $755 were published, the others are made up.

  $ export HAKARU_DATA=$PWD/own
  $ cat > index.json <<'EOF'
  > {
  >   "formatVersion" : "v1.0",
  >   "offerCode" : "AmazonEC2",
  >   "version" : "20230322145651",
  >   "publicationDate" : "2023-03-22T14:56:51Z",
  >   "products" : {
  >     "8D49XP354UEYTHGM" : {
  >       "sku" : "8D49XP354UEYTHGM",
  >       "productFamily" : "Compute Instance",
  >       "attributes" : { "servicecode" : "AmazonEC2", "locationType" : "AWS Region", "instanceType" : "m5.large",
  >         "tenancy" : "Shared", "operatingSystem" : "Linux", "capacitystatus" : "Used", "preInstalledSw" : "NA",
  >         "regionCode" : "us-east-2" }
  >     },
  >     "9ZEEN7WWWQKAG292" : {
  >       "sku" : "9ZEEN7WWWQKAG292",
  >       "productFamily" : "Compute Instance",
  >       "attributes" : { "servicecode" : "AmazonEC2", "locationType" : "AWS Region", "instanceType" : "p3.8xlarge",
  >         "tenancy" : "Shared", "operatingSystem" : "Windows", "capacitystatus" : "Used", "preInstalledSw" : "NA",
  >         "regionCode" : "us-east-2" }
  >     },
  >     "WMCFPMY9G2Y4VCJW" : {
  >       "sku" : "WMCFPMY9G2Y4VCJW",
  >       "productFamily" : "Compute Instance",
  >       "attributes" : { "servicecode" : "AmazonEC2", "locationType" : "AWS Region", "instanceType" : "p3.8xlarge",
  >         "tenancy" : "Shared", "operatingSystem" : "Linux", "capacitystatus" : "Used", "preInstalledSw" : "NA",
  >         "processorFeatures" : "Intel {AVX}; \"Turbo\"", "regionCode" : "us-east-2" }
  >     },
  >     "M6UGCCQ3CDJQAA37" : {
  >       "sku" : "M6UGCCQ3CDJQAA37",
  >       "productFamily" : "Storage",
  >       "attributes" : { "servicecode" : "AmazonEC2", "volumeApiName" : "gp3", "regionCode" : "us-east-2" }
  >     }
  >   },
  >   "terms" : {
  >     "OnDemand" : {
  >       "M6UGCCQ3CDJQAA37" : { "M6UGCCQ3CDJQAA37.JRTCKXETXF" : { "priceDimensions" : {
  >         "M6UGCCQ3CDJQAA37.JRTCKXETXF.6YS6EN2CT7" : { "unit" : "GB-Mo", "pricePerUnit" : { "USD" : "0.0800000000" } } } } },
  >       "WMCFPMY9G2Y4VCJW" : { "WMCFPMY9G2Y4VCJW.JRTCKXETXF" : { "offerTermCode" : "JRTCKXETXF", "priceDimensions" : {
  >         "WMCFPMY9G2Y4VCJW.JRTCKXETXF.6YS6EN2CT7" : { "unit" : "Hrs", "pricePerUnit" : { "USD" : "12.2400000000" } } } } }
  >     },
  >     "Reserved" : {
  >       "WMCFPMY9G2Y4VCJW" : {
  >         "WMCFPMY9G2Y4VCJW.4NA7Y494T4" : { "priceDimensions" : {
  >           "WMCFPMY9G2Y4VCJW.4NA7Y494T4.6YS6EN2CT7" : { "unit" : "Hrs", "pricePerUnit" : { "USD" : "8.3880000000" } } },
  >           "termAttributes" : { "LeaseContractLength" : "1yr", "OfferingClass" : "standard", "PurchaseOption" : "No Upfront" } },
  >         "WMCFPMY9G2Y4VCJW.MZU6U2429S" : { "priceDimensions" : {
  >           "WMCFPMY9G2Y4VCJW.MZU6U2429S.2TG2D8R56U" : { "unit" : "Quantity", "pricePerUnit" : { "USD" : "11161" } } },
  >           "termAttributes" : { "LeaseContractLength" : "3yr", "OfferingClass" : "convertible", "PurchaseOption" : "All Upfront" } } }
  >     }
  >   },
  >   "attributesList" : { }
  > }
  > EOF
  $ hakaru catalog import aws-price-list index.json
  index.json: 7 records read, 3 taken; figures of 2023-03-22
  
  left out:
               1  instances that are not in the catalogue: m5.large
               1  not Linux: p3.8xlarge
               1  no instances
               1  reserved otherwise than standard without an upfront fee: p3.8xlarge
  
  prices: 2 new, 0 changed, 0 as they were
  written: */own/prices/imported/aws-price-list.csv (glob)
  $ cat own/prices/imported/aws-price-list.csv
  instance,region,kind,usd_per_h,as_of,source,note
  p3.8xlarge,us-east-2,on_demand,12.24,2023-03-22,AWS price list AmazonEC2 20230322145651,
  p3.8xlarge,us-east-2,savings_1y,8.388,2023-03-22,AWS price list AmazonEC2 20230322145651,"reserved instance, standard, no upfront"
  $ hakaru catalog import aws-price-list - < index.json | grep prices:
  prices: 0 new, 0 changed, 2 as they were

The same as CSV, of a later day: what is there stays.

  $ cat > index.csv <<'EOF'
  > "FormatVersion","v1.0"
  > "Disclaimer","All prices are subject to the terms of the ""pricing pages"""
  > "Publication Date","2023-04-01T00:00:00Z"
  > "Version","20230401000000"
  > "OfferCode","AmazonEC2"
  > "SKU","TermType","Unit","PricePerUnit","Currency","LeaseContractLength","PurchaseOption","OfferingClass","Location Type","Instance Type","Tenancy","Operating System","CapacityStatus","Pre Installed S/W","Region Code"
  > "WMCFPMY9G2Y4VCJW","OnDemand","Hrs","12.2400000000","USD","","","","AWS Region","p3.8xlarge","Shared","Linux","Used","NA","us-east-2"
  > "WMCFPMY9G2Y4VCJW","OnDemand","Hrs","13.4640000000","USD","","","","AWS Local Zone","p3.8xlarge","Shared","Linux","Used","NA","us-west-2-lax-1"
  > EOF
  $ hakaru catalog import aws-price-list index.csv
  index.csv: 2 records read, 1 taken; figures of 2023-04-01
  
  left out:
               1  not in a region: Local Zones, Wavelength, Outposts: p3.8xlarge
  
  prices: 1 new, 0 changed, 0 as they were
  written: */own/prices/imported/aws-price-list.csv (glob)
  $ cut -d, -f1-5 own/prices/imported/aws-price-list.csv
  instance,region,kind,usd_per_h,as_of
  p3.8xlarge,us-east-2,on_demand,12.24,2023-03-22
  p3.8xlarge,us-east-2,on_demand,12.24,2023-04-01
  p3.8xlarge,us-east-2,savings_1y,8.388,2023-03-22

What the file says itself is not stated otherwise.

  $ hakaru catalog import aws-price-list index.csv --as-of 2026-11-20
  hakaru: --as-of is 2026-11-20, but index.csv says itself of which day its figures are; accepted: 2023-04-01, or no --as-of
  [2]
  $ hakaru catalog import aws-price-list index.csv --region us-east-1
  hakaru: '--region' is not a flag of aws-price-list; commands with --region: hakaru plan, hakaru plan train, hakaru plan serve
  [2]

Spot prices have a zone and a time; Capacity Blocks a fee for all their hours.

  $ cat > spot.json <<'EOF'
  > { "SpotPriceHistory": [
  >   { "AvailabilityZone": "us-east-2a", "InstanceType": "p3.8xlarge", "ProductDescription": "Linux/UNIX", "SpotPrice": "3.672000", "Timestamp": "2026-11-20T10:01:02.000Z" },
  >   { "AvailabilityZone": "us-east-2b", "InstanceType": "p3.8xlarge", "ProductDescription": "Linux/UNIX", "SpotPrice": "3.501000", "Timestamp": "2026-11-20T09:01:02.000Z" },
  >   { "AvailabilityZone": "us-west-2-lax-1a", "InstanceType": "p3.8xlarge", "ProductDescription": "Linux/UNIX", "SpotPrice": "4.1", "Timestamp": "2026-11-19T09:01:02.000Z" },
  >   { "AvailabilityZone": "us-east-2b", "InstanceType": "p3.8xlarge", "ProductDescription": "Windows", "SpotPrice": "9.9", "Timestamp": "2026-11-20T09:01:02.000Z" }
  > ] }
  > EOF
  $ hakaru catalog import aws-spot-history spot.json > /dev/null
  $ cat own/prices/imported/aws-spot-history.csv
  instance,region,kind,usd_per_h,as_of,source,note
  p3.8xlarge,us-east-2,spot,3.501,2026-11-20,aws ec2 describe-spot-price-history,"a moment's price, of the cheapest zone"
  p3.8xlarge,us-west-2,spot,4.1,2026-11-19,aws ec2 describe-spot-price-history,"a moment's price, of the cheapest zone"

The history is one of changes: a zone's price is its latest, however old, and the region's that of the cheapest zone.

  $ spot() { echo "{ \"AvailabilityZone\": \"us-east-1$1\", \"InstanceType\": \"p3.8xlarge\", \"ProductDescription\": \"Linux/UNIX\", \"SpotPrice\": \"$3\", \"Timestamp\": \"2026-11-$2:00+00:00\" }"; }
  $ imported() { hakaru catalog import aws-spot-history - --data spot > /dev/null && grep -o 'us-east-1,.*,2026-11-..' spot/prices/imported/aws-spot-history.csv; rm -r spot; }
  $ echo "{ \"SpotPriceHistory\": [ $(spot a 10T20:12 0.9123), $(spot a 10T01:12 0.5123) ] }" | imported
  us-east-1,spot,0.9123,2026-11-10
  $ echo "{ \"SpotPriceHistory\": [ $(spot a 10T01:12 0.5123), $(spot a 10T20:12 0.9123), $(spot c 08T07:00 0.3123), $(spot c 09T07:00 0.8123) ] }" | imported
  us-east-1,spot,0.8123,2026-11-10

  $ cat > blocks.json <<'EOF'
  > { "CapacityBlockOfferings": [ { "CapacityBlockOfferingId": "cb-0f7e8662751ff4036", "InstanceType": "p5.48xlarge",
  >   "AvailabilityZone": "us-east-2a", "InstanceCount": 1, "StartDate": "2025-08-15T11:30:00Z",
  >   "EndDate": "2025-08-16T11:30:00Z", "CapacityBlockDurationHours": 24, "UpfrontFee": "755.00", "CurrencyCode": "USD" } ] }
  > EOF
  $ hakaru catalog import aws-capacity-blocks blocks.json --as-of 2025-08-14 > /dev/null
  $ tail -1 own/prices/imported/aws-capacity-blocks.csv
  p5.48xlarge,us-east-2,capacity_block,31.458333333333332,2025-08-14,aws ec2 describe-capacity-block-offerings,"a block of 24 h of 1 from 2025-08-15, $755.00 upfront"

Savings Plans, as they are asked for and as the bulk offer has them.

  $ cat > rates.json <<'EOF'
  > { "searchResults": [ { "savingsPlanOffering": { "offeringId": "x", "paymentOption": "No Upfront", "planType": "EC2Instance",
  >     "durationSeconds": 31536000, "currency": "USD" }, "rate": "19.22", "unit": "Hrs", "productType": "EC2",
  >   "serviceCode": "AmazonEC2", "usageType": "USE2-BoxUsage:p4d.24xlarge", "operation": "RunInstances",
  >   "properties": [ { "name": "instanceType", "value": "p4d.24xlarge" }, { "name": "region", "value": "us-east-2" },
  >     { "name": "productDescription", "value": "Linux/UNIX" }, { "name": "tenancy", "value": "shared" } ] } ] }
  > EOF
  $ cat > plans.json <<'EOF'
  > { "version": "20261101", "publicationDate": "2026-11-01T00:00:00Z",
  >   "products": [ { "sku": "BB7BKBSC6NZW7P5B", "productFamily": "ComputeSavingsPlans",
  >     "attributes": { "purchaseOption": "No Upfront", "purchaseTerm": "3yr" } } ],
  >   "terms": { "savingsPlan": [ { "sku": "BB7BKBSC6NZW7P5B", "leaseContractLength": { "duration": 3, "unit": "year" }, "rates": [
  >     { "discountedSku": "A", "discountedUsageType": "APN1-BoxUsage:p4d.24xlarge", "discountedOperation": "RunInstances",
  >       "discountedRegionCode": "ap-northeast-1", "discountedInstanceType": "p4d.24xlarge",
  >       "discountedRate": { "price": "15.5", "currency": "USD" }, "unit": "Hrs" },
  >     { "discountedSku": "B", "discountedUsageType": "APN1-BoxUsage:c5.xlarge", "discountedOperation": "RunInstances:0002",
  >       "discountedRegionCode": "ap-northeast-1", "discountedInstanceType": "c5.xlarge",
  >       "discountedRate": { "price": "0.361", "currency": "USD" }, "unit": "Hrs" } ] } ] } }
  > EOF
  $ hakaru catalog import aws-savings-plans rates.json --as-of 2026-11-02 > /dev/null
  $ hakaru catalog import aws-savings-plans plans.json > /dev/null
  $ cat own/prices/imported/aws-savings-plans.csv
  instance,region,kind,usd_per_h,as_of,source,note
  p4d.24xlarge,ap-northeast-1,savings_3y,15.5,2026-11-01,AWS Savings Plans offer 20261101,"ComputeSavingsPlans, no upfront"
  p4d.24xlarge,us-east-2,savings_1y,19.22,2026-11-02,aws savingsplans describe-savings-plans-offering-rates,"EC2Instance Savings Plan, no upfront"

What is imported is what plans reckon with.

  $ hakaru price list --csv | grep -e p4d.24xlarge,ap-northeast-1,savings_3y -e p3.8xlarge,us-east-2,spot,3.501 | cut -d, -f1-5
  p3.8xlarge,us-east-2,spot,3.501,2026-11-20
  p4d.24xlarge,ap-northeast-1,savings_3y,15.5,2026-11-01
