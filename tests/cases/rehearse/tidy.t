Whatever ends a rehearsal, from its terminal or by its number, nothing of it stays: no process, no folder, no shared
memory of Open MPI's.

  $ hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none -o tidy.json > /dev/null
  $ cat > tidy.py <<'PY'
  > import glob, os, signal, subprocess, time
  > own = os.path.abspath("tmp")
  > os.mkdir(own)
  > def ranks():
  >     """Those of this test alone, which its folder names: two for each rank, of which one computes."""
  >     found = []
  >     for each in glob.glob("/proc/[0-9]*/cmdline"):
  >         try:
  >             words = open(each, "rb").read().decode(errors="replace").split("\0")
  >         except OSError:
  >             continue
  >         if words[0].endswith("hakaru-rank") and words[1].startswith(own):
  >             found.append(int(each.split("/")[2]))
  >     return found
  > def shared_by(processes):
  >     """Files that they hold in memory: Open MPI's of one machine lie in /dev/shm, unless it is told where."""
  >     held = set()
  >     for each in processes:
  >         try:
  >             fields = [line.split(None, 5) for line in open(f"/proc/{each}/maps")]
  >         except OSError:
  >             continue
  >         held |= {field[5].strip() for field in fields if len(field) > 5 and field[5].startswith((own, "/dev/shm/"))}
  >     return held
  > def wait_for(condition, limit_s=120):
  >     for _ in range(limit_s * 10):
  >         if condition():
  >             return True
  >         time.sleep(0.1)
  >     return False
  > for name, to_group in [("SIGINT", True), ("SIGQUIT", True), ("SIGTERM", True), ("SIGINT", False), ("SIGQUIT", False)]:
  >     run = subprocess.Popen(["hakaru", "rehearse", "tidy.json", "--network", "mlp", "--steps", "1000"],
  >                            start_new_session=True, env={**os.environ, "TMPDIR": own},
  >                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
  >     wait_for(lambda: len(ranks()) == 4 and shared_by(ranks()))
  >     held = shared_by(ranks())
  >     (os.killpg if to_group else os.kill)(run.pid, getattr(signal, name))
  >     said = run.communicate(timeout=120)[1].strip()
  >     gone = wait_for(lambda: not ranks(), 20)
  >     print(name, run.returncode, said, gone, os.listdir(own), len(held) > 0, [path for path in held if os.path.exists(path)])
  > PY
  $ python3 tidy.py
  SIGINT 2 hakaru: the rehearsal was stopped True [] True []
  SIGQUIT 2 hakaru: the rehearsal was stopped True [] True []
  SIGTERM 2 hakaru: the rehearsal was stopped True [] True []
  SIGINT 2 hakaru: the rehearsal was stopped True [] True []
  SIGQUIT 2 hakaru: the rehearsal was stopped True [] True []

What one leaves that is killed goes when the next one starts; a folder of such a name that is no rehearsal's stays.

  $ mkdir -p left/hakaru-of-others && echo mine > left/hakaru-of-others/file
  $ rehearse() { TMPDIR=$PWD/left hakaru rehearse tidy.json --network mlp --steps $1; }
  $ rehearse 1000 > said 2>&1 & for wait in $(seq 600); do test -e left/*/hakaru.lock && break; sleep 0.1; done; kill -KILL $(pgrep -P $!)
  $ wait 2> errors; ls left | wc -l
  2
  $ rehearse 2 > said; ls left
  hakaru-of-others
