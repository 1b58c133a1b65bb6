No plan asks for more instances than one may have.

  $ most() { python3 -c 'import json, sys; print(max(plan["instances"] for plan in json.load(sys.stdin)["plans"]))'; }
  $ ask() { hakaru plan train --model llama-3.1-8b --tokens 100B --family p5 --json "$@"; }
  $ test $(ask --top 30 | most) -gt 3
  $ ask --top 30 --quota p5=1 | most
  1
  $ ask --top 30 --quota p5=3 --quota p5.48xlarge=2 | most
  2

  $ hakaru plan train --model llama-3.1-8b --tokens 1B --instance p5.48xlarge --instances 4 --quota p5=2
  hakaru: 4 instances of p5.48xlarge are more than --quota allows (2); raise it, or ask for fewer
  [1]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --quota p7=2
  hakaru: --quota is of 'p7', which is not known; nearest: g7, p3, p5
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --quota p5
  hakaru: --quota is 'p5'; accepted: a family or an instance type and how many, such as p5=16
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --quota p5=many
  hakaru: --quota is 'many'; accepted: a count such as 7, 12k, 300B, 1.5T
  [2]
  $ hakaru plan train --model llama-3.1-8b --tokens 1B --quota p5=0 --family p5
  hakaru: --quota leaves no instance of any type; raise it
  [1]
