What is not HTTP, is too large or comes too slowly goes, and others are answered meanwhile.

  $ . "$TESTDIR/service.sh"
  $ start --read-timeout 300ms --timeout 1s --at-once 1 --largest-body 1MiB
  $ cat > raw.py << 'PYTHON'
  > import socket, sys, time
  > def sent(*parts, pause=0):
  >     """What is answered to these bytes, its first line; and whether the connection ended."""
  >     with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20) as client:
  >         got = b""
  >         try:
  >             for part in parts:
  >                 client.sendall(part)
  >                 time.sleep(pause)
  >             while more := client.recv(65536):
  >                 got += more
  >                 if not got.endswith(b"}\n"): continue
  >                 client.settimeout(2)
  >         except OSError:
  >             pass
  >     return got.split(b"\r\n")[0].decode("latin-1") or "nothing"
  > head = b"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
  > print("100 MB told:", sent(head + b"Content-Length: 104857600\r\n\r\n" + b"x" * 100000))
  > print("chunks:", sent(head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"))
  > print("two lengths:", sent(head + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"))
  > print("compressed:", sent(head + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"))
  > print("no end of the body:", sent(head + b"Content-Length: 50\r\n\r\n{}"))
  > print("a long head:", sent(b"GET /health HTTP/1.1\r\n" + b"A: b\r\n" * 20000 + b"\r\n"))
  > print("a long line:", sent(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
  > print("no HTTP:", sent(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"))
  > print("many ranges:", sent(b"GET /v1/schema HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nRange: bytes=" + b",".join([b"0-"] * 1000) + b"\r\n\r\n"))
  > print("a head byte by byte:", sent(*[bytes([byte]) for byte in b"GET /health HTTP/1.1\r\n"], pause=0.05))
  > print("a body byte by byte:", sent(head + b"Content-Length: 20\r\n\r\n", *[b"x"] * 10, pause=0.05))
  > print("the next of one:", sent(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
  > PYTHON
  $ python3 raw.py $port
  100 MB told: HTTP/1.1 413 Payload Too Large
  chunks: HTTP/1.1 411 Length Required
  two lengths: HTTP/1.1 400 Bad Request
  compressed: HTTP/1.1 415 Unsupported Media Type
  no end of the body: HTTP/1.1 400 Bad Request
  a long head: HTTP/1.1 400 Bad Request
  a long line: HTTP/1.1 414 URI Too Long
  no HTTP: HTTP/1.1 400 Bad Request
  many ranges: HTTP/1.1 200 OK
  a head byte by byte: nothing
  a body byte by byte: HTTP/1.1 400 Bad Request
  the next of one: HTTP/1.1 200 OK

A head that a proxy before the service might read otherwise is refused as a whole, and its connection ends.

  $ cat >> raw.py << 'PYTHON'
  > print("---")
  > length = b"Content-Length: 2\r\n"
  > def asked(name, head, body=b"{}"):
  >     """The first line of the answer, and how many answers there are: what follows a head is no request."""
  >     with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20) as client:
  >         got = b""
  >         try:
  >             client.sendall(head + b"\r\n" + body + b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
  >             while more := client.recv(65536):
  >                 got += more
  >                 client.settimeout(2)
  >         except OSError:
  >             pass
  >     print(f"{name}:", got.split(b"\r\n")[0].decode("latin-1"), got.count(b"HTTP/1.1"))
  > get = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
  > asked("a blank before the colon", head + b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n")
  > asked("a blank before another", get + b"X-Any : 1\r\n", b"")
  > asked("two hosts", get + b"Host: localhost\r\n", b"")
  > asked("no host", b"GET /health HTTP/1.1\r\n", b"")
  > asked("a NUL in a value", get + b"X-Any: a\0b\r\n", b"")
  > asked("a NUL in a name", get + b"X-\0Any: ab\r\n", b"")
  > asked("a NUL in the first line", b"GET /health\0 HTTP/1.1\r\nHost: localhost\r\n", b"")
  > asked("a folded line", get + b"X-Any: a\r\n b\r\n", b"")
  > asked("a carriage return alone", get + b"X-Any: a\rHost: b\r\n", b"")
  > asked("a line feed alone", get + b"X-Any: a\nX-Other: b\r\n", b"")
  > asked("line feeds alone", b"GET /health HTTP/1.1\nHost: localhost\n\n", b"")
  > asked("no name", get + b": a\r\n", b"")
  > asked("no colon", get + b"X-Any\r\n", b"")
  > asked("a length and chunks", head + length + b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n")
  > asked("two equal lengths", head + length + length)
  > asked("two lengths in one", head + b"Content-Length: 2, 2\r\n")
  > asked("a length with a sign", head + b"Content-Length: +2\r\n")
  > asked("chunks behind GET", get + b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n")
  > asked("a length behind GET that is none", get + b"Content-Length: 0x0\r\n", b"")
  > asked("chunks", head + b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n")
  > asked("well formed", get + b"X-Any:\ta b \xe9\r\n", b"")
  > asked("an empty line before it", b"\r\n" + get, b"")
  > asked("two empty lines before it", b"\r\n\r\n" + get, b"")
  > asked("two blanks in the first line", get.replace(b" /health ", b"  /health "), b"")
  > asked("a blank behind the first line, and no host", b"GET /health HTTP/1.1 \r\n", b"")
  > PYTHON
  $ python3 raw.py $port | sed '1,/---/d'
  a blank before the colon: HTTP/1.1 400 Bad Request 1
  a blank before another: HTTP/1.1 400 Bad Request 1
  two hosts: HTTP/1.1 400 Bad Request 1
  no host: HTTP/1.1 400 Bad Request 1
  a NUL in a value: HTTP/1.1 400 Bad Request 1
  a NUL in a name: HTTP/1.1 400 Bad Request 1
  a NUL in the first line: HTTP/1.1 400 Bad Request 1
  a folded line: HTTP/1.1 400 Bad Request 1
  a carriage return alone: HTTP/1.1 400 Bad Request 1
  a line feed alone: HTTP/1.1 400 Bad Request 1
  line feeds alone: HTTP/1.1 400 Bad Request 1
  no name: HTTP/1.1 400 Bad Request 1
  no colon: HTTP/1.1 400 Bad Request 1
  a length and chunks: HTTP/1.1 400 Bad Request 1
  two equal lengths: HTTP/1.1 400 Bad Request 1
  two lengths in one: HTTP/1.1 400 Bad Request 1
  a length with a sign: HTTP/1.1 400 Bad Request 1
  chunks behind GET: HTTP/1.1 200 OK 1
  a length behind GET that is none: HTTP/1.1 200 OK 1
  chunks: HTTP/1.1 411 Length Required 1
  well formed: HTTP/1.1 200 OK 2
  an empty line before it: HTTP/1.1 200 OK 2
  two empty lines before it: HTTP/1.1 400 Bad Request 1
  two blanks in the first line: HTTP/1.1 400 Bad Request 1
  a blank behind the first line, and no host: HTTP/1.1 400 Bad Request 1

A few hundred that mean nothing, and those that hold on to connections: the next is answered at once.

  $ python3 "$TESTDIR/../../../bench/malformed_requests.py" $port 300
  300 malformed requests: every one answered or refused
  $ python3 - $port << 'PYTHON'
  > import http.client, socket, sys
  > port = int(sys.argv[1])
  > held = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
  > for each in held: each.send(b"POST /v1/ask HTTP/1.1\r\nHost: loc")
  > connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
  > connection.request("GET", "/health")
  > print(connection.getresponse().status)
  > PYTHON
  200

A question that takes long ends with its time, with who asked it, and with the service; one too many is told to come back.

  $ long='{"model": "gpt3-175b", "tokens": "300B", "global_batch": 1536, "exhaustive": true, "precision": "bf16,fp8,bf16-sr", "max_instances": 8192}'
  $ http POST /v1/ask/plan_train "$long"
  504 
  {"error":{"kind":"timeout","exit_status":4,"message":"not answered within 1.00 s"}}
  $ ended
  ended with 0
  $ start --at-once 1
  $ exec 3<> /dev/tcp/127.0.0.1/$port
  $ printf 'POST /v1/ask/plan_train HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' ${#long} "$long" >&3
  $ counted 'in_flight 1'
  hakaru_questions_in_flight 1
  $ http POST /v1/ask/fit '{"machine": "g5.xlarge"}'
  503 1
  {"error":{"kind":"busy","exit_status":4,"message":"too many questions at once; come back later"}}
  $ exec 3>&-; counted 'status="499"'; counted 'in_flight 0'
  hakaru_questions_total{question="plan_train",status="499"} 1
  hakaru_questions_in_flight 0
  $ http POST /v1/ask/plan_train "$long" > long.answer & asking=$!; counted 'in_flight 1'; kill -TERM $service; kill -HUP $service; wait $service; echo $?
  hakaru_questions_in_flight 1
  0
  $ wait $asking; cat long.answer
  503 
  {"error":{"kind":"cancelled","exit_status":4,"message":"cancelled"}}

A signal that comes as soon as it listens ends it just so.

  $ python3 - << 'PYTHON'
  > import subprocess
  > def ended():
  >     """How a service ends that is told to once its line is there."""
  >     service = subprocess.Popen(["hakaru", "serve-api", "--port", "0"], stdout=subprocess.PIPE)
  >     service.stdout.readline()
  >     service.terminate()
  >     return service.wait(timeout=60)
  > print({ended() for _ in range(20)})
  > PYTHON
  {0}

Beyond this machine it is not without a token.

  $ hakaru serve-api --host 0.0.0.0 --port 0
  hakaru: 0.0.0.0 is reached by others: a token is needed, by --token-file FILE or HAKARU_TOKEN
  [2]
  $ hakaru serve-api --host 0.0.0.0 --port 0 --lang ja
  hakaru: 0.0.0.0 には他のマシンから接続できます。--token-file FILE か HAKARU_TOKEN でトークンを指定してください
  [2]
  $ echo short > token; hakaru serve-api --token-file token
  hakaru: token: a token of 5 characters; accepted: at least 16
  [2]
  $ hakaru serve-api --port 80000
  hakaru: --port is 80000; accepted: 0 … 65535
  [2]
  $ hakaru serve-api --host 192.0.2.1
  hakaru: 192.0.2.1:8080 cannot be listened at: it is in use, or no address of this machine
  [2]
  $ echo correct-horse-battery-staple > token
  $ start --host 0.0.0.0 --token-file token
  $ http GET /health | sed -n 1p; http GET /metrics; http GET /metrics '' 'Authorization: Bearer correct-horse-battery-stapl' | sed -n 1p
  200 
  401 
  {"error":{"kind":"refused","exit_status":2,"message":"the token is missing or wrong; accepted: Authorization: Bearer TOKEN"}}
  401 
  $ http GET /metrics '' 'Authorization: Bearer correct-horse-battery-staple' | sed -n 1p
  200 
  $ ended
  ended with 0
