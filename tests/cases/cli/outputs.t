What is written replaces a regular file, and nothing else. The temporary file beside it follows nobody's link.

  $ infer() { hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge "$@" > answer 2> said; echo "status $?"; cat said; }
  $ ln -s /dev/full device; mkfifo pipe; ln -s nowhere dangling
  $ infer -o device; infer -o /dev/stdin < /dev/null; infer -o pipe; infer -o dangling; ls
  status 2
  hakaru: device: is a device, a pipe or a socket; accepted: a file to write
  status 2
  hakaru: /dev/stdin: is a device, a pipe or a socket; accepted: a file to write
  status 2
  hakaru: pipe: is a device, a pipe or a socket; accepted: a file to write
  status 2
  hakaru: dangling: is a link to nothing; accepted: a file to write
  answer
  dangling
  device
  pipe
  said

A link stays a link, and the file that it leads to is written; a file keeps its mode.

  $ echo old > target; chmod 600 target; ln -s target link
  $ infer -o link; test -L link && stat -c %a target; grep -c '"plans"' target; ls | grep part
  status 0
  600
  1
  [1]
  $ (umask 027; infer -o new); stat -c %a new
  status 0
  640

What a command reads it does not write over, by whatever name.

  $ kept() { md5sum "$@" > sums; }; untouched() { md5sum --quiet -c sums && echo untouched; }
  $ hakaru plan serve --offline --model llama-3.2-1b --context 2k --instance g5.xlarge -o plan.json > /dev/null
  $ cat > config.json <<'END'
  > {"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
  >  "num_attention_heads": 4, "vocab_size": 100, "max_position_embeddings": 4096}
  > END
  $ printf 'arrival_s,input_tokens,output_tokens\n0,100,10\n1,100,10\n' > t.csv
  $ printf 'model = "llama-3.2-1b"\ncontext = 2048\ninstance = "g5.xlarge"\n' > scenario.toml
  $ ln -s config.json other.json; ln t.csv hard.csv
  $ kept config.json t.csv scenario.toml plan.json
  $ serve() { hakaru plan serve --instance g5.xlarge "$@" > answer 2> said; echo "status $?"; cat said; }
  $ serve --model config.json --context 2k -o config.json; serve --model - --context 2k -o other.json < config.json
  status 2
  hakaru: config.json: is read by this command, which does not write over it; accepted: another file
  status 2
  hakaru: other.json: is read by this command, which does not write over it; accepted: another file
  $ serve --model llama-3.2-1b --context 2k --requests t.csv --at p95 --ttft 60s -o hard.csv; serve scenario.toml -o ./scenario.toml
  status 2
  hakaru: hard.csv: is read by this command, which does not write over it; accepted: another file
  status 2
  hakaru: ./scenario.toml: is read by this command, which does not write over it; accepted: another file
  $ hakaru simulate serve plan.json#1 --series plan.json --count 10 --rate 1/s
  hakaru: plan.json: is read by this command, which does not write over it; accepted: another file
  [2]
  $ hakaru simulate serve plan.json --requests t.csv --trace t.csv
  hakaru: t.csv: is read by this command, which does not write over it; accepted: another file
  [2]
  $ hakaru simulate serve plan.json --trace one --series ./one --count 10 --rate 1/s
  hakaru: one and ./one are one file; accepted: two
  [2]
  $ printf '[base]\njob = "infer"\nmodel = "resnet-50"\nbatch = 8\n[grid]\ninstance = ["g5.xlarge"]\n' > sweep.toml
  $ hakaru sweep sweep.toml -o sweep.toml
  hakaru: sweep.toml: is read by this command, which does not write over it; accepted: another file
  [2]
  $ mkdir -p own/prices; echo 'instance,region,kind,usd_per_h,as_of,source,note' > own/prices/mine.csv
  $ infer --data own -o own/prices/mine.csv; cat own/prices/mine.csv
  status 2
  hakaru: own/prices/mine.csv: is read by this command, which does not write over it; accepted: another file
  instance,region,kind,usd_per_h,as_of,source,note
  $ untouched
  untouched

Nor where its answer goes.

  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o both > both
  hakaru: both: is where the answer goes (/dev/stdout); accepted: another file
  [2]

An answer that is not written whole is no success: the disk is full, or standard output is closed.

  $ for question in --version --help 'model list' 'model list --json' 'model show gpt2 --csv' 'completion bash' \
  >     'plan infer --model resnet-50 --batch 8 --instance g5.xlarge' 'sweep sweep.toml -o rows.csv --json'; do
  >   hakaru $question > /dev/full; echo "status $?"; hakaru $question >&-; echo "status $?"; done 2>&1 | sort | uniq -c
        8 hakaru: the answer cannot be written to standard output: Bad file descriptor
        8 hakaru: the answer cannot be written to standard output: No space left on device
       16 status 2
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o closed.json >&- 2>&- <&-
  [2]
  $ python3 -m json.tool closed.json > /dev/null && ls | grep part
  [1]
