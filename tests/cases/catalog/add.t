A machine of one's own, from what its tools print, in the folder of one's own data.

  $ M=$TESTDIR/machines
  $ export HAKARU_DATA=$PWD/own
  $ hakaru catalog add my-h100 $M/h100-8.xml $M/h100-8.topo $M/h100-8.ibstat $M/lscpu.json \
  >   --purchase '$250k' --years 3 --power 0.12/kWh --as-of 2026-11-26
  $ find own -type f | sort
  $ cat own/instances/own/my-h100.toml
  $ cat own/prices/own/my-h100.csv

Every question knows it from here on, in every region.

  $ hakaru instance show my-h100
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --top 1 | sed -n 4,5p
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --region eu-central-1 --json | grep -c usd_per_month
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance my-h100 --instances 2 --top 1 | sed -n 3,4p | cut -c1-80
  $ echo '{"question": "instance_show", "name": "my-h100"}' | hakaru ask - | grep '"accelerators"'

Added again without a price it has none: what is no longer stated does not stay. --lang ja says the same.

  $ hakaru catalog add my-h100 $M/h100-8.xml $M/h100-8.topo --as-of 2026-11-26 --lang ja
  $ find own -type f | sort
  $ hakaru plan serve --model llama-3.1-8b --instance my-h100 --instances 2 --top 1 | grep -c 'no price'

  $ hakaru catalog remove my-h100
  $ find own -type f
  $ hakaru instance show my-h100
  $ hakaru catalog remove my-h100
