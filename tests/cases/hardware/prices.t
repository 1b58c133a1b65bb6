Prices have a region, a date and a source; those of a day are those known then.

  $ hakaru price list --instance trn1.32xlarge --csv | head -1
  instance,region,kind,usd_per_h,as_of,source,note
  $ hakaru price list --instance p4d.24xlarge --region us-east-1 --prices-as-of 2024-01-01 --csv | cut -d, -f1-5
  instance,region,kind,usd_per_h,as_of
  p4d.24xlarge,us-east-1,on_demand,32.77,2023-05-01
  p4d.24xlarge,us-east-1,on_demand,32.7726,2023-09-18
  $ hakaru price list --instance trn1.2xlarge --prices-as-of yesterday
  hakaru: --prices-as-of is 'yesterday'; accepted: a date such as 2023-06-01
  [2]
  $ hakaru price list --instance nothing 2>&1 | sed 's/nearest.*/nearest/'
  hakaru: instance 'nothing' is not known; nearest
