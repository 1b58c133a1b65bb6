The examples of the help work as they are typed.

  $ hakaru --help | sed -n '/^examples:/,$p' | sed '1d; s/^  //' > examples
  $ grep -c '^hakaru' examples
  2
  $ sh -e examples > answers 2> errors
  $ cat errors
  $ grep -c . answers > /dev/null
