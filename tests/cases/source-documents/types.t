  $ figure() { "$TESTDIR"/figure "$@"; }

types-1: what each accelerator does with a type: as it is, through another (emulated), or silently as another (cast).

  $ for name in inferentia1 trainium1 a100-40gb cpu-graviton3; do hakaru accelerator show $name --json | figure 'j[0]["accelerator"]' '{t: j[0]["data_types"].get(t, {}).get("support") for t in ("fp32", "tf32", "bf16", "fp16", "cfp8", "uint8")}'; done
  neuroncore-v1  {"fp32": "cast", "tf32": null, "bf16": "native", "fp16": "native", "cfp8": null, "uint8": null}
  neuroncore-v2  {"fp32": "native", "tf32": "native", "bf16": "native", "fp16": "native", "cfp8": "native", "uint8": "native"}
  a100-sxm-40gb  {"fp32": "native", "tf32": "native", "bf16": "native", "fp16": "native", "cfp8": null, "uint8": "native"}
  cpu-graviton3  {"fp32": "native", "tf32": "emulated", "bf16": "native", "fp16": "native", "cfp8": null, "uint8": "native"}

types-3: stochastic rounding, and the memory that it saves: no fp32 master weights.

  $ hakaru accelerator show trainium1 --json | figure 'j[0]["stochastic_rounding"]'
  True
  $ state() { hakaru memory train --model qwen2.5-7b-instruct --context 8k --precision $1 --json | figure '(j["device"]["weights_bytes"] + j["device"]["gradients_bytes"] + j["device"]["optimizer_bytes"]) / 7615616512'; }
  $ state bf16
  18
  $ state bf16-sr
  8

types-4: Graviton3 multiplies bfloat16, Graviton2 does not.

  $ for name in cpu-graviton2 cpu-graviton3; do hakaru accelerator show $name --json | figure 'j[0]["data_types"]["bf16"]["support"]'; done
  emulated
  native
