SageMaker's price list has its machines by what they are for. The forms, and hosting of ml.g7e.2xlarge at $4.2039 an
hour, are those of public readers of the list; the other figures are made up.

  $ hakaru() { command hakaru "$@" --wide; }
  $ export HAKARU_DATA=$PWD/own
  $ cat > product.py <<'EOF'
  > import json, sys
  > machines = [("A", "ml.p5.48xlarge-Training", "Training", "63.2960000000"), ("B", "ml.p5.48xlarge-Hosting", "Hosting", "67.0000000000"),
  >             ("C", "ml.p5.48xlarge-Cluster", "Cluster", "61.5000000000"), ("D", "ml.g7e.2xlarge-hosting", "Hosting", "4.2039000000"),
  >             ("E", "ml.g7e.2xlarge", "studio-jupyterlab", "2.6100000000"), ("F", "ml.m5.xlarge-Training", "Training", "0.2300000000"),
  >             ("G", "ml.p6-b200.48xlarge-Training", "Training", "131.0000000000"), ("H", "ml.p5.48xlarge-trainingplanunused", "TrainingPlan", "0.0000000000")]
  > product = lambda sku, type, component: {"sku": sku, "productFamily": "ML Instance", "attributes": {"servicecode": "AmazonSageMaker",
  >     "instanceName": type.rsplit("-", 1)[0], "instanceType": type, "component": component, "regionCode": "us-east-1"}}
  > term = lambda sku, usd: {f"{sku}.JRTCKXETXF": {"offerTermCode": "JRTCKXETXF", "priceDimensions": {f"{sku}.JRTCKXETXF.6YS6EN2CT7":
  >     {"unit": "Hrs", "pricePerUnit": {"USD": usd}}}}}
  > json.dump({"formatVersion": "v1.0", "offerCode": sys.argv[1], "version": "20261101000000", "publicationDate": "2026-11-01T00:00:00Z",
  >            "products": {sku: product(sku, type, component) for sku, type, component, usd in machines},
  >            "terms": {"OnDemand": {sku: term(sku, usd) for sku, type, component, usd in machines}}}, sys.stdout)
  > EOF
  $ python3 product.py AmazonSageMaker > sagemaker.json
  $ hakaru catalog import aws-price-list sagemaker.json
  sagemaker.json: 13 records read, 10 taken; figures of 2026-11-01
  
  left out:
               2  of SageMaker for other uses: notebooks, processing: g7e.2xlarge, p5.48xlarge
               1  instances that are not in the catalogue: m5.xlarge
  
  prices: 5 new, 0 changed, 0 as they were
  written: */own/prices/imported/aws-price-list.csv (glob)
  $ cut -d, -f1-6 own/prices/imported/aws-price-list.csv
  instance,region,kind,usd_per_h,as_of,source
  g7e.2xlarge,us-east-1,sagemaker_hosting,4.2039,2026-11-01,AWS price list AmazonSageMaker 20261101000000
  p5.48xlarge,us-east-1,sagemaker_hosting,67,2026-11-01,AWS price list AmazonSageMaker 20261101000000
  p5.48xlarge,us-east-1,sagemaker_hyperpod,61.5,2026-11-01,AWS price list AmazonSageMaker 20261101000000
  p5.48xlarge,us-east-1,sagemaker_training,63.296,2026-11-01,AWS price list AmazonSageMaker 20261101000000
  p6-b200.48xlarge,us-east-1,sagemaker_training,131,2026-11-01,AWS price list AmazonSageMaker 20261101000000

A plan says what it costs there, and is priced there where that is asked for.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --top 1 | grep '^ *bought otherwise'
    bought otherwise: savings_3y $83.68 (the run's share of a commitment), capacity_block $3,987 (whole days, paid ahead), spot $73.15 (if none is taken away), sagemaker_training $223, sagemaker_hyperpod $216
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --price sagemaker_training --top 1 | grep 'price:'
    price: $63.30/h for each instance, sagemaker_training, us-east-1, 2026-11-01
  $ hakaru plan serve --model llama-3.1-8b --rate 2/s --instance g7e.2xlarge --price sagemaker_hosting --top 1 --lang ja | grep '^  料金:'
    料金: 1 台 $4.20/h、SageMaker ホスティング、us-east-1、2026-11-01
  $ hakaru plan serve --model llama-3.1-8b --rate 2/s --instance g7e.2xlarge --price sagemaker_training
  hakaru: --price is 'sagemaker_training', which serving and inference are not sold at; accepted: on_demand, savings_1y, savings_3y, capacity_block, spot, sagemaker_hosting, sagemaker_hyperpod
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance g7e.2xlarge --price sagemaker_training --top 1 | grep note.*price
  note: no sagemaker_training price of g7e.2xlarge is known

What is SageMaker's stands beside the ways to buy machines, without spot among it.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 4 --top 1 -o plan.json > plan.txt
  $ hakaru run plan.json --spot-interruptions-per-hour 0 | sed -n '/^ways/,$p' | grep -o '^4 [a-z_0-9]*'
  4 on_demand
  4 savings_1y
  4 savings_3y
  4 capacity_block
  4 spot
  4 sagemaker_training
  4 sagemaker_hyperpod

Another offer is refused, and SageMaker's CSV, whose form is not known.

  $ python3 product.py AmazonS3 > s3.json
  $ hakaru catalog import aws-price-list s3.json
  hakaru: s3.json: is the price list of AmazonS3; accepted: AmazonEC2, AmazonSageMaker
  [2]
  $ printf '"Version","1"\n"OfferCode","AmazonSageMaker"\n"SKU","TermType","Unit"\n"A","OnDemand","Hrs"\n' > sagemaker.csv
  $ hakaru catalog import aws-price-list sagemaker.csv
  hakaru: sagemaker.csv: is the price list of AmazonSageMaker as CSV; accepted: AmazonEC2, or index.json of AmazonSageMaker
  [2]
