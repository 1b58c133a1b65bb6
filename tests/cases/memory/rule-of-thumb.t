The rule of thumb, worked with the numbers of the model: 17 GB to serve, 74.9 GB to train with 8k read as 8,192. Both
readings of a device of 16 GB are given, and the smallest Trn1 that holds it.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | head -5
  rule of thumb
    parameters           as the name 'qwen2.5-7b-instruct' states; 7,615,616,512 exactly = 7,000,000,000 parameters  [1]
    weights              7,000,000,000 × 2 bytes = 14.0 GB  [1]
    logits and KV cache  (152064 + 2 × 128 × 4 × 28) × 1 × 8192 × 2 bytes = 2.96 GB  [1]
    total                = 17.0 GB
  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -e '^One' -e '^Read' -e '^Split'
  One neuroncore-v2 read as 16 GB (10⁹ bytes each): the rule's 17.0 GB: does not fit.
  Read as 16.0 GiB (2³⁰ bytes each, 17.2 GB), as the device has it: fits.
  Split over all its accelerators it fits on trn1.2xlarge: 2 × 16.0 GiB = 32.0 GiB.
  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | head -5
  rule of thumb
    parameters                     as the name 'qwen2.5-7b-instruct' states; 7,615,616,512 exactly = 7,000,000,000 parameters  [1]
    weights, gradients, optimizer  3 × 7,000,000,000 × 2 bytes = 42.0 GB  [1]
    activations                    2 × (28 × 10 × 3584) × 1 × 8192 × 2 bytes = 32.9 GB  [1]
    total                          = 74.9 GB
  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -e '^Split'
  Split over all its accelerators it fits on trn1.32xlarge: 32 × 16.0 GiB = 512 GiB.
  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb --lang ja | grep '収まる'
  実際のとおり 16.0 GiB (1 GiB = 2³⁰ バイト、17.2 GB) と読むと収まる。
  全アクセラレータに分割すれば trn1.2xlarge に収まる: 2 × 16.0 GiB = 32.0 GiB。
  レプリカごとに同じ系列が 0 本収まる

The detailed estimate stands beside it.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(round(answer["rule_of_thumb"]["total_bytes"] / 1e9, 1), len(answer["rule_of_thumb"]["lines"]),
  >       answer["device"]["total_bytes"] > answer["device"]["weights_bytes"])'
  17.0 3 True
