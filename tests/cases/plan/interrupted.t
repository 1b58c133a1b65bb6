A long search on a terminal says how far it is, and Ctrl-C ends it with the best so far.

  $ cat > on_terminal.py <<'PY'
  > import fcntl, json, os, pty, termios
  > def on_terminal(arguments, interrupted_at=None):
  >     """What standard error, a terminal, shows; what standard output has; the exit status."""
  >     ours, terminal = pty.openpty()
  >     child = os.fork()
  >     if child == 0:
  >         os.setsid()
  >         fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
  >         os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
  >         os.dup2(terminal, 2)
  >         os.close(ours), os.close(terminal)
  >         os.environ["COLUMNS"] = "200"
  >         os.execvp("hakaru", ["hakaru"] + arguments)
  >     os.close(terminal)
  >     shown, interrupted = b"", False
  >     while True:
  >         try:
  >             some = os.read(ours, 4096)
  >         except OSError:
  >             break
  >         shown += some
  >         if interrupted_at and not interrupted and interrupted_at.encode() in shown:
  >             os.write(ours, b"\x03")
  >             interrupted = True
  >         if not some:
  >             break
  >     status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
  >     return shown.decode(), open("said").read(), status
  > PY
  $ cat > interrupted.py <<'PY'
  > from on_terminal import *
  > question = "plan train --model gpt3-175b --tokens 300B --sequence-length 2048 --global-batch 1536".split()
  > whole = ["--exhaustive", "true"]
  > shown, said, status = on_terminal(question + whole + ["--json"], "best so far")
  > answer = json.loads(said)
  > print(status, answer["complete"], len(answer["plans"]) > 0)
  > print(answer["notes"][0].replace(f"{answer['evaluated_layouts']:,}", "N"))
  > print(" % searched, " in shown, "Ctrl-C ends" in shown, shown.endswith("\r\x1b[K"))
  > shown, said, status = on_terminal(question + whole + ["--deadline", "1s"], "no plan yet")
  > print(status, said == "", shown.splitlines()[-1].split("\x1b[K")[-1][:32])
  > PY
  $ timeout 300 python3 interrupted.py
  0 False True
  ended early: the best of the N layouts looked at so far, not of all
  True True True
  1 True hakaru: ended early: none of the

A short one says nothing but its answer, nor does any in a pipe.

  $ cat > short.py <<'PY'
  > from on_terminal import *
  > shown, said, status = on_terminal(("plan train --model gpt2-xl --tokens 1B --sequence-length 1k --global-batch 64 "
  >     "--instance p4d.24xlarge --instances 1 --json").split())
  > print(status, json.loads(said)["complete"], repr(shown))
  > PY
  $ timeout 60 python3 short.py
  0 True ''

A search of fleets ends within the simulation at hand, and within the search for the nearest.

  $ cat > fleets.py <<'PY'
  > from on_terminal import *
  > question = ("plan serve --model llama-3.1-8b --context 8k --instance p5.4xlarge --rate 5000/s --input-length 1000 "
  >     "--output-length 200 --tpot 20ms --tp 1 --pp 1 --disaggregate true").split()
  > for limits in (["--ttft", "300ms", "--at", "p95", "--max-instances", "2000"], ["--ttft", "35ms", "--at", "p99", "--max-instances", "400"]):
  >     shown, said, status = on_terminal(question + limits, "no plan yet")
  >     print(status, said == "", shown.splitlines()[-1].split("\x1b[K")[-1])
  > PY
  $ timeout 300 python3 fleets.py
  1 True hakaru: ended early: no fleet simulated so far keeps the constraints
  1 True hakaru: ended early: no fleet simulated so far keeps the constraints
