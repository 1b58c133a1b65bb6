A question has one answer, byte for byte, whichever door it comes through: typed, from C, from Python, over HTTP, as a
tool. Whole plans stand for the names that questions.json has of them.

  $ . "$TESTDIR/../api/service.sh"
  $ start
  $ cat > doors.py << 'PYTHON'
  > import collections, ctypes, hakaru, http.client, json, pathlib, shutil, subprocess, sys
  > 
  > def typed(question):
  >     return subprocess.run(["hakaru", "ask", "-"], input=json.dumps(question).encode(), capture_output=True).stdout
  > 
  > c = ctypes.CDLL(str(pathlib.Path(shutil.which("hakaru")).parent / "libhakaru.so"))
  > asker, text = ctypes.c_void_p(), ctypes.c_void_p()
  > print("opened with", c.hakaru_open(None, ctypes.byref(asker), None))
  > def from_c(question):
  >     c.hakaru_ask(asker, json.dumps(question).encode(), None, ctypes.byref(text))
  >     answer = ctypes.string_at(text)
  >     c.hakaru_free(text)
  >     return answer
  > 
  > def from_python(question):
  >     return hakaru.ask_text(question).encode()
  > 
  > service = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=120)
  > def posted(question):
  >     service.request("POST", "/v1/ask", json.dumps(question), {"Content-Type": "application/json"})
  >     return service.getresponse().read()
  > 
  > tools = subprocess.Popen(["hakaru", "mcp", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
  > def as_tool(question):
  >     arguments = {key: value for key, value in question.items() if key != "question"}
  >     call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": question["question"], "arguments": arguments}}
  >     tools.stdin.write(json.dumps(call).encode() + b"\n")
  >     tools.stdin.flush()
  >     return json.loads(tools.stdout.readline())["result"]["content"][0]["text"].encode()
  > 
  > questions = json.load(open(sys.argv[2]))
  > train, serve = (json.loads(from_python({**each, "whole": True})) for each in questions[:2])
  > plans = {"train": train, "serve": serve}
  > questions += [{**questions[2], "lang": "ja"}, {"question": "explain", "plan": "serve", "lang": "ja"}, {"question": "fit", "lang": "fr"}]
  > seen = collections.Counter()
  > for question in questions:
  >     if "plan" in question: question["plan"] = plans[question["plan"]]
  >     if "plans" in question: question["plans"] = [plans[name] for name in question["plans"]]
  >     answers = [door(question) for door in (typed, from_c, from_python, posted, as_tool)]
  >     if set(answers) != {answers[0]}: print("not the same:", question["question"], [answer[:300] for answer in answers])
  >     seen["all"] += 1
  >     for key in ("plan", "plans", "lang"): seen[key] += key in question
  > tools.stdin.close()
  > print("ten and more" if seen["all"] > 9 else "too few", "whole plans" if seen["plan"] > 3 and seen["plans"] else "", "languages" if seen["lang"] > 2 else "")
  > PYTHON
  $ "$PYTHON" doors.py $port "$TESTDIR/../../embedding/questions.json"
  opened with 0
  ten and more whole plans languages
  $ ended
  ended with 0
