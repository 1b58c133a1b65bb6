What if the machines were other than they are, of a service and of batches of items: each its own figures.

  $ hakaru() { command hakaru "$@" --wide; }
  $ serve() { hakaru plan serve --rank-by expected --model llama-3.1-8b --family g6e --rate 20/s "$@"; }
  $ serve --what-if price=0.5x --what-if memory-bandwidth=2x | tail -4
  change               instances       layout     TTFT     TPOT  $/month  TTFT %   TPOT %  $/month %
  as it is             6 × g6e.xlarge  tp1 dp6  413 ms  42.8 ms   $8,151
  price=0.5x           6 × g6e.xlarge  tp1 dp6  413 ms  42.8 ms   $4,076  +0.0 %   +0.0 %    -50.0 %
  memory-bandwidth=2x  4 × g6e.xlarge  tp1 dp4  439 ms  32.4 ms   $5,434  +6.2 %  -24.3 %    -33.3 %
  $ serve --what-if price=0.5x --lang ja | tail -3
  変更        インスタンス    分割構成    TTFT     TPOT    $/月  TTFT %  TPOT %   $/月 %
  現状        6 × g6e.xlarge  tp1 dp6   413 ms  42.8 ms  $8,151
  price=0.5x  6 × g6e.xlarge  tp1 dp6   413 ms  42.8 ms  $4,076  +0.0 %  +0.0 %  -50.0 %
  $ serve --what-if price=0.5x --json > live.json
  $ python3 -c '
  > import json
  > answer = json.load(open("live.json"))
  > [half], best = answer["what_if"], answer["plans"][0]
  > print({key: value for key, value in half.items() if key != "plan"}, half["plan"]["usd_per_month"] * 2 == best["usd_per_month"])'
  {'change': 'price=0.5x', 'why_none': None, 'ttft_change_pct': 0.0, 'tpot_change_pct': 0.0, 'usd_per_month_change_pct': -50.0} True

Offline, and of items, as many as there are or by the million.

  $ hakaru plan serve --rank-by expected --offline --model llama-3.1-8b --context 8k --instance g6e.xlarge --what-if compute=2x --what-if memory=0.1x | tail -5
  change       instances        layout     TTFT     TPOT  tokens/s  $/million output tokens   TTFT %  TPOT %  tokens/s %  $/million output tokens %
  as it is     1 × g6e.xlarge   tp1 dp1  1.91 s  61.1 ms       382                    $1.35
  compute=2x   1 × g6e.xlarge   tp1 dp1  1.10 s  55.4 ms       425                    $1.22  -42.4 %  -9.2 %     +11.4 %                    -10.2 %
  memory=0.1x  none, see below
  memory=0.1x: does not fit on 1 × g6e.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 17.2 GiB per device, which has 4.47 GiB; would fit: 1 × g6e.48xlarge
  $ items() { hakaru plan infer --rank-by expected --model resnet-50 --instance g5.xlarge --what-if compute=2x "$@" | tail -3; }
  $ items
  change      instances      layout   latency  items/s  $/million items  latency %  items/s %  $/million items %
  as it is    1 × g5.xlarge  tp1 dp1  84.6 ms    6,049          $0.0462
  compute=2x  1 × g5.xlarge  tp1 dp1  63.4 ms    8,075          $0.0346    -25.1 %    +33.5 %            -25.1 %
  $ items --items 10M
  change      instances      layout   latency  items/s      time    cost  latency %  items/s %   time %   cost %
  as it is    1 × g5.xlarge  tp1 dp1  84.6 ms    6,049  31.6 min   $0.53
  compute=2x  1 × g5.xlarge  tp1 dp1  63.4 ms    8,075  24.7 min  $0.414    -25.1 %    +33.5 %  -21.9 %  -21.9 %

Where there is no plan it says under which change there would be one.

  $ serve --budget '$100/month' --what-if price=0.5x --what-if price=0.01x 2>&1 | grep -o 'there is a plan.*'
  there is a plan were price=0.01x (6 × g6e.xlarge, $81.51 a month)
  $ serve --what-if speed=2x
  hakaru: --what-if is 'speed=2x'; accepted: one of network, memory, memory-bandwidth, compute, price, and a factor: network=2x
  [2]
  $ serve --csv --what-if price=2x
  hakaru: --csv and --what-if exclude each other; accepted: one of them
  [2]
