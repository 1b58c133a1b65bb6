The service answers what hakaru ask answers, byte for byte; a question is named by its path or by itself.

  $ . "$TESTDIR/service.sh"
  $ start
  $ echo '{"question": "memory_serve", "model": "llama-3.1-8b", "context": "8k", "on": "g5.xlarge"}' > question.json
  $ hakaru ask question.json > asked
  $ http POST /v1/ask "$(cat question.json)" > posted; head -1 posted; sed 1d posted | cmp - asked && echo the same
  200 
  the same
  $ http POST /v1/ask/memory_serve '{"model": "llama-3.1-8b", "context": "8k", "on": "g5.xlarge"}' | sed 1d | cmp - asked && echo the same
  the same

What it does not answer has a status of HTTP, and the reason.

  $ http POST /v1/ask/plan_serve '{"model": "llama-3.1-70b", "context": "8k", "instance": "g5.xlarge", "instances": 1}'
  422 
  {"error":{"kind":"unsatisfiable","exit_status":1,"message":"does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 135 GiB per device, which has 22.4 GiB; would fit: 1 × g5.48xlarge"}}
  $ http POST /v1/ask/plan_serve '{"model": "llama-3.1-70b", "rat": "5/s", "lang": "ja"}'
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'rat' は plan serve のキーではありません。候補: at, rate, dp"}}
  $ http POST /v1/ask/plan_serve '{"question": "fit", "machine": "g5.xlarge"}'
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'question' is \"fit\"; accepted: plan_serve"}}
  $ http POST /v1/ask/plan_serve '[1]'
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: is array; accepted: an object"}}
  $ http POST /v1/ask/plan_serv '{}'
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'question' is 'plan_serv', which is not known; nearest: plan_serve, plan, plan_infer"}}
  $ http POST /v1/ask/model_show '{"model": "/etc/passwd"}'
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: 'model' is '/etc/passwd', and files are not read here; accepted: a name that hakaru model list shows, or the config.json itself"}}
  $ http POST /v1/ask ''
  400 
  {"error":{"kind":"bad_input","exit_status":2,"message":"question: line 1: not JSON"}}
  $ http GET /v1/ask
  405 POST
  {"error":{"kind":"refused","exit_status":2,"message":"GET is not for /v1/ask; accepted: POST"}}
  $ http GET /../../etc/passwd
  404 
  {"error":{"kind":"refused","exit_status":2,"message":"there is no /../../etc/passwd here"}}
  $ http POST /v1/ask/fit/ '{"machine": "g5.xlarge"}'
  404 
  {"error":{"kind":"refused","exit_status":2,"message":"there is no /v1/ask/fit/ here"}}
  $ http POST /v1/ask '{}' 'Content-Type: text/plain'
  415 
  {"error":{"kind":"refused","exit_status":2,"message":"Content-Type is 'text/plain'; accepted: application/json"}}

Pages of other sites, and names that only lead here, are not served.

  $ http POST /v1/ask/fit '{"machine": "g5.xlarge"}' 'Origin: https://example.org' | cut -c1-130
  403 
  {"error":{"kind":"refused","exit_status":2,"message":"pages of 'https://example.org' may not ask here; --allow-origin lets them"}}
  $ http GET /health '' 'Host: example.org:8080'
  403 
  {"error":{"kind":"refused","exit_status":2,"message":"Host is 'example.org:8080'; accepted: localhost, 127.0.0.1, [::1]"}}
  $ for host in 127.example.org 127.0.0.1.example.org 127. 127.0.0.1:80 127.1.2.3 LocalHost '[::1]:80'; do http GET /health '' "Host: $host" | sed -n 1p; done | uniq -c
        3 403 
        4 200 

Progress is told before the answer, as events or as lines.

  $ http POST /v1/ask/memory_serve "$(cat question.json)" 'Accept: text/event-stream' | tr -d '\r' > events
  $ grep -v '^data' events | sort -u | grep -v progress
  
  200 
  event: answer
  id: 200
  $ sed -n '/event: answer/,$p' events | sed -n 's/^data: //p' | python3 -c "
  > import sys
  > sys.stdout.write(sys.stdin.read()[:-1])" | cmp - asked && echo the same
  the same
  $ http POST /v1/ask/plan_serve '{"model": "qwen2.5-7b-instruct"}' 'Accept: application/x-ndjson' | sed 1d | python3 -c "
  > import json, sys
  > *progress, last = map(json.loads, sys.stdin)
  > print(all(0 <= line['progress'] <= 1 for line in progress), last['status'], last['answer']['plans'][0]['instance'])"
  True 200 g6e.xlarge

What it says of itself.

  $ http GET /health
  200 
  {"status": "ok"}
  $ hakaru schema > schema; http GET /v1/schema | sed 1d | cmp - schema && echo the same
  the same
  $ http GET /metrics | grep -E '^# TYPE|status="422"|^hakaru_questions_in_flight'
  # TYPE hakaru_questions_total counter
  hakaru_questions_total{question="plan_serve",status="422"} 1
  # TYPE hakaru_refused_total counter
  # TYPE hakaru_questions_in_flight gauge
  hakaru_questions_in_flight 0
  # TYPE hakaru_question_duration_seconds histogram
  $ ended
  ended with 0
