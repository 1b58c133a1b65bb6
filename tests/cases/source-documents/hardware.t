  $ figure() { "$TESTDIR"/figure "$@"; }

hardware-1, hardware-3: Trn1: BF16, FP16 and TF32 3.4 PFLOPS, FP32 840 TFLOPS, 512 GB, 13.1 TB/s, 768 GB/s, 800 Gbps.

  $ hakaru compare peaks --instance trn1.32xlarge-launch | grep -E '^(figure|fp32|tf32|bf16|fp16|accelerator|link|network)'
  figure                             trn1.32xlarge-launch
  fp32, dense                                 840 TFLOP/s
  tf32, dense                                3.36 PFLOP/s
  bf16, dense                                3.36 PFLOP/s
  fp16, dense                                3.36 PFLOP/s
  accelerator memory                     550 GB = 512 GiB
  accelerator memory bandwidth                  13.1 TB/s
  link of one chip, both directions              768 GB/s
  network                                      800 Gbit/s

hardware-2: 3 GHz, then.

  $ hakaru accelerator show trainium1-launch --json | figure 'j[0]["clock_hz"] / 1e9'
  3
  $ hakaru accelerator show trainium1 --json | figure 'j[0]["clock_hz"] / 1e9'
  2.8

hardware-4: P3dn, P4d and Trn1: memory, link within, network.

  $ hakaru compare peaks --instance p3dn.24xlarge --instance p4d.24xlarge --instance trn1.32xlarge-launch | grep -E '^(figure|accelerator memory  |link|network)'
  figure                                   p3dn.24xlarge        p4d.24xlarge          trn1.32xlarge-launch
  accelerator memory                    275 GB = 256 GiB    344 GB = 320 GiB   1.25×      550 GB = 512 GiB      2×
  link of one chip, both directions             300 GB/s            600 GB/s      2×              768 GB/s   2.56×
  network                                     100 Gbit/s          400 Gbit/s      4×            800 Gbit/s      8×

hardware-5, hardware-6: an UltraCluster of 30,000 Trainium has 6 EFLOPS and a network of over a petabit per second.

  $ hakaru compare peaks --instance trn1.32xlarge-launch --instances 1875 | grep -E '^(figure|chips|bf16|network)'
  figure                             1,875 × trn1.32xlarge-launch
  chips                                                    30,000
  bf16, dense                                         6.3 EFLOP/s
  network                                              1.5 Pbit/s

hardware-7, hardware-8: Inferentia: 4 cores, 128 TOPS, 8 GB; 16 chips 2,000 TOPS.

  $ hakaru compare peaks --instance inf1.xlarge --instance inf1.24xlarge | grep -E '^(figure|chips|int8|accelerator memory  )'
  figure                                     inf1.xlarge        inf1.24xlarge
  chips                                                1                   16    16×
  int8, dense                                  128 TOP/s           2.05 POP/s    16×
  accelerator memory                  8.59 GB = 8.00 GiB     137 GB = 128 GiB    16×
  $ hakaru accelerator show inferentia1 --json | figure 'j[0]["ranks_per_chip"]'
  4

hardware-9: FP16, BF16 and INT8; FP32 is silently computed as BF16.

  $ hakaru accelerator show inferentia1 --json | figure '{t: r["support"] + (" as " + r["computed_as"] if "computed_as" in r else "") for t, r in j[0]["data_types"].items()}'
  {"fp32": "cast as bf16", "bf16": "native", "fp16": "native", "int8": "native"}

hardware-10: four sizes, 1 to 16 chips, links between chips on 6xlarge and 24xlarge, up to 100 Gbps.

  $ for name in $(hakaru instance list --family inf1 --names); do hakaru instance show $name --json | figure 'j[0]["instance"]' 'j[0]["accelerators"] // j[0]["accelerator"]["ranks_per_chip"]' 'j[0]["within"]["name"]' 'j[0]["between"]["bytes_per_s"] * 8 / 1e9'; done
  inf1.24xlarge  16  NeuronLink-v1  100
  inf1.2xlarge  1  on chip, NeuronLink-v1  5
  inf1.6xlarge  4  NeuronLink-v1  25
  inf1.xlarge  1  on chip, NeuronLink-v1  5

hardware-11: prices, on demand and saved.

  $ hakaru price list --instance inf1.24xlarge --region us-east-1 --prices-as-of 2022-12-31 --json | figure '[(p["kind"], p["usd_per_h"], p["as_of"]) for p in j]'
  [["on_demand", 4.721, "2022-10-10"]]

hardware-12: Trainium, its second and its third generation.

  $ for name in trainium1 trainium2 trainium3 inferentia2; do hakaru accelerator show $name --json | figure 'j[0]["chip"]' 'j[0]["year"]'; done
  Trainium or Inferentia2  2022
  Trainium2  2024
  Trainium3  2025
  Trainium or Inferentia2  2022

hardware-13: Inferentia2 and Trainium1 have the same core; what differs is the network.

  $ hakaru compare peaks --instance inf2.48xlarge --instance trn1.32xlarge --json | figure 'peak("bf16_flops_per_s", "trn1.32xlarge")["value"] / 32 == peak("bf16_flops_per_s", "inf2.48xlarge")["value"] / 24' 'peak("network_bits_per_s", "trn1.32xlarge")["ratio"]'
  True  8
