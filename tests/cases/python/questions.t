Every question of the command line is a function of the Python package, with the same answers.

  $ "$PYTHON" -c "
  > import hakaru, json
  > asked = {each['properties']['question']['const'] for each in hakaru.schema()['oneOf']}
  > print(asked == {name for name in hakaru.__all__ if name in asked}, all(callable(getattr(hakaru, name)) for name in asked))"
  True True

ask_text gives what `hakaru ask` prints, byte for byte, also where there is no answer.

  $ hakaru plan serve --model qwen2.5-7b-instruct --instance g6e.xlarge --rate 2/s --top 1 -o serve.json > /dev/null
  $ hakaru plan train --model llama-3.1-8b --tokens 10B --instance p5.48xlarge --instances 2 --top 2 -o train.json > /dev/null
  $ cat > same.py <<'END'
  > import hakaru, json, subprocess
  > def printed(question):
  >     return subprocess.run(["hakaru", "ask", "-"], input=json.dumps(question).encode(), capture_output=True).stdout
  > for question in [
  >     {"question": "plan_serve", "model": "qwen2.5-7b-instruct", "rate": "2/s", "instance": ["g6e.xlarge", "inf2.xlarge"]},
  >     {"question": "plan_train", "model": "llama-3.1-8b", "tokens": "10B", "instance": "p5.48xlarge", "pareto": True},
  >     {"question": "plan_infer", "model": "resnet-50", "instance": "g5.xlarge", "lang": "ja"},
  >     {"question": "compare_serve", "model": "llama-3.1-8b", "offline": True, "instance": ["g5.xlarge", "g6e.xlarge"]},
  >     {"question": "explain", "plan": "serve.json"},
  >     {"question": "run", "plan": json.load(open("train.json"))},
  >     {"question": "simulate_serve", "plan": "serve.json", "count": 200},
  >     {"question": "fit", "machine": "g6e.xlarge"},
  >     {"question": "memory_train", "model": "llama-3.1-8b", "dp": 8, "zero": 3},
  >     {"question": "accelerator_list"},
  >     {"question": "plan_serve", "model": "nonesuch"},
  >     {"question": "plan_serve", "model": "llama-3.1-405b", "instance": "g5.xlarge", "instances": 1},
  > ]:
  >     text = hakaru.ask_text(question)
  >     print(question["question"], text.encode() == printed(question), "error" in json.loads(text))
  > END
  $ "$PYTHON" same.py
  plan_serve True False
  plan_train True False
  plan_infer True False
  compare_serve True False
  explain True False
  run True False
  simulate_serve True False
  fit True False
  memory_train True False
  accelerator_list True False
  plan_serve True True
  plan_serve True True

