# For tests of the service: `start FLAGS…` runs it at a free port and sets $port, `ended` ends it and says how.
start() {
  rm -f listening
  hakaru serve-api --port 0 "$@" > listening 2> service.err &
  service=$!
  while ! grep -qs listening listening && kill -0 $service 2> /dev/null; do sleep 0.01; done
  port=$(sed 's/.*://' listening)
}
ended() {
  kill -TERM $service
  wait $service
  echo "ended with $?"
  cat service.err
}
# METHOD PATH [BODY [HEADER: VALUE…]]: the status of the answer on a line, then the answer.
http() {
  python3 - "$port" "$@" << 'PYTHON'
import http.client
import sys

port, method, path, body, *headers = sys.argv[1:] + [""] * (5 - len(sys.argv))
told = {"Content-Type": "application/json"} | dict(header.split(": ", 1) for header in headers)
connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
connection.request(method, path, body.encode() or None, told)
answer = connection.getresponse()
print(answer.status, answer.getheader("Retry-After") or answer.getheader("Allow") or "", flush=True)
sys.stdout.buffer.write(answer.read())
PYTHON
}
# PATTERN: waits until the service's metrics have it.
counted() {
  for try in {1..100}; do
    http GET /metrics | grep "$1" && return
    sleep 0.05
  done
  return 1
}
