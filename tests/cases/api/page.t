The page's files are given to a browser of this machine, each as what it is; nothing else is.

  $ mkdir -p built/engine; echo '<p>page</p>' > built/index.html; printf '\0asm' > built/engine/hakaru.wasm; echo secret > outside
  $ hakaru page --folder built --port 0 --no-browser > listening 2> err & page=$!
  $ while ! grep -qs listening listening && kill -0 $page 2> /dev/null; do sleep 0.01; done; port=$(sed 's/.*://' listening)
  $ get() { python3 - "$port" "$@" << 'PYTHON'
  > import http.client
  > import sys
  > port, path, method, host = (sys.argv[1:] + ["GET", "127.0.0.1"][len(sys.argv) - 3 :])[:4]
  > connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
  > connection.request(method, path, headers={"Host": host})
  > answer = connection.getresponse()
  > body = answer.read()
  > print(answer.status, answer.getheader("Content-Type"), len(body), body[:11])
  > PYTHON
  > }
  $ get /; get /index.html; get /engine/hakaru.wasm
  200 text/html; charset=utf-8 12 b'<p>page</p>'
  200 text/html; charset=utf-8 12 b'<p>page</p>'
  200 application/wasm 4 b'\x00asm'
  $ get /../outside; get /%2e%2e/outside; get /engine/; get /nothing; get / GET pages.example.org; get / POST; get / HEAD
  404 None 0 b''
  404 None 0 b''
  404 None 0 b''
  404 None 0 b''
  403 None 0 b''
  404 None 0 b''
  200 text/html; charset=utf-8 0 b''
  $ kill $page; wait $page; echo "ended with $?"; cat err
  ended with 0

What it cannot show it says at once.

  $ mkdir empty; hakaru page --folder empty
  hakaru: empty: there is no index.html in it
  [2]
  $ hakaru page --folder nowhere
  hakaru: nowhere: No such file or directory
  [2]
  $ hakaru page --port 99999
  hakaru: --port is 99999; accepted: 0 … 65535
  [2]
  $ rm listening; hakaru page --folder built --port 0 --lang ja --no-browser > listening & page=$!
  $ while ! grep -qs http listening && kill -0 $page 2> /dev/null; do sleep 0.01; done; sed 's/:[0-9]*$/:PORT/' listening; kill $page; wait $page
  待ち受け中: http://127.0.0.1:PORT

A report is a page with plans in it, as data that ends no script; the derivation is that of the plan it opens at.

  $ echo '<script id="plans" type="application/json">[]</script>' > built/report.html
  $ hakaru plan train --model gpt2-xl --tokens 10B --family p5 -o plan.json > /dev/null
  $ sed -i 's/"notes": \[\]/"notes": ["<\/script>"]/' plan.json; grep -c '</script>' plan.json
  11
  $ hakaru report plan.json 'plan.json#2' --folder built -o report.html
  written to report.html
  $ grep -c '</script>' report.html; python3 - << 'PYTHON'
  > import json
  > told = json.loads(open("report.html").read().removeprefix('<script id="plans" type="application/json">').removesuffix("</script>\n"))
  > for each in told:
  >     rank = each["file"]["recommended_rank"]
  >     step_s = next(term["value"] for term in each["explained"]["time"] if term["name"] == "step")
  >     print(each["name"], rank, each["lang"], each["file"]["plans"][rank - 1]["step_time_s"] == step_s)
  > PYTHON
  1
  plan.json 1 en True
  plan.json#2 2 en True
  $ hakaru plan infer --model resnet-50 --items 1M --instance g5.xlarge -o infer.json > /dev/null; hakaru report infer.json --folder built -o r.html
  hakaru: infer.json: a plan of inference; accepted: one of hakaru plan train or serve
  [2]
  $ hakaru report -o r.html; hakaru report plan.json
  hakaru: PLAN is missing: hakaru report FILE[#RANK]… -o report.html
  hakaru: -o is missing: hakaru report FILE[#RANK]… -o report.html
  [2]
  $ hakaru report nothing.json --folder built -o r.html
  hakaru: nothing.json: cannot be read: no such file
  [2]
  $ hakaru report plan.json --folder built -o nowhere/r.html
  hakaru: nowhere/r.html: cannot be written: No such file or directory
  [2]
  $ hakaru report plan.json --folder empty -o r.html; ls r.html
  hakaru: empty: there is no index.html in it
  ls: cannot access 'r.html': No such file or directory
  [2]
