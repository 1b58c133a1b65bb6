Scenario files.

  $ hakaru plan train missing.toml
  hakaru: missing.toml: cannot be read: no such file
  [2]
  $ echo 'job = "train' > s.toml; hakaru plan train s.toml
  hakaru: s.toml: line 1: not TOML: Error while parsing string: unescaped control characters other than TAB (U+0009) are explicitly prohibited
  [2]
  $ echo 'job = "serve"' > s.toml; hakaru plan train s.toml
  hakaru: s.toml: 'job' is "serve"; the command is for train
  [2]
  $ echo 'modle = "gpt2"' > s.toml; hakaru plan train s.toml
  hakaru: s.toml: 'model', s.toml: 'tokens' are missing; they are needed for this job; s.toml: 'modle' is not a key of a scenario that is to train; nearest: model, budget, dp
  [2]
  $ printf 'model = "gpt2"\ntokens = "1B"\nsequence_length = "1k"\nglobal_batch = "64x"\n' > s.toml
  $ hakaru plan train --scenario s.toml
  hakaru: s.toml: 'global_batch' is '64x'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ printf 'model = ["gpt2"]\n' > s.toml; hakaru plan train s.toml
  hakaru: s.toml: 'model' must be one value
  [2]

A key of thousands of parts is refused wherever it hides.

  $ python3 -c 'print("a = \"\"\"x\"\"\"\"\n" + "b." * 200000 + "c = 1")' > hidden.toml
  $ hakaru plan train hidden.toml
  hakaru: hidden.toml: not TOML: a key of more than 21 parts
  [2]
