No line of an answer or of a help is wider than 100 columns, where the terminal's width is not known; a plan takes sixteen lines.

  $ unset COLUMNS
  $ cat > widths.py <<'X'
  > import subprocess, sys, unicodedata
  > def columns(line):
  >     return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in line)
  > for command in sys.stdin.read().splitlines():
  >     for language in ("en", "ja"):
  >         words = ["hakaru", *command.split(), "--lang", language]
  >         lines = subprocess.run(words, capture_output=True, text=True).stdout.splitlines()
  >         wide = [line for line in lines if columns(line) > 100]
  >         if not lines or wide or (words[1] == "plan" and "--help" not in command and len(lines) > 16):
  >             print(len(lines), "lines:", command, language, *wide[:2], sep="\n  ")
  > X
  $ train='--model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2'
  $ serve='--model llama-3.1-8b --rate 4/s --instance g6e.xlarge'
  $ hakaru plan train $train -o train.json > /dev/null; hakaru plan serve $serve -o serve.json > /dev/null
  $ python3 widths.py <<X
  > plan train $train
  > plan train --model llama-2-70b --tokens 1T --deadline 60d
  > plan train --model deepseek-v3 --tokens 1T --instance p5.48xlarge --instances 64
  > plan train --model llama-3.1-8b --tokens 1B --lora-rank 16 --instance g6e.xlarge
  > plan serve $serve
  > plan serve --model qwen2.5-7b-instruct
  > plan serve --model llama-3.3-70b --weights fp8,bf16 --rate 8/s --instance p5.48xlarge
  > plan serve --model bge-m3
  > plan serve --offline --model llama-3.1-8b --instance p5.4xlarge
  > plan serve --model qwen2.5-7b-instruct --currency JPY --exchange-rate 155 --tax 10%
  > plan infer --model resnet-50 --items 10M
  > plan infer --model sdxl-base --instance g6e.xlarge
  > compare serve --model llama-3.1-8b --instance g6e.xlarge --instance inf2.24xlarge --instance p5.4xlarge
  > compare train $train --instance p4d.24xlarge
  > compare peaks --instance p4d.24xlarge --instance p4de.24xlarge --instance dl1.24xlarge
  > compare train.json train.json#2
  > explain train.json
  > explain serve.json
  > run train.json
  > measure serve.json
  > simulate train train.json
  > simulate serve serve.json --count 200
  > scale train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --counts 1,2
  > network --on p5.48xlarge --instances 4 --operation all_reduce --bytes 1GB
  > memory train --model llama-3.1-8b --context 4k --batch 8 --on p5.48xlarge --rule-of-thumb
  > memory serve --model llama-3.1-8b --context 4k --batch 8 --on g6e.xlarge
  > fit g6e.xlarge
  > model show deepseek-v3
  > model list
  > instance list
  > instance show p5.48xlarge
  > accelerator list
  > accelerator show h100
  > price list --instance p4d.24xlarge
  > plan train --help
  > plan serve --help-all
  > memory train --help
  > emit --help
  > calibrate serving --help
  > --help
  > X
