  $ figure() { "$TESTDIR"/figure "$@"; }

types-1: what each accelerator does with a type: as it is, through another (emulated), or silently as another (cast).

  $ for name in inferentia1 trainium1 a100-40gb cpu-graviton3; do hakaru accelerator show $name --json | figure 'j[0]["accelerator"]' '{t: j[0]["data_types"].get(t, {}).get("support") for t in ("fp32", "tf32", "bf16", "fp16", "cfp8", "uint8")}'; done
  neuroncore-v1  {"fp32": "cast", "tf32": null, "bf16": "native", "fp16": "native", "cfp8": null, "uint8": null}
  neuroncore-v2  {"fp32": "native", "tf32": "native", "bf16": "native", "fp16": "native", "cfp8": "native", "uint8": "native"}
  a100-sxm-40gb  {"fp32": "native", "tf32": "native", "bf16": "native", "fp16": "native", "cfp8": null, "uint8": "native"}
  cpu-graviton3  {"fp32": "native", "tf32": "emulated", "bf16": "native", "fp16": "native", "cfp8": null, "uint8": "native"}

types-2: range and precision: each value of a rehearsal is rounded bit by bit as its format holds it.

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --sequence-length 4k --global-batch 64 --instance trn1.32xlarge --instances 1 --tp 8 --pp 4 --dp 1 --vpp 1 --zero 0 --recompute none --micro-batch 1 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --ranks 2 --steps 30 --compare-precision fp32,fp16,bf16,cfp8,bf16-sr > learnt; awk '{print $1, $2}' learnt | head -5
  precision loss
  fp32 4.5418
  fp16 4.5425
  bf16 4.5952
  cfp8 5.5139

types-3: stochastic rounding: as good as fp32 here, and the memory that it saves: no fp32 master weights.

  $ awk '/^bf16-sr/ {print $1, $2}' learnt
  bf16-sr 4.5418

  $ hakaru accelerator show trainium1 --json | figure 'j[0]["stochastic_rounding"]'
  True
  $ state() { hakaru memory train --model qwen2.5-7b-instruct --context 8k --precision $1 --json | figure '(j["device"]["weights_bytes"] + j["device"]["gradients_bytes"] + j["device"]["optimizer_bytes"]) / 7615616512'; }
  $ state bf16
  18
  $ state bf16-sr
  8

types-4: Graviton3 multiplies bfloat16. Graviton2 would do it through fp32; a model asked for in bf16 runs in fp16 there,
which it has and which is faster.

  $ for name in cpu-graviton2 cpu-graviton3; do hakaru accelerator show $name --json | figure 'j[0]["data_types"]["bf16"]["support"]'; done
  emulated
  native
  $ hakaru plan infer --model bert-base-uncased --sequence-length 128 --batch 1 --instance c6g.16xlarge --precision bf16 --top 1 | grep -o 'cpu-graviton2 has no .*'
  cpu-graviton2 has no bf16 of its own: computed in fp16
