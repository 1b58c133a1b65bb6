Every command that people use shows two calls of itself, which can be pasted: those that read no file are answered.

  $ shown() { hakaru $1 --help | grep '^  hakaru '; }
  $ for command in 'plan train' 'plan serve' 'plan infer' 'compare train' 'compare serve' 'compare infer' 'compare peaks' explain page report run measure \
  >     'scale train' network fit 'simulate train' 'simulate serve' rehearse sweep 'memory train' 'memory serve' 'validate operators' \
  >     'validate training' 'validate memory' 'validate serving' 'validate inference' 'model show' 'model list' 'instance list' \
  >     'instance show' 'accelerator list' 'accelerator show' 'price list'; do
  >   test $(shown "$command" | wc -l) = 2 || echo "$command"
  >   shown "$command"
  > done > examples
  $ wc -l < examples
  66
  $ grep -v 'hakaru page\|hakaru report\|plan.json\|config.json\|mine.csv\|sweep.toml' examples | while read -r call; do
  >   $call > answer 2>&1 || { echo "$call"; tail -1 answer; }
  > done

What a job cannot do without is marked, and what is taken where nothing is said.

  $ hakaru plan train --help | grep needed
    --model MODEL                   needed: a known name, a config.json, its folder, or -
    --tokens COUNT                  needed: tokens to train on in all (300B)
  $ hakaru plan serve --help-all | grep -c default
  15
