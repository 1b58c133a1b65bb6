The rule of thumb, worked with the numbers of the model: 17 GB to serve, 74.9 GB to train with 8k read as 8,192. Both
readings of a device of 16 GB are given, and the smallest Trn1 that holds it.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -A4 "^rule of thumb"
  rule of thumb
    parameters           as the name 'qwen2.5-7b-instruct' states; 7,615,616,512 exactly = 7,000,000,000 parameters  [1]
    weights              7,000,000,000 × 2 bytes = 14.0 GB  [1]
    logits and KV cache  (152064 + 2 × 128 × 4 × 28) × 1 × 8192 × 2 bytes = 2.96 GB  [1]
    total                = 17.0 GB
  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -e '^trn1' -e '^with' -e '^What' -e '^Split'
  trn1.2xlarge: the rule's 17.0 GB fit on the machine but not on one accelerator of 16 GB (16·10⁹ bytes): the model must be split over 2
  trn1.2xlarge: the rule's 17.0 GB fit on one accelerator of 16 GiB (17.18·10⁹ bytes)
  with the model's 7,615,616,512 parameters instead of 7,000,000,000, the rule would ask for 18.2 GB
  with logits of each sequence's last token only, as engines keep them (0.00 GB, not 2.49 GB), it would ask for 15.7 GB
  trn1.2xlarge: the detailed estimate below, 17.8 GB, does not fit on one accelerator of 16 GiB (17.18·10⁹ bytes)
  What the rule leaves out: activations 1.05 GB, reserve 1.05 GB.
  Split over all its accelerators it fits on trn1.2xlarge: 2 × 16.0 GiB = 32.0 GiB.
  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -A4 "^rule of thumb"
  rule of thumb
    parameters                     as the name 'qwen2.5-7b-instruct' states; 7,615,616,512 exactly = 7,000,000,000 parameters  [1]
    weights, gradients, optimizer  3 × 7,000,000,000 × 2 bytes = 42.0 GB  [1]
    activations                    2 × (28 × 10 × 3584) × 1 × 8192 × 2 bytes = 32.9 GB  [1]
    total                          = 74.9 GB
  $ hakaru memory train --model qwen2.5-7b-instruct --context 8k --rule-of-thumb | grep -e "^trn1" -e "^weights, gradients and" -e "^What" -e "^Split"
  trn1.2xlarge: the rule's 74.9 GB do not fit: 2 accelerators of 16 GB (16·10⁹ bytes), 5 needed
  trn1.2xlarge: the rule's 74.9 GB do not fit: 2 accelerators of 16 GiB (17.18·10⁹ bytes), 5 needed
  weights, gradients and optimizer in the types of the training: 137 GB; its activations: 36.5 GB
  trn1.2xlarge: the detailed estimate below, 182 GB, does not fit on one accelerator of 16 GiB (17.18·10⁹ bytes)
  What the rule leaves out: buffers 7.16 GB, reserve 1.05 GB.
  Split over all its accelerators it fits on trn1.32xlarge: 32 × 16.0 GiB = 512 GiB.
  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb --lang ja | grep '収まり'
  収まりません: 1 デバイスあたり必要 16.6 GiB、5 % を空けた容量 15.2 GiB、超過 1.38 GiB
  この長さのシーケンスは 1 レプリカに 0 本まで収まります
  trn1.2xlarge: 概算式の 17.0 GB はインスタンス全体には収まりますが、16 GB (16·10⁹ bytes) のアクセラレーター 1 基には収まりません。モデルを 2 基に分割する必要があります
  trn1.2xlarge: 概算式の 17.0 GB は 16 GiB (17.18·10⁹ bytes) のアクセラレーター 1 基に収まります
  trn1.2xlarge: 下の詳細な見積もり 17.8 GB は 16 GiB (17.18·10⁹ bytes) のアクセラレーター 1 基に収まりません
  全アクセラレーターに分割すれば trn1.2xlarge に収まります: 2 × 16.0 GiB = 32.0 GiB。

The detailed estimate stands beside it.

  $ hakaru memory serve --model qwen2.5-7b-instruct --context 8k --rule-of-thumb --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(round(answer["rule_of_thumb"]["total_bytes"] / 1e9, 1), len(answer["rule_of_thumb"]["lines"]),
  >       answer["device"]["total_bytes"] > answer["device"]["weights_bytes"])'
  17.0 3 True
