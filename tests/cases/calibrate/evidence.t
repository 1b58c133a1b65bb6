Predictions by constants that have not seen what they predict, for error bands. Nothing is fitted to memory: a few rows say how
they are told apart.

  $ cat > memory.csv <<'X'
  > id,model,base_model,family,seq_len,accelerator,accelerators,tp,pp,dp,zero,recompute,micro_batch,global_batch,precision,software,component,memory_gib
  > known,llama,llama-3.1-8b,decoder,4096,h100-sxm,8,1,1,8,3,full,1,8,bf16,nemo-megatron,peak_allocated,40
  > other,llama,llama-3.1-8b,decoder,4096,h100-sxm,8,1,1,8,3,full,1,8,bf16,a trainer,peak_allocated,40
  > part,llama,llama-3.1-8b,decoder,4096,h100-sxm,8,1,1,8,3,full,1,8,bf16,,activations,4
  > X
  $ hakaru calibrate evidence memory memory.csv -o own | tail -1
  written to own/evidence/memory/published.csv
  $ cut -d, -f1,2,5-7,9,11-13 own/evidence/memory/published.csv
  # Made by hakaru calibrate evidence memory.
  id,metric,software,model,model_kind,configuration,parts,accelerators,measured
  known,memory_gib,nemo-megatron,llama-3.1-8b,dense,bf16 full,recompute zero3,8,40
  other,memory_gib,a trainer,llama-3.1-8b,dense,bf16 full,recompute zero3,8,40

No constants are fitted, so whatever they rest on the prediction is the same.

  $ cut -d, -f1,14- own/evidence/memory/published.csv | tail -2 | sed 's/[0-9.][0-9.]*/N/g'
  known,N,N,N,N,N,N,N
  other,N,N,N,N,N,N,N

  $ hakaru calibrate evidence nothing memory.csv
  hakaru: evidence of 'nothing' is not known; accepted: training, serving, inference, memory
  [2]
  $ hakaru calibrate evidence memory
  hakaru: * (glob)
  [2]
