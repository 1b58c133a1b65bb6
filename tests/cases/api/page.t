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
  $ get /../outside; get /%2e%2e/outside; get /engine/; get /nothing; get / GET pages.example.org; get / POST; get / HEAD
  $ kill $page; wait $page; echo "ended with $?"; cat err

What it cannot show it says at once.

  $ mkdir empty; hakaru page --folder empty
  $ hakaru page --folder nowhere
  $ hakaru page --port 99999
  $ hakaru page --folder built --port 0 --lang ja --no-browser > listening & page=$!
  $ while ! grep -qs http listening; do sleep 0.01; done; sed 's/:[0-9]*$/:PORT/' listening; kill $page; wait $page
