The table of errors by kind of run stands in the documents as its script prints it.

  $ root="$TESTDIR/../../.."
  $ python3 "$root"/scripts/errors-by-group > printed && sed -n '/^| rows | count | all, held back/,/^$/p' "$root"/docs/internals/calibration.md | sed '/^$/d' | diff printed -
  $ wc -l < printed
  10
