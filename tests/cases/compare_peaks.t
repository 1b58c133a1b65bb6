Specifications side by side, for people, for programs and for spreadsheets.

  $ hakaru compare peaks --instance g4dn.xlarge --instance g5.xlarge --prices-as-of 2023-12-31
  figure                                     g4dn.xlarge           g5.xlarge
  chips                                                1                   1     1×
  fp32, dense                                8.1 TFLOP/s          35 TFLOP/s  4.32×
  tf32, dense                         8.1 TFLOP/s (fp32)          35 TFLOP/s  4.32×
  bf16, dense                         8.1 TFLOP/s (fp32)          70 TFLOP/s  8.64×
  fp16, dense                                 65 TFLOP/s          70 TFLOP/s  1.08×
  int8, dense                                  130 TOP/s           140 TOP/s  1.08×
  uint8, dense                                 130 TOP/s           140 TOP/s  1.08×
  fastest floating-point type          65 TFLOP/s (fp16)   70 TFLOP/s (bf16)  1.08×
  accelerator memory                  17.2 GB = 16.0 GiB  24.0 GB = 22.4 GiB   1.4×
  accelerator memory bandwidth                  320 GB/s            600 GB/s  1.88×
  network                                       5 Gbit/s          2.5 Gbit/s   0.5×
  vCPUs                                                4                   4     1×
  host memory                                   16.0 GiB            16.0 GiB     1×
  local storage                                   125 GB              250 GB     2×
  on-demand price of an hour                      $0.526               $1.01  1.91×
  on-demand price of a chip and hour              $0.526               $1.01  1.91×
  $ hakaru compare peaks --instance g4dn.xlarge --instance g5.xlarge --json | python3 -c "import json, sys; print([row for row in json.load(sys.stdin)['rows'] if row['figure'] == 'efa_generation' or row['figure'] == 'fp16_flops_per_s'])"
  [{'figure': 'fp16_flops_per_s', 'instance': 'g4dn.xlarge', 'instances': 1, 'value': 65000000000000.0, 'ratio': 1.0, 'note': None}, {'figure': 'fp16_flops_per_s', 'instance': 'g5.xlarge', 'instances': 1, 'value': 70000000000000.0, 'ratio': 1.0769230769230769, 'note': None}]
  $ hakaru compare peaks --instance g4dn.xlarge --instance g5.xlarge --csv | head -3
  figure,instance,instances,value,ratio,note
  chips,g4dn.xlarge,1,1.0,1.0,
  chips,g5.xlarge,1,1.0,1.0,
  $ hakaru compare peaks --instance g4dn.xlarge --lang ja | head -4
  項目                                      g4dn.xlarge
  チップ数                                            1
  fp32 (密)                                 8.1 TFLOP/s
  fp16 (密)                                  65 TFLOP/s

What cannot be answered is said.

  $ hakaru compare peaks
  hakaru: compare peaks needs --instance at least once; found none
  [2]
  $ hakaru compare peaks --instance g5.xlarg
  hakaru: instance 'g5.xlarg' is not known; nearest: g5.xlarge, g5.2xlarge, g5.4xlarge; one of your own: hakaru catalog add
  [2]
  $ hakaru compare peaks --instance g5.xlarge --instances 0
  hakaru: --instances is 0; accepted: 1 … 1000000
  [2]
  $ hakaru compare peaks --instance g5.xlarge --prices-as-of yesterday
  hakaru: --prices-as-of is 'yesterday'; accepted: a date such as 2023-06-01
  [2]
  $ hakaru compare peaks --instance g5.xlarge --region mars
  hakaru: --region is 'mars', for which no price is known; nearest: any, us, eastus
  [2]
