A service that had a large question is small again. AddressSanitizer keeps what was freed: skipped there.

  $ if grep -q __asan_init "$(command -v hakaru)"; then exit 80; fi
  $ . "$TESTDIR/service.sh"
  $ start
  $ question=$(python3 -c "import json; print(json.dumps({'question': 'plan_train', 'model': 'gpt2-xl', 'tokens': '1B', 'instance': 'p4d.24xlarge', 'instances': 1, 'what_if': ['network=2x'] * 100}))")
  $ http POST /v1/ask "$question" > answer.txt; head -1 answer.txt
  200 
  $ megabytes() { awk "/$1/ { print int(\$2 / 1000) }" /proc/$service/status; }
  $ for try in {1..100}; do ((10 * $(megabytes VmRSS) < 4 * $(megabytes VmHWM))) && break; sleep 0.05; done; ((try < 100)) && echo small
  small
  $ ended
  ended with 0
