efa-1, efa-2, efa-3: the generation and the bandwidth of every instance in the table, and the accelerator memory that it
prints as 320 GB for P4de.

  $ hakaru compare peaks --instance dl1.24xlarge --instance trn1.32xlarge --instance trn1n.32xlarge | grep -E '^(figure|accelerator memory  |network|EFA)'
  figure                                    dl1.24xlarge        trn1.32xlarge               trn1n.32xlarge
  accelerator memory                    256 GB = 238 GiB     550 GB = 512 GiB   2.15×     550 GB = 512 GiB   2.15×
  network                                     400 Gbit/s           800 Gbit/s      2×           1.6 Tbit/s      4×
  EFA generation                                       1                    2      2×                    2      2×
  $ hakaru compare peaks --instance p4d.24xlarge --instance p4de.24xlarge --instance p5.48xlarge | grep -E '^(figure|accelerator memory  |network|EFA)'
  figure                                    p4d.24xlarge       p4de.24xlarge                p5.48xlarge
  accelerator memory                    344 GB = 320 GiB    687 GB = 640 GiB     2×    687 GB = 640 GiB     2×
  network                                     400 Gbit/s          400 Gbit/s     1×          3.2 Tbit/s     8×
  EFA generation                                       1                   1     1×                   2     2×

efa-4: more latency or less is a property of the generation, and enters every message between instances.

  $ for name in p4d.24xlarge p5.48xlarge p5en.48xlarge; do hakaru instance show $name --json | "$TESTDIR"/figure 'j[0]["instance"]' 'j[0]["between"]["name"]' 'j[0]["between"]["latency_s"]'; done
  p4d.24xlarge  EFA v1  7e-05
  p5.48xlarge  EFA v2  2.7e-05
  p5en.48xlarge  EFA v3  1.76e-05

efa-5: trn1n is recommended for 100 instances or more. Ours gains some 12 %: twice the links and the network halve what is
waited for.

  $ step() { hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 2048 --global-batch 2048 --instance $1 --instances 128 --precision bf16-sr --tp 32 --pp 8 --json | "$TESTDIR"/figure 'best["step_time_s"]'; }
  $ trn1=$(step trn1.32xlarge) trn1n=$(step trn1n.32xlarge)
  $ python3 -c "print('trn1n is faster' if 1.05 < $trn1 / $trn1n < 1.2 else ($trn1, $trn1n))"
  trn1n is faster
