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
  X2 'no such' is not a known model; the nearest known: yolov4, yolov5l, yolov5m
  X3 t5-3b generates text; accepted: encoders, vision, diffusion
  X4 it has none of latency_ms_p50, items_per_s
  X5 how many passes of 3d-unet an item takes is not known
  ['series=aws-neuron,model=bert-large-uncased', 'series=aws-neuron,model=no such', 'series=aws-neuron,model=t5-3b', 'series=mlperf,model=3d-unet', 'series=mlperf,model=BERT-large']

A malformed row ends it, with its line and column.

  $ sed 's/,2.694,738.6,auto/,0,738.6,auto/' items.csv > bad.csv; hakaru validate inference bad.csv
  hakaru: bad.csv: line 2: 'latency_ms_p50' is '0'; accepted: a number, more than 0, at most 1e+09
  [2]
