Counts are whole, and a flag says what it was given: nothing is rounded or taken for something else.

  $ T='hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge'
  $ $T --tp 1.5
  hakaru: --tp is '1.5'; accepted: 1 … 1000000
  [2]
  $ $T --zero 1e-5
  hakaru: --zero is '1e-5'; accepted: 0 … 3
  [2]
  $ $T --recompute ''
  hakaru: --recompute is empty; accepted: a value, or leave it out
  [2]
  $ $T --lora-rank 8 --lora-base float3
  hakaru: --lora-base is 'float3', which is not a data type; accepted: fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4
  [2]
  $ hakaru plan serve --offline --model gpt2 --context 1.5
  hakaru: --context is '1.5'; accepted: a length in tokens such as 2048, 8k, 1M
  [2]
  $ hakaru plan infer --model resnet-50 --batch 8 --sequence-length 5
  hakaru: --sequence-length is for models of tokens; resnet-50 takes images
  [2]

A type of weights that is no text is not passed over.

  $ cat > config.json <<'END'
  > {"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >  "num_attention_heads": 4, "vocab_size": 100, "torch_dtype": 16}
  > END
  $ hakaru model show config.json
  hakaru: config.json: 'torch_dtype' is 16; accepted: text
  [2]
  $ sed -i 's/: 16}/: "float3"}/' config.json; hakaru model show config.json
  hakaru: config.json: 'torch_dtype' is 'float3'; accepted: float32, float16, bfloat16, auto
  [2]

What is far beyond what anyone means would be infinite in what is computed.

  $ $T --deadline 1e308d
  hakaru: --deadline is '1e308d'; accepted: 0.001us … 1000000d
  [2]
  $ $T --data-set 1e300TB
  hakaru: --data-set is '1e300TB'; accepted: 1B … 1000000PB
  [2]

Whatever a quantity is, the answer is whole: no figure of it is infinite, undefined or negative.

  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge --top 1 -o train.json > /dev/null
  $ hakaru plan serve --offline --model gpt2 --context 1k --instance g5.xlarge --top 1 -o serve.json > /dev/null
  $ cat > quantities.py <<'PY'
  > import itertools, re, subprocess
  > from concurrent.futures import ThreadPoolExecutor
  > commands = {
  >     "plan train": "--model gpt2 --tokens 1B --sequence-length 1k --global-batch 8 --instance p4d.24xlarge --instances 1 --top 1",
  >     "plan serve": "--model gpt2 --context 1k --instance g5.xlarge --top 1",
  >     "plan infer": "--model resnet-50 --batch 8 --instance g5.xlarge --top 1",
  >     "run": "train.json", "network": "", "memory train": "--model gpt2 --context 1k", "memory serve": "--model gpt2 --context 1k",
  >     "simulate serve": "serve.json --rate 1/s --count 10"}
  > suffixes = {"DURATION": ["d", "us"], "USD": ["T"], "MONEY": ["T"], "BYTES": ["PB", "B"], "RATE": ["/s"], "RATIO": [""],
  >             "SHARE": [""], "NUMBER": [""], "KG": [""], "PERCENT": [""], "PRICE": [""], "FACTOR": [""], "W": [""]}
  > numbers = ["1e308", "1e15", "1e9", "0", "1e-5", "1e-9", "1e-300"]
  > def words_of(command, fixed):
  >     listed = subprocess.run(["hakaru", *command.split(), "--help-all"], capture_output=True, text=True).stdout
  >     for flag, kind in re.findall(r"^  (--[a-z0-9-]+) ([A-Z/|]+)  ", listed, re.M):
  >         for number, suffix in itertools.product(numbers, suffixes.get(kind, [])):
  >             kept = re.sub(flag + r" \S+", "", fixed)
  >             yield ["hakaru", *command.split(), *kept.split(), flag, number + suffix]
  > def wrong(words):
  >     told = subprocess.run(words, capture_output=True, text=True, timeout=120)
  >     said = told.stdout + told.stderr
  >     odd = re.search(r"\b(inf|nan)\b|-\$|(?<![\de])-\d+(\.\d+)? (%|[mµ]?s|min|h|days)|e\+?(2\d\d|30\d)\b", said.replace(words[-1], "", 1))
  >     lines = told.stderr.count("\n")
  >     if told.returncode not in (0, 1, 2) or odd or (told.returncode > 0) != (lines == 1):
  >         return f"{' '.join(words)}: {told.returncode} {odd and said[max(0, odd.start() - 80):odd.end() + 40]!r} {told.stderr[:200]}"
  > all_words = [words for command, fixed in commands.items() for words in words_of(command, fixed)]
  > print(len(all_words) > 200, len({words[-2] for words in all_words}) > 20)
  > with ThreadPoolExecutor(2) as pool:
  >     print(*filter(None, pool.map(wrong, all_words)), sep="\n", end="")
  > PY
  $ python3 quantities.py
  True True

Requests that come seldomer than about one a day are too few to be simulated.

  $ for rate in 1e-12/s 1e-9/s 9.9e-6/s 0.01/h; do hakaru plan serve --model gpt2 --context 1k --instance g5.xlarge --rate $rate; hakaru simulate serve serve.json --rate $rate --count 10; done 2>&1 | sort | uniq -c
        2 hakaru: --rate is '0.01/h'; accepted: 1e-5/s … 1e9/s
        2 hakaru: --rate is '1e-12/s'; accepted: 1e-5/s … 1e9/s
        2 hakaru: --rate is '1e-9/s'; accepted: 1e-5/s … 1e9/s
        2 hakaru: --rate is '9.9e-6/s'; accepted: 1e-5/s … 1e9/s
  $ hakaru plan serve --model gpt2 --context 1k --instance g5.xlarge --rate 1e-5/s --top 1 --wide | grep -o 'with [0-9]* requests'
  with 40 requests
