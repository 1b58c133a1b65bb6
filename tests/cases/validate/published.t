Without a file all published measurements are predicted, held out first: by constants that have not seen the row's model.

  $ hakaru validate --json > published.json; python3 - <<'X'
  > import json
  > found = json.load(open('published.json'))
  > for kind in found['kinds']:
  >     skipped = sum(each['rows'] for each in kind['skipped'])
  >     print(kind['kind'], kind['rows'], kind['predicted'] + skipped == kind['rows'], 'stale', kind['stale'])
  >     for metric in kind['metrics']:
  >         held_out, fitted = metric['held_out'], metric['fitted']
  >         print(' ', metric['metric'], held_out['figures'] > 0, 0 < held_out['median_ape_pct'] < 60, fitted['figures'] >= held_out['figures'])
  > worst = found['worst']
  > off = [max(each['held_out'] / each['measured'], each['measured'] / each['held_out']) for each in worst]
  > print(len(worst), off == sorted(off, reverse=True), all(each['likely_cause'] for each in worst))
  > X
  training 1748 True stale 0
    step_time_s True True True
  serving 1995 True stale 0
    output_tokens_per_s True True True
    tpot_ms True True True
    ttft_ms True True True
  inference 534 True stale 0
    items_per_s True True True
    latency_ms_p50 True True True
  memory 132 True stale 0
    memory_gib True True True
  20 True True

The same, told apart by what ran them; no figure is lost.

  $ hakaru validate --by accelerator --json > by.json; python3 - <<'X'
  > import json
  > for kind in json.load(open('by.json'))['kinds']:
  >     for metric in kind['metrics']:
  >         groups = [each for each in kind['groups'] if each['group'].startswith(metric['metric'] + ', ')]
  >         print(metric['metric'], len(groups) > 2, *(sum(each[of]['figures'] for each in groups) == metric[of]['figures'] for of in ('held_out', 'fitted')))
  > X
  step_time_s True True True
  output_tokens_per_s True True True
  tpot_ms True True True
  ttft_ms True True True
  items_per_s True True True
  latency_ms_p50 True True True
  memory_gib True True True
  $ hakaru validate --by software | grep -c 'step_time_s, nemo-megatron '
  2
  $ hakaru validate --by colour
  hakaru: --by is 'colour'; accepted: accelerator, software, model-kind
  [2]

Constants of one's own make the stored predictions stale, and it is said.

  $ mkdir -p own/calibrations/inference; cat > own/calibrations/inference/l40s.toml <<'X'
  > accelerator = "l40s"
  > [tensorrt]
  > source = "mine"
  > convolution_efficiency = 0.01
  > X
  $ hakaru validate --data own | grep 'stored predictions'
  79 stored predictions are not those of today's constants: make data/evidence anew with hakaru calibrate evidence inference
