A rank that is killed ends the rehearsal within seconds, with its number, its place and what ended it; nothing is left
running. Its processes are known by its folder, which no other rehearsal has, and are waited for as long as it runs. Of a
rank's two the one that computes is the other's child.

  $ hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none -o ended.json > /dev/null
  $ export TMPDIR=$PWD
  $ ranks() { pgrep -f "^[^ ]*hakaru-rank $PWD/"; }
  $ has_rank() { tr '\0' '\n' < /proc/$1/environ 2> /dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$2"; }
  $ rank() {
  >   while kill -0 $rehearsal 2> /dev/null; do
  >     for p in $(ranks); do for w in $(pgrep -P $p); do has_rank $w $1 && echo $w && return; done; done; sleep 0.05
  >   done; }
  $ begin() { hakaru rehearse $PWD/ended.json --steps 20 2> said & rehearsal=$!; victim=$(rank $1); }
  $ gone() { for i in $(seq 300); do ranks > /dev/null || return 0; sleep 0.1; done; ranks; echo "still run"; }
  $ parent() { ps -o ppid= -p $1; }
  $ finish() { wait $rehearsal; echo "status $?"; gone; ls -d hakaru-* 2> /dev/null; cat said; }
  $ begin 1; kill -KILL $victim; finish
  status 2
  hakaru: rank 1 (tp 0, pp 1, dp 0) was ended by signal 9 (Killed), and the rehearsal with it

So does mpirun's end, a rank that is stopped for five seconds, and the end of hakaru itself.

  $ begin 0; kill -KILL $(parent $(parent $victim)); finish
  status 2
  hakaru: mpirun was ended by signal 9 (Killed), and its ranks with it
  $ begin 1; kill -STOP $victim; finish
  status 2
  hakaru: rank 1 (tp 0, pp 1, dp 0) stood still for 5 s, stopped by a signal; the rehearsal was ended
  $ begin 1; kill -TERM $rehearsal; finish
  status 2
  hakaru: the rehearsal was stopped
  $ begin 0; disown $rehearsal; kill -KILL $rehearsal
  $ gone

What stands guard over a rank may be killed too: mpirun does not always say which it was, nor end by itself.

  $ begin 1; kill -KILL $(parent $victim); finish > told; head -1 told
  status 2
  $ grep -c '^hakaru: ' said
  1
