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
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown l40s-4.xml l40s-4.topo lscpu.json
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown dgx1.topo --accelerator v100-32gb --accelerators 8
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown rtx-pro-6000-maxq.xml
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown a100-2.lstopo.xml --links nvlink ibv_devinfo.txt
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]

AMD, Gaudi, Trainium.

  $ shown mi300x-8.json
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown amd-smi.json
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ sed '/^|   2 /,/^|   7 /d' gaudi2-8.txt > gaudi2-2.txt
  $ shown gaudi2-2.txt
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown gaudi2-8.txt
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown gaudi3-8.csv
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown trn1-1.json
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown trn2-16.json
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]

Standard input is a file too.

  $ cat trn1-1.json | shown -
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]

The matrix of nvidia-smi topo -mp has paths over PCIe and no NVLink: it tells how many there are, not how they reach each other.

  $ printf '\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNODE\t0-47\nGPU1\tNODE\t X \t0-47\n\nLegend:\n\n  X    = Self\n  NODE = Connection traversing PCIe\n' > mp.txt
  $ shown mp.txt --accelerator h100-sxm
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown mp.txt --accelerator h100-sxm --links nvlink
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown mp.txt --accelerator h100-sxm --links pcie
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown mp.txt --accelerator l40s
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ shown mp.txt --accelerator h100-sxm --accelerators 4
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]
  $ sed 's/NODE\t/NV18\t/g' mp.txt > m.txt; shown mp.txt m.txt --accelerator h100-sxm
  hakaru: 'box' is an accelerator (a100-sxm-80gb); accepted: another name for the machine
  [2]

A GPU that lost its NVLinks is named, and the machine without it offered; so is one with fewer.

  $ printf '\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\nGPU0\t X \tNV18\tNODE\tNV18\nGPU1\tNV18\t X \tNODE\tNV18\nGPU2\tNODE\tNODE\t X \tNODE\nGPU3\tNV18\tNV18\tNODE\t X \n' > lost.txt
  $ lost() { hakaru catalog add lost lost.txt --accelerator b200-sxm --data lost --as-of 2026-11-26 "$@" | grep -e '^accelerators' -e '^their' -e '^within' -e GPU2; }
  $ lost
  their number  4                         nvidia-smi topo -m of 2026-11-26 (lost.txt)
  within        PCIe: GPU2 has no NVLink  nvidia-smi topo -m of 2026-11-26 (lost.txt)
  GPU2 has no NVLink, which every b200-sxm has: a fault; the other 3 reach each other by NVLink (NV18), and --accelerators 3 takes the machine without it
  $ lost --accelerators 3
  hakaru: 'lost' is an accelerator (b200-sxm); accepted: another name for the machine
  [1]
  $ sed -i 's/NODE/NV12/g' lost.txt; lost
  hakaru: 'lost' is an accelerator (b200-sxm); accepted: another name for the machine
  [1]
  $ sed -i 's/NV[0-9]*/PHB/g; $a\  NV#  = NVLinks' lost.txt; hakaru catalog add lost lost.txt --accelerator b200-sxm --data lost --as-of 2026-11-26 | grep -e '^within' -e fault
  hakaru: 'lost' is an accelerator (b200-sxm); accepted: another name for the machine
  [1]
