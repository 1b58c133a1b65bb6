JSON is JSON, CSV is CSV, and never both.

  $ hakaru instance show trn1.32xlarge --json | python3 -m json.tool > /dev/null
  $ hakaru accelerator list --csv | python3 -c '
  > import csv, sys
  > rows = list(csv.reader(sys.stdin))
  > print(len(rows) > 30, len({len(row) for row in rows}))'
  True 1
  $ hakaru model show gpt2 --json --csv
  hakaru: --json and --csv exclude each other
  [2]

No colour in a pipe.

  $ hakaru model show gpt2 | grep -c "$(printf '\033')"
  0
  [1]

A reader that goes away is no error.

  $ (hakaru model list; echo "status $?" > status) | head -1; cat status
  model                                            architecture            family                  parameters
  status 0
