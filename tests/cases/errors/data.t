A folder of one's own that cannot be read, or is wrong.

  $ hakaru instance list --data nowhere
  hakaru: nowhere: the data folder cannot be read: No such file or directory
  [2]
  $ HAKARU_DATA=nowhere hakaru instance list
  hakaru: nowhere: the data folder cannot be read: No such file or directory
  [2]
  $ touch file; hakaru instance list --data file
  hakaru: file: the data folder cannot be read: Not a directory
  [2]
  $ mkdir -p own/accelerators
  $ echo 'x = ' > own/accelerators/own.toml; hakaru accelerator list --data own
  hakaru: own/accelerators/own.toml: line 1: not TOML: Error while parsing key-value pair: expected value, saw '\n'
  [2]
  $ cat > own/accelerators/own.toml <<'EOF'
  > [card]
  > vendor = "Own"
  > chip = "Card"
  > kind = "gpu"
  > year = 2025
  > memory_gb_s = 24
  > EOF
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.confidence' is missing; accepted: text
  [2]
  $ sed -i 's/memory_gb_s = 24/memory_gib = "24 GiB"/' own/accelerators/own.toml
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.memory_gib' is "24 GiB"; accepted: 0.1 … 1e+06
  [2]
  $ sed -i 's/memory_gib = .*/memory_gib = -24/' own/accelerators/own.toml
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.memory_gib' is -24; accepted: 0.1 … 1e+06
  [2]

What nobody would read is refused, with the nearest place; hidden files and notes may lie there.

  $ misplaced() { rm -rf mine; mkdir -p "mine/$(dirname $1)"; touch mine/README.md mine/.x.toml; echo > "mine/$1"
  >   hakaru accelerator list --names --data mine > /dev/null; }
  $ misplaced acelerators/a.toml
  hakaru: mine/acelerators/a.toml: nothing is read at acelerators/a.toml of a data folder; nearest: accelerators/, * (glob)
  [2]
  $ misplaced link.toml
  hakaru: mine/link.toml: nothing is read at link.toml of a data folder; nearest: links.toml, * (glob)
  [2]
  $ misplaced calibrations/traning/h100-sxm.toml
  hakaru: mine/calibrations/traning/h100-sxm.toml: nothing is read at calibrations/traning/h100-sxm.toml of a data folder; nearest: calibrations/training/, * (glob)
  [2]
  $ misplaced calibrations/training/h100.toml
  hakaru: mine/calibrations/training/h100.toml: 'h100' is no accelerator; nearest: h100-sxm
  [2]
  $ misplaced models/own/deep/a.toml && misplaced .git/config.toml && misplaced docs/a.md && misplaced prices/x.csv~ && misplaced README && misplaced 'instances/#box.toml#' && misplaced instances/box.toml.bak && misplaced instances/own.toml && misplaced plan.json
  $ for file in prices/x.txt prices/x.CSV docs/a.txt prices.json; do misplaced $file; done
  hakaru: mine/prices/x.txt: is not read, being neither TOML nor CSV; accepted: these, and notes as .md
  hakaru: mine/prices/x.CSV: is not read, being neither TOML nor CSV; accepted: these, and notes as .md
  hakaru: mine/docs/a.txt: is not read, being neither TOML nor CSV; accepted: these, and notes as .md
  hakaru: mine/prices.json: is not read, being neither TOML nor CSV; accepted: these, and notes as .md
  [2]
  $ rm -r mine; mkdir -p mine/prices real; ln -s nowhere mine/prices/a.csv; hakaru price list --data mine
  hakaru: mine/prices/a.csv: is no regular file; accepted: TOML or CSV
  [2]
  $ rm -r mine; mkdir mine; echo 'x = ' > real/a.toml; ln -s ../real mine/accelerators; hakaru accelerator list --data mine
  hakaru: mine/accelerators/a.toml: line 1: not TOML: Error while parsing key-value pair: expected value, saw '\n'
  [2]
  $ hakaru model list --names --data "$TESTDIR/../../../data" | head -1
  3d-unet

