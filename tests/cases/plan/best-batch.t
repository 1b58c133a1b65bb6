Without --batch, the batch that gives most items per second within the limit and the memory: as good as asked for, in time, no
worse than one item, and twice as many would be late or hardly faster.

  $ hakaru() { command hakaru "$@" --wide; }
  $ cat > check.py <<'X'
  > import json, subprocess, sys
  > def answer(flags, *more):
  >     command = ["hakaru", "plan", "infer", "--json", *flags.split(), *more]
  >     plan = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["plans"][0]
  >     return [plan[key] for key in ("batch", "latency_s", "items_per_s", "cost_per_million_items_usd")]
  > for instance in ("inf2.xlarge", "g5.xlarge", "p5.48xlarge"):
  >     for model, limit_s in (("bert-base-uncased --sequence-length 128", 0.02), ("resnet-50", 0.02),
  >                            ("vit-base-patch16-224", 0.02), ("stable-diffusion-2.1", 20)):
  >         flags = f"--model {model} --instance {instance}"
  >         best = answer(flags, "--latency", f"{limit_s}s")
  >         one, same, twice = (answer(flags, "--batch", str(batch)) for batch in (1, best[0], 2 * best[0]))
  >         print(best[1] <= limit_s, best == same, best[2] >= one[2] and best[3] <= one[3],
  >               twice[1] > limit_s or twice[2] < 1.011 * best[2])
  > X
  $ python3 check.py | sort | uniq -c | sed 's/^ *//'
  12 True True True True

A longer limit never gives fewer items; one that nothing keeps is refused with what would.

  $ for limit in 5 10 20 40; do
  >   hakaru plan infer --model resnet-50 --instance inf2.xlarge --latency ${limit}ms --json |
  >     python3 -c 'import json, sys; print(json.load(sys.stdin)["plans"][0]["items_per_s"])'
  > done > rates; sort -gc rates && wc -l < rates
  4
  $ hakaru plan infer --model resnet-50 --instance inf2.xlarge --latency 10us 2>&1 | sed 's/[0-9.]\+ µs/N/g'
  hakaru: the limit is not met: a batch takes N on inf2.xlarge, the nearest; relax --latency by N
  $ hakaru plan infer --model resnet-50 --instance inf2.xlarge --latency 10ms | sed -n 2p
  Running resnet-50 on batches of the best size, bf16. Each is a picture of 224 × 224 pixels. Ranked by cost.
