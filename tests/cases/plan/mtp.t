Layers that predict further tokens (MTP) lie behind the model's own: weights, a pass of the head more, time on the last stage.

  $ hakaru() { command hakaru "$@" --wide; }
  $ count() { hakaru memory train --model deepseek-v3 --sequence-length 4k --json "$@" | python3 -c '
  > import json, sys
  > device = json.load(sys.stdin)["device"]
  > print(round(device["weights_bytes"] / 2e9, 2), round(device["buffers_bytes"] / 1e9, 2))'; }
  $ count; count --mtp-layers 1; count --mtp-layers 0
  671.03 5.82
  682.64 7.94
  671.03 5.82

With the copies of embedding and head that the published files have beside it, that is what they hold (684.5 billion).

  $ python3 -c 'print(round(671.03 + 11.61 + 2 * 129280 * 7168 / 1e9, 1))'
  684.5
  $ plan() { hakaru plan train --model deepseek-v3 --tokens 1T --sequence-length 4k --global-batch 15360 --precision fp8 \
  >   --instance p5.48xlarge --instances 256 --top 1 "$@"; }
  $ plan --mtp-layers 1 -o plan.json | head -1; hakaru explain plan.json | sed -n 2p
  Rent 256 × p5.48xlarge: 3.84 days, $1,297,756.
  On 256 × p5.48xlarge, tp4 pp4 vpp7 ep64 etp1 dp128 mb1 zero1 sp overlap.
  $ plan --mtp-layers 1 --lang ja | sed -n 2p
  学習: deepseek-v3、1,000,000,000,000 トークン (1 ステップ: 15,360 シーケンス × 4,096 トークン、fp8、adamw)。先のトークンを予測する層 (MTP): 1 層。順位の基準: コスト。
  $ for layers in 0 1; do plan --mtp-layers $layers --json > mtp$layers.json; done
  $ python3 -c '
  > import json
  > without, one = (json.load(open(f"mtp{layers}.json"))["plans"][0] for layers in (0, 1))
  > print(one["step_time_s"] > without["step_time_s"])'
  True

They run on the last stage: where that is not told apart, the plan says what may help; whoever has told it is told nothing.

  $ plan --mtp-layers 1 --pp 16 | grep "^note: the MTP"
  note: the MTP layers run on the last pipeline stage beside its own: where others wait for it, fewer layers there (--last-stage-layers) may be faster
  $ plan --mtp-layers 1 --pp 16 --lang ja | grep "MTP 層は"
  注: MTP 層は最後のパイプラインステージで、そのステージ自身の層に加えて実行されます。ほかのステージがそれを待つ場合、最後のステージの層を減らす (--last-stage-layers) と速くなることがあります
  $ plan --mtp-layers 1 --pp 16 --last-stage-layers 1 | grep -c "^note: the MTP"
  0
  [1]

  $ hakaru explain plan.json --json > explained.json && hakaru simulate train plan.json > simulated && hakaru rehearse plan.json
  hakaru: plan.json: a plan with mtp_layers, expert_skew or expert_capacity cannot be run so; accepted: the same without
  [2]
  $ hakaru plan train --model bert-base-uncased --tokens 1B --mtp-layers 1
  hakaru: --mtp-layers: bert-base-uncased is no decoder, whose layers could predict further tokens
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --algorithm dpo --mtp-layers 1
  hakaru: --mtp-layers and --algorithm dpo exclude each other; accepted: one of them
  [2]
