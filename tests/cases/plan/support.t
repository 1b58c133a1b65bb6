What makers say of how long their software will be there stands in plans, by the day that is asked about.

  $ hakaru() { command hakaru "$@" --wide; }
  $ notes() { python3 -c 'import json, sys; print("\n".join(n for n in json.load(sys.stdin)["plans"][0]["notes"] if "support" in n or "compiled" in n or "repairs" in n))'; }
  $ train() { hakaru plan train --model llama-3.1-8b --tokens 100B --global-batch 1024 --instances 4 --top 1 --json "$@" | notes; }
  $ train --instance trn1.32xlarge
  neuroncore-v2: support of NxD Training, NxD Core and PyTorch/XLA ends with PyTorch 2.9 (2026-10-19)
  its graphs are compiled before the first step: 32.9 min counted, 10.1 min to 1.78 h as an estimate for 32 layers of a stage; each takes 33.0 GiB to 58.0 GiB of the host's memory; once where the compiler's cache is kept (on S3, by neuron_parallel_compile ahead)
  $ train --instance trn2.48xlarge
  neuroncore-v3-lnc2: support of NxD Training, NxD Core and PyTorch/XLA ends with PyTorch 2.9 (2026-10-19); new work goes to TorchNeuron and TorchTitan (beta)
  its graphs are compiled before the first step: 32.9 min counted, 10.1 min to 1.78 h as an estimate for 32 layers of a stage; each takes 33.0 GiB to 58.0 GiB of the host's memory; once where the compiler's cache is kept (on S3, by neuron_parallel_compile ahead)
  $ train --instance trn1.32xlarge --prices-as-of 2025-06-01
  its graphs are compiled before the first step: 32.9 min counted, 10.1 min to 1.78 h as an estimate for 32 layers of a stage; each takes 33.0 GiB to 58.0 GiB of the host's memory; once where the compiler's cache is kept (on S3, by neuron_parallel_compile ahead)
  $ train --instance p5.48xlarge
  
  $ hakaru plan serve --model llama-3.1-8b --instance trn2.3xlarge --offline --concurrency 8 --context 4k --json | notes
  neuroncore-v3-lnc2: support of NxD Inference ends with Neuron 2.34 (2026-10-16); new work goes to vLLM Neuron
  $ hakaru plan serve --model llama-3.1-8b --instance inf2.24xlarge --offline --concurrency 8 --context 4k --json | notes
  
  $ hakaru plan infer --model bert-base --batch 8 --instance inf1.xlarge --lang ja | grep '注: neuron'
  注: neuroncore-v1: Neuron SDK のサポートは Neuron 2.31 で終了しています (2026-07-07)
  $ hakaru plan train --model llama-3.1-8b --tokens 100B --global-batch 1024 --instances 4 --instance trn2.48xlarge --lang ja | grep -E '注: .*(PyTorch/XLA|コンパイル)'
  注: neuroncore-v3-lnc2: NxD Training、NxD Core、PyTorch/XLA のサポートは PyTorch 2.9 で終了します (2026-10-19)。新しい開発には TorchNeuron と TorchTitan (ベータ版) が勧められています
  注: 最初のステップの前にグラフをコンパイルします: 32.9 分を算入 (1 ステージ 32 層で目安は 10.1 分〜1.78 時間)。グラフごとにホストのメモリを 33.0 GiB〜58.0 GiB 使います。キャッシュを残せば一度だけです (S3 に置く、neuron_parallel_compile で先に済ませる)

A host that is too small for a graph is told.

  $ hakaru plan train --model bert-large --tokens 1B --sequence-length 128 --instance trn1.2xlarge --top 1 | grep -o "graphs are compiled .*"
  graphs are compiled before the first step: 24.7 min counted, 7.60 min to 1.33 h as an estimate for 24 layers of a stage; each takes 33.0 GiB to 58.0 GiB of memory, which the host of trn1.2xlarge may not have: compile on a larger one, and keep the compiler's cache (on S3)

What is made for inference does not train; what does is named.

  $ hakaru plan train --model bert-large --tokens 1B --sequence-length 128 --instance inf1.24xlarge
  hakaru: neuroncore-v1 is made for inference and cannot train; nearest: --family inf2, trn1, trn1n, trn2
  [1]
  $ hakaru plan train --model bert-large --tokens 1B --sequence-length 128 --instance inf1.24xlarge --instance trn1.32xlarge --top 1 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["instance"])'
  trn1.32xlarge
  $ hakaru plan train --model bert-large --tokens 1B --sequence-length 128 --instance dl2q.24xlarge --lang ja
  hakaru: qualcomm-ai100 は推論専用で、学習はできません。他のものを指定してください
  [1]

One's own is read with care.

  $ mkdir own && printf '[[support]]\naccelerators = ["h100"]\nsoftware = "x"\nstate = "gone"\nuntil = "1"\ndate = "2026-01-01"\nsource = "me"\n' > own/support.toml && hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge
  hakaru: own/support.toml: 'support.state' is gone; accepted: ended, ending, maintained, beta, unsupported
  [2]
  $ for line in 'job = "training"' 'accelerators = []' 'date = "last tuesday"'; do printf '[[support]]\naccelerators = ["h100"]\nsoftware = "x"\nstate = "beta"\nuntil = "1"\ndate = "2026-01-01"\nsource = "me"\n' | sed "/^${line%% *} /d" > own/support.toml; echo "$line" >> own/support.toml; hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge; done
  hakaru: own/support.toml: 'support.job' is training; accepted: train, serve, infer
  hakaru: own/support.toml: 'support.accelerators' is missing or empty; accepted: a list of how their names begin
  hakaru: own/support.toml: 'support.date' is last tuesday; accepted: a date such as 2026-10-19
  [2]
  $ printf '[compile.gpu]\nleast_s_of_a_layer = 10\nmost_s_of_a_layer = 1\nsource = "me"\n' > own/support.toml && hakaru --data own plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge
  hakaru: own/support.toml: 'compile.gpu.most_s_of_a_layer' is 1; accepted: 10 … 1e+06
  [2]
