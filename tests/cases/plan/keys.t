The keys of the JSON of each kind of plan. Keys are never renamed.

  $ keys() { python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(" ".join(key for key in answer))
  > print(" ".join(answer["plans"][0]))
  > print(" ".join(answer["plans"][0]["layout"]))
  > print(" ".join(answer["plans"][0]["memory"]))'; }
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --json | keys
  scenario evaluated_layouts feasible_layouts complete elapsed_s recommended_rank notes plans choice bought_otherwise
  rank instance instances accelerator accelerators idle_accelerators layout step_time_s tokens_per_s mfu duration_s cost_usd energy_kwh start_up_s memory error_band_pct evidence_count band chance_to_keep_limits is_safe chance_out_of_memory evidence evidence_software evidence_of also usd_per_h price_kind price calibration step porting notes chance_best
  tp pp vpp cp ep dp zero sequence_parallel recompute micro_batch schedule context_parallel recompute_layers tensor_chunks
  device capacity_bytes headroom_bytes fits
  $ hakaru plan serve --offline --model gpt2 --context 1k --instance g5.xlarge --json | keys | sed -n 2p
  rank instance instances accelerator accelerators idle_accelerators layout step_time_s tokens_per_s mfu duration_s cost_usd energy_kwh memory batch ttft_s tpot_s requests_per_s output_tokens_per_s request_s cost_per_million_tokens_usd engine compute policy max_num_seqs max_num_batched_tokens error_band_pct evidence_count band chance_to_keep_limits is_safe chance_out_of_memory evidence evidence_software evidence_of also usd_per_h usd_per_month price_kind price calibration porting notes chance_best
  $ hakaru plan infer --model resnet-50 --batch 8 --instance inf1.xlarge --json | keys | sed -n 2p
  rank instance instances accelerator accelerators idle_accelerators layout step_time_s tokens_per_s mfu duration_s cost_usd energy_kwh memory batch latency_s items_per_s cost_per_million_items_usd error_band_pct evidence_count band chance_to_keep_limits is_safe chance_out_of_memory evidence evidence_software evidence_of also usd_per_h price_kind price calibration porting notes chance_best

What is not known is null: an owned machine has no price, and no error band is made yet.

  $ hakaru plan infer --model resnet-50 --batch 8 --instance dgx-h100 --json | python3 -c '
  > import json, sys
  > plan = json.load(sys.stdin)["plans"][0]
  > print([plan[key] for key in ("cost_usd", "price", "error_band_pct", "evidence_count", "duration_s")])'
  [None, None, 268.28120097580836, 20, None]
