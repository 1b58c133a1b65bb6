An empty value is not taken for a flag that was left out: every flag of every command refuses it, whichever way it is spelt.

  $ cat > empty.py <<'PY'
  > import re, subprocess
  > def hakaru(*words):
  >     return subprocess.run(["hakaru", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
  > commands = [["plan", job] for job in ("train", "serve", "infer")] + [["compare", job] for job in ("train", "peaks")]
  > commands += [["explain"], ["run"], ["scale", "train"], ["network"], ["simulate", "train"], ["simulate", "serve"]]
  > commands += [["rehearse"], ["sweep"], ["memory", "train"], ["memory", "serve"], ["validate", "training"]]
  > commands += [["calibrate", "operators"], ["model", "show"], ["model", "list"], ["instance", "list"], ["price", "list"]]
  > tried = 0
  > for command in commands:
  >     listed = hakaru(*command, "--help-all").stdout
  >     flags = re.findall(r"^  (?:\w+, )?(--?[a-z][a-z-]*) \S", listed, re.M)
  >     for at, flag in enumerate(flags):
  >         words = [flag, ""] if at % 2 else [flag + "="]
  >         told = hakaru(*command, *words)
  >         flag = words[0].rstrip("=")
  >         tried += 1
  >         if told.returncode != 2 or told.stderr != f"hakaru: {flag} is empty; accepted: a value, or leave it out\n":
  >             print(command, words, told.returncode, told.stderr)
  > print(tried > 200)
  > for words in (["plan", "train", ""], ["model", "show", ""], ["", "plan"], ["--lang", "", "model", "list"]):
  >     print(hakaru(*words).stderr, end="")
  > PY
  $ python3 empty.py
  True
  hakaru: '' is empty; accepted: a value, or leave it out
  hakaru: '' is empty; accepted: a value, or leave it out
  hakaru: '' is empty; accepted: a value, or leave it out
  hakaru: --lang is empty; accepted: a value, or leave it out

Nor in a scenario.

  $ printf 'model = ""\ncontext = 2048\n' > s.toml; hakaru plan serve s.toml --offline
  hakaru: s.toml: 'model' is empty; accepted: a value, or leave it out
  [2]
  $ printf 'model = "gpt2"\ncontext = 1024\ninstance = ["g5.xlarge", ""]\n' > s.toml; hakaru plan serve s.toml --offline
  hakaru: s.toml: 'instance' is empty; accepted: a value, or leave it out
  [2]
