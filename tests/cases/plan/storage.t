Where a data set lies: on EBS it need not fit local drives, on local drives it must, and where there are none it cannot.

  $ hakaru() { command hakaru "$@" --wide; }
  $ notes() { hakaru plan train --model bert-large-uncased --items 1e6 --sequence-length 128 --global-batch 256 --instance $1 \
  >     --instances 1 --top 1 --data-set 100TB --data-set-storage $2 2>&1 | grep "data set" | sort -u | cut -c1-150; }
  $ notes p4d.24xlarge ebs-gp3
    data set, on top: $137 to keep it on ebs-gp3 (100 TB; price of 2021-02-04)
  note: reading the data set from ebs-gp3 starves the accelerators: 11.9 s of each step is waiting for data
  $ notes p4d.24xlarge local-nvme
  hakaru: the data set (100000 GB) does not fit the local storage of p4d.24xlarge (8000 GB), each of which must hold it; what holds it: --data-set-stora
  $ notes g5g.xlarge local-nvme
  hakaru: g5g.xlarge has no local storage for the data set; what holds it: --data-set-storage ebs-gp3, --data-set-storage ebs-io2, --data-set-storage ef
  $ notes p4d.24xlarge efs
    data set, on top: $678 to keep it on efs (100 TB; price of 2026-04-09)
  note: reading the data set from efs starves the accelerators: 15.9 s of each step is waiting for data

It is refused with what holds it: other storage, or the same accelerators beside larger drives.

  $ data() { hakaru plan train --model llama-3.1-8b --tokens 1B --instances 2 --top 1 --data-set $1 --data-set-storage local-nvme --instance $2; }
  $ data 40TB p5.48xlarge
  hakaru: the data set (40000 GB) does not fit the local storage of p5.48xlarge (30400 GB), each of which must hold it; what holds it: --data-set-storage ebs-gp3, --data-set-storage ebs-io2, --data-set-storage efs, --data-set-storage fsx-lustre, --data-set-storage fsx-lustre-efa, --data-set-storage s3
  [1]
  $ data 20TB p5.48xlarge | grep -c 'local storage'
  0
  [1]

What one cloud has, machines of another cannot read from; of their own only what is known is named.

  $ cloud() { hakaru plan train --model llama-3.1-8b --tokens 1B --instances 2 --top 1 --data-set 5TB --data-set-storage $1 --instance $2; }
  $ cloud fsx-lustre a3-highgpu-8g
  hakaru: fsx-lustre is storage of aws, and a3-highgpu-8g a machine of gcp, of whose own storage nothing is known: without --data-set-storage reading is not timed; what holds the data set there: --data-set-storage local-nvme
  [2]
  $ cloud fsx-lustre a3-highgpu-1g
  hakaru: fsx-lustre is storage of aws, and a3-highgpu-1g a machine of gcp, of whose own storage nothing is known: without --data-set-storage reading is not timed
  [2]

Where machines are looked for, none of them suits: that is no mistake of one flag.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --cloud gcp --top 1 --data-set 5TB --data-set-storage fsx-lustre 2>&1 | cut -c1-40; echo ${PIPESTATUS[0]}
  hakaru: fsx-lustre is storage of aws, an
  1
  $ cloud local-nvme a3-highgpu-1g
  hakaru: the data set (5000 GB) does not fit the local storage of a3-highgpu-1g (805 GB), each of which must hold it; what holds it: --instance a3-highgpu-8g, --instance a3-megagpu-8g
  [1]
  $ cloud local-nvme a3-highgpu-8g | grep -c 'storage of'
  0
  [1]
