Memory of training that was published: activations and states of GPT-3's layers (Korthikanti et al. 2022).

  $ cat > memory.csv <<'X'
  > id,model,base_model,family,attention,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,accelerator,accelerators,tp,pp,vpp,cp,dp,zero,sequence_parallel,recompute,micro_batch,global_batch,precision,optimizer,flash_attention,component,memory_gib
  > KORTH-a,gpt3-175B,gpt3-175b,decoder,mha,mlp,12288,96,96,96,49152,51200,2048,a100-sxm-80gb,64,8,8,3,1,1,0,0,none,1,64,fp16,adam,0,activations,66.84375
  > KORTH-b,gpt3-175B,gpt3-175b,decoder,mha,mlp,12288,96,96,96,49152,51200,2048,a100-sxm-80gb,64,8,8,3,1,1,0,0,none,1,64,fp16,adam,0,something,66.8
  > X
  $ hakaru validate memory memory.csv
  group                               rows  predicted  skipped  median error  90th percentile    bias
  series=KORTH,component=activations     1          1        0         0.0 %            0.0 %  +0.0 %
  series=KORTH,component=something       1          0        1             -                -       -
  all                                    2          1        1         0.0 %            0.0 %  +0.0 %
  skipped 1: component 'something' is not known; accepted: activations, weights_gradients_optimizer, peak_allocated
