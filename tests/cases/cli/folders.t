What a folder has of the user's own stays: a command writes over what it wrote itself, and over nothing else.

  $ hakaru plan serve --model llama-3.1-8b --input-length 500 --output-length 100 --concurrency 8 --instance p5.4xlarge --top 2 -o plan.json > plan.txt
  $ emit() { hakaru emit plan.json --for vllm -o "$1" 2>&1 | tail -1; }
  $ measure() { hakaru measure plan.json -o "$1" 2>&1 | tail -1; }
  $ for write in emit measure; do for file in README.md plan.json; do
  >   mkdir $write-$file; echo mine > $write-$file/$file; $write $write-$file; cat $write-$file/$file; ls -A $write-$file; done; done
  hakaru: emit-README.md: README.md is not known to be hakaru's; accepted: another folder, or move that file away first
  mine
  README.md
  hakaru: emit-plan.json: plan.json is not known to be hakaru's; accepted: another folder, or move that file away first
  mine
  plan.json
  hakaru: measure-README.md: README.md is not known to be hakaru's; accepted: another folder, or move that file away first
  mine
  README.md
  hakaru: measure-plan.json: plan.json is not known to be hakaru's; accepted: another folder, or move that file away first
  mine
  plan.json

A copy of the plan beside it changes nothing.

  $ for write in emit measure; do mkdir $write-copy; cp plan.json $write-copy; echo mine > $write-copy/README.md; $write $write-copy; cat $write-copy/README.md; done
  hakaru: emit-copy: README.md is not known to be hakaru's; accepted: another folder, or move that file away first
  mine
  hakaru: measure-copy: README.md is not known to be hakaru's; accepted: another folder, or move that file away first
  mine

Settings that are filled in stay, whatever else is written again; what else was changed is named.

  $ measure runs; sed -i 's/HOST=/HOST=my-host # /' runs/settings.sh; echo '# mine' >> runs/settings.sh; rm runs/run-all.sh
  written to runs; README.md says what to do
  $ hakaru measure plan.json -o runs --lang ja | tail -1; tail -1 runs/settings.sh; ls runs/run-all.sh; head -1 runs/README.md
  runs に書き出しました。手順は README.md にあります
  # mine
  runs/run-all.sh
  # 計画の測定
  $ echo mine >> runs/README.md; measure runs; tail -1 runs/README.md
  hakaru: runs/README.md: was changed since it was written; accepted: another folder, or remove it first
  mine
  $ emit serve > said; echo '# mine' >> serve/launch.sh; emit serve; tail -1 serve/launch.sh
  hakaru: serve/launch.sh: was changed since it was written; accepted: another folder, or remove it first
  # mine

A folder is of one command and one plan.

  $ emit runs; measure serve; hakaru emit plan.json#2 --for vllm -o serve
  hakaru: runs: holds the files of another plan; accepted: a folder of their own
  hakaru: serve: holds the files of another plan; accepted: a folder of their own
  hakaru: serve: holds the files of another plan; accepted: a folder of their own
  [2]

Nothing is written through a link that leads out of the folder; the folder itself may be one.

  $ echo theirs > outside; mkdir elsewhere
  $ for write in emit measure; do mkdir $write-link; ln -s ../outside $write-link/README.md; $write $write-link; done; cat outside
  hakaru: emit-link/README.md: leads out of emit-link; accepted: files within it
  hakaru: measure-link/README.md: leads out of measure-link; accepted: files within it
  theirs
  $ mkdir notes; ln -s ../outside notes/.hakaru; emit notes; cat outside
  hakaru: notes: .hakaru is not known to be hakaru's; accepted: another folder, or move that file away first
  theirs
  $ mkdir data; ln -s ../elsewhere data/prices
  $ printf 'instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags\np3.8xlarge,us-east-1,12.24,32,244.0,4,V100,16.0,False,,nvidia,\n' > gpuhunt.csv
  $ hakaru catalog import gpuhunt gpuhunt.csv --as-of 2026-07-09 --data data; ls -A elsewhere
  hakaru: data/prices/imported/gpuhunt.csv: leads out of data; accepted: files within it
  $ ln -s elsewhere named; emit named; ls elsewhere
  written to named: README.md, plan.json, launch.sh
  README.md
  launch.sh
  plan.json

What catalog add did not write it does not replace.

  $ mkdir -p own/instances/own; echo '# mine' > own/instances/own/box.toml
  $ hakaru catalog add box --accelerator l40s --accelerators 4 --data own | head -1; cat own/instances/own/box.toml
  hakaru: own: instances/own/box.toml is not known to be hakaru's; accepted: another folder, or move that file away first
  # mine
  $ rm own/instances/own/box.toml; for again in 1 2; do hakaru catalog add box --accelerator l40s --accelerators 4 --data own | head -1; done
  box is added to own
  box is replaced in own

Nor is a price removed that the user wrote, though none is stated.

  $ mkdir -p own/prices/own; echo 'instance,region,kind,usd_per_h,as_of,source,note' > own/prices/own/box.csv
  $ hakaru catalog add box --accelerator l40s --accelerators 8 --data own; cat own/prices/own/box.csv; grep -h 'accelerators =' own/instances/own/box.toml | cut -d' ' -f1-3
  hakaru: own: prices/own/box.csv is not known to be hakaru's; accepted: another folder, or move that file away first
  instance,region,kind,usd_per_h,as_of,source,note
  accelerators = 4
  $ rm own/prices/own/box.csv

A run that was killed before it noted its files finds them as they are to be, and knows them again.

  $ cp own/.hakaru before; hakaru catalog add box --accelerator l40s --accelerators 8 --data own > text.txt; cp before own/.hakaru
  $ for count in 8 4; do hakaru catalog add box --accelerator l40s --accelerators $count --data own | head -1; done
  box is replaced in own
  box is replaced in own

A folder that nothing is written into is not made.

  $ hakaru measure nothing.json -o new/folder; hakaru catalog import gpuhunt nothing.csv --data new; ls new
  hakaru: nothing.json: cannot be read: no such file
  hakaru: nothing.csv: cannot be read: No such file or directory
  ls: cannot access 'new': No such file or directory
  [2]
  $ hakaru emit plan.json --for vllm -o ''
  hakaru: -o is empty; accepted: a value, or leave it out
  [2]

What is killed while it writes leaves nothing.

  $ mkdir -p killed/out; cd killed; for write in 'emit ../plan.json --for vllm -o out' 'plan serve --model llama-3.1-8b --concurrency 8 --instance p5.4xlarge -o plan.json'; do
  >   bash -c "ulimit -f 1; hakaru $write; echo \$?" 2> /dev/null | tail -1; done; ls -AR
  153
  153
  .:
  out
  
  ./out:
