What is asked about a plan, and of measurements, is asked as JSON too, and answered as on the command line.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --rate 2/s --input-length 500 --output-length 100 --top 1 -o serve.json > /dev/null
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 2 -o train.json > /dev/null
  $ cat > asked.py <<'END'
  > import json, subprocess, sys
  > def hakaru(*words, **more):
  >     done = subprocess.run(["hakaru", *words], capture_output=True, text=True, **more)
  >     return done.stdout or done.stderr
  > def same(question, *words):
  >     asked = json.loads(hakaru("ask", "-", input=json.dumps(question)))
  >     typed = json.loads(hakaru(*words, "--json"))
  >     for answer in (asked, typed):
  >         if isinstance(answer, dict): answer.pop("elapsed_s", None)
  >     print(question["question"], "the same" if asked == typed and "error" not in asked else asked)
  > END
  $ cat > same.py <<'END'
  > from asked import same
  > whole = __import__("json").load(open("train.json"))
  > same({"question": "run", "plan": "train.json", "region": "eu-west-1"}, "run", "train.json", "--region", "eu-west-1")
  > same({"question": "run", "plan": whole}, "run", "train.json")
  > same({"question": "simulate_train", "plan": "train.json#2", "jitter": 0.1, "seed": 3}, "simulate", "train", "train.json#2", "--jitter", "0.1", "--seed", "3")
  > same({"question": "simulate_serve", "plan": "serve.json", "count": 300}, "simulate", "serve", "serve.json", "--count", "300")
  > same({"question": "simulate_serve", "plan": "serve.json", "count": 300, "sessions": True, "turns": 3, "input_length": 200, "output_length": 50},
  >      "simulate", "serve", "serve.json", "--count", "300", "--sessions", "--turns", "3", "--input-length", "200", "--output-length", "50")
  > same({"question": "compare_plans", "plans": ["train.json", "train.json#2"]}, "compare", "train.json", "train.json#2")
  > same({"question": "compare_peaks", "instance": ["p5.48xlarge", "trn2.48xlarge"]}, "compare", "peaks", "--instance", "p5.48xlarge", "--instance", "trn2.48xlarge")
  > same({"question": "instance_list", "family": "p5"}, "instance", "list", "--family", "p5")
  > same({"question": "instance_show", "name": "trn2.48xlarge"}, "instance", "show", "trn2.48xlarge")
  > same({"question": "accelerator_list"}, "accelerator", "list")
  > same({"question": "accelerator_show", "name": "h100"}, "accelerator", "show", "h100")
  > same({"question": "price_list", "instance": "p5.48xlarge"}, "price", "list", "--instance", "p5.48xlarge")
  > END
  $ python3 same.py
  run the same
  run the same
  simulate_train the same
  simulate_serve the same
  simulate_serve the same
  compare_plans the same
  compare_peaks the same
  instance_list the same
  instance_show the same
  accelerator_list the same
  accelerator_show the same
  price_list the same

Measurements, and the requests of a trace, may be a file's name or what it holds; what would be written to a file stands
in the answer.

  $ cat > rows.csv <<'END'
  > id,accelerator,op,m,n,k,dtype,latency_us
  > a,h100-sxm,gemm,4096,4096,4096,bf16,220
  > END
  $ cat > text.py <<'END'
  > import json
  > from asked import hakaru, same
  > rows = open("rows.csv").read()
  > same({"question": "validate_operators", "measurements": rows}, "validate", "operators", "rows.csv")
  > trace = "arrival_s,input_tokens,output_tokens\n" + "".join(f"{i},{200 + i},{20 + i}\n" for i in range(50))
  > open("trace.csv", "w").write(trace)
  > same({"question": "simulate_serve", "plan": "serve.json", "requests": trace}, "simulate", "serve", "serve.json", "--requests", "trace.csv")
  > serve = {"question": "plan_serve", "model": "qwen2.5-7b-instruct", "instance": "g6e.xlarge", "top": "1"}
  > of_file, of_text = (json.loads(hakaru("ask", "-", input=json.dumps({**serve, "requests": each}))) for each in ("trace.csv", trace))
  > print("plan_serve", of_file["plans"] == of_text["plans"])
  > question = {"question": "simulate_train", "plan": "train.json", "trace": True}
  > answer = json.loads(hakaru("ask", "-", input=json.dumps(question)))
  > hakaru("simulate", "train", "train.json", "--trace", "timeline.json")
  > print("timeline", answer["trace"] == open("timeline.json").read())
  > END
  $ python3 text.py
  validate_operators the same
  simulate_serve the same
  plan_serve True
  timeline True

What does not go together is named by its keys.

  $ echo '{"question": "simulate_serve", "plan": "serve.json", "sustained": true}' | hakaru ask - 2>&1 >/dev/null
  hakaru: question: 'sustained' needs 'ttft', 'tpot'
  [2]
  $ echo '{"question": "simulate_serve", "plan": "serve.json", "turns": 4}' | hakaru ask - 2>&1 >/dev/null
  hakaru: question: 'turns' needs 'sessions'
  [2]
  $ echo '{"question": "simulate_serve", "plan": "train.json"}' | hakaru ask - 2>&1 >/dev/null
  hakaru: train.json: not a plan of serving; accepted: one of hakaru plan serve
  [2]
  $ echo '{"question": "run", "plan": "serve.json"}' | hakaru ask - 2>&1 >/dev/null
  hakaru: serve.json: not a plan of training; accepted: one of hakaru plan train
  [2]
  $ echo '{"question": "simulate_train", "plan": "train.json", "trace": "out.json"}' | hakaru ask - 2>&1 >/dev/null
  hakaru: question: 'trace' is "out.json"; accepted: true, false
  [2]
  $ echo '{"question": "compare_plans", "plans": ["train.json"]}' | hakaru ask - 2>&1 >/dev/null
  hakaru: compare plans takes two plans, found 1
  [2]
