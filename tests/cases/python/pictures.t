With matplotlib plans are points, those that none betters in both figures joined by a line.

  $ "$PYTHON" -c "import matplotlib" 2> /dev/null || exit 80
  $ cat > pictures.py <<'END'
  > import hakaru, matplotlib
  > matplotlib.use("svg")
  > plans = hakaru.plan_train(model="llama-3.1-8b", tokens="10B", instance=["p5.48xlarge", "p4d.24xlarge"], pareto=True)
  > axes = plans.plot()
  > xs, ys = axes.lines[0].get_data()
  > print(axes.get_xlabel(), axes.get_ylabel(), sum(len(points.get_offsets()) for points in axes.collections) == len(plans.plans) + len(plans.pareto))
  > print(len(xs) > 2, list(xs) == sorted(xs), list(ys) == sorted(ys, reverse=True))
  > print(plans.plot(x="tokens_per_s", y="energy_kwh").get_xlabel())
  > axes.figure.savefig("plans.svg")
  > for wrong in (lambda: plans.plot(x="nonesuch"), lambda: hakaru.fit("g5.xlarge").plot()):
  >     try: wrong()
  >     except (TypeError, ValueError) as error: print(error)
  > END
  $ "$PYTHON" pictures.py
  cost_usd duration_s True
  True True True
  tokens_per_s
  no plan has both nonesuch and duration_s
  plot() draws plans; accepted: an answer of plan_train, plan_serve or plan_infer
  $ grep -c "<svg" plans.svg
  1
