Type checkers know what is asked with and what comes back.

  $ cat > use.py <<'END'
  > import hakaru, pathlib
  > class Config:
  >     def to_dict(self) -> dict[str, int]: return {}
  > plans = hakaru.plan_serve(model=Config(), rate=5, instance=["g5.xlarge"], offline=True, lang="ja")
  > print(plans.plans[0].tpot_s, plans.json, hakaru.Asker(progress=print).explain(plans), hakaru.explain(plan=pathlib.Path("plan.json")))
  > hakaru.plan_serve(modell="llama-3.1-8b")
  > hakaru.network(on="p5.48xlarge", instances=2, operation="all", bytes="1GB")
  > hakaru.model_list().to_dict()
  > END
  $ MYPYPATH=$PYTHONPATH "$PYTHON" -m mypy --strict --cache-dir=/dev/null use.py | grep -v note:
  use.py:6: error: Unexpected keyword argument "modell"; did you mean "model"?  [call-arg]
  use.py:7: error: Argument "operation" has incompatible type "Literal['all']"; expected "Literal['all_reduce', 'all_to_all']"  [arg-type]
  use.py:8: error: "ResultList" has no attribute "to_dict"  [attr-defined]
  Found 3 errors in 1 file (checked 1 source file)
