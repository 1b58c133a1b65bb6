  $ figure() { "$TESTDIR"/figure "$@"; }

prices-1: us-east-2 on 2025-05-19: trn1.2xlarge $1.34, trn1.32xlarge $21.50.

  $ for size in 2 32; do hakaru price list --instance trn1.${size}xlarge --region us-east-2 --prices-as-of 2025-05-19 --json | figure '[(p["as_of"], p["usd_per_h"]) for p in j]'; done
  [["2025-05-19", 1.34]]
  [["2025-05-19", 21.5]]

prices-2: a Capacity Block is cheaper than on-demand.

  $ hakaru price list --instance trn1.32xlarge --json | figure 'min(p["usd_per_h"] for p in j if p["kind"] == "capacity_block") < min(p["usd_per_h"] for p in j if p["kind"] == "on_demand")'
  True

prices-3, prices-6: what the deck prints of six instances, and their price of an accelerator for an hour.

  $ hakaru compare peaks --instance p4d.24xlarge --instance p4de.24xlarge --instance dl1.24xlarge --prices-as-of 2023-06-30 | grep -E '^(figure|chips|accelerator memory  |link|vCPUs|host|local|on-demand)'
  figure                                    p4d.24xlarge       p4de.24xlarge               dl1.24xlarge
  chips                                                8                   8     1×                   8      1×
  accelerator memory                    344 GB = 320 GiB    687 GB = 640 GiB     2×    256 GB = 238 GiB  0.745×
  link of one chip, both directions             600 GB/s            600 GB/s     1×            175 GB/s  0.292×
  vCPUs                                               96                  96     1×                  96      1×
  host memory                                   1152 GiB            1152 GiB     1×             768 GiB  0.667×
  local storage                                  8000 GB             8000 GB     1×             4000 GB    0.5×
  on-demand price of an hour                      $32.77              $40.96  1.25×              $13.11    0.4×
  on-demand price of a chip and hour               $4.10               $5.12  1.25×               $1.64    0.4×
  $ hakaru compare peaks --instance trn1.2xlarge --instance trn1.32xlarge --instance trn1n.32xlarge --prices-as-of 2023-06-30 | grep -E '^(figure|chips|accelerator memory  |link|vCPUs|host|local|on-demand)'
  figure                                    trn1.2xlarge        trn1.32xlarge             trn1n.32xlarge
  chips                                                1                   16   16×                   16    16×
  accelerator memory                  34.4 GB = 32.0 GiB     550 GB = 512 GiB   16×     550 GB = 512 GiB    16×
  link of one chip, both directions                    -             384 GB/s                   768 GB/s
  vCPUs                                                8                  128   16×                  128    16×
  host memory                                   32.0 GiB              512 GiB   16×              512 GiB    16×
  local storage                                   474 GB              7600 GB   16×              7600 GB    16×
  on-demand price of an hour                       $1.34               $21.50   16×               $24.78  18.5×
  on-demand price of a chip and hour               $1.34                $1.34    1×                $1.55  1.16×

prices-4: 768 GB/s and not 768 Gb/s: the link of a chip, both directions together, as at launch.

  $ hakaru compare peaks --instance trn1.32xlarge-launch --instance trn1.32xlarge --instance trn1n.32xlarge | grep -E '^(figure|link)'
  figure                              trn1.32xlarge-launch        trn1.32xlarge               trn1n.32xlarge
  link of one chip, both directions               768 GB/s             384 GB/s    0.5×             768 GB/s      1×

prices-5: P5 has 8 H100 of 80 GB, 640 GB.

  $ hakaru compare peaks --instance p5.48xlarge | grep -E '^(chips|accelerator memory  )'
  chips                                                8
  accelerator memory                    687 GB = 640 GiB
