What is of two machines, or contradicts what is stated, is one line, and nothing is written.

  $ cp $TESTDIR/machines/* .
  $ add() { hakaru catalog add box "$@" --data own; }
  $ add h100-8.xml a100-4.topo
  hakaru: h100-8.xml tells of 8 × NVIDIA H100 80GB HBM3, a100-4.topo of 4 × GPU; accepted: files of one machine
  [2]
  $ add h100-8.xml a100-4.xml
  hakaru: h100-8.xml tells of 8 × NVIDIA H100 80GB HBM3, a100-4.xml of 4 × NVIDIA A100-SXM4-80GB; accepted: files of one machine
  [2]
  $ add h100-8.xml --accelerators 4
  hakaru: --accelerators is 4, but h100-8.xml tells of 8
  [2]
  $ add h100-8.xml --accelerator a100
  hakaru: --accelerator is 'a100', but h100-8.xml tells of 8 × NVIDIA H100 80GB HBM3
  [2]
  $ add l40s-4.xml l40s-4.topo --links nvlink
  hakaru: --links is 'nvlink', but l40s-4.topo tells of no NVLink
  [2]
  $ add h100-8.xml --links xgmi
  hakaru: --links is 'xgmi', but h100-8.xml tells of NVSwitch
  [2]
  $ add h100-8.topo --accelerator h100 --accelerators 8 --links pcie
  hakaru: --links is 'pcie', but h100-8.topo tells of NVLink
  [2]
  $ add l40s-4.xml l40s-4.topo --links xgmi
  hakaru: --links is 'xgmi', but l40s-4.topo tells of no xGMI
  [2]
  $ add h100-8.xml --links nvlink-3
  hakaru: --links is 'nvlink-3', but h100-sxm has NVLink4, 18 links
  [2]
  $ sed 's/NV18/SYS/g' h100-8.topo > mp.topo
  $ add h100-8.xml mp.topo
  hakaru: mp.topo tells of no NVLink where h100-8.xml tells of some; accepted: nvidia-smi topo -m
  [2]
  $ add l40s-4.xml l40s-4.topo lscpu.json --vcpu 64
  hakaru: --vcpu is 64, but lscpu.json tells of 192
  [2]

Slices of MIG (as the file of four A100 has them), GPUs of two products, a product that nobody knows.

  $ add a100-4.xml a100-4.topo
  hakaru: a100-4.xml: MIG is on, and plans count whole NVIDIA A100-SXM4-80GB, no slices; accepted: what it prints after nvidia-smi -mig 0
  [2]
  $ sed '0,/NVIDIA L40S/s//NVIDIA L4/; 0,/46068 MiB/s//23034 MiB/' l40s-4.xml > mixed.xml
  $ add mixed.xml
  hakaru: mixed.xml: 1 × NVIDIA L4, 3 × NVIDIA L40S: an instance has equal accelerators; accepted: --accelerator with one of them
  [2]
  $ add mi100-2.json
  hakaru: mi100-2.json: 'AMD Instinct MI100' is no accelerator that is known; nearest: b100, mi300x, a10; --accelerator names one, --accelerator-memory --memory-bandwidth --tflops describe a new one
  [2]

Files that are none, are cut off, or tell less than another form of the same tool.

  $ echo > empty && add empty
  hakaru: empty: the file is empty; accepted: what nvidia-smi -q -x, nvidia-smi topo -m, nvidia-smi nvlink -s, rocm-smi --json, amd-smi static --json, neuron-ls --json-output, hl-smi, lscpu -J, lstopo --of xml, ibstat, ibv_devinfo -v print
  [2]
  $ head -c 2000 h100-8.xml > cut.xml && add cut.xml
  hakaru: cut.xml: line 68: XML that is cut off or broken (Start-end tags mismatch)
  [2]
  $ printf '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>\n' > bomb.xml && add bomb.xml
  hakaru: bomb.xml: XML that declares entities is not read; accepted: what nvidia-smi -q -x or lstopo --of xml prints
  [2]
  $ head -5 h100-8.topo > cut.topo && add cut.topo --accelerator h100 --accelerators 8
  hakaru: cut.topo: 8 GPUs in the heading, rows of 4; accepted: all that nvidia-smi topo -m prints
  [2]
  $ printf '==============NVSMI LOG==============\n' > plain && add plain
  hakaru: plain: this is what nvidia-smi -q prints; accepted: nvidia-smi -q -x
  [2]
  $ printf '{"a": 1}' > other.json && add other.json
  hakaru: other.json: JSON of no tool that is read; accepted: lscpu -J, neuron-ls --json-output, rocm-smi --json, amd-smi static --json
  [2]
  $ add missing.xml
  hakaru: missing.xml: cannot be read: no such file
  [2]

Names and flags.

  $ hakaru catalog add p5.48xlarge h100-8.xml --data own
  hakaru: 'p5.48xlarge' is an instance already, in data/instances/aws-gpu.toml; accepted: another name
  [2]
  $ hakaru catalog add h100 h100-8.xml --data own
  hakaru: 'h100' is an accelerator (h100-sxm); accepted: another name for the machine
  [2]
  $ hakaru catalog add ../up h100-8.xml --data own
  hakaru: '../up' cannot be a name here; accepted: letters, digits and - _ . among them, 64 at most, not digits alone, not ml.
  [2]
  $ hakaru catalog add
  hakaru: NAME is missing: hakaru catalog add NAME [FILE…]
  [2]
  $ add
  hakaru: which accelerator it has is not told: give nvidia-smi -q -x, rocm-smi --json, neuron-ls --json-output, hl-smi, or --accelerator NAME --accelerators N
  [2]
  $ add --accelerator h100
  hakaru: --accelerator needs --accelerators: how many ranks
  [2]
  $ add --accelerator h100 --accelerators 3
  hakaru: how 3 × h100-sxm reach each other is not known: give nvidia-smi topo -m too, or --links nvlink|pcie|xgmi|…
  [2]
  $ add h100-8.xml --network 3200Gb/s
  hakaru: --network needs --fabric; accepted: infiniband, roce, ethernet, efa, efa-v1, efa-v2, efa-v3, efa-v4
  [2]
  $ add h100-8.xml --network fast --fabric roce
  hakaru: --network is 'fast'; accepted: 3200Gb/s, 8x400Gb/s
  [2]
  $ add h100-8.xml --price 0
  hakaru: --price is 0; accepted: more than 0, at most 1000000
  [2]
  $ add h100-8.xml --price 20 --purchase 100k --years 3
  hakaru: --price and --purchase exclude each other; accepted: one of them
  [2]
  $ add h100-8.xml --purchase 100k
  hakaru: --purchase needs --years
  [2]
  $ add --accelerator h100 --accelerators 8 --tflops bf16=989
  hakaru: h100 is known, with figures of its own: stas00/ml-engineering 744d01e, compute/accelerator and network; ai-dynamo/aiconfigurator, systems/h100_sxm.yaml; host link: PCIe 5 x16 (MLCommons inference results, accelerator_host_interconnect of v3.1, XE9680_H100_SXM_80GBx8); accepted: another name, or no figures
  [2]
  $ add --accelerator my-card --accelerators 1 --tflops bf16=989
  hakaru: an accelerator that is not known needs --accelerator-memory, --memory-bandwidth too
  [2]
  $ add --accelerator my-card --accelerators 2 --links pcie --tflops bf16=989 --accelerator-memory 32GiB --memory-bandwidth 1TB/s
  hakaru: how fast 2 × my-card reach each other is not known: give --link-bandwidth
  [2]
  $ add h100-8.xml --lang ja --accelerators 4
  hakaru: --accelerators が 4 ですが、h100-8.xml では 8 です
  [2]
  $ add h100-8.xml --accelerators 4 --json 2> /dev/null
  {"error":{"kind":"bad_input","exit_status":2,"message":"--accelerators is 4, but h100-8.xml tells of 8"}}
  [2]
  $ ls own
  ls: cannot access 'own': No such file or directory
  [2]
