With matplotlib plans are points within their bands, those that none betters in both figures joined by a line.

  $ "$PYTHON" -c "import matplotlib" 2> /dev/null || exit 80
  $ cat > pictures.py <<'END'
  > import hakaru, matplotlib
  > matplotlib.use("svg")
  > plans = hakaru.plan_train(model="llama-3.1-8b", tokens="10B", instance=["p5.48xlarge", "p4d.24xlarge"], pareto=True)
  > axes = plans.plot()
  > xs, ys = axes.lines[0].get_data()
  > points = [bars.lines[0] for bars in axes.containers]
  > print(axes.get_xlabel(), axes.get_ylabel(), sum(len(each.get_xdata()) for each in points) == len(plans.plans) + len(plans.pareto))
  > of_cost, of_time = axes.containers[0].lines[2]
  > (low, _), (high, _) = of_cost.get_segments()[0]
  > band = plans.plans[0].band.figures.cost_usd
  > print(abs(low / band.low - 1) < 1e-9, abs(high / band.high - 1) < 1e-9, len(of_time.get_segments()) == len(of_cost.get_segments()))
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
  True True True
  tokens_per_s
  no plan has both nonesuch and duration_s
  plot() draws plans; accepted: an answer of plan_train, plan_serve or plan_infer
  $ grep -c "<svg" plans.svg
  1
