memory-1: one core has 16 GB, trn1.2xlarge 2 cores and 32 GB, trn1.32xlarge 32 cores and 512 GB; the number in the
name is the number of cores for the larger.

  $ figure() { "$TESTDIR"/figure "$@"; }
  $ hakaru accelerator show trainium1 --json | figure 'j[0]["memory_bytes"] / GiB' 'j[0]["ranks_per_chip"]'
  16  2
  $ for size in 2 32; do hakaru instance show trn1.${size}xlarge --json | figure 'j[0]["instance"]' 'j[0]["accelerators"]' 'j[0]["accelerators"] * j[0]["accelerator"]["memory_bytes"] / GiB'; done
  trn1.2xlarge  2  32
  trn1.32xlarge  32  512

memory-2: to serve Qwen2.5-7B-Instruct, batch 1, 8k: 14 GB + 3 GB = 17 GB. With the parameters that the document rounds
to 7·10⁹:

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --batch 1 --rule-of-thumb --json > serve.json
  $ figure '[line["value"] for line in j["rule_of_thumb"]["lines"]]' < serve.json
  [7000000000.0, 14000000000.0, 2961178624.0]
  $ figure 'j["rule_of_thumb"]["total_bytes"] / GB' < serve.json
  16.96

memory-3: 17 GB do not fit one core of 16 GB and fit trn1.2xlarge. A core has 16 GiB, which would hold them; the detailed
estimate, with all parameters, activations and what the framework reserves, is more than that.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --batch 1 --rule-of-thumb | grep -E 'fits? on|would ask'
  0 such sequences fit on each replica
  trn1.2xlarge: the rule's 17.0 GB fit on the machine but not on one accelerator of 16 GB (16·10⁹ bytes): the model must be split over 2
  trn1.2xlarge: the rule's 17.0 GB fit on one accelerator of 16 GiB (17.18·10⁹ bytes)
  with the model's 7,615,616,512 parameters instead of 7,000,000,000, the rule would ask for 18.2 GB
  with logits of each sequence's last token only, as engines keep them (0.00 GB, not 2.49 GB), it would ask for 15.7 GB
  trn1.2xlarge: the detailed estimate below, 17.8 GB, does not fit on one accelerator of 16 GiB (17.18·10⁹ bytes)
  Split over all its accelerators it fits on trn1.2xlarge: 2 × 16.0 GiB = 32.0 GiB.
  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --batch 1 --tp 2 --on trn1.2xlarge --json | figure 'j["fits"]'
  True

memory-4: to train it, micro-batch 1, 8k: 42 GB + 32 GB = 74 GB.

  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --batch 1 --rule-of-thumb --json > train.json
  $ figure '[line["value"] for line in j["rule_of_thumb"]["lines"]]' < train.json
  [7000000000.0, 42000000000.0, 32883343360.0]
  $ figure 'j["rule_of_thumb"]["total_bytes"] / GB' < train.json
  74.88

memory-5: trn1.2xlarge cannot train it; one trn1.32xlarge can, its parameters divided over the cores.

  $ hakaru plan train --model qwen2.5-7b-instruct --tokens 1B --sequence-length 8k --global-batch 32 --instance trn1.2xlarge --instances 1
  hakaru: does not fit on 1 × trn1.2xlarge: the smallest layout (tp2 pp1 dp1 mb1 sp recompute full) needs 69.5 GiB per device, which has 16.0 GiB; would fit: 1 × trn1.32xlarge
  [1]
  $ hakaru plan train --model qwen2.5-7b-instruct --tokens 1B --sequence-length 8k --global-batch 32 --instance trn1.32xlarge --instances 1 --json | figure 'best["instance"]' 'best["instances"]' 'best["layout"]["tp"] > 1 or best["layout"]["pp"] > 1 or best["layout"]["zero"] == 3'
  trn1.32xlarge  1  True

memory-6: the model's own description.

  $ hakaru model show qwen2.5-7b-instruct --json | figure 'j["layers"]' 'j["parameters"]["total"]' 'j["kv_cache_bytes_per_token"]'
  28  7615616512  57344

memory-7: the rule leaves out what AdamW keeps in fp32: 18 bytes a parameter in mixed precision against the rule's 6.

  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --batch 1 --precision bf16 --json > mixed.json
  $ figure --between 17.9 18.1 '(j["device"]["weights_bytes"] + j["device"]["gradients_bytes"] + j["device"]["optimizer_bytes"]) / 7615616512' < mixed.json
  yes