A calibration that cannot be read ends the answer: its accelerator is not left out.

  $ broken() { rm -rf mine; mkdir -p mine/calibrations/$1; echo 'x = ' > mine/calibrations/$1/$2.toml; shift 2; hakaru "$@" --top 1 --data mine 2>&1 | cut -d: -f1-2; }
  $ broken training h100-sxm plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge --instance p5.48xlarge
  hakaru: mine/calibrations/training/h100-sxm.toml
  $ broken training h100-sxm plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p5.48xlarge
  hakaru: mine/calibrations/training/h100-sxm.toml
  $ broken serving h100-sxm plan serve --model gpt2 --context 1k --instance g5.xlarge --instance p5.48xlarge
  hakaru: mine/calibrations/serving/h100-sxm.toml
  $ broken gemm h100-sxm plan serve --model gpt2 --context 1k --instance g6e.xlarge --instance p5.48xlarge --rate 1/s --at p95
  hakaru: mine/calibrations/gemm/h100-sxm.toml
  $ broken inference l40s plan infer --model resnet-50 --batch 8 --instance p5.48xlarge --instance g6e.xlarge
  hakaru: mine/calibrations/inference/l40s.toml

So does a model's file, whose other names cannot be known.

  $ rm -r mine; mkdir -p mine/models; echo 'x = ' > mine/models/own.toml; hakaru model show its-alias --data mine
  hakaru: mine/models/own.toml: line 1: not TOML: Error while parsing key-value pair: expected value, saw '\n'
  [2]

Figures that no machine has are refused where they are read.

  $ figure() { rm -rf mine; mkdir -p mine/instances; printf '[box]\nfamily = "box"\naccelerator = "l40s"\naccelerators = 4\nconfidence = "low"\nsource = "its owner"\n%s\n' "$1" > mine/instances/a.toml; hakaru instance show box --data mine > /dev/null; }
  $ figure 'vcpu = 0'; figure 'memory_gib = 1e-300'; figure 'between = { link = "ethernet", gbit_per_s = 1e-300 }'; figure 'within = { link = "pcie", gb_per_s = 0 }'
  hakaru: mine/instances/a.toml: 'box.vcpu' is 0; accepted: 1 … 1048576
  hakaru: mine/instances/a.toml: 'box.memory_gib' is 1e-300; accepted: 0.1 … 1e+06
  hakaru: mine/instances/a.toml: 'box.between.gbit_per_s' is 1e-300; accepted: 0.001 … 1e+06
  hakaru: mine/instances/a.toml: 'box.within.gb_per_s' is 0; accepted: 0.001 … 1e+06
  [2]
  $ figure 'vcpu = 64'
  $ priced() { mkdir -p mine/prices; printf 'instance,region,kind,usd_per_h,as_of,source,note\n%s,us-east-1,on_demand,%s,2026-01-01,its owner,\n' $1 $2 > mine/prices/a.csv; hakaru price list --instance $1 --data mine > /dev/null; }
  $ priced box 9999; priced g5.xlarge 9999; priced p5.48xlarge 1601
  hakaru: mine/prices/a.csv: box costs $9,999 an hour; accepted: at most $800, $200 for each accelerator
  hakaru: mine/prices/a.csv: g5.xlarge costs $9,999 an hour; accepted: at most $200, $200 for each accelerator
  hakaru: mine/prices/a.csv: p5.48xlarge costs $1,601 an hour; accepted: at most $1,600, $200 for each accelerator
  [2]
  $ priced p5.48xlarge 1600; rm mine/prices/a.csv
  $ stored() { mkdir -p mine/data_prices; printf 'storage,region,mb_per_s_per_tib,usd_per_gb_month,usd_per_volume_month,as_of,source\ns3,us-east-1,,%s,,2026-01-01,its owner\n' $1 > mine/data_prices/storage.csv; hakaru price list --data mine > /dev/null; }
  $ stored 1e300; stored 1001
  hakaru: mine/data_prices/storage.csv: line 2: usd_per_gb_month is '1e300'; accepted: 0 … 1000
  hakaru: mine/data_prices/storage.csv: line 2: usd_per_gb_month is '1001'; accepted: 0 … 1000
  [2]