A model may be a dictionary, a path, or whatever gives itself as a dictionary; a plan an answer, or one plan of it;
measurements what pandas has; numbers those of numpy.

  $ cat > forms.py <<'END'
  > import hakaru, json, pathlib
  > config = {"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, "vocab_size": 32000,
  >           "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 4096}
  > class Config:
  >     def to_dict(self): return {**config, "id2label": {0: "no", 1: "yes"}, "torch_dtype": "bfloat16", "pad_token_id": None}
  > pathlib.Path("config.json").write_text(json.dumps(config))
  > print([hakaru.model_show(model).parameters.total for model in (config, Config(), "config.json", pathlib.Path("config.json"))])
  > plans = hakaru.plan_train(model=Config(), tokens="1B", instance=["p4d.24xlarge"], instances=1, top=2)
  > plans.save("plans.json")
  > for plan, file in [(plans, "plans.json"), (plans.plans[1], "plans.json#2"), (pathlib.Path("plans.json"), "plans.json"),
  >                    (json.load(open("plans.json")), "plans.json")]:
  >     print(hakaru.explain(plan) == hakaru.explain(plan=file), end=" ")
  > print(hakaru.compare_plans([plans.plans[0], plans.plans[1]]) == hakaru.compare_plans(plans=["plans.json", "plans.json#2"]))
  > END
  $ "$PYTHON" forms.py
  [1104218112, 1104218112, 1104218112, 1104218112]
  True True True True True
  $ hakaru explain plans.json | head -1
  Training  on 1,000,000,000 tokens: 128 sequences of 4,096 tokens a step, bf16, adamw.

What is wrong is told as the command line tells it; what Python itself can tell, as Python tells it.

  $ cat > wrong.py <<'END'
  > import hakaru
  > def tell(ask):
  >     try: print(ask())
  >     except Exception as error: print(f"{type(error).__module__}.{type(error).__name__}: {error}")
  > tell(lambda: hakaru.plan_serve(model="llama-3.1-8b", ratee=1))
  > tell(lambda: hakaru.plan_serve())
  > tell(lambda: hakaru.plan_serve("llama-3.1-8b", "g6e.xlarge"))
  > tell(lambda: hakaru.plan_serve(model=object()))
  > tell(lambda: hakaru.plan_serve(model="llama-3.1-8b", rate=float("nan")))
  > tell(lambda: hakaru.plan_serve(model="llama-3.1-8b", tp=[]))
  > tell(lambda: hakaru.plan_serve(model="llama-3.1-8b", lang="fr"))
  > tell(lambda: hakaru.explain({"plans": []}))
  > tell(lambda: hakaru.explain("\udcff"))
  > tell(lambda: hakaru.fit("nonesuch"))
  > tell(lambda: hakaru.ask("{"))
  > tell(lambda: hakaru.ask([1]))
  > tell(lambda: hakaru.ask({"question": "plan_serve", "model": "llama-3.1-8b", "ratee": 1}))
  > tell(lambda: hakaru.Asker("/nonesuch"))
  > tell(lambda: hakaru.plan_serve(model="llama-3.1-405b", instance="g5.xlarge", instances=1))
  > END
  $ "$PYTHON" wrong.py
  builtins.TypeError: plan_serve() has no argument 'ratee'; nearest: rate, at, disaggregate
  builtins.TypeError: plan_serve(): missing a required argument: 'model'
  builtins.TypeError: plan_serve(): too many positional arguments; arguments are given by name
  builtins.TypeError: model: object cannot be asked with; accepted: what JSON has, paths, results, dates, numbers of numpy, tables of pandas, and what has to_dict()
  hakaru.BadInput: question: 'rate' is 'NaN'; accepted: a rate such as 5, 5/s, 300/m
  hakaru.BadInput: question: 'tp' must be one value
  hakaru.BadInput: question: 'lang' is "fr"; accepted: en, ja
  hakaru.BadInput: plan: not a plan; accepted: a file written by hakaru plan … -o FILE
  hakaru.BadInput: question: line 1: not JSON
  hakaru.BadInput: instance 'nonesuch' is not known; nearest: l40s-4, l40s-8, a40-8; one of your own: hakaru catalog add
  hakaru.BadInput: question: line 1: not JSON
  hakaru.BadInput: not a question: an object with the key 'question' is needed
  hakaru.BadInput: question: 'ratee' is not a key of plan serve; nearest: rate, at, ep
  hakaru.BadInput: /nonesuch: the data folder cannot be read: No such file or directory
  hakaru.Unsatisfiable: does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 766 GiB per device, which has 22.4 GiB; would fit: 1 × p5e.48xlarge

Editors are told the arguments, their types and what they are for.

  $ "$PYTHON" -c "
  > import hakaru, inspect, typing
  > print(hakaru.model_show.__doc__)
  > print(typing.get_type_hints(hakaru.network)['operation'], typing.get_type_hints(hakaru.Asker.model_list)['return'].__name__)
  > print(*inspect.signature(hakaru.explain).parameters, *inspect.signature(hakaru.Asker.explain).parameters)"
  What a model is made of.
  
  Args:
      model (MODEL): a known name, a config.json, its folder, a safetensors file, or -
      lang (en|ja): language of the answer
  
  Raises:
      Unsatisfiable: nothing does what is asked
      BadInput: an argument is refused
  typing.Literal['all_reduce', 'all_to_all'] ResultList
  plan lang self plan lang

  $ cat > kinds.py <<'END'
  > import hakaru, typing
  > for name, words in {"fit": ["g5.xlarge"], "model_show": ["resnet-50"], "model_list": [], "instance_show": ["g5.xlarge"], "instance_list": [],
  >                     "accelerator_show": ["h100"], "accelerator_list": [], "price_list": []}.items():
  >     function = getattr(hakaru, name)
  >     print(name, isinstance(function(*words), typing.get_type_hints(function)["return"]))
  > END
  $ "$PYTHON" kinds.py
  fit True
  model_show True
  model_list True
  instance_show True
  instance_list True
  accelerator_show True
  accelerator_list True
  price_list True

Data of one's own is laid over what came along, and a language may be chosen.

  $ mkdir -p own/models; cat > own/models/mine.toml <<'END'
  > source = "mine"
  > config = { model_type = "bert", hidden_size = 4, num_attention_heads = 2, intermediate_size = 16, num_hidden_layers = 1, vocab_size = 10, max_position_embeddings = 8 }
  > END
  $ cat > own.py <<'END'
  > import hakaru
  > print(hakaru.Asker("own").model_show("mine").source, hakaru.Asker(lang="ja").model_show("resnet-50", lang="en") == hakaru.model_show("resnet-50"))
  > print(str(hakaru.Asker(lang="ja").model_show("resnet-50")) == str(hakaru.model_show("resnet-50", lang="ja")) != str(hakaru.model_show("resnet-50")))
  > END
  $ "$PYTHON" own.py
  mine True
  True
  $ HAKARU_DATA=own "$PYTHON" -c "import hakaru; print(hakaru.model_show('mine').parameters.total)"
  352

The examples that help() shows hold.

  $ "$PYTHON" -c "
  > import doctest, hakaru, hakaru._notebook
  > print(doctest.testmod(hakaru), doctest.testmod(hakaru._notebook))"
  TestResults(failed=0, attempted=6) TestResults(failed=0, attempted=1)
