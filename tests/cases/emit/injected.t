Nothing of a plan file runs, and nothing of it ends a line of a script: names are letters, digits and a few marks.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 2 --top 1 -o plan.json > /dev/null
  $ injected() { python3 -c "
  > import json, sys
  > file = json.load(open('plan.json')); *place, key = sys.argv[1].split('.'); part = file['plans'][0]
  > for each in place: part = part[each]
  > part[key] = 'a\ntouch hit'
  > json.dump(file, open('injected.json', 'w'))" "$1"; rm -rf out; hakaru emit injected.json --for megatron,$2 -o out; ls -d out 2> /dev/null; }
  $ for each in slurm hyperpod parallelcluster ssh; do injected hardware.instance $each; done
  hakaru: injected.json: 'hardware.instance' is "a\ntouch hit"; accepted: letters, digits and - _ . among them, 64 at most, not digits alone
  hakaru: injected.json: 'hardware.instance' is "a\ntouch hit"; accepted: letters, digits and - _ . among them, 64 at most, not digits alone
  hakaru: injected.json: 'hardware.instance' is "a\ntouch hit"; accepted: letters, digits and - _ . among them, 64 at most, not digits alone
  hakaru: injected.json: 'hardware.instance' is "a\ntouch hit"; accepted: letters, digits and - _ . among them, 64 at most, not digits alone
  [2]
  $ for each in hardware.family hardware.cloud hardware.accelerator.accelerator price.region price.instance; do
  >   injected $each slurm 2>&1 | sed 's/ is .*//'; done
  hakaru: injected.json: 'hardware.family'
  hakaru: injected.json: 'hardware.cloud'
  hakaru: injected.json: 'accelerator.accelerator'
  hakaru: injected.json: 'price.region'
  hakaru: injected.json: 'price.instance'
  $ injected price.source slurm > /dev/null && grep -rl 'touch hit' out
  out/plan.json

A catalogue names nothing so either, and a word that means something else is no name of a machine.

  $ mkdir -p own/instances && printf '["a b"]\nfamily = "x"\n' > own/instances/x.toml
  $ hakaru instance list --data own
  hakaru: own/instances/x.toml: 'a b' cannot be a name; accepted: letters, digits and - _ . among them, 64 at most, not digits alone
  [2]
  $ for each in any auto None host; do hakaru catalog add $each --accelerator h100 --accelerators 1 --vcpu 8 --memory 64GB --data o; done
  hakaru: 'any' is a word that means something else; accepted: another name, none of all, any, auto, default, host, none, null
  hakaru: 'auto' is a word that means something else; accepted: another name, none of all, any, auto, default, host, none, null
  hakaru: 'None' is a word that means something else; accepted: another name, none of all, any, auto, default, host, none, null
  hakaru: 'host' is a word that means something else; accepted: another name, none of all, any, auto, default, host, none, null
  [2]
