A question has one answer, byte for byte, whichever door it comes through: typed, over HTTP, as a tool.

  $ . "$TESTDIR/service.sh"
  $ start
  $ cat > doors.py << 'PYTHON'
  > import http.client, json, subprocess, sys
  > service = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=120)
  > asked = [each for each in json.load(open(sys.argv[2])) if not {"plan", "plans", "lang"} & each.keys()]
  > lines = [json.dumps({"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": {"name": each["question"],
  >          "arguments": {key: value for key, value in each.items() if key != "question"}}}) for at, each in enumerate(asked)]
  > told = subprocess.run(["hakaru", "mcp", "--json"], input="\n".join(lines), capture_output=True, text=True)
  > tools = {reply["id"]: reply["result"]["content"][0]["text"] for reply in map(json.loads, told.stdout.splitlines())}
  > for at, each in enumerate(asked):
  >     typed = subprocess.run(["hakaru", "ask", "-"], input=json.dumps(each), capture_output=True, text=True).stdout
  >     service.request("POST", "/v1/ask", json.dumps(each), {"Content-Type": "application/json"})
  >     posted = service.getresponse().read().decode()
  >     if not typed == posted == tools[at]: print("not the same:", each)
  > print("ten and more" if len(asked) > 9 else len(asked))
  > PYTHON
  $ python3 doors.py $port "$TESTDIR/../../embedding/questions.json"
  ten and more
  $ ended
  ended with 0
