What each tool prints comes to an instance.

  $ cp $TESTDIR/machines/* .
  $ sed -i 's/<current_mig>Enabled/<current_mig>Disabled/' a100-4.xml
  $ shown() { hakaru catalog add box "$@" --data own --as-of 2026-11-26 --json > answer &&
  >   python3 -c 'import json,sys; [print(" ", f["key"], "=", f["value"], "<-", f["source"], "(assumed)" if f["assumed"] else "") for f in json.load(sys.stdin)["facts"]]' < answer | sed 's/ *$//'; }

NVIDIA: with a switch, without one, over PCIe, by direct links; one card.

  $ shown a100-4.xml a100-4.topo
    accelerator = a100-sxm-80gb (NVIDIA A100-SXM4-80GB) <- nvidia-smi -q -x of 2023-08-04 (a100-4.xml)
    accelerators = 4 <- nvidia-smi -q -x of 2023-08-04 (a100-4.xml)
    within = NVLink, NV4, 300 GB/s <- nvidia-smi topo -m of 2026-11-26 (a100-4.topo)
  $ shown h100-8.xml h100-8.nvlink
    accelerator = h100-sxm (NVIDIA H100 80GB HBM3) <- nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
    accelerators = 8 <- nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
    within = NVSwitch <- nvidia-smi -q -x of 2026-11-24 (h100-8.xml)
  $ shown l40s-4.xml l40s-4.topo lscpu.json
    accelerator = l40s (NVIDIA L40S) <- nvidia-smi -q -x of 2026-11-24 (l40s-4.xml)
    accelerators = 4 <- nvidia-smi -q -x of 2026-11-24 (l40s-4.xml)
    vcpu = 192 <- lscpu -J of 2026-11-26 (lscpu.json)
    within = PCIe <- nvidia-smi topo -m of 2026-11-26 (l40s-4.topo)
  $ shown dgx1.topo --accelerator v100-32gb --accelerators 8
    accelerator = v100-sxm-32gb <- --accelerator
    accelerators = 8 <- --accelerators
    within = NVLink, cube mesh <- nvidia-smi topo -m of 2026-11-26 (dgx1.topo)
  $ shown rtx-pro-6000-maxq.xml
  hakaru: rtx-pro-6000-maxq.xml: 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition' is no accelerator that is known; nearest: rtx-pro-6000, rtx-pro-6000-server, rtx-pro-4500-server; --accelerator names one, --accelerator-memory --memory-bandwidth --tflops describe a new one
  [2]
  $ shown a100-2.lstopo.xml --links nvlink ibv_devinfo.txt
    accelerator = a100-sxm-80gb (NVIDIA A100-SXM4-80GB) <- lstopo --of xml of 2026-11-26 (a100-2.lstopo.xml)
    accelerators = 2 <- lstopo --of xml of 2026-11-26 (a100-2.lstopo.xml)
    vcpu = 4 <- lstopo --of xml of 2026-11-26 (a100-2.lstopo.xml)
    host_memory = 2016 GiB <- lstopo --of xml of 2026-11-26 (a100-2.lstopo.xml)
    within = NVSwitch <- --links
    network = 200 Gb/s, 1x 200 Gb/s InfiniBand <- lstopo --of xml of 2026-11-26 (a100-2.lstopo.xml), ibv_devinfo of 2026-11-26 (ibv_devinfo.txt)

AMD, Gaudi, Trainium.

  $ shown mi300x-8.json
    accelerator = mi300x (AMD Instinct MI300X) <- rocm-smi --json of 2026-11-26 (mi300x-8.json)
    accelerators = 8 <- rocm-smi --json of 2026-11-26 (mi300x-8.json)
    within = xGMI <- rocm-smi --json of 2026-11-26 (mi300x-8.json)
  $ shown amd-smi.json
  hakaru: how 2 × mi300x reach each other is not known: give rocm-smi --showtopotype --json too, or --links nvlink|pcie|xgmi|…
  [2]
  $ sed '/^|   2 /,/^|   7 /d' gaudi2-8.txt > gaudi2-2.txt
  $ shown gaudi2-2.txt
  hakaru: how 2 × gaudi2 reach each other is not known: say --links gaudi-roce|pcie|…
  [2]
  $ shown gaudi2-8.txt
    accelerator = gaudi2 (HL-225) <- hl-smi of 2026-11-26 (gaudi2-8.txt)
    accelerators = 8 <- hl-smi of 2026-11-26 (gaudi2-8.txt)
    within = RoCE between Gaudis <- gaudi2-8 (assumed)
  $ shown gaudi3-8.csv
    accelerator = gaudi3 (HL-325L) <- hl-smi -Q of 2026-11-26 (gaudi3-8.csv)
    accelerators = 8 <- hl-smi -Q of 2026-11-26 (gaudi3-8.csv)
    within = RoCE between Gaudis <- gaudi3-8 (assumed)
  $ shown trn1-1.json
    accelerator = neuroncore-v2 (Neuron device of 2 cores and 32 GiB) <- neuron-ls --json-output of 2026-11-26 (trn1-1.json)
    accelerators = 2 <- neuron-ls --json-output of 2026-11-26 (trn1-1.json)
    within = on chip <- inf2.8xlarge (assumed)
  $ shown trn2-16.json
    accelerator = neuroncore-v3-lnc2 (Neuron device of 4 cores and 96 GiB) <- neuron-ls --json-output of 2026-11-26 (trn2-16.json)
    accelerators = 64 <- neuron-ls --json-output of 2026-11-26 (trn2-16.json)
    vcpu = 192 <- trn2.48xlarge (assumed)
    host_memory = 2048 GiB <- trn2.48xlarge (assumed)
    within = NeuronLink-v3 <- trn2.48xlarge (assumed)
    network = EFA v3 <- trn2.48xlarge (assumed)

Standard input is a file too.

  $ cat trn1-1.json | shown -
    accelerator = neuroncore-v2 (Neuron device of 2 cores and 32 GiB) <- neuron-ls --json-output of 2026-11-26 (-)
    accelerators = 2 <- neuron-ls --json-output of 2026-11-26 (-)
    within = on chip <- inf2.8xlarge (assumed)

The matrix of nvidia-smi topo -mp has paths over PCIe and no NVLink: it tells how many there are, not how they reach each other.

  $ printf '\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNODE\t0-47\nGPU1\tNODE\t X \t0-47\n\nLegend:\n\n  X    = Self\n  NODE = Connection traversing PCIe\n' > mp.txt
  $ shown mp.txt --accelerator h100-sxm
  hakaru: how 2 × h100-sxm reach each other is not known: mp.txt lists paths over PCIe alone, as nvidia-smi topo -mp prints; give nvidia-smi topo -m too, or --links nvlink|pcie
  [2]
  $ shown mp.txt --accelerator h100-sxm --links nvlink
    accelerator = h100-sxm <- --accelerator
    accelerators = 2 <- nvidia-smi topo -m of 2026-11-26 (mp.txt)
    within = NVSwitch <- --links
  $ shown mp.txt --accelerator h100-sxm --links pcie
    accelerator = h100-sxm <- --accelerator
    accelerators = 2 <- nvidia-smi topo -m of 2026-11-26 (mp.txt)
    within = PCIe <- --links
  $ shown mp.txt --accelerator l40s
    accelerator = l40s <- --accelerator
    accelerators = 2 <- nvidia-smi topo -m of 2026-11-26 (mp.txt)
    within = PCIe <- nvidia-smi topo -m of 2026-11-26 (mp.txt)
  $ shown mp.txt --accelerator h100-sxm --accelerators 4
  hakaru: --accelerators is 4, but mp.txt tells of 2 × GPU
  [2]
  $ sed 's/NODE\t/NV18\t/g' mp.txt > m.txt; shown mp.txt m.txt --accelerator h100-sxm
    accelerator = h100-sxm <- --accelerator
    accelerators = 2 <- nvidia-smi topo -m of 2026-11-26 (m.txt)
    within = NVSwitch, NV18 <- nvidia-smi topo -m of 2026-11-26 (m.txt)

A GPU that lost its NVLinks is named, and the machine without it offered; so is one with fewer.

  $ printf '\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\nGPU0\t X \tNV18\tNODE\tNV18\nGPU1\tNV18\t X \tNODE\tNV18\nGPU2\tNODE\tNODE\t X \tNODE\nGPU3\tNV18\tNV18\tNODE\t X \n' > lost.txt
  $ lost() { hakaru catalog add lost lost.txt --accelerator b200-sxm --data lost --as-of 2026-11-26 "$@" | grep -e '^accelerators' -e '^their' -e '^within' -e GPU2; }
  $ lost
  their number  4                         nvidia-smi topo -m of 2026-11-26 (lost.txt)
  within        PCIe: GPU2 has no NVLink  nvidia-smi topo -m of 2026-11-26 (lost.txt)
  GPU2 has no NVLink, which every b200-sxm has: a fault; the other 3 reach each other by NVLink (NV18), and --accelerators 3 takes the machine without it
  $ lost --accelerators 3
  their number  3               --accelerators
  within        NVSwitch, NV18  nvidia-smi topo -m of 2026-11-26 (lost.txt)
  $ sed -i 's/NODE/NV12/g' lost.txt; lost
  their number  4                         nvidia-smi topo -m of 2026-11-26 (lost.txt)
  within        NVSwitch, NV12, 600 GB/s  nvidia-smi topo -m of 2026-11-26 (lost.txt)
  GPU2 has fewer NVLinks (NV12) than the others (NV18): a fault; the fewer count for all
  $ sed -i 's/NV[0-9]*/PHB/g; $a\  NV#  = NVLinks' lost.txt; hakaru catalog add lost lost.txt --accelerator b200-sxm --data lost --as-of 2026-11-26 | grep -e '^within' -e fault
  within        PCIe      nvidia-smi topo -m of 2026-11-26 (lost.txt)
  no GPU has NVLink, which every b200-sxm has: a fault, as nvidia-smi nvlink -s tells
