Without --batch, the batch that gives most items per second within the limit and the memory.

  $ answer() { hakaru plan infer "$@" --json | python3 -c '
  > import json, sys
  > print(*[json.load(sys.stdin)["plans"][0][key] for key in ("batch", "latency_s", "items_per_s", "cost_per_million_items_usd")])'; }
  $ check() { limit=$1; shift; set -- "$@"
  >   best=$(answer "$@" --latency "${limit}ms")
  >   batch=${best%% *}
  >   python3 - "$limit" "$best" "$(answer "$@" --batch 1)" "$(answer "$@" --batch $batch)" "$(answer "$@" --batch $((batch * 2)))" <<'X'
  > import sys
  > limit = float(sys.argv[1]) / 1e3
  > best, one, same, twice = ([float(figure) for figure in argument.split()] for argument in sys.argv[2:])
  > print("in time" if best[1] <= limit else "late", "same as asked for" if best == same else "another",
  >       "no worse than one" if best[2] >= one[2] and best[3] <= one[3] else "worse than one",
  >       "twice is late or hardly faster" if twice[1] > limit or twice[2] < 1.011 * best[2] else "twice would be better")
  > X
  > }
  $ for instance in inf2.xlarge g5.xlarge p5.48xlarge; do
  >   check 20 --model bert-base-uncased --sequence-length 128 --instance $instance
  >   check 20 --model resnet-50 --instance $instance
  >   check 20 --model vit-base-patch16-224 --instance $instance
  >   check 20000 --model stable-diffusion-2.1 --instance $instance
  > done | sort | uniq -c | sed 's/^ *//'
  12 in time same as asked for no worse than one twice is late or hardly faster

A longer limit never gives fewer items; one that nothing keeps is refused with what would.

  $ for limit in 5ms 10ms 20ms 40ms; do answer --model resnet-50 --instance inf2.xlarge --latency $limit | cut -d ' ' -f 3; done | sort -gc && echo rises
  rises
  $ hakaru plan infer --model resnet-50 --instance inf2.xlarge --latency 10us 2>&1 | sed 's/[0-9.]\+ µs/N/g'
  hakaru: the limit is not met: a batch takes N on inf2.xlarge, the nearest; relax --latency by N
  $ hakaru plan infer --model resnet-50 --instance inf2.xlarge --latency 10ms | head -1
  Running resnet-50 on batches of the best size, bf16.
