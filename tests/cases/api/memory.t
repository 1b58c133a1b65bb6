A service that had a large question is small again.

  $ . "$TESTDIR/service.sh"
  $ start
  $ question=$(python3 -c "import json; print(json.dumps({'question': 'plan_train', 'model': 'gpt2-xl', 'tokens': '1B', 'instance': 'p4d.24xlarge', 'instances': 1, 'what_if': ['network=2x'] * 100}))")
  $ http POST /v1/ask "$question" > answer.txt; head -1 answer.txt
  200 
  $ megabytes() { awk "/$1/ { print int(\$2 / 1000) }" /proc/$service/status; }
  $ sleep 1
  $ python3 -c "
  > held, most = $(megabytes VmRSS), $(megabytes VmHWM)
  > print('small' if held < 0.3 * most else (held, most))"
  small
  $ ended
  ended with 0
