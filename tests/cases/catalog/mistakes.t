What cannot be imported is refused in one line, and nothing is written.

  $ export HAKARU_DATA=$PWD/own
  $ hakaru catalog import
  hakaru: import needs one of: aws-price-list, aws-savings-plans, aws-spot-history, aws-capacity-blocks, aws-offerings, aws-instance-types, azure-prices, gcp-skus, oci-prices, skypilot, gpuhunt
  [2]
  $ hakaru catalog import aws-price
  hakaru: 'aws-price' is not a command of import; nearest: aws-price-list, oci-prices, azure-prices
  [2]
  $ hakaru catalog import aws-price-list
  hakaru: FILE is missing: hakaru catalog import aws-price-list FILE|-
  [2]
  $ hakaru catalog import aws-price-list nothing.json
  hakaru: nothing.json: cannot be read: No such file or directory
  [2]
  $ hakaru catalog import aws-price-list . --as-of 2026-11-31 2>&1 | cut -c1-40
  hakaru: --as-of is '2026-11-31'; accepte
  $ echo '{"InstanceTypes": []}' > other.json
  $ hakaru catalog import aws-price-list other.json
  hakaru: other.json: has no 'products'; accepted: AmazonEC2's price list (index.json, index.csv), or AmazonSageMaker's (index.json)
  [2]
  $ hakaru catalog import aws-spot-history other.json
  hakaru: other.json: has no list 'SpotPriceHistory'; accepted: what aws ec2 describe-spot-price-history prints
  [2]
  $ echo '{"InstanceTypeOfferings": [], "NextToken": "eyJ"}' > page.json
  $ hakaru catalog import aws-offerings page.json
  hakaru: page.json: its last page says that another follows ('NextToken'); accepted: all pages, one behind the other
  [2]
  $ echo '{"InstanceTypeOfferings": [{"InstanceType": "m5.large"}]}' | cat page.json - | hakaru catalog import aws-offerings - | head -1
  standard input: 1 records read, 0 taken; figures of ????-??-?? (glob)
  $ echo '{"InstanceTypeOfferings": []}' | cat page.json - | hakaru catalog import aws-offerings -
  hakaru: standard input: nothing in it to import; accepted: a file of aws-offerings that has records
  [2]
  $ echo '{"skus": {}}' | hakaru catalog import gcp-skus -
  hakaru: standard input: nothing in it to import; accepted: a file of gcp-skus that has records
  [2]
  $ : > empty.csv
  $ hakaru catalog import aws-price-list empty.csv
  hakaru: empty.csv: nothing in it to import; accepted: a file of aws-price-list that has records
  [2]
  $ echo '{"offerCode": "AmazonEC2"}' | gzip > ec2.json.gz
  $ hakaru catalog import aws-price-list ec2.json.gz
  hakaru: ec2.json.gz: is compressed (gzip); accepted: what gunzip makes of it
  [2]
  $ echo '{"SpotPriceHistory": [{"InstanceType": "m5.large"}]}' | hakaru catalog import aws-spot-history - | tail -1
  nothing was written: of what the file holds nothing is taken, as told above
  $ echo '{"SpotPriceHistory": [{"InstanceType": "m5.large"}]}' | hakaru catalog import aws-spot-history - > none.txt
  [1]
  $ echo '{"InstanceTypes": [{"InstanceType": "p4d.24xlarge"}]}' | hakaru catalog import aws-instance-types - | tail -1
  nothing was written: the catalogue has all that is taken of the file
  $ echo '{"offerCode": "AmazonS3", "products": {}, "terms": {}}' > s3.json
  $ hakaru catalog import aws-price-list s3.json
  hakaru: s3.json: is the price list of AmazonS3; accepted: AmazonEC2, AmazonSageMaker
  [2]
  $ printf 'a,b\n1,2\n' | hakaru catalog import skypilot -
  hakaru: standard input: line 1 has no column 'InstanceType'; accepted: a line of names with InstanceType, Price, Region
  [2]
  $ echo hello | hakaru catalog import aws-spot-history -
  hakaru: standard input: byte 0: not JSON: found 'h'; accepted: {, [
  [2]
  $ echo '{' | hakaru catalog import aws-spot-history -
  hakaru: standard input: ends at byte 2; nothing was changed; accepted: a whole file
  [2]
  $ printf 'InstanceType,Price,Region\np3.8xlarge,12.24,us-east-2\n' | hakaru catalog import skypilot - --as-of 2199-01-01
  hakaru: --as-of is 2199-01-01, which is to come; accepted: ????-??-?? or a day before it (glob)
  [2]
  $ ls own
  ls: cannot access 'own': No such file or directory
  [2]

A file of an import that someone has changed is not written over blindly.

  $ mkdir -p own/prices/imported
  $ echo 'region,instance,kind,usd_per_h,as_of,source,note' > own/prices/imported/skypilot.csv
  $ printf 'InstanceType,Price,Region\np3.8xlarge,12.24,us-east-2\n' | hakaru catalog import skypilot -
  hakaru: */own/prices/imported/skypilot.csv: line 1: other columns than an import writes; accepted: instance, region, kind, usd_per_h, as_of, source, note (glob)
  [2]

What only begins as null does is no JSON.

  $ echo '{"InstanceTypeOfferings": [{"InstanceType": "p5.48xlarge", "Location": nul}]}' > nul.json
  $ hakaru catalog import aws-offerings nul.json
  hakaru: nul.json: byte 27: InstanceTypeOfferings[] is not JSON; accepted: an object of at most 24 brackets within each other
  [2]

A price that no machine has is left out, as where an amount is in another currency.

  $ printf 'instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags\np3.8xlarge,us-east-1,12.24,32,244.0,4,V100,16.0,False,,nvidia,\np3.8xlarge,us-west-1,1836,32,244.0,4,V100,16.0,False,,nvidia,\n' > yen.csv
  $ hakaru catalog import gpuhunt yen.csv --as-of 2026-07-09 --data yen
  yen.csv: 2 records read, 1 taken; figures of 2026-07-09
  
  left out:
               1  dearer than $200 an hour for each accelerator: p3.8xlarge
  
  prices: 1 new, 0 changed, 0 as they were
  written: yen/prices/imported/gpuhunt.csv
  $ hakaru catalog add box --accelerator l40s --accelerators 4 --price '$9999/h' --data yen; ls yen
  hakaru: catalog add prices/own/box.csv: box costs $9,999 an hour; accepted: at most $800, $200 for each accelerator
  prices
