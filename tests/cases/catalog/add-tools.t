What each tool prints comes to an instance.

  $ cd $TESTDIR/machines
  $ shown() { hakaru catalog add box "$@" --data $CRAMTMP/own --as-of 2026-11-26 --json > $CRAMTMP/answer &&
  >   python3 -c 'import json,sys; [print(" ", f["key"], "=", f["value"], "<-", f["source"], "(assumed)" if f["assumed"] else "") for f in json.load(sys.stdin)["facts"]]' < $CRAMTMP/answer | sed 's/ *$//'; }

NVIDIA: with a switch, without one, over PCIe, by direct links; one card.

  $ shown a100-4.xml a100-4.topo
  $ shown h100-8.xml h100-8.nvlink
  $ shown l40s-4.xml l40s-4.topo lscpu.json
  $ shown dgx1.topo --accelerator v100-32gb --accelerators 8
  $ shown rtx-pro-6000-maxq.xml
  $ shown a100-2.lstopo.xml --links nvlink ibv_devinfo.txt

AMD, Gaudi, Trainium.

  $ shown mi300x-8.json
  $ shown amd-smi.json
  $ shown gaudi2-8.txt
  $ shown gaudi3-8.csv
  $ shown trn1-1.json
  $ shown trn2-16.json

Standard input is a file too.

  $ cat trn1-1.json | shown -
