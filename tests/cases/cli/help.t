One screen: at most 24 lines of 80 columns, in both languages.

  $ hakaru --help | head -3
  hakaru: does it fit, on which machine, how many, split how, how long, how much
  usage: hakaru COMMAND [FLAGS]        (hakaru COMMAND --help shows the flags)
  
  $ for lang in en ja; do
  >   hakaru --help --lang $lang | python3 -c '
  > import sys, unicodedata
  > lines = sys.stdin.read().splitlines()
  > wide = lambda line: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
  > print(len(lines) <= 24, max(map(wide, lines)) <= 80)'
  > done
  True True
  True True

Nothing asked is help too, and -h.

  $ hakaru > nothing; hakaru -h > short; hakaru --help | cmp - nothing && cmp nothing short

Every command of the help has a help of its own.

  $ for command in plan 'plan train' 'plan serve' 'plan infer' compare 'compare infer' explain run scale 'scale train' network fit memory 'memory train' \
  >     'memory serve' validate 'validate operators' calibrate \
  >     'calibrate operators' model 'model show' instance 'instance list' accelerator 'accelerator show' price 'price list' \
  >     completion; do
  >   hakaru $command --help | head -1
  > done
  hakaru plan: rank instances, counts and layouts for a job; or --from what runs already
  hakaru plan train: plan a training run
  hakaru plan serve: plan serving a generating model
  hakaru plan infer: plan running a model over batches of items
  hakaru compare: instances side by side on the same job, or two plans
  hakaru compare infer: compare instances for running a model over batches of items
  hakaru explain: the arithmetic behind a plan, with sources
  hakaru run: days, money, energy and emissions of a plan, failures counted
  hakaru scale: the same job on more and more instances
  hakaru scale train: strong and weak scaling of a training run
  hakaru network: a collective between instances, connection by connection
  hakaru fit: what one machine can serve
  hakaru memory: what one device must hold
  hakaru memory train: memory of a training job
  hakaru memory serve: memory of serving a generating model
  hakaru validate: predictions beside all published measurements: how far off they are
  hakaru validate operators: single kernels: GEMMs, attention, collectives, told apart by the file's columns
  hakaru calibrate: constants of an accelerator from your measurements
  hakaru calibrate operators: fit to single kernels: CSV as for validate, or what nccl-tests printed
  hakaru model: parameters, bytes and KV cache of a model
  hakaru model show: what a model is made of
  hakaru instance: the machines that can be rented or owned
  hakaru instance list: every instance type, with its price
  hakaru accelerator: the devices that a framework sees as one rank
  hakaru accelerator show: one accelerator, with its sources
  hakaru price: prices with region, date and source
  hakaru price list: every price that is known
  hakaru completion: a completion script for the shell

  $ hakaru memory serve --help
  hakaru memory serve: memory of serving a generating model
  
  job
    MODEL, --model                  a known name, a config.json, its folder, or -
    --context, --sequence-length LENGTH
                                    tokens per sequence (2048, 8k)
    --batch COUNT                   sequences at once, over all replicas (default 1 each)
    --precision NAME,…              training recipe (bf16, fp8, bf16-sr, ...; several: with commas) or compute type
    --weights TYPE,…                type of the weights (bf16, fp8, int8, int4, nvfp4; serve: several, with commas)
    --kv-cache TYPE,…               type of the KV cache (bf16, fp8; several: with commas)
  
  layout
    --tp N                          tensor parallel degree
    --pp N                          pipeline stages
    --ep N                          expert parallel degree
    --dp N                          data parallel degree; replicas when serving
  
  objective
    --headroom PERCENT              device memory that plans leave free (default: 5%; training: what measured peaks ask for)
  
  hardware
    --on NAME                       the instance type or accelerator that must hold it
    --accelerators COUNT            accelerators of that machine (default: all of an instance, one of an accelerator)
  
  output
    --rule-of-thumb                 also the rule of thumb, line by line
  
  examples
    hakaru memory serve --model llama-3.1-70b --context 8k --on p4d.24xlarge
    hakaru memory serve --model qwen2.5-7b-instruct --context 32k --batch 8 --tp 2
  
  everywhere: --json --csv --wide --lang en|ja --data DIR --help --version
              --currency JPY --exchange-rate 155 --tax 10%
