JSON is JSON, CSV is CSV, and never both.

  $ hakaru instance show trn1.32xlarge --json | python3 -m json.tool > /dev/null
  $ hakaru accelerator list --csv | python3 -c '
  > import csv, sys
  > rows = list(csv.reader(sys.stdin))
  > print(len(rows) > 30, len({len(row) for row in rows}))'
  True 1
  $ hakaru model show gpt2 --json --csv
  {"error":{"kind":"bad_input","exit_status":2,"message":"--json and --csv exclude each other; accepted: one of them"}}
  hakaru: --json and --csv exclude each other; accepted: one of them
  [2]

Names alone have these forms too.

  $ for what in model instance accelerator; do hakaru $what list --names > names; hakaru $what list --names --json > names.json
  >   hakaru $what list --names --csv > names.csv; python3 -c '
  > import csv, json
  > names = open("names").read().splitlines()
  > print(len(names) > 10, json.load(open("names.json")) == names, [row["name"] for row in csv.DictReader(open("names.csv"))] == names)'; done
  True True True
  True True True
  True True True

No colour in a pipe.

  $ hakaru model show gpt2 | grep -c "$(printf '\033')"
  0
  [1]

A reader that goes away is no error.

  $ (hakaru model list; echo "status $?" > status) | head -1; cat status
  model                                            architecture            family                  parameters
  status 0
