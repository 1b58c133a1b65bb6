Llama 3 405B on 16,384 H100 (arXiv 2407.21783): 419 interruptions in 54 days, more than 90 % of the time effective, storage
of 2 TB/s.

  $ hakaru() { command hakaru "$@" --wide; }
  $ of() { python3 -c "import json, sys; j = json.load(sys.stdin); print(eval(sys.argv[1]))" "$1"; }
  $ hakaru plan train --model llama-3.1-405b --tokens 15T --sequence-length 8k --global-batch 2048 --instance dgx-h100 --instances 2048 --tp 8 --top 1 -o llama.json > plan.txt
  $ hakaru run llama.json --checkpoint-bandwidth 2TB/s --pue 1.08 --grid-kgco2e-per-kwh 0.4 --json > llama-run.json
  $ of 'round(54 * 86400 / j["mtbf_s"])' < llama-run.json
  419
  $ of '0.9 < j["goodput"] < 0.95' < llama-run.json
  True
  $ of 'round(j["goodput"] + j["writing_share"] + j["restarting_share"] + j["done_again_share"], 12)' < llama-run.json
  1.0
  $ of 'round(j["duration_s"] * j["goodput"] / j["ideal_duration_s"], 9)' < llama-run.json
  1.0
  $ of 'round(j["checkpoint_bytes"] / 405_853_388_800, 3)' < llama-run.json
  14.0
  $ of 'round(j["co2e_kg"] / j["energy_kwh"], 9), round(j["energy_kwh"] / (16384 * 0.7 * 1.08 * j["duration_s"] / 3600), 9)' < llama-run.json
  (0.4, 1.0)

A checkpoint less often than the best: less time writing, more work done again, worse in sum.

  $ hakaru run llama.json --checkpoint-bandwidth 2TB/s --checkpoint-interval 2h --json | of 'j["goodput"] < 0.75, j["writing_share"] < 0.001'
  (True, True)

On AWS the storage, the PUE and the grid are known, each with its source.

  $ hakaru plan train --model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536 --instance p5.48xlarge --instances 64 --top 1 -o gpt.json > plan.txt
  $ hakaru run gpt.json --json | of '[name for name, known in j["conditions"].items() if not known["source"]], j["notes"]'
  ([], [])
  $ hakaru run gpt.json | sed -n '/^failures/,/^  goodput/p' | cut -c 1-27
  failures and checkpoints
    checkpoint               
    writing a checkpoint     
    time between failures    
    being back after a failur
    checkpoint interval      
    writing checkpoints      
    restarting               
    work done again          
    goodput                  
  $ hakaru run gpt.json --region eu-north-1 --json | of 'j["conditions"]["grid_kgco2e_per_kwh"]["value"]'
  0.008

Where no figure is published there is none: Trainium's failures and power.

  $ hakaru plan train --model gpt3-6.7b --tokens 10B --sequence-length 2048 --global-batch 64 --instance trn1.32xlarge --instances 1 --top 1 -o trn.json > plan.txt
  $ hakaru run trn.json --json | of 'j["goodput"], j["checkpoint_interval_s"], j["energy_kwh"], j["co2e_kg"], j["duration_s"] == j["ideal_duration_s"]'
  (None, None, None, None, True)
  $ hakaru run trn.json | grep ^note
  note: no failure rate of neuroncore-v2 is published: --node-mtbf says it; failures are not counted
  note: no power of neuroncore-v2 is published, so energy is not known
  $ hakaru run trn.json --node-mtbf 100d --json | of '0.99 < j["goodput"] < 1'
  True
  $ hakaru run trn.json --lang ja | tail -1
  注: neuroncore-v2 の電力は公表されていないため、エネルギーは分かりません

What is refused.

  $ hakaru run
  hakaru: PLAN is missing: hakaru run FILE[#RANK]
  [2]
  $ hakaru run gpt.json --node-mtbf 264
  hakaru: --node-mtbf is '264'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms
  [2]
  $ hakaru run gpt.json --node-mtbf 0s
  hakaru: --node-mtbf is 0s; accepted: 1us … 1000000d
  [2]
  $ hakaru run gpt.json --pue 0.9
  hakaru: --pue is 0.9; accepted: 1 … 10
  [2]
  $ hakaru run gpt.json --checkpoint-storage tape
  hakaru: storage 'tape' is not known; accepted: * (glob)
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance a3-highgpu-8g --instances 2 --top 1 -o gcp.json > plan.txt; hakaru run gcp.json --checkpoint-storage fsx-lustre
  hakaru: --checkpoint-storage is 'fsx-lustre', storage of aws; accepted for a machine of gcp: local-nvme, --checkpoint-bandwidth
  [2]
  $ hakaru run gpt.json --checkpoint-storage s3 --checkpoint-bandwidth 2TB
  hakaru: --checkpoint-storage and --checkpoint-bandwidth exclude each other; accepted: one of them
  [2]
  $ hakaru run gpt.json --node-mtbf 5m
  hakaru: the run never ends: 64 * p5.48xlarge fail every 4.69 s, and being back takes * (glob)
  [1]
  $ hakaru plan serve --offline --model qwen2.5-7b-instruct --context 8k --instance g5.xlarge --top 1 -o serve.json > plan.txt; hakaru run serve.json
  hakaru: serve.json: not a plan of training; accepted: one of hakaru plan train
  [2]

Days and money are off together, as far as the step is; the band is told beside them.

  $ hakaru plan train --model llama-3.1-8b --tokens 100B --sequence-length 8k --global-batch 512 --instance p5.48xlarge --instances 8 --top 1 -o priced.json > /dev/null
  $ hakaru run priced.json | sed -n 4p | sed 's/[0-9][0-9.,]*/N/g'
  N % interval: time N–N days, cost $N–$N
  $ hakaru run priced.json --json > run.json; python3 -c '
  > import json
  > plan, run = json.load(open("priced.json"))["plans"][0], json.load(open("run.json"))
  > step = plan["band"]["figures"]["step_time_s"]
  > for key in ("duration_s", "cost_usd", "energy_kwh", "co2e_kg"):
  >     ends = run["band"][key]
  >     print(key, all(abs(ends[end] / run[key] / (step[end] / plan["step_time_s"]) - 1) < 1e-3 for end in ends), list(ends))'
  duration_s True ['low', 'high', 'low_50', 'high_50']
  cost_usd True ['low', 'high', 'low_50', 'high_50']
  energy_kwh True ['low', 'high', 'low_50', 'high_50']
  co2e_kg True ['low', 'high', 'low_50', 'high_50']
