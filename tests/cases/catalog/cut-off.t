A price list that is cut off changes nothing, wherever it is cut, and the message says where.

  $ export HAKARU_DATA=$PWD/own
  $ "$TESTDIR/../../../bench/price_list.py" 3 > whole.json
  $ "$TESTDIR/../../../bench/price_list.py" 3 --csv > whole.csv
  $ hakaru catalog import aws-price-list whole.json | grep -e prices -e written
  prices: * new, 0 changed, 0 as they were (glob)
  written: */own/prices/imported/aws-price-list.csv (glob)
  $ cp -r own before
  $ cat > cut.py <<'EOF'
  > import os, random, subprocess
  > random_, told = random.Random(26), 0
  > for form in ("json", "csv"):
  >     text = open(f"whole.{form}", "rb").read()
  >     for _ in range(25):
  >         at = random_.randrange(1, len(text))
  >         open("cut", "wb").write(text[:at])
  >         done = subprocess.run(["hakaru", "catalog", "import", "aws-price-list", "cut"], capture_output=True, text=True)
  >         lines = done.stderr.splitlines()
  >         if done.returncode == 2 and len(lines) == 1 and f"cut: ends at byte {at}" in lines[0]:
  >             told += 1
  >         else:
  >             print(form, at, done.returncode, done.stdout, done.stderr)
  > print(told)
  > EOF
  $ python3 cut.py
  50
  $ diff -r before own

Nor does one that is no JSON half-way.

  $ head -c 100000 whole.json > broken.json; echo '}]' >> broken.json
  $ hakaru catalog import aws-price-list broken.json
  hakaru: broken.json: *byte 10000* (glob)
  [2]
  $ diff -r before own
