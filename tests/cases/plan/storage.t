Where a data set lies: on EBS it need not fit local drives, on local drives it must, and where there are none it cannot.

  $ notes() { hakaru plan train --model bert-large-uncased --items 1e6 --sequence-length 128 --global-batch 256 --instance $1 \
  >     --instances 1 --top 1 --data-set 100TB --data-set-storage $2 | grep "data set" | sort -u | cut -c1-150; }
  $ notes p4d.24xlarge ebs-gp3
    data set, on top: $137 to keep it on ebs-gp3 (100 TB; price of 2021-02-04)
  note: reading the data set from ebs-gp3 starves the accelerators: 11.8 s of each step is waiting for data
  $ notes p4d.24xlarge local-nvme
  note: reading the data set from local-nvme starves the accelerators: 1.22 s of each step is waiting for data
  note: the data set (100000 GB) does not fit the local storage of p4d.24xlarge (8000 GB)
  $ notes g5g.xlarge local-nvme
  note: g5g.xlarge has no local storage for the data set
  $ notes p4d.24xlarge efs
    data set, on top: $676 to keep it on efs (100 TB; price of 2026-04-09)
  note: reading the data set from efs starves the accelerators: 15.9 s of each step is waiting for data
