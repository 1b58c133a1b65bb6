Every kind of plan that is written is read back, each of its ranks: nothing is printed.

  $ read_back() { hakaru plan "$@" --top 2 -o plan.json > /dev/null || return; for rank in 1 2; do
  >   case $(hakaru explain plan.json#$rank 2>&1 > /dev/null) in '' | *'has no plan of rank 2'*) ;; *) echo "$rank of $*" ;; esac; done; }
  $ serve() { read_back serve --rate 1/s "$@"; }
  $ train() { read_back train --model llama-3.1-8b --instance p5.48xlarge --instances 1 "$@"; }

Live services: lengths of a public trace, of a mixture, all alike, with pictures; prompts apart from answers; people.

  $ serve --model llama-3.1-8b --instance g6e.xlarge
  $ serve --model llama-3.1-8b --instance g6e.xlarge --mix 0.7:500:200,0.3:800:50
  $ serve --model qwen2.5-7b-instruct --instance g6e.xlarge --input-length 1k --output-length 200 --weights bf16,fp8 --kv-cache bf16,fp8
  $ serve --model gpt-oss-20b --instance g6e.xlarge --kv-cache bf16,fp8
  $ serve --model qwen2.5-vl-7b-instruct --instance p5.4xlarge --images 1 --image-size 512
  $ serve --model llama-2-7b --instance g5.xlarge --context 1024 --headroom 33%
  $ serve --model llama-3.1-8b --instance g6e.12xlarge --disaggregate true
  $ serve --model llama-3.1-8b --instance inf2.24xlarge
  $ serve --model bge-m3 --instance g6.xlarge
  $ read_back serve --model llama-3.1-8b --instance g6e.xlarge --users 8
  $ read_back serve --model llama-3.1-8b --instance g6e.xlarge --users 8 --think-time 0
  $ read_back serve --model llama-3.1-8b --instance p5.48xlarge --concurrency 3000
  $ read_back serve --model llama-3.1-8b --instance g6e.xlarge --offline
  $ read_back serve --model llama-3.1-8b --instance g6e.xlarge --offline --items 1M --deadline 10d

A trace of the user's, which is not at hand when the plan is read.

  $ python3 -c "
  > print('arrival_s,input_tokens,output_tokens')
  > for at in range(60): print(f'{60 * at},20,30')" > seldom.csv
  $ for machine in g6e.xlarge p4d.24xlarge inf2.xlarge trn1.2xlarge; do read_back serve --model qwen2.5-1.5b-instruct --instance $machine --requests seldom.csv --context 2k; done

Training, by algorithm, recipe and price; what is no decoder, on Trainium.

  $ train --tokens 1B --precision bf16,fp8
  $ train --tokens 1B --lora-rank 16
  $ read_back train --model qwen2.5-7b-instruct --algorithm dpo --items 10k --instance p5.48xlarge --instances 1
  $ read_back train --model qwen2.5-7b-instruct --algorithm grpo --items 16k --input-length 512 --output-length 1k --instance p5.48xlarge --instances 1
  $ train --tokens 50B --price capacity_block
  $ read_back train --model bert-large --tokens 1B --instance trn1.32xlarge --instances 1
  $ read_back train --model gpt2-xl --tokens 1B --accelerator h100 --accelerators 4

Machines of the user's whose network nobody has stated.

  $ hakaru catalog add mine-4 --accelerator l40s --accelerators 4 --links pcie --memory 1TiB --vcpu 64 --data machines > /dev/null
  $ serve --model llama-3.1-8b --instance mine-4 --instances 2 --data machines

Batches: a rate, and a lot.

  $ read_back infer --model resnet-50 --batch 64 --instance inf2.xlarge
  $ read_back infer --model sdxl-base --batch 1 --instance g5.xlarge
  $ read_back infer --model bert-large-uncased --sequence-length 128 --items 1B --deadline 1d --family g5

Traffic of the user's.

  $ mkdir own && traffic=$TESTDIR/../../../data/traffic.toml
  $ sed -n '/^\[code\]/,$p' $traffic | sed 's/^\[code\]/[mine]/' | cat $traffic - > own/traffic.toml
  $ serve --model llama-3.1-8b --instance g6e.xlarge --traffic mine --data own
