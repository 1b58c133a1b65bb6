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
  $ plan gpt2 4 --tp 1 --pp 2 --vpp 2 --dp 2 --zero 1 --recompute none; rehearse --network cnn --scale layers=5
  cnn 4 ranks True [] True

Four layers of an MLP on three workers are layers 1 and 2, 3, 4: the first one holds twice the second. Of a GPT, whose
embedding and head count as a layer each, they are 1, 2 and 3, 4.

  $ plan gpt2 3 --tp 1 --pp 3 --vpp 1 --dp 1 --zero 0 --recompute none
  $ hakaru rehearse plan.json --steps 3 --network mlp --scale layers=4 | sed -n '1,9p'
  Rehearsed on 3 ranks, in fp32: tp1 pp3 dp1 mb2.
  Network: mlp, in place of gpt2.
  In miniature: micro-batches 32 → 6, layers 12 → 4, hidden 768 → 64.
  
  Bytes held, executed as predicted unless said
  rank  weights  gradients  optimizer  activations     peak  estimated with fused kernels
     0  132,608    132,608    265,216        9,216  573,952                       574,976
     1   66,304     66,304    132,608        3,072  302,592                       303,616
     2  132,864    132,864    265,728        2,048  601,624                       602,624
  $ hakaru rehearse plan.json --steps 3 --network gpt --scale layers=4,hidden=/24,heads=4,sequence=16 | sed -n '1,9p;$p'
  Rehearsed on 3 ranks, in fp32: tp1 pp3 dp1 mb2.
  In miniature: micro-batches 32 → 6, layers 12 → 4, hidden 768 → 32, heads 12 → 4, kv heads 12 → 4, vocabulary 50257 → 256, sequence 512 → 16.
  
  Bytes held, executed as predicted unless said
  rank  weights  gradients  optimizer  activations     peak  estimated with fused kernels
     0   85,632     85,632    171,264      198,144  577,536                       585,728
     1  101,632    101,632    203,264      264,192  707,584                       715,776
     2   83,840     83,840    167,680       74,240  479,256                       483,328
  
  Everything compared is as predicted, and the loss is within 1e-05 of the loss of one rank.

An MLP of one's own is planned and rehearsed as any model; a ResNet runs as a small convolution net.

  $ cat > mlp.json <<END
  > {"model_type": "mlp", "input_size": 784, "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 4, "num_labels": 10}
  > END
  $ hakaru plan train --model mlp.json --items 1M --global-batch 64 --accelerator a100-80gb --accelerators 4 --tp 2 --pp 2 \
  >     --vpp 1 --dp 1 -o plan.json > /dev/null; rehearse
  mlp 4 ranks True [] True
  $ hakaru plan train --model resnet-50 --items 1M --global-batch 64 --accelerator a100-80gb --accelerators 4 --dp 4 \
  >     --zero 2 -o plan.json > /dev/null; rehearse
  cnn 4 ranks True [] True
  $ hakaru rehearse plan.json --network cnn --scale image=15
  hakaru: --scale: image 15 does not go with this layout; accepted: multiples of 2, 2 … 64; nearest: 14, 16
  [2]
  $ hakaru rehearse plan.json --network rnn
  hakaru: --network is 'rnn'; accepted: gpt, llama, mixtral, bert, mlp, cnn
  [2]
  $ hakaru rehearse plan.json --scale layers=0
  hakaru: --scale: '0' is no size; accepted: 64, /64
  [2]
  $ hakaru rehearse plan.json --sequence-lengths 8,16
  hakaru: --sequence-lengths needs a network of any length; accepted: --network gpt, llama, bert
  [2]

What a layout cannot divide is refused with the nearest that it can.

  $ plan gpt2 6 --tp 3 --pp 2 --vpp 1 --dp 1 --zero 0
  $ hakaru rehearse plan.json --network cnn
  hakaru: tp 3: convolutions are not divided; accepted: 1, or --network mlp, gpt, llama, mixtral, bert
  [2]
  $ hakaru rehearse plan.json --scale hidden=50
  hakaru: --scale: hidden 50 does not go with this layout; accepted: multiples of 6, 6 … 4092; nearest: 48, 54
  [2]
  $ hakaru rehearse plan.json --scale layers=1
  hakaru: --scale: layers 1 does not go with this layout; accepted: multiples of 1, 2 … 128; nearest: 2
  [2]
  $ hakaru rehearse plan.json --network mlp --scale feed-forward=100
  hakaru: --scale: feed-forward 100 does not go with this layout; accepted: multiples of 3, 3 … 16383; nearest: 99, 102
  [2]
  $ hakaru rehearse plan.json --network mlp --scale heads=4
  hakaru: --scale: heads is not a size of this network; accepted: hidden, feed-forward, vocabulary, layers
  [2]

A miniature that this machine cannot hold is refused before it runs.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 512 --global-batch 8 --accelerator a100-80gb --accelerators 2 --dp 2 --micro-batch 1 -o plan.json > /dev/null
  $ hakaru rehearse plan.json --scale hidden=4096,layers=128,sequence=2 2>&1 | sed 's/[0-9.]* [GTP]iB/N/g'
  hakaru: the miniature takes about N and this machine has N; accepted: a smaller --scale, or fewer --ranks
