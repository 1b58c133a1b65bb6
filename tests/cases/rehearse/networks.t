An MLP and a convolution net under the plan's layout: bytes held and kept, messages, the order of passes, loss and
gradients are as predicted.

  $ plan() { hakaru plan train --model "$1" --tokens 1B --sequence-length 512 --global-batch 64 --accelerator a100-80gb \
  >     --micro-batch 2 --accelerators "${@:2}" -o plan.json > /dev/null; }
  $ rehearse() { hakaru rehearse plan.json --steps 3 --json "$@" | python3 -c '
  > import json, sys
  > done = json.load(sys.stdin)
  > print(done["network"], done["ranks"], "ranks", done["agrees"], done["differences"],
  >       done["gradients"][0]["relative_difference"] < 1e-5)'; }
  $ plan gpt2 8 --tp 2 --pp 2 --vpp 1 --dp 2 --zero 1 --recompute full --sequence-parallel false; rehearse --network mlp
  mlp 8 ranks True [] True
  $ plan gpt2 8 --tp 2 --pp 1 --dp 4 --zero 3 --recompute none --sequence-parallel false; rehearse --network mlp
  mlp 8 ranks True [] True
  $ plan gpt2 4 --tp 1 --pp 2 --vpp 1 --dp 2 --zero 1 --recompute none --schedule gpipe; rehearse --network cnn
  cnn 4 ranks True [] True

Four layers of an MLP on three workers are layers 1 and 2, 3, 4, as 8 bytes more of each activation say.

  $ plan gpt2 3 --tp 1 --pp 3 --vpp 1 --dp 1 --zero 0 --recompute none
  $ hakaru rehearse plan.json --steps 3 --network mlp --scale layers=4 | sed -n '1,9p'
  Rehearsed on 3 ranks, in fp32: tp1 pp3 dp1 mb2.
  $ hakaru rehearse plan.json --steps 3 --network gpt --scale layers=4,hidden=/24,heads=4,sequence=16 | sed -n '1,9p;$p'

An MLP of one's own is planned and rehearsed as any model; a ResNet runs as a small convolution net.

  $ cat > mlp.json <<END
  > {"model_type": "mlp", "input_size": 784, "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 4, "num_labels": 10}
  > END
  $ hakaru plan train --model mlp.json --items 1M --global-batch 64 --accelerator a100-80gb --accelerators 4 --tp 2 --pp 2 \
  >     --vpp 1 --dp 1 -o plan.json > /dev/null; rehearse
  $ hakaru plan train --model resnet-50 --items 1M --global-batch 64 --accelerator a100-80gb --accelerators 4 --dp 4 \
  >     --zero 2 -o plan.json > /dev/null; rehearse
  $ hakaru rehearse plan.json --network cnn --scale image=15
  $ hakaru rehearse plan.json --network rnn
  $ hakaru rehearse plan.json --scale layers=0
  $ hakaru rehearse plan.json --sequence-lengths 8,16

What a layout cannot divide is refused with the nearest that it can.

  $ plan gpt2 6 --tp 3 --pp 2 --vpp 1 --dp 1 --zero 0
  $ hakaru rehearse plan.json --network cnn
  $ hakaru rehearse plan.json --scale hidden=50
  $ hakaru rehearse plan.json --scale layers=1
  $ hakaru rehearse plan.json --network mlp --scale feed-forward=100
  $ hakaru rehearse plan.json --network mlp --scale heads=4
