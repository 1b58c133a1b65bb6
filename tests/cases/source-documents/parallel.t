  $ figure() { "$TESTDIR"/figure "$@"; }

parallel-2: layers 1 and 2 on the first worker, 3 on the second, 4 on the third.

  $ cat > four-layers.json <<EOF
  > {"model_type": "llama", "hidden_size": 1024, "num_hidden_layers": 4, "num_attention_heads": 16,
  >  "intermediate_size": 4096, "vocab_size": 32000, "max_position_embeddings": 2048}
  > EOF
  $ hakaru plan train --model four-layers.json --tokens 1M --sequence-length 1024 --global-batch 8 --instance g5.xlarge --instances 3 --pp 3 --micro-batch 1 --vpp 1 --json > three.json
  $ figure 'best["layout"]["pp"]' < three.json
  3

hakaru cuts 1, 2, 1: embedding and head count as a layer each. The fullest worker, the last, has the head of 32,000 × 1,024,
the last norm and one layer of 16,779,264 parameters:

  $ figure '(best["memory"]["device"]["weights_bytes"] / 2 - 32000 * 1024 - 1024) / 16779264' < three.json
  1

parallel-3: workers wait: with p stages and m micro-batches (p - 1)/m of the time, until they are many.

  $ hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 2048 --global-batch 1536 --accelerator a100-80gb --accelerators 1024 --zero 0 --tp 8 --pp 16 --vpp 1 --micro-batch 1 --recompute full --json > sixteen.json
  $ figure --between 0.9 1.05 'best["step"]["bubble_s"] / ((16 - 1) / 192 * (best["step"]["compute_s"] + best["step"]["exposed"]["tensor_s"]))' < sixteen.json
  yes

parallel-1: data parallelism copies the model: four workers hold the same weights, a quarter of the batch each.

  $ hakaru plan train --model bert-base-uncased --tokens 1M --sequence-length 128 --global-batch 64 --instance g5.12xlarge --instances 1 --dp 4 --tp 1 --pp 1 --zero 0 --json > dp.json
  $ hakaru plan train --model bert-base-uncased --tokens 1M --sequence-length 128 --global-batch 16 --instance g5.xlarge --instances 1 --zero 0 --json > alone.json
  $ python3 -c "import json; dp, alone = (json.load(open(f))['plans'][0]['memory']['device'] for f in ('dp.json', 'alone.json')); print(dp['weights_bytes'] == alone['weights_bytes'])"
  True

parallel-4: tensor parallelism divides every tensor: with tp 4 a worker holds about a quarter of the weights.

  $ weights() { hakaru memory train --model gpt3-6.7b --context 2048 --batch 1 --tp $1 --json | figure 'j["device"]["weights_bytes"]'; }
  $ python3 -c "print(round($(weights 1) / $(weights 4), 1))"
  4.0

parallel-5: a model that is too large for one instance is cut over several.

  $ hakaru plan train --model gpt3-175b --tokens 1B --sequence-length 2048 --global-batch 64 --instance p4d.24xlarge --instances 1
  hakaru: does not fit on 1 × p4d.24xlarge: the smallest layout (tp8 pp1 dp1 mb1 sp recompute full/2) needs 370 GiB per device, which has 40.0 GiB; would fit: 12 × p4d.24xlarge, or 1 × u-p6e-gb200x36
  [1]

parallel-6: Trn1 communicates beside computing.

  $ for name in trainium1 a100-40gb; do hakaru accelerator show $name --json | figure 'j[0]["collective_engine"]'; done
  True
  False
