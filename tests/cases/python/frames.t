With pandas an answer is a DataFrame, and measurements may be one; numbers of numpy are numbers.

  $ cat > frames.py <<'END'
  > import hakaru, pandas
  > plans = hakaru.plan_serve(model="qwen2.5-7b-instruct", rate="4/s", instance=["g6e.xlarge", "g5.xlarge"])
  > frame = plans.to_pandas()
  > print(list(frame["instance"]), frame["layout.tp"].dtype, frame["memory.device.weights_bytes"].min() > 1e10)
  > rows = pandas.DataFrame({"id": ["a"], "accelerator": ["h100-sxm"], "op": ["gemm"], "m": [4096], "n": [4096], "k": [4096], "dtype": ["bf16"], "latency_us": [220]})
  > print(hakaru.validate_operators(rows).summary.predicted)
  > print(hakaru.plan_serve(model="qwen2.5-7b-instruct", rate=rows.m[0] / 2048, dp=rows.m[0] // 2048, instance="g6e.xlarge").demand.rate_per_s)
  > END
  $ "$PYTHON" frames.py
  ['g6e.xlarge', 'g5.xlarge'] int64 True
  1
  2.0
