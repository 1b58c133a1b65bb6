What is told again of text from outside stays on its line, is UTF-8, leaves the terminal alone, and is short.

  $ hakaru model show "$(printf 'a\n\t\033[31mb\177')"
  hakaru: 'a\n\t\x1b[31mb\x7f' is neither a file nor of a family of models that is known: give its config.json
  [2]
  $ hakaru model show "$(printf '\377\303(\342\200\256\302\233あ')" 2>&1 | cut -d' ' -f2
  '\xff\xc3(\u{202e}\u{9b}あ'
  $ hakaru "$(printf -- '--\033]0;x')" 2>&1 | cut -d' ' -f2
  '--\x1b]0;x'
  $ python3 -c 'open("long.json", "w").write("""{"model_type": "%s", "architectures": ["%s"]}""" % ("x" * 10**7, "あ" * 10**6))'
  $ hakaru model show long.json > said 2>&1; echo $?; python3 -c 'print(len(open("said").read()) < 4000)'
  2
  True
  $ hakaru plan train --model gpt2 --deadline "$(head -c 100000 /dev/zero | tr '\0' 9)" 2>&1 | python3 -c 'print(len(input()) < 4000)'
  True

So it does in an answer as text: nothing but hakaru's own line ends and letters.

  $ mkdir "$(printf 'm\033[2J\n\377')"; cd "$(printf 'm\033[2J\n\377')"
  $ printf '{"model_type": "llama\\u001b[2J", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >  "num_attention_heads": 4, "vocab_size": 100, "max_position_embeddings": 4096}' > config.json
  $ hakaru model show config.json > ../said 2>&1; sed -i 's/\\u001b\[2J//' config.json; d=$PWD
  $ hakaru model show "$d" >> ../said 2>&1
  $ hakaru plan serve --offline --model "$d" --context 2k --instance g5.xlarge -o "$d/plan.json" >> ../said 2>&1
  $ hakaru explain plan.json >> ../said 2>&1; hakaru simulate serve plan.json --rate 1/s --count 10 --trace "$d/t.json" >> ../said 2>&1
  $ hakaru plan serve --offline --model "$d" --context 2k --instance g5.xlarge --json 2>&1 | python3 -m json.tool > /dev/null
  $ cd ..; python3 -c 'print(set(c for c in open("said", encoding="utf-8").read() if ord(c) < 32 or 127 <= ord(c) < 160))'
  {'\n'}
