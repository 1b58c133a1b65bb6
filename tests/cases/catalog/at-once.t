What several commands add to one folder at once is all there.

  $ of() { printf 'instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags\np3.8xlarge,%s,12.24,32,244.0,4,V100,16.0,False,,nvidia,\n' $1; }
  $ regions='us-east-1 us-east-2 us-west-1 us-west-2 eu-west-1 eu-central-1'
  $ for region in $regions; do of $region > $region.csv; done
  $ for region in $regions; do hakaru catalog import gpuhunt $region.csv --as-of 2026-07-09 --data own > $region.txt & done; wait
  $ cut -d, -f2 own/prices/imported/gpuhunt.csv
  region
  eu-central-1
  eu-west-1
  us-east-1
  us-east-2
  us-west-1
  us-west-2
  $ for name in box-1 box-2 box-3 box-4; do hakaru catalog add $name --accelerator l40s --accelerators 4 --data own > $name.txt & done; wait; wc -l < own/.hakaru; ls -A own
  6
  .hakaru
  instances
  prices

A command waits for another that has the folder.

  $ exec 3< own; flock 3; (sleep 1; flock -u 3) & of us-gov-west-1 > late.csv; hakaru catalog import gpuhunt late.csv --as-of 2026-07-09 --data own | tail -1; wait
  written: own/prices/imported/gpuhunt.csv
  $ grep -c gov own/prices/imported/gpuhunt.csv
  1
