Encoders, vision and diffusion that were published, beside what they should take.

  $ cat > items.csv <<'X'
  > id,series,model,accelerator,instance,accelerators,dtype,batch,seq_or_image,latency_ms_p50,items_per_s,notes
  > X1,aws-neuron,bert-large-uncased,neuroncore-v2,inf2.xlarge,2,fp32,1,128,2.694,738.6,autocast=Matmult-BF16
  > X2,aws-neuron,no such,neuroncore-v2,inf2.xlarge,2,fp32,1,128,2.694,738.6,
  > X3,aws-neuron,t5-3b,neuroncore-v2,inf2.24xlarge,8,fp32,1,128,9.25,108.18,
  > X4,mlperf,BERT-large,h100-sxm,,8,int8,,384,,,
  > X5,mlperf,3d-unet,h100-sxm,,8,int8,,,,50,
  > X

  $ hakaru validate inference items.csv --json > out.json; python3 - <<'X'
  > import json
  > result = json.load(open('out.json'))
  > for row in result['rows']:
  >     print(row['id'], row.get('skipped_because') or (row['metric'], 'close' if abs(row['error_pct']) < 25 else row['error_pct']))
  > print([group['key'] for group in result['groups']])
  > X
  X1 ('latency_ms_p50', 'close')
  X1 ('items_per_s', 'close')
  X2 'no such' is not a known model, nor is its family
  X3 t5-3b generates text, and the notes do not say tp=, in= and out=
  X4 it has none of latency_ms_p50, items_per_s
  X5 how many passes of 3d-unet an item takes is not known
  ['series=aws-neuron,model=bert-large-uncased', 'series=aws-neuron,model=no such', 'series=aws-neuron,model=t5-3b', 'series=mlperf,model=3d-unet', 'series=mlperf,model=BERT-large']

With --strict a malformed row ends it, with its line and column.

  $ sed 's/,2.694,738.6,auto/,0,738.6,auto/' items.csv > bad.csv; hakaru validate inference bad.csv --strict
  hakaru: bad.csv: line 2: 'latency_ms_p50' is '0'; accepted: a number, more than 0, at most 1e+09
  [2]

Notes count the calls under way, which wait for each other; figures of a model that generates are of its tokens.

  $ cat > calls.csv <<'X'
  > id,series,model,accelerator,instance,accelerators,dtype,batch,seq_or_image,latency_ms_p50,items_per_s,notes
  > one,mine,bert-base-uncased,neuroncore-v1,inf1.xlarge,4,fp32,8,128,30,1000,N Models=4; Workers per Model=1;
  > two,mine,bert-base-uncased,neuroncore-v1,inf1.xlarge,4,fp32,8,128,30,1000,N Models=4; Workers per Model=2;
  > split,mine,bert-base-uncased,neuroncore-v1,inf1.xlarge,4,fp32,8,128,30,1000,N Models=1; Workers per Model=1;
  > t5,aws-neuron,t5-3b,neuroncore-v2,inf2.24xlarge,8,fp32,1,128,9.25,108.18,NeuronX Distributed; autocast=Matmult-BF16; tp=8 dp=1 in=128 out=84;
  > X
  $ hakaru validate inference calls.csv --json > calls.json; python3 - <<'X'
  > import json
  > found = {(row["id"], row["metric"]): row["predicted"] for row in json.load(open("calls.json"))["rows"]}
  > latency = lambda name: found[(name, "latency_ms_p50")] / 1e3
  > items = lambda name: found[(name, "items_per_s")]
  > for name, calls, batch in (("one", 4, 8), ("two", 8, 8), ("split", 1, 8), ("t5", 1, 1)):
  >     print(name, abs(items(name) * latency(name) / (calls * batch) - 1) < 1e-9)
  > print(latency("split") < latency("one") < latency("two"), items("two") > items("one"))
  > print(abs(found[("t5", "latency_ms_p50")] / 9.25 - 1) < 0.2)
  > X
  one True
  two True
  split True
  t5 True
  True True
  True
