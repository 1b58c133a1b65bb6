What a row says and cannot be meant is skipped with its reason, not timed as something else.

  $ echo 'model,accelerator,accelerators,dtype,seq_or_image,batch,latency_ms_p50' > sizes.csv
  $ for size in 128 '' garbage 128junk 128x128; do echo "bert-base,l40s,1,fp16,$size,1,1"; done >> sizes.csv
  $ for size in 448x448 448 '' nonsense 99999x99999 99999 448junk 1e3; do echo "resnet-50,l40s,1,fp16,$size,1,1"; done >> sizes.csv
  $ hakaru validate inference sizes.csv | grep -v '^$'
  group            rows  predicted  skipped  median error  90th percentile     bias
  model=bert-base     5          1        4        21.9 %           21.9 %  -21.9 %
  model=resnet-50     8          3        5        37.8 %           55.3 %  -37.8 %
  all                13          4        9        37.8 %           53.1 %  -37.8 %
  skipped 1: its seq_or_image '' is no size; accepted: 128
  skipped 1: its seq_or_image '128junk' is no size; accepted: 128
  skipped 1: its seq_or_image '128x128' is no size; accepted: 128
  skipped 1: its seq_or_image '1e3' is no size; accepted: 224x224
  skipped 1: its seq_or_image '448junk' is no size; accepted: 224x224
  skipped 1: its seq_or_image '99999' is no size; accepted: 224x224
  skipped 1: its seq_or_image '99999x99999' is no size; accepted: 224x224
  skipped 1: its seq_or_image 'garbage' is no size; accepted: 128
  skipped 1: its seq_or_image 'nonsense' is no size; accepted: 224x224
  $ echo 'model,accelerator,accelerators,dtype,notes,latency_ms_p50' > tp.csv
  $ for tp in 2 16; do echo "t5-3b,l40s,2,fp16,tp=$tp in=64 out=64,1"; done >> tp.csv
  $ hakaru validate inference tp.csv | grep -v '^$'
  group        rows  predicted  skipped  median error  90th percentile     bias
  model=t5-3b     2          1        1        96.9 %           96.9 %  +96.9 %
  all             2          1        1        96.9 %           96.9 %  +96.9 %
  skipped 1: tp × pp = 16 does not divide 2 accelerators
  $ echo 'model,accelerator,accelerators,tp,pp,moe_ep,engine,mode,input_length,output_length,concurrency,tpot_ms' > serving.csv
  $ echo 'llama-3.1-405b,l40s,1,1,,,vllm,server,512,128,1,10' >> serving.csv
  $ echo 'llama-3.1-70b,l40s,8,,4,,vllm,server,512,128,1,10' >> serving.csv
  $ echo 'llama-3.1-70b,l40s,8,,,64,vllm,server,512,128,1,10' >> serving.csv
  $ hakaru validate serving serving.csv | grep -v '^$'
  group                         rows  predicted  skipped  median error  90th percentile  bias
  accelerator=l40s,engine=vllm     3          0        3             -                -     -
  all                              3          0        3             -                -     -
  skipped 1: a sequence of 640 tokens does not fit beside the weights of llama-3.1-405b
  skipped 1: its moe_ep needs tp
  skipped 1: its pp needs tp

A row whose time per token is less than its memory can be read in contradicts itself.

  $ echo 'model,accelerator,accelerators,tp,engine,mode,input_length,output_length,concurrency,tpot_ms' > fast.csv
  $ for ms in 5 3; do echo "llama-3.1-8b,h100-sxm,1,1,vllm,server,512,128,1,$ms"; done >> fast.csv
  $ hakaru validate serving fast.csv | tail -1
  skipped 1: its tpot_ms is below what reading its weights and caches once takes at the full memory bandwidth

Facts that stand in a folder laid over the data are refused by name where they are wrong.

  $ mkdir facts; try() { printf '[models]\n[series]\n%s\n' "$1" > facts/inference_names.toml; hakaru validate inference sizes.csv --data facts; }
  $ try '[[clals]]'
  hakaru: facts/inference_names.toml: 'clals' is not a known key; accepted: calls, models, series
  [2]
  $ try '[series.x.y]
  > fp16_computed_as = "fp7"
  > source = "here"'
  hakaru: facts/inference_names.toml: 'series.x.y.fp16_computed_as' is fp7; accepted: a number format
  [2]
  $ try '[series.x.y]
  > besides = ["-5 x resnet-34"]
  > source = "here"'
  hakaru: facts/inference_names.toml: 'series.x.y.besides' is -5 x resnet-34; accepted: such as '16 x sdxl-refiner'
  [2]
  $ try '[[calls]]
  > series = "x"
  > says = ""
  > family = "vision"
  > source = "here"'
  hakaru: facts/inference_names.toml: 'calls.in_all' is 0; accepted: either in_all or per_accelerator, above 0
  [2]
