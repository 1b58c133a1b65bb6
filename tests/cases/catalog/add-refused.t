What is of two machines, or contradicts what is stated, is one line, and nothing is written.

  $ M=$TESTDIR/machines
  $ add() { hakaru catalog add box "$@" --data own; }
  $ add $M/h100-8.xml $M/a100-4.topo
  $ add $M/h100-8.xml $M/a100-4.xml
  $ add $M/h100-8.xml --accelerators 4
  $ add $M/h100-8.xml --accelerator a100
  $ add $M/l40s-4.xml $M/l40s-4.topo --links nvlink
  $ add $M/h100-8.xml --links nvlink-3
  $ sed 's/NV18/SYS/g' $M/h100-8.topo > mp.topo
  $ add $M/h100-8.xml mp.topo
  $ add $M/a100-4.xml $M/a100-4.topo $M/lscpu.json --vcpu 64

Slices of MIG, GPUs of two products, a product that nobody knows.

  $ sed '0,/<current_mig>Disabled/s//<current_mig>Enabled/' $M/h100-8.xml > mig.xml
  $ add mig.xml $M/h100-8.topo
  $ sed '0,/NVIDIA L40S/s//NVIDIA L4/; 0,/46068 MiB/s//23034 MiB/' $M/l40s-4.xml > mixed.xml
  $ add mixed.xml
  $ add $M/mi100-2.json

Files that are none, are cut off, or tell less than another form of the same tool.

  $ echo > empty && add empty
  $ head -c 2000 $M/h100-8.xml > cut.xml && add cut.xml
  $ printf '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>\n' > bomb.xml && add bomb.xml
  $ head -5 $M/h100-8.topo > cut.topo && add cut.topo --accelerator h100 --accelerators 8
  $ printf '==============NVSMI LOG==============\n' > plain && add plain
  $ printf '{"a": 1}' > other.json && add other.json
  $ add missing.xml

Names and flags.

  $ hakaru catalog add p5.48xlarge $M/h100-8.xml --data own
  $ hakaru catalog add h100 $M/h100-8.xml --data own
  $ hakaru catalog add ../up $M/h100-8.xml --data own
  $ hakaru catalog add
  $ add
  $ add --accelerator h100
  $ add --accelerator h100 --accelerators 2
  $ add $M/h100-8.xml --network 3200Gb/s
  $ add $M/h100-8.xml --network fast --fabric roce
  $ add $M/h100-8.xml --price 0
  $ add $M/h100-8.xml --price 20 --purchase 100k --years 3
  $ add $M/h100-8.xml --purchase 100k
  $ add --accelerator h100 --accelerators 8 --tflops bf16=989
  $ add --accelerator my-card --accelerators 1 --tflops bf16=989
  $ add --accelerator my-card --accelerators 2 --links pcie --tflops bf16=989 --accelerator-memory 32GiB --memory-bandwidth 1TB/s
  $ add $M/h100-8.xml --lang ja --accelerators 4
  $ add $M/h100-8.xml --accelerators 4 --json 2> /dev/null
  $ ls own
