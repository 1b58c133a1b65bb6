An answer of the Python package is the text of the command line, but for what to type next, a mapping, a table, a file.

  $ cat > answers.py <<'END'
  > import copy, hakaru, json, pickle, subprocess
  > words = "plan serve --model qwen2.5-7b-instruct --rate 4/s --instance g6e.xlarge --instance g7e.2xlarge".split()
  > result = hakaru.plan_serve(model="qwen2.5-7b-instruct", rate="4/s", instance=["g6e.xlarge", "g7e.2xlarge"])
  > *lines, next_command = subprocess.run(["hakaru", *words], capture_output=True, text=True).stdout.splitlines()
  > print(str(result).splitlines() == lines, next_command)
  > print(repr(result))
  > print("plans" in result, list(result)[:2], result["plans"][0] is result.plans[0], "tpot_s" in dir(result.plans[0]))
  > print(result.to_dict()["plans"][0]["layout"]["tp"], result.to_dict() == json.loads(result.json))
  > print(len(result.rows()), result.rows()[0]["instance"])
  > for change in (lambda: setattr(result, "plans", ()), lambda: delattr(result, "plans"), lambda: result.plans[0].layout.__setattr__("tp", 8)):
  >     try: change()
  >     except AttributeError as error: print(error)
  > for again in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
  >     print(again == result, hakaru.explain(again.plans[1]) == hakaru.explain(result.plans[1]))
  > machines = hakaru.instance_list(family="g6e")
  > print(repr(machines), len(machines), machines[0].instance, machines[-1].instance, machines.to_list()[0]["family"])
  > try: hakaru.fit("g5.xlarge").save("fit.json")
  > except TypeError as error: print(error)
  > END
  $ COLUMNS=120 "$PYTHON" answers.py
  True Next: --wide shows all; -o plan.json keeps the plans for hakaru explain, emit, measure.
  <hakaru.Result: scenario, evaluated_layouts, feasible_layouts, complete, recommended_rank, notes[0], plans[2], choice, demand, bought_otherwise[1]>
  True ['scenario', 'evaluated_layouts'] True True
  1 True
  2 g6e.xlarge
  answers cannot be changed; to_dict() gives a copy that can
  answers cannot be changed; to_dict() gives a copy that can
  answers cannot be changed; to_dict() gives a copy that can
  True True
  True True
  <hakaru.ResultList of 8> 8 g6e.12xlarge g6e.xlarge g6e
  save() keeps plans; accepted: an answer of plan_train, plan_serve or plan_infer

As HTML, names and everything else are only text.

  $ cat > page.py <<'END'
  > import hakaru, html.parser, json
  > config = {"model_type": "llama", "hidden_size": 64, "intermediate_size": 64, "num_hidden_layers": 2, "vocab_size": 100,
  >           "num_attention_heads": 4, "_name_or_path": "<script>alert(1)</script>&"}
  > class Page(html.parser.HTMLParser):
  >     tags = set()
  >     def handle_starttag(self, tag, attributes): self.tags.add(tag)
  > for answer in (hakaru.plan_serve(model=config, offline=True, instance=["g5.xlarge", "g6e.xlarge"]), hakaru.model_show(config),
  >                hakaru.model_list(), hakaru.fit("g6e.xlarge", model=["llama-3.1-8b"]), hakaru.memory_serve(model=config).device):
  >     page = Page(); page.tags = set(); page.feed(answer._repr_html_()); print(*sorted(page.tags))
  > print(hakaru.Record({"a<b": "<i>&", "none": None, "list": ["<b>"]})._repr_html_())
  > END
  $ "$PYTHON" page.py
  p table tbody td th thead tr
  table td th tr
  p table tbody td th thead tr
  table td th tr
  table td th tr
  <table><tr><th>a&lt;b</th><td style="text-align: left">&lt;i&gt;&amp;</td></tr><tr><th>list</th><td style="text-align: left">&lt;b&gt;</td></tr></table>
